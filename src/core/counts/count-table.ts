import type { IdSet } from '../columns/id-set';
import type { EventLevel } from '../schema/schema';
import type { TimeWindow } from './windows';

/**
 * Counts of a query in flat arrays. An answer is written in their order, with no object per count. Counters of one
 * window are adjacent:
 *
 *     tally.counts[window * tally.rows + row]
 *
 * Without grouping a row is an id. With grouping a row is a pair of id and group, and only pairs that occur have a row.
 */
export interface CountTable {
  readonly windows: readonly TimeWindow[];
  /**
   * Groups that occur, sorted by their labels. Each has one label per key of the query's `groupBy`; the empty string
   * stands for an absent dimension. Undefined without grouping.
   */
  readonly groups?: readonly (readonly string[])[];
  /** Tally of all counted events. Its only id is 0. */
  readonly total: CountTally;
  /** Tallies in the order of the query's `entities`. */
  readonly levels: readonly LevelCountTally[];
}

export interface CountTally {
  readonly rows: number;
  readonly counts: Uint32Array;
  /** Undefined without grouping. */
  readonly grouped?: {
    /** Rows of each id: id `i` has those from `starts[i]` up to, not including, `starts[i + 1]`. */
    readonly starts: Uint32Array;
    /** Number of the group of each row, ascending within an id. A row may be 0 in some windows, but not in all. */
    readonly groups: Uint32Array;
  };
}

export interface LevelCountTally extends CountTally {
  readonly level: EventLevel;
  /** Ids in the order of the answer: listed ids as listed, others sorted. */
  readonly ids: IdSet;
  /** Whether the ids were listed in the query. Listed ids without events are answered too, with 0 or without groups. */
  readonly listed: boolean;
}
