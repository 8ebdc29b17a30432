/** What a write leaves its caller with, and a read the next one: enough to tell whether a replica has it. */
import type { OriginCode, WatermarkColumn } from './row-watermark';

/** One write of one row: `column` of its watermark reached `versionMs`. */
export interface RowWrite {
  /** 8 bytes of the hash of table and row key, as Latin-1. */
  readonly row: string;
  readonly column: WatermarkColumn;
  readonly versionMs: number;
  /** The writer's clock, read after the write was acknowledged; of a write seen by a read, the reader's after that. */
  readonly ackedMs: number;
}

/** Everything that the origin had acknowledged by then, in whatever row: what many writes are summed up to. */
export interface OriginTime {
  readonly origin: OriginCode;
  readonly ackedMs: number;
}

/** Immutable; made by the functions of this module. At most one entry for each row and column, and for each origin. */
export interface WriteToken {
  readonly writes: readonly RowWrite[];
  readonly times: readonly OriginTime[];
}

export const EMPTY_TOKEN: WriteToken = Object.freeze({ writes: Object.freeze([]), times: Object.freeze([]) });
