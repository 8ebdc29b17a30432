/** Defaults of the import of event files. */
export const IMPORT_DEFAULTS = {
  batchEvents: 1_000,
  batchesInFlight: 4,
  /**
   * Maximum number of unfinished batches, those that wait for counts over all users included: as many as are written
   * between two flushes of these.
   */
  batchesUnsettledMax: 32,
  /** Maximum number of keys remembered to count duplicates for the summary; 13 to 27 bytes each. */
  dedupKeysTrackedMax: 20_000_000,
  recordBytesMax: 1024 * 1024,
  checkpointIntervalMs: 1_000,
  retryInitialDelayMs: 100,
  retryMaxDelayMs: 5_000,
  /** Time for which one batch may keep failing before the import is aborted, in milliseconds. */
  retryTimeoutMs: 60_000,
  progressIntervalMs: 5_000,
} as const;
