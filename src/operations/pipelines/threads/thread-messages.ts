/** Messages between a process that runs or follows a pipeline and its worker threads. */
import type { ProtoLoadOptions } from '../../../codec/protobuf/descriptors';
import type { CampaignLimits } from '../../../core/campaigns/check-campaign';
import type { ErrorCode } from '../../../errors';
import type { ProcessObjectLimits } from '../process-object';

/** Data that a thread is started with. */
export interface ThreadData {
  /** Module of the pipeline. */
  readonly file: string;
  readonly schema: ProtoLoadOptions;
  /** Logical time of the run, in milliseconds since the Unix epoch. */
  readonly runTimeMs: number;
  readonly generation?: number | undefined;
  readonly limits: ThreadLimits;
  /** One 32-bit number, which the thread increments at the begin and at the end of each object. */
  readonly progress: SharedArrayBuffer;
}

interface ThreadLimits extends ProcessObjectLimits {
  readonly campaigns: CampaignLimits;
  readonly objectsInFlight: number;
  readonly logLinesPerPageMax: number;
  readonly messageLengthMax: number;
  /** Time limit of `process` for one object, in milliseconds. Absent: none, so that a run fails in which an object waits for ever. */
  readonly objectTimeoutMs?: number | undefined;
}

/** Hidden events of one family of one row, for blocks. */
export interface HiddenInRow {
  /** Position of the row in the page. */
  readonly row: number;
  readonly family: string;
  /** See `HiddenEvents`. */
  readonly upToMs: number;
  /** Qualifiers, as Latin-1. */
  readonly named?: readonly string[] | undefined;
}

export type ThreadRequest =
  | {
      readonly kind: 'page';
      readonly rows: Uint8Array<ArrayBuffer>;
      readonly hidden: readonly HiddenInRow[];
      /** See `ThreadPage`. */
      readonly runTimeMs?: number | undefined;
    }
  /** The run ends early: `context.signal` aborts. */
  | { readonly kind: 'abort' };

/** An object for which `process` has failed, or has returned an invalid result. */
export interface ObjectFailure {
  /** Position of the row in the page. */
  readonly row: number;
  readonly code: ErrorCode;
  readonly field?: string | undefined;
  readonly message: string;
}

export type ThreadReply =
  /** The module is loaded, and `setup` has ended. */
  | { readonly kind: 'ready' }
  /** The module cannot be used. The thread ends. */
  | {
      readonly kind: 'failed';
      readonly code: ErrorCode;
      readonly field?: string | undefined;
      readonly message: string;
    }
  | { readonly kind: 'log'; readonly level: 'info' | 'warn'; readonly message: string }
  | {
      readonly kind: 'page';
      readonly outputs: Uint8Array<ArrayBuffer>;
      readonly failures: readonly ObjectFailure[];
    };
