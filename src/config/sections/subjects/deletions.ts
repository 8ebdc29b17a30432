/** Defaults of deletions of events by a filter. */
export const EVENT_DELETION_DEFAULTS = {
  pageCellsMax: 5_000,
  /** Maximum size of the cells of a user that are read at once, in bytes. */
  pageBytesMax: 8 * 1024 * 1024,
  /** Maximum number of deleted events that one row records. Each read of the user reads them: some 50 bytes each. */
  markersPerRowMax: 1_000,
  /** Largest number that may be allowed instead: a mutation of a row has at most 100,000 parts. */
  markersPerRowLimit: 10_000,
  /** Time for reading and changing the events of one user, in milliseconds. */
  rowTimeoutMs: 60_000,
  rowsInFlight: 8,
  /** Number of users after which progress is saved. */
  rowsPerPage: 256,
  failuresListedMax: 100,
  progressIntervalMs: 5_000,
} as const;
