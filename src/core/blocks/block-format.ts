/**
 * An action block: a run of one user's events in columns, written once.
 *
 *     | version | length of the head | head | CRC-32 |  columns by event, each with a CRC-32 of its own
 *
 *     head:   | events | combinations | columns | directory | columns by combination |
 *             | first time | gaps of the times, their lower halves, and their upper ones if any is not 0 | combinations | actions |
 *     column: | values | places |
 *
 * The directory says for each column the field it holds, how, and in how many bytes: a reader skips what its schema does
 * not know, and does not decode what nobody asks for. Bytes are the same for the same events, whatever they were read from.
 */
export const BLOCK_VERSION = 1;
export const CHECKSUM_BYTES = 4;
/** No block has more; whoever packs keeps far below. What claims to have more is damaged. */
export const EVENTS_PER_BLOCK_MAX = 2 ** 20;

/** How a column's values are found. */
export const COLUMN_STORAGE = {
  /** For each combination its place in the dictionary. */
  shared: 0,
  /** By the place of another column, which comes earlier: all ads of one ad group are of one campaign. */
  derived: 1,
  /** For each event its place in the dictionary. */
  byEvent: 2,
  /** For each event its value: what differs with nearly every event is in no dictionary. */
  plain: 3,
} as const;
export type ColumnStorage = (typeof COLUMN_STORAGE)[keyof typeof COLUMN_STORAGE];

/** Kinds of values, each stored its own way, whatever the type declares: the number 0 is for absence. */
export const VALUE_KIND = { uint64: 1, uuid: 2, text: 3 } as const;
