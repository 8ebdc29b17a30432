import type { IdSet } from '../columns/id-set';
import type { EventLevel } from '../schema/schema';
import type { TimeWindow } from './windows';

/**
 * What a query's counts are, in flat arrays: whoever writes an answer walks them in its order, and no object is made per
 * count. One window's counters stand side by side:
 *
 *     tally.counts[window * tally.rows + row]
 *
 * Where nothing is grouped, a row is an id. Where it is, a row is an id and a group, of those pairs only that occur.
 */
export interface CountTable {
  readonly windows: readonly TimeWindow[];
  /**
   * The groups that occur, each as one label per key of the query's `groupBy` (the empty text where the dimension is
   * absent), sorted by their labels. Undefined where nothing is grouped.
   */
  readonly groups?: readonly (readonly string[])[];
  /** Of all that was counted; its only id is 0. */
  readonly total: CountTally;
  /** In the order of the query's `entities`. */
  readonly levels: readonly LevelCountTally[];
}

export interface CountTally {
  readonly rows: number;
  readonly counts: Uint32Array;
  /** Undefined where nothing is grouped. */
  readonly grouped?: {
    /** Id `i`'s rows are those from `starts[i]` up to, not including, `starts[i + 1]`. */
    readonly starts: Uint32Array;
    /** For each row the number of its group, ascending within an id; a row may be 0 in some windows, not in all. */
    readonly groups: Uint32Array;
  };
}

export interface LevelCountTally extends CountTally {
  readonly level: EventLevel;
  /** In the order that they are answered in: the listed ones as they were listed, otherwise sorted. */
  readonly ids: IdSet;
  /** Whether the ids were listed: then those without any event are answered too, with 0 (or no groups). */
  readonly listed: boolean;
}
