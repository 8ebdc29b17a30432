import type { ColumnRange } from './event-range';

/** Cost of an answer for one or several users. */
export interface CountExplanation {
  /** First and last column that was requested, in seconds since the Unix epoch; undefined when none was. */
  readonly columns: Pick<ColumnRange, 'startSeconds' | 'endSeconds'> | undefined;
  /** Events before this time no longer count, in milliseconds since the Unix epoch. */
  readonly countedFromMs: number;
  readonly rows: number;
  /** Number of requests to Bigtable. */
  readonly lookups: number;
  /** Bytes of the values of cells and blocks. */
  readonly bytes: number;
  readonly rawCells: number;
  readonly rawBytes: number;
  readonly blocks: number;
  readonly blockBytes: number;
  /** Distinct events scanned, and duplicates left out. */
  readonly events: number;
  readonly duplicates: number;
  readonly micros: Readonly<Record<'parse' | 'read' | 'decode' | 'count' | 'write', number>>;
}
