import type { google } from '@google-cloud/bigtable/build/protos/protos';
import type { CancelSignal } from '../../platform/tasks/cancellation';

export type Filter = google.bigtable.v2.IRowFilter;
export type Mutation = google.bigtable.v2.IMutation;
export type ReadModifyWriteRule = google.bigtable.v2.IReadModifyWriteRule;

/** One version of one column. Buffers are views into the received message: copy what must outlive the row. */
export interface Cell {
  readonly family: string;
  readonly qualifier: Buffer;
  /** Microseconds since the Unix epoch; a whole number of milliseconds. Safe as a number until the year 2255. */
  readonly timestampMicros: number;
  readonly value: Buffer;
  readonly labels: readonly string[];
}

/** A row with its cells in Bigtable's order: family, then qualifier ascending, then newest first. */
export interface Row {
  readonly key: Buffer;
  readonly cells: readonly Cell[];
}

/** A half-open or closed range of row keys; an absent bound is unbounded. */
export interface RowRange {
  readonly start?: { readonly key: Buffer; readonly inclusive: boolean };
  readonly end?: { readonly key: Buffer; readonly inclusive: boolean };
}

export interface ReadRowsRequest {
  /** Table id (the corpus), not the full resource name. */
  readonly table: string;
  /** Exact keys. With `ranges` absent and `keys` empty nothing is read; both absent reads the whole table. */
  readonly keys?: readonly Buffer[];
  readonly ranges?: readonly RowRange[];
  readonly filter?: Filter;
  /** At most this many rows; absent means all. */
  readonly rowsLimit?: number;
  readonly reversed?: boolean;
  /** Of one row, as in `ReadRowRequest`. */
  readonly rowBytesMax?: number | undefined;
}

export interface ReadRowRequest {
  readonly table: string;
  readonly key: Buffer;
  readonly filter?: Filter;
  /** Bytes of the row as it is sent. Beyond it the call is cancelled with `answer_too_large`: no more is received. */
  readonly bytesMax?: number | undefined;
}

export interface CallOptions {
  /** Milliseconds from now that the whole call, retries included, may take. */
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
}

/** As a data client takes them: from whoever can cancel. */
export interface ClientCallOptions {
  /** As in CallOptions. */
  readonly timeoutMs?: number;
  readonly signal?: CancelSignal;
}

export interface RowMutations {
  readonly key: Buffer;
  readonly mutations: readonly Mutation[];
}

export interface CheckAndMutateRequest {
  readonly table: string;
  readonly key: Buffer;
  /** Absent: the predicate is "the row has any cell". */
  readonly predicate?: Filter;
  readonly onMatch?: readonly Mutation[];
  readonly onNoMatch?: readonly Mutation[];
}

export interface KeySample {
  /** Exclusive end of the sampled section; empty for the table's end. */
  readonly key: Buffer;
  readonly offsetBytes: number;
}

/**
 * The data plane of one instance and app profile. Implementations retry idempotent calls within the deadline and
 * throw `TidemarkError`s only.
 */
export interface DataClient {
  /** Streams rows with back-pressure: leaving the loop early cancels the call. */
  readRows(request: ReadRowsRequest, options?: ClientCallOptions): AsyncIterable<Row>;
  /** One row, or undefined when no cell of it passes the filter. */
  readRow(request: ReadRowRequest, options?: ClientCallOptions): Promise<Row | undefined>;
  /** Applies the mutations to the row atomically. Retried only when every mutation is idempotent. */
  mutateRow(table: string, row: RowMutations, options?: ClientCallOptions): Promise<void>;
  /**
   * Applies each entry atomically, the entries independently. Resolves with one result per entry, in order:
   * undefined where it was applied, else why not. Entries that failed retryably are retried, only those.
   */
  mutateRows(
    table: string,
    rows: readonly RowMutations[],
    options?: ClientCallOptions,
  ): Promise<readonly (Error | undefined)[]>;
  /** Whether the predicate matched. Never retried. */
  checkAndMutateRow(request: CheckAndMutateRequest, options?: ClientCallOptions): Promise<boolean>;
  /** The new contents of the modified cells. Never retried. */
  readModifyWriteRow(
    table: string,
    key: Buffer,
    rules: readonly ReadModifyWriteRule[],
    options?: ClientCallOptions,
  ): Promise<Row>;
  sampleRowKeys(table: string, options?: ClientCallOptions): Promise<readonly KeySample[]>;
  /** Lets calls in flight end, then closes the channels. */
  close(): Promise<void>;
}
