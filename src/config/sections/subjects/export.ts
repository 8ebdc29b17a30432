/** Defaults of exports of users, which answer requests of access. */
export const SUBJECT_DEFAULTS = {
  /** Maximum number of cells that are read at once. */
  pageCellsMax: 1_000,
  /** Maximum size of the cells that are read at once, in bytes. A single larger cell is read alone. */
  pageBytesMax: 4 * 1024 * 1024,
  /** Size of the parts in which an export is sent, in characters. */
  partLength: 64 * 1024,
  /** Longest time for one export, in milliseconds, if its caller chooses none. */
  exportTimeoutMs: 10 * 60_000,
} as const;
