import type { IdSet } from './id-set';

/**
 * Deduplicated events of one user in columns, whatever they were read from: an action block, which is stored that way, or
 * single cells. All that counts and features need is a pass over typed arrays; no event is ever an object.
 *
 * What few events have in common (action, view type, the entity at each level) is said once, as a *combination*: an event
 * is its time and the number of its combination. A filter, a group or an entity is then looked up once per combination
 * instead of once per event. After the dictionary and run encodings of column stores (Abadi et al., "Integrating
 * compression and execution in column-oriented database systems", SIGMOD 2006).
 */
export interface EventColumns {
  /** Number of events. */
  readonly count: number;
  /** Event times, milliseconds since the Unix epoch, ascending. */
  readonly timesMs: Float64Array;
  /** For each event the number of its combination. */
  readonly combinations: Uint32Array;
  readonly combinationCount: number;
  /** For each combination the code of its action. */
  readonly actionCodes: Uint8Array;
  /** By the dimension's index in the event type. Decoded when it is first asked for. */
  dimension(index: number): DimensionColumn;
  /** Fields that the events have and the type does not know, as those of a later schema do. Absent: none. */
  readonly unknownFields?: readonly number[];
}

/** The values of one dimension. */
export interface DimensionColumn {
  /**
   * Whether `places` goes by combination or by event: what is different for nearly every event, such as an insertion id, is
   * no part of a combination.
   */
  readonly by: 'combination' | 'event';
  /** 0 where the dimension is absent, otherwise 1 + the value's place in the dictionary. */
  readonly places: Uint32Array;
  readonly dictionary: Dictionary;
}

/**
 * The values of a dimension in one EventColumns. One may stand in several places, and where no event has a place, nothing may
 * stand there.
 */
export interface Dictionary {
  readonly size: number;
  /** The id as the API writes it. */
  text(place: number): string;
  /** For each place the value's number in the set, or -1 where it is none of the set's. */
  lookUpIn(ids: IdSet): Int32Array;
  /** The same, where every value is added to the set that is not in it yet. */
  addTo(ids: IdSet): Int32Array;
}
