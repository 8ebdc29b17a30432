import type { CallOptions, Filter, KeySample, Row, RowMutations, RowRange } from '../bigtable/client/types';
import type { Consistency, ReadEvidence } from '../core/consistency/consistency';
import type { RowPrivacy } from '../core/privacy/row-privacy';
import type { WriteToken } from '../core/tokens/write-token';
import type { TidemarkError } from '../errors';

export interface RowRead {
  readonly table: string;
  readonly key: Buffer;
  /** Filter for the row's data. Watermarks are read besides, and never returned. */
  readonly filter: Filter;
  /** Largest size of the row as it is sent, watermarks included, in bytes: no more is received, from any replica. */
  readonly bytesMax?: number | undefined;
  /**
   * Whether the answer may be the join of several replicas' rows where none of them proves the read alone. A join may
   * have more cells than a limit in the filter passes of each. Only for rows whose deletions are cells themselves, or
   * do no harm when they are undone. @default false
   */
  readonly allowsJoin?: boolean | undefined;
  /**
   * Whether the answer has the cells that the user's record hides, and the record. For work that removes them, and for
   * what shows everything that is stored. @default false
   */
  readonly keepsHidden?: boolean | undefined;
  /**
   * Whether the answer has the cells of the user's record with their values, whatever the filter: those of the family
   * `_prv`. @default false
   */
  readonly keepsRecord?: boolean | undefined;
  /**
   * Whether the row has moved between placements. A move copies a row to every cluster of the other placement, and then
   * deletes it with its watermark. So an origin of a moved row may lack a write that it has acknowledged, and the read does
   * not require such a write. Set by readers of placed rows. @default false
   */
  readonly wasMoved?: boolean | undefined;
}

export interface RowsRead {
  readonly table: string;
  /** Keys of the rows, without duplicates. */
  readonly keys: readonly Buffer[];
  readonly filter: Filter;
  /**
   * Largest size of all rows together, as names and values of their cells, in bytes: all rows are buffered until the
   * last one is proven.
   */
  readonly bytesMax?: number | undefined;
  /** Largest size of each row as it is sent, in bytes: no more of it is received. */
  readonly rowBytesMax?: number | undefined;
  /** See `RowRead.allowsJoin`. */
  readonly allowsJoin?: boolean | undefined;
  /** See `RowRead.wasMoved`, in the order of the keys. @default none */
  readonly wasMoved?: readonly boolean[] | undefined;
}

export interface RowAnswer {
  /** The row; undefined if nothing of it passes the filter. */
  readonly row: Row | undefined;
  readonly evidence: ReadEvidence;
  /** Evaluated record of the user, which hides cells of the row. Undefined if rows of the table are not users. */
  readonly privacy?: RowPrivacy | undefined;
  /**
   * Number of cells that passed the filter and were removed because the user's record hides them: they count for a limit
   * of cells in the filter. Absent: none.
   */
  readonly hiddenCells?: number | undefined;
}

export interface RowsAnswer {
  /** One row for each key, in the order of the keys. */
  readonly rows: readonly (Row | undefined)[];
  /** Evidence of all rows together: of each property the worst. */
  readonly evidence: ReadEvidence;
  /** Positions of the keys whose rows lack the required proof: empty unless stale answers are allowed. */
  readonly unmet: readonly number[];
  /** Evaluated records of the users, in the order of the keys. Undefined if rows of the table are not users. */
  readonly privacy?: readonly RowPrivacy[] | undefined;
  /** See `RowAnswer.hiddenCells`, in the order of the keys. */
  readonly hiddenCells?: readonly number[] | undefined;
}

/**
 * Reads at a chosen consistency. Throws `consistency_unmet` when the consistency could not be proven within the
 * deadline and a stale answer is not allowed, and `answer_too_large` beyond a limit of bytes; the other codes are those
 * of a failed call.
 */
export interface Reader {
  readRow(read: RowRead, consistency: Consistency, options?: CallOptions): Promise<RowAnswer>;
  readRows(read: RowsRead, consistency: Consistency, options?: CallOptions): Promise<RowsAnswer>;
}

export interface WriteReceipt {
  readonly token: WriteToken;
  /** Id of the cluster that acknowledged the write: its origin. */
  readonly cluster: string;
  /** Placement in which the row was written. Undefined for rows that are not placed. */
  readonly placement?: string | undefined;
}

export interface WriteOptions extends CallOptions {
  /**
   * Country from which the caller accesses the objects, as ISO 3166-1 alpha-2. It decides where objects that have no
   * placement yet are stored; it has no effect on others.
   */
  readonly accessLocation?: string | undefined;
}

/** Mutations of one row. */
export interface RowToWrite extends RowMutations {
  /** Access location of the row's own caller. Default: that of the options. */
  readonly accessLocation?: string | undefined;
  /**
   * Number of the row's stay in the table, which ends when a move deletes the row with its watermark: the epoch of the move
   * that brought the row. A row that returns begins another stay. Set by writers of placed rows. Default: 0
   */
  readonly stay?: number | undefined;
}

/**
 * Writes that leave a watermark in each row. Both reject or return errors only when the write is not acknowledged; it
 * may have been committed all the same.
 */
export interface Writer {
  mutateRow(table: string, row: RowToWrite, options?: WriteOptions): Promise<WriteReceipt>;
  /** One result per entry, in order. The entries may name one row several times. */
  mutateRows(
    table: string,
    rows: readonly RowToWrite[],
    options?: WriteOptions,
  ): Promise<readonly (WriteReceipt | TidemarkError)[]>;
}

export interface RowScan {
  readonly table: string;
  /** Ranges of the scan. Absent: the whole table. */
  readonly ranges?: readonly RowRange[];
  /** Filter for the rows' data. Rows of which nothing passes are not returned. */
  readonly filter: Filter;
  /** Number of rows after which the scan ends. @default no limit */
  readonly rowsMax?: number | undefined;
}

/**
 * Reads of many rows without a guarantee: the state of one cluster, each row at a moment of its own. For batch work.
 */
export interface Scanner {
  /** Returns keys that divide the table into sections of about equal size. */
  sampleKeys(table: string, options?: CallOptions): Promise<readonly KeySample[]>;
  /** Returns the rows in the order of their keys. Leaving the loop early cancels the call. Resumes after failures. */
  scan(scan: RowScan, options?: CallOptions): AsyncIterable<Row>;
}

/** A row without what its user's record hides. */
export interface VisibleScannedRow {
  readonly key: Buffer;
  /** Undefined if everything that passed the filter is hidden. */
  readonly row: Row | undefined;
  /** Evaluated record of the user. Undefined if rows of the table are not users. */
  readonly privacy: RowPrivacy | undefined;
}

/** Like `Scanner`, without what users' choices, erasures and deletions hide. */
export interface VisibleScanner {
  scan(scan: RowScan, options?: CallOptions): AsyncIterable<VisibleScannedRow>;
}

/**
 * Returns which of the rows have any cell, system cells included, by the id of each cluster that this store reads
 * directly. The keys must differ.
 */
export type RowPresence = (
  table: string,
  keys: readonly Buffer[],
  call: CallOptions,
) => Promise<ReadonlyMap<string, readonly Buffer[]>>;

/**
 * Returns the rows that have a cell that passes the filter, by the id of each cluster that this store reads directly. The
 * keys must differ.
 */
export type ClusterRows = (
  read: { readonly table: string; readonly keys: readonly Buffer[]; readonly filter: Filter },
  call: CallOptions,
) => Promise<ReadonlyMap<string, readonly Row[]>>;
