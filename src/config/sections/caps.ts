/** Defaults of frequency caps and reservations. */
export const CAP_DEFAULTS = {
  candidatesMax: 1_000,
  /** Maximum number of candidates of a request with `reserve`, since each allowed one is written. */
  candidatesReservedMax: 100,
  rulesMax: 64,
  /** Maximum of candidates × rules. */
  checksMax: 20_000,
  maximumMax: 1_000_000,
  /** Maximum number of unexpired reservations of one user and DataType. */
  reservationsPerUserMax: 500,
  /** Maximum number of requests of one user that are decided in one transaction. */
  joinedPerTransactionMax: 64,
  /** Maximum number of requests of one user that wait for a transaction. */
  waitingPerUserMax: 1_000,
  /** Maximum number of ids in one release. */
  releasedMax: 1_000,
  /** First upper bound of the random pause after a conflict, in milliseconds; doubles up to `conflictMaxDelayMs`. */
  conflictInitialDelayMs: 2,
  conflictMaxDelayMs: 100,
  /** Timeout of a request without a deadline, in milliseconds. */
  timeoutMs: 2_000,
} as const;
