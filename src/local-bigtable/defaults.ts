/** Limits and defaults of the embedded Bigtable. Times are in milliseconds, sizes in bytes. */
export const LOCAL_BIGTABLE_DEFAULTS = {
  grpc: {
    messageBytesMax: 256 * 1024 * 1024,
    streamsPerConnectionMax: 1_000,
    windowBytes: 4 * 1024 * 1024,
    sessionMemoryMbMax: 1_024,
    /** Time that calls in flight have when the server stops, and that a ping has to be answered. */
    closeGraceMs: 5_000,
    /** Interval at which connections are checked: one without a new call since the last check is pinged. */
    idleProbeMs: 30_000,
  },
  reading: {
    /** Values above this size are split over several chunks. */
    valueChunkBytesMax: 1024 * 1024,
    /** A response message is sent when it reaches this size. */
    messageBytes: 256 * 1024,
    /** Maximum number of rows that a response message covers. */
    rowsPerMessageMax: 10_000,
    /** Memory for encoded answers of frequently read rows. */
    cachedBytesMax: 64 * 1024 * 1024,
  },
  sql: {
    /** Maximum size of a query's text in UTF-8. */
    queryBytesMax: 64 * 1024,
    /** Time for which a prepared query can be executed, unless the columns of its table change. */
    preparedMs: 60 * 60_000,
    /** Maximum estimated memory of one query's groups, distinct values and sorted rows. */
    bufferedBytesMax: 64 * 1024 * 1024,
    /** Rows of a result are sent when they reach this size. */
    batchBytes: 256 * 1024,
    /** Maximum size of the rows in one message. Longer batches are split. */
    messageBytes: 1024 * 1024,
    /** Rows that a query reads before other calls run. */
    rowsPerTurn: 1_000,
    /** Turns without a result after which the progress is reported by a resume token. */
    turnsPerToken: 10,
  },
  /** Delay until the number of acknowledged commits is synced: older commits that a power loss takes are detected. */
  acknowledged: { syncAfterMs: 1_000 },
  /** Delay before each retry of a failed commit, such as on a full disk. */
  storageRetryMs: 1_000,
  garbageCollection: { intervalMs: 60_000, rowsPerTurn: 1_000 },
  changeStreams: {
    /** Memory for one table's changes. Beyond it the oldest are removed, even within the retention period. */
    bytesMax: 256 * 1024 * 1024,
    /** Target size of a partition. */
    partitionBytes: 64 * 1024 * 1024,
  },
  idempotency: {
    /** Time for which a token protects its mutation, as Bigtable documents it. */
    windowMs: 15 * 60_000,
    /** Maximum number of tokens, about 100 bytes each. */
    tokensMax: 1_000_000,
  },
  /** Tables that UndeleteTable can restore. */
  deletedTables: {
    /** Time for which a deleted table can be restored, as in production. */
    retentionMs: 7 * 24 * 3_600_000,
    /** Maximum size of keys, qualifiers and values per instance. A larger table is removed at once. */
    bytesMax: 16 * 1024 * 1024,
    /** Maximum number per instance. */
    tablesMax: 100,
  },
  expiry: { intervalMs: 60_000, entriesPerTurn: 1_000 },
  replication: {
    /** Conditions between clusters in different regions, unless the topology declares others. */
    link: {
      delayMs: 0,
      jitterMs: 0,
      bytesPerSecond: 0,
      dropRate: 0,
      retryMs: 200,
      reorderRows: false,
      reorderWithinRow: false,
      partitioned: false,
    },
    /** Maximum size of an instance's commits that some cluster lacks, which bounds memory during a long partition. */
    backlogBytesMax: 512 * 1024 * 1024,
  },
  faults: {
    /** Maximum number of concurrent faults. */
    countMax: 1_000,
    clockSkewMsMax: 366 * 24 * 3_600_000,
    /** Maximum duration of a temporary fault. */
    durationMsMax: 24 * 3_600_000,
  },
} as const;
