import type { IdSet } from './id-set';

/**
 * Deduplicated events of one user in columns, read from an action block, which is stored that way, or from single
 * cells. Counts and features need only a pass over typed arrays: no event is ever an object.
 *
 * Properties that few values share (action, view type, the entity at each level) are stored once per *combination*. An
 * event is its time and the number of its combination. So a filter, a group or an entity is looked up once per
 * combination instead of once per event. This follows the dictionary and run encodings of column stores (Abadi et al.,
 * "Integrating compression and execution in column-oriented database systems", SIGMOD 2006).
 */
export interface EventColumns {
  /** Number of events. */
  readonly count: number;
  /** Event times, milliseconds since the Unix epoch, ascending. */
  readonly timesMs: Float64Array;
  /** For each event, the number of its combination. */
  readonly combinations: Uint32Array;
  readonly combinationCount: number;
  /**
   * Event time of each combination, where each combination is a single event, in milliseconds since the Unix epoch.
   * They are in any order: a pass over them spares sorting the events. Absent: combinations may have several events.
   */
  readonly timesOfCombinations?: Float64Array;
  /** For each combination, the code of its action. */
  readonly actionCodes: Uint8Array;
  /** Returns the column of a dimension, by its index in the event type. It is decoded on first use. */
  dimension(index: number): DimensionColumn;
  /** Numbers of fields that the events have but the type does not declare, as those of a later schema. Absent: none. */
  readonly unknownFields?: readonly number[];
}

/** Values of one dimension. */
export interface DimensionColumn {
  /**
   * Whether `places` is indexed by combination or by event. A dimension that differs for nearly every event, such as an
   * insertion id, is not part of combinations.
   */
  readonly by: 'combination' | 'event';
  /** 0 if the dimension is absent, otherwise 1 + the index of the value in the dictionary. */
  readonly places: Uint32Array;
  readonly dictionary: Dictionary;
  /**
   * Whether the dictionary has one index for each combination, with the same number: then callers can look ids up
   * without `places`. An absent value has no number in any set. Default: false.
   */
  readonly isOneToOne?: boolean;
}

/**
 * Distinct values of a dimension in one EventColumns. A value may occur at several indexes, and an index that no event
 * uses may have no value.
 */
export interface Dictionary {
  readonly size: number;
  /** Returns the id in the form of the API. */
  text(place: number): string;
  /** Returns for each index the value's number in the set, or -1 if the set does not contain it. */
  lookUpIn(ids: IdSet): Int32Array;
  /** Adds every missing value to the set, and returns for each index the value's number in the set. */
  addTo(ids: IdSet): Int32Array;
}
