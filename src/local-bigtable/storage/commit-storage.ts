import type { StoredRow, StoredRowChange } from '../store/stored-row';

/** What a commit makes durable, in order; all of it or nothing. */
export type StorageRecord =
  /** Cells written and removed in rows of a table. */
  | { readonly kind: 'rows'; readonly table: number; readonly rows: readonly StoredRowChange[] }
  /** The definition of a new or changed table. */
  | { readonly kind: 'define'; readonly table: number; readonly definition: Uint8Array }
  /** A table and all that is kept under its number are gone. */
  | { readonly kind: 'drop'; readonly table: number }
  | EntryRecord;

/** A small record that one part of the server keeps in a space of its own; keys and values hold bytes as latin1. */
export interface EntryRecord {
  readonly kind: 'entry';
  readonly space: EntrySpace;
  /** The table it goes away with; 0 when it belongs to none. */
  readonly table: number;
  readonly key: string;
  /** What was kept before, exactly; absent when nothing was. */
  readonly before?: string;
  /** What is kept from now on; absent when nothing is. */
  readonly after?: string;
}

/**
 * `resource`: instances, clusters, app profiles. `log`: row mutations that some cluster has not applied. `change`: the
 * records of change streams. `token`: idempotency tokens seen.
 */
export type EntrySpace = 'resource' | 'log' | 'change' | 'token';

/** Receives a store's contents at start: resources, then tables, then their rows, then other entries; each in order. */
export interface StorageReader {
  table(table: number, definition: Buffer): void;
  row(table: number, row: StoredRow): void;
  entry(space: EntrySpace, table: number, key: string, value: string): void;
}

/** Where committed data is kept. Commits are never concurrent. */
export interface CommitStorage {
  /** Returns the highest number that a table has or ever had; 0 when there was none. */
  load(reader: StorageReader): Promise<number>;
  commit(records: readonly StorageRecord[]): Promise<void>;
  /**
   * Writes again what the latest commit could not write; to be called until it succeeds, before any other commit. Absent: a
   * commit that fails is final.
   */
  retry?(): Promise<void>;
  close(): Promise<void>;
}
