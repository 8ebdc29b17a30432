import type { EventType } from '../schema';
import type { EventColumns } from './columns';

/** What is needed of a cell of a user's row: a single event ("raw") or an action block. */
export interface EventCell {
  readonly qualifier: Uint8Array;
  readonly timestampMicros: number;
  readonly value: Uint8Array;
}

/** The events of one user that were read, no two of them duplicates. */
export interface StoredEvents {
  readonly parts: readonly EventColumns[];
  readonly stats: ReadStats;
}

/** What was read, and how many events of it were duplicates of others. */
export interface ReadStats {
  readonly rawCells: number;
  readonly rawBytes: number;
  readonly blocks: number;
  readonly blockBytes: number;
  readonly duplicates: number;
}

/**
 * The events in cells of one row and family, in any order; Bigtable's own, columns ascending, is the fast one. Throws
 * `internal` for cells that nothing of ours has written.
 */
export function eventsOf(_cells: readonly EventCell[], _type: EventType): StoredEvents {
  throw new Error('to come');
}
