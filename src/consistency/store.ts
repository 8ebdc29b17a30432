import type { CallOptions, Filter, KeySample, Row, RowMutations, RowRange } from '../bigtable/client/types';
import type { Consistency, ReadEvidence } from '../core/consistency/consistency';
import type { WriteToken } from '../core/tokens/write-token';
import type { TidemarkError } from '../errors';

export interface RowRead {
  readonly table: string;
  readonly key: Buffer;
  /** What of the row is wanted; watermarks are read beside it and never shown. */
  readonly filter: Filter;
  /** Of what is wanted as it is sent, watermarks included: no more is received, from whichever replica. */
  readonly bytesMax?: number;
  /**
   * The row may be answered by the join of several replicas' rows where none of them proves the read alone; then it may have
   * more cells than a limit in the filter lets through of each. Only for rows whose deletes are cells themselves, or do no
   * harm when they are undone. Default false.
   */
  readonly allowsJoin?: boolean;
}

export interface RowsRead {
  readonly table: string;
  /** Distinct. */
  readonly keys: readonly Buffer[];
  readonly filter: Filter;
  /** Of all rows together, the names and values of their cells: all are held until the last row is proven. */
  readonly bytesMax?: number;
  /** Of each row as it is sent: no more of it is received. */
  readonly rowBytesMax?: number;
  /** As in RowRead. */
  readonly allowsJoin?: boolean;
}

export interface RowAnswer {
  /** Undefined when nothing of the row passes the filter. */
  readonly row: Row | undefined;
  readonly evidence: ReadEvidence;
}

export interface RowsAnswer {
  /** One for each key, in their order. */
  readonly rows: readonly (Row | undefined)[];
  /** Of all rows together: the worst of each. */
  readonly evidence: ReadEvidence;
  /** Positions of those keys whose rows lack the proof that was asked for: none, unless stale answers are allowed. */
  readonly unmet: readonly number[];
}

/**
 * Reads at a chosen consistency. Throws `consistency_unmet` when what was asked for could not be proven within the
 * deadline, and was not allowed to be stale, and `answer_too_large` beyond a limit of bytes; the other codes are those of
 * a failed call.
 */
export interface Reader {
  readRow(read: RowRead, consistency: Consistency, options?: CallOptions): Promise<RowAnswer>;
  readRows(read: RowsRead, consistency: Consistency, options?: CallOptions): Promise<RowsAnswer>;
}

export interface WriteReceipt {
  readonly token: WriteToken;
  /** Id of the cluster that acknowledged it: the write's origin. */
  readonly cluster: string;
}

/** Writes that leave a watermark in each row. Both reject or return errors only when the write is not acknowledged. */
export interface Writer {
  mutateRow(table: string, row: RowMutations, options?: CallOptions): Promise<WriteReceipt>;
  /** One result per entry, in order. The entries may name one row several times. */
  mutateRows(
    table: string,
    rows: readonly RowMutations[],
    options?: CallOptions,
  ): Promise<readonly (WriteReceipt | TidemarkError)[]>;
}

export interface RowScan {
  readonly table: string;
  /** Absent: the whole table. */
  readonly ranges?: readonly RowRange[];
  /** What of the rows is wanted; rows of which nothing passes don't come. */
  readonly filter: Filter;
}

/** Reads of many rows, which nothing is promised of: one cluster's state, each row of a moment of its own. For batch work. */
export interface Scanner {
  /** Keys that cut the table into sections of about equal size. */
  sampleKeys(table: string, options?: CallOptions): Promise<readonly KeySample[]>;
  /** In the order of the keys; leaving the loop early cancels the call. Resumed after failures. */
  scan(scan: RowScan, options?: CallOptions): AsyncIterable<Row>;
}
