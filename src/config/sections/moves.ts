/** Defaults of moves of users between placements. */
export const MOVE_DEFAULTS = {
  /** Largest number of users that move at the same time, by all movers. */
  movingSubjectsMax: 20_000,
  /** Largest size of the row keys in one wave, in bytes: they are one cell. */
  waveBytesMax: 1024 * 1024,
  /** Largest number of users in one request to the API, and the largest size of such a request, in bytes. */
  requestSubjectsMax: 1_000,
  requestBytesMax: 2 * 1024 * 1024,
  /** Waves of one mover at the same time. */
  wavesInFlight: 4,
  /** Entries of the directory that one wave changes at the same time. */
  entriesInFlight: 64,
  /** Rows of one wave that are copied or deleted at the same time. */
  rowsInFlight: 16,
  /** Largest number of rows in one call: a call of many rows delays those of others. */
  rowsPerCallMax: 50,
  /** Size from which a row is copied by itself, so that few large rows are in memory, in bytes. */
  largeRowBytes: 16 * 1024 * 1024,
  /** Largest number of cells in one mutation of the copy. */
  chunkCellsMax: 5_000,
  /** Size of one mutation of the copy, in bytes; a larger cell is a mutation of its own. */
  chunkBytesMax: 1024 * 1024,
  /** Time limit of one call, in milliseconds. */
  callTimeoutMs: 20_000,
  /** Time for which a step may keep failing, in milliseconds. */
  retryTimeoutMs: 120_000,
  retryInitialDelayMs: 50,
  retryMaxDelayMs: 5_000,
  /** Number of times that rows are deleted again which have arrived in the placement that was left. */
  purgeRoundsMax: 10,
  /** Number of records that stay in the move feed. A process that misses more of them forgets all locations. */
  feedRecordsMin: 64,
  /** Time between two looks whether other movers have ended enough moves, in milliseconds. */
  waitForOthersMs: 2_000,
  progressIntervalMs: 5_000,
  /** Pace of the calls of one mover: see `DelayWindow` and `MovePace`. */
  pace: {
    callsMin: 0.25,
    callsMax: 32,
    targetShare: 0.5,
    targetMinMs: 0.25,
    gain: 1,
    currentSamples: 8,
    baseIntervals: 10,
    baseIntervalMs: 60_000,
    decreaseFactor: 0.5,
    decreaseIntervalMs: 1_000,
    pauseMaxMs: 1_000,
  },
} as const;
