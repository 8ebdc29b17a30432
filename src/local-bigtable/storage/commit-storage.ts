import type { StoredRow, StoredRowChange } from '../store/stored-row';

/** Records of a commit, in order. They become durable all or not at all. */
export type StorageRecord =
  /** Cells written and removed in rows of a table. */
  | { readonly kind: 'rows'; readonly table: number; readonly rows: readonly StoredRowChange[] }
  /** Definition of a new or changed table. */
  | { readonly kind: 'define'; readonly table: number; readonly definition: Uint8Array }
  /** Removal of a table and everything under its number. */
  | { readonly kind: 'drop'; readonly table: number }
  | EntryRecord;

/** Small record of one part of the server, in its own space. Keys and values are bytes as latin1. */
export interface EntryRecord {
  readonly kind: 'entry';
  readonly space: EntrySpace;
  /** Number of the table with which the entry is removed; 0 when it belongs to none. */
  readonly table: number;
  readonly key: string;
  /** Previous value, exactly. Absent: there was none. */
  readonly before?: string | undefined;
  /** New value. Absent: the entry is removed. */
  readonly after?: string | undefined;
}

/**
 * Kinds of entries. `resource`: instances, clusters and app profiles. `log`: row mutations that some cluster has not
 * applied. `change`: records of change streams. `token`: idempotency tokens.
 */
export type EntrySpace = 'resource' | 'log' | 'change' | 'token';

/**
 * Receives the contents of a storage at start: resources, then tables, their rows, and other entries, each in order.
 */
export interface StorageReader {
  table(table: number, definition: Buffer): void;
  row(table: number, row: StoredRow): void;
  entry(space: EntrySpace, table: number, key: string, value: string): void;
}

/** Storage of committed data. Commits are never concurrent. */
export interface CommitStorage {
  /** Loads the contents. Returns the highest table number ever used; 0 when there was none. */
  load(reader: StorageReader): Promise<number>;
  commit(records: readonly StorageRecord[]): Promise<void>;
  /**
   * Retries the failed commit. Must be called until it succeeds, before any other commit. Absent: a failed commit is
   * final.
   */
  retry?(): Promise<void>;
  close(): Promise<void>;
}
