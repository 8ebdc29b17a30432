/** Defaults and maxima of the client. */
export const LIMITS = {
  /** Deadline of a call with all its retries, in milliseconds. */
  timeoutMs: 10_000,
  /** Deadline of an export, in milliseconds. */
  exportTimeoutMs: 600_000,
  /** Attempts of a call, the first one included. */
  attemptsMax: 4,
  /** Delay before the first retry, in milliseconds. Each further one doubles it. */
  backoffBaseMs: 50,
  backoffMaxMs: 5_000,
  /** Retries that the client may make at once, before successful calls refill the budget. */
  retryBudget: 20,
  /** Retries that each successful call adds to the budget. */
  retryRefill: 0.1,
  /** Tokens of a session that no read has merged yet. Each has up to 870 characters, and headers have a limit. */
  sessionTokensMax: 12,
  /** Time that a long poll waits for a change, in milliseconds. */
  longPollMs: 30_000,
  /** Time that a long poll may take beyond that, in milliseconds. */
  longPollMarginMs: 10_000,
  /** Users of one request of a scan. */
  scanUsers: 100,
  /** Objects of one request of a scan. */
  scanObjects: 100,
  /** Bytes of one line of an export. */
  exportLineBytesMax: 256 * 1024 * 1024,
  /** Deadline of live snapshots, in milliseconds: longer than the server sends any. */
  liveTimeoutMs: 900_000,
  /** Bytes of one snapshot. */
  liveLineBytesMax: 4 * 1024 * 1024,
  /** Events of one request of a batcher. */
  batchEvents: 500,
  /** Time that an event waits for others, in milliseconds. */
  batchDelayMs: 100,
  /** Events that a batcher buffers before `add` waits. */
  batchPending: 10_000,
  /** Requests of a batcher at the same time. */
  batchRequests: 2,
} as const;
