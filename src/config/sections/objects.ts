/** Defaults of objects. */
export const OBJECT_DEFAULTS = {
  idBytesMax: 1_024,
  subTypeBytesMax: 1_024,
  versionsMax: 100,
  /** Maximum number of objects in one batch, and of cells named for one object. */
  batchMax: 500,
  selectorsMax: 1_000,
  /** Maximum size of the values of one answer, in bytes. */
  answerBytesMax: 64 * 1024 * 1024,
  /** Time by which a writer's clock may be ahead, in milliseconds. */
  futureToleranceMs: 10 * 60_000,
} as const;

/** Defaults of the export of objects to files. */
export const OBJECT_EXPORT_DEFAULTS = {
  /** Maximum number of files of one export. */
  filesMax: 256,
  /** Maximum number of files that are written at the same time, each by a scan of its own. */
  filesInFlight: 4,
  /** Size at which buffered records are written, in bytes, and become a row group in Parquet. */
  pageBytes: 8 * 1024 * 1024,
  /** Maximum number of records that are buffered for one file. */
  pageRecords: 50_000,
  checkpointIntervalMs: 1_000,
  progressIntervalMs: 5_000,
} as const;

/** Defaults of loading objects from files. */
export const OBJECT_LOAD_DEFAULTS = {
  /** Maximum number of records that are checked and written together. */
  batchRecords: 500,
  /** Maximum size of a batch, in bytes. Only a batch of one record may be larger. */
  batchBytes: 4 * 1024 * 1024,
  batchesInFlight: 4,
  /** Maximum size of a row group of Parquet, uncompressed, in bytes: it is read as a whole. */
  rowGroupBytesMax: 512 * 1024 * 1024,
  /** Maximum size of a line by that of the largest value of the corpus, as a factor: JSON is larger than protobuf. */
  recordBytesPerValueByte: 8,
  checkpointIntervalMs: 1_000,
  retryInitialDelayMs: 100,
  retryMaxDelayMs: 5_000,
  /** Time for which one batch may keep failing before the load is aborted, in milliseconds. */
  retryTimeoutMs: 60_000,
} as const;
