import type { google } from '@google-cloud/bigtable/build/protos/protos';
import type { CancelSignal } from '../../platform/tasks/cancellation';
import type { ChangeStreamEvent, ReadChangeStreamRequest, StreamPartition } from '../changes/change-types';

export type Filter = google.bigtable.v2.IRowFilter;
export type Mutation = google.bigtable.v2.IMutation;
export type ReadModifyWriteRule = google.bigtable.v2.IReadModifyWriteRule;

/** One version of one column. Buffers are views of the received message: copy what must outlive the row. */
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

/** Range of row keys. An absent bound is unbounded. */
export interface RowRange {
  readonly start?: { readonly key: Buffer; readonly inclusive: boolean } | undefined;
  readonly end?: { readonly key: Buffer; readonly inclusive: boolean } | undefined;
}

export interface ReadRowsRequest {
  /** Table id (the corpus), not the full resource name. */
  readonly table: string;
  /**
   * Exact keys. Nothing is read when `keys` is empty and `ranges` is absent. The whole table is read when both are
   * absent.
   */
  readonly keys?: readonly Buffer[];
  readonly ranges?: readonly RowRange[] | undefined;
  readonly filter?: Filter;
  /** Maximum number of rows. Default: all. */
  readonly rowsLimit?: number | undefined;
  readonly reversed?: boolean;
  /** Maximum size of each row, as `ReadRowRequest.bytesMax`. */
  readonly rowBytesMax?: number | undefined;
}

export interface ReadRowRequest {
  readonly table: string;
  readonly key: Buffer;
  readonly filter?: Filter;
  /** Maximum size of the row on the wire, in bytes. Beyond it the call is cancelled with `answer_too_large`. */
  readonly bytesMax?: number | undefined;
}

export interface CallOptions {
  /** Time limit of the whole call in milliseconds, retries included. */
  readonly timeoutMs?: number | undefined;
  readonly signal?: CancelSignal | undefined;
}

/** Mutations of one row, applied atomically and in order. */
export interface RowMutations {
  readonly key: Buffer;
  readonly mutations: readonly Mutation[];
}

/** Conditional mutations of one row: `onMatch` if the predicate matches, else `onNoMatch`. */
export interface CheckAndMutateRequest {
  readonly table: string;
  readonly key: Buffer;
  /** Predicate. Default: the row has any cell. */
  readonly predicate?: Filter;
  readonly onMatch?: readonly Mutation[];
  readonly onNoMatch?: readonly Mutation[];
}

/** Sampled row key at the end of a section of the table. */
export interface KeySample {
  /** Exclusive end of the sampled section. Empty at the end of the table. */
  readonly key: Buffer;
  readonly offsetBytes: number;
}

/**
 * Data plane of one instance through one app profile. Implementations retry idempotent calls within the deadline and
 * throw `TidemarkError`s only.
 */
export interface DataClient {
  /** Streams rows with back-pressure. Leaving the loop early cancels the call. */
  readRows(request: ReadRowsRequest, options?: CallOptions): AsyncIterable<Row>;
  /** Returns a row, or undefined when none of its cells passes the filter. */
  readRow(request: ReadRowRequest, options?: CallOptions): Promise<Row | undefined>;
  /** Applies the mutations to the row atomically. Retried only if every mutation is idempotent. */
  mutateRow(table: string, row: RowMutations, options?: CallOptions): Promise<void>;
  /**
   * Applies each entry atomically and independently of the others. Resolves with one result per entry, in order:
   * undefined if it was applied, else the error. Only entries that failed retryably are retried.
   */
  mutateRows(
    table: string,
    rows: readonly RowMutations[],
    options?: CallOptions,
  ): Promise<readonly (Error | undefined)[]>;
  /** Returns whether the predicate matched. Never retried. */
  checkAndMutateRow(request: CheckAndMutateRequest, options?: CallOptions): Promise<boolean>;
  /** Returns the new contents of the modified cells. Never retried. */
  readModifyWriteRow(
    table: string,
    key: Buffer,
    rules: readonly ReadModifyWriteRule[],
    options?: CallOptions,
  ): Promise<Row>;
  sampleRowKeys(table: string, options?: CallOptions): Promise<readonly KeySample[]>;
  /** Returns the partitions of the table's change stream at present. */
  initialPartitions(table: string, options?: CallOptions): Promise<readonly StreamPartition[]>;
  /**
   * Streams the changes of a partition with back-pressure, until a split or a merge closes the stream. Leaving the loop
   * early cancels the call, and so does the signal. Without `timeoutMs` the call has no deadline.
   */
  readChangeStream(request: ReadChangeStreamRequest, options?: CallOptions): AsyncIterable<ChangeStreamEvent>;
  /** Waits for calls in flight, then closes the channels. */
  close(): Promise<void>;
}
