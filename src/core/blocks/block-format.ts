/**
 * An action block: a run of one user's events in columns, written once.
 *
 *     | version | length of the head | head | CRC-32 |  columns by event, each with a CRC-32 of its own
 *
 *     head:   | events | combinations | columns | directory | columns by combination |
 *             | first time | gaps of the times, their lower halves, and their upper ones if any is not 0 | combinations | actions |
 *     column: | values | places |
 *
 * The directory lists for each column the field it holds, its storage and its length. So a reader skips fields that its
 * schema does not declare and decodes only the columns it needs. Equal events result in equal bytes, whatever they were
 * read from.
 */
export const BLOCK_VERSION = 1;
export const CHECKSUM_BYTES = 4;
/** Maximum number of events in a block. Writers stay far below it. A block that claims to have more is corrupt. */
export const EVENTS_PER_BLOCK_MAX = 2 ** 20;

/** Storage of a column's values. */
export const COLUMN_STORAGE = {
  /** For each combination, an index into the dictionary. */
  shared: 0,
  /** Derived from the index of an earlier column: for example, all ads of one ad group belong to one campaign. */
  derived: 1,
  /** For each event, an index into the dictionary. */
  byEvent: 2,
  /** For each event, its value. Values that differ for nearly every event are in no dictionary. */
  plain: 3,
} as const;
export type ColumnStorage = (typeof COLUMN_STORAGE)[keyof typeof COLUMN_STORAGE];

/** Kinds of values, each with its own encoding, independent of the declared type. The number 0 stands for absence. */
export const VALUE_KIND = { uint64: 1, uuid: 2, text: 3 } as const;
