/** Defaults of compaction, which packs events into blocks. */
export const COMPACTION_DEFAULTS = {
  /** Time after the end of a day before it is packed, in milliseconds. */
  graceMs: 6 * 3_600_000,
  /** Number of single events in a row from which its day is packed before it is over; 0: never. */
  openDayEventsMin: 256,
  eventsPerBlockMax: 40_000,
  /** Number of events from which a block is not merged with others any more. */
  largeBlockEvents: 10_000,
  /** Size in bytes from which a block is not merged with others any more. */
  largeBlockBytes: 256 * 1024,
  /** Maximum number of cell names of a row read at a time. */
  headsPerRead: 20_000,
  /** Maximum number of cells packed at a time. */
  cellsPerStep: 20_000,
  stepBytesMax: 16 * 1024 * 1024,
  /** Maximum number of column ranges in one read's filter. */
  spansPerStep: 64,
  /** Number of rows scanned before the rows found are packed. */
  rowsPerPage: 5_000,
  /** Number of rows to pack after which a page ends early. */
  rowsPackedPerPage: 256,
  rowsInFlight: 8,
  callTimeoutMs: 20_000,
  /** Time for which a row may keep failing, in milliseconds. */
  retryTimeoutMs: 60_000,
  /** Maximum number of consecutive rows that Bigtable rejects; with more, the cause is not in the rows. */
  rejectionsInARowMax: 10,
  progressIntervalMs: 5_000,
  checkpointIntervalMs: 1_000,
} as const;
