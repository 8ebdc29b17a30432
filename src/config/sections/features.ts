/** Defaults of fatigue features. */
export const FEATURE_DEFAULTS = {
  candidatesMax: 1_000,
  featureWindowsMax: 16,
  /** Maximum number of half-lives, and of scales; each adds one weight to every event. */
  decaysMax: 8,
  lookbackDaysMax: 400,
  /** Maximum of candidates × features, which is the size of the answer. */
  featureValuesMax: 500_000,
  /** Maximum number of cached feature layouts, one for each distinct set of requested features. */
  layoutsCachedMax: 100,
} as const;

/** Defaults of the export of features for training. */
export const FEATURE_EXPORT_DEFAULTS = {
  /** Number of records whose users are read together. */
  batchRecords: 200,
  batchesInFlight: 4,
  /** Number of records in a row group of Parquet. There are fewer before a checkpoint. */
  rowGroupRows: 10_000,
  checkpointIntervalMs: 1_000,
  retryInitialDelayMs: 100,
  retryMaxDelayMs: 5_000,
  /** Time for which one batch may keep failing before the export is aborted, in milliseconds. */
  retryTimeoutMs: 60_000,
} as const;
