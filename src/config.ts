/**
 * Configuration: read once from the environment, validated, frozen. Every limit and default of the product has its
 * name and value here and nowhere else.
 */

export const DEFAULTS = {
  bigtable: {
    appProfileId: '',
    channels: 2,
    /** Default deadlines, retries included. */
    pointTimeoutMs: 5_000,
    scanTimeoutMs: 600_000,
    connectTimeoutMs: 3_000,
    keepaliveIntervalMs: 30_000,
    keepaliveTimeoutMs: 10_000,
    retryInitialDelayMs: 10,
    retryMaxDelayMs: 2_000,
    retryAttemptsMax: 10,
    /** Cloud Bigtable's limits, enforced before the call. */
    keyBytesMax: 4_096,
    cellBytesMax: 100 * 1024 * 1024,
    mutationsPerRowMax: 100_000,
    mutationsPerBatchMax: 100_000,
    batchBytesMax: 64 * 1024 * 1024,
    messageBytesMax: 256 * 1024 * 1024,
    rowsBufferedMax: 256,
  },
  http: {
    host: '127.0.0.1',
    port: 8080,
    bodyBytesMax: 4 * 1024 * 1024,
    requestTimeoutMs: 2_000,
    drainTimeoutMs: 10_000,
    requestsInFlightMax: 1_024,
  },
  events: {
    idBytesMax: 1_024,
    batchEventsMax: 10_000,
    /** Tolerated lead of a producer's clock. */
    futureToleranceMs: 10 * 60_000,
  },
  counts: {
    windowsMax: 64,
    entityIdsMax: 10_000,
    windowDaysMax: 400,
  },
  objects: {
    idBytesMax: 1_024,
    subTypeBytesMax: 1_024,
    versionsMax: 100,
    batchMax: 500,
  },
  importer: {
    batchEvents: 1_000,
    batchesInFlight: 4,
    dedupKeysTrackedMax: 20_000_000,
  },
  pubsub: {
    messagesInFlightMax: 5_000,
    bytesInFlightMax: 64 * 1024 * 1024,
    batchEvents: 1_000,
    batchDelayMs: 20,
  },
  local: { host: '127.0.0.1', port: 0, dataDir: '.tidemark' },
} as const;
