import type { RowChange } from '../store/table';
import type { Cell } from '../store/cell';

/** What a commit makes durable, in order; all of it or nothing. */
export type StorageRecord =
  /** Cells written and removed in rows of a table. */
  | { readonly kind: 'rows'; readonly table: number; readonly rows: readonly RowChange[] }
  /** The definition of a new or changed table. */
  | { readonly kind: 'define'; readonly table: number; readonly definition: Uint8Array }
  /** A table and all of its rows are gone. */
  | { readonly kind: 'drop'; readonly table: number };

/** Receives a store's contents at start: every table before its rows, rows and cells in order. */
export interface StorageReader {
  table(table: number, definition: Buffer): void;
  cell(table: number, rowKey: string, cell: Cell): void;
}

/** Where committed data is kept. Commits are never concurrent. */
export interface Storage {
  /** Returns the highest number that a table has, or a dropped one whose cells are still there; 0 when there is none. */
  load(reader: StorageReader): Promise<number>;
  commit(records: readonly StorageRecord[]): Promise<void>;
  close(): Promise<void>;
}
