/** Defaults of the announcements that declare clusters as origins before they take writes. */
export const ANNOUNCEMENT_DEFAULTS = {
  /** Time for which an announcement allows a cluster to take writes, in milliseconds. */
  lastsMs: 24 * 3_600_000,
  /** Remaining time below which an announcement is renewed, in milliseconds. */
  renewBelowMs: 23 * 3_600_000,
  /**
   * Maximum random delay of the renewal in each process, in milliseconds, so that usually one process renews for all.
   */
  renewSpreadMs: 600_000,
  /**
   * Remaining time below which the cluster takes no more writes, in milliseconds: longer than any write may be in
   * flight.
   */
  marginMs: 600_000,
  /** Time between two announcements of a cluster that is not cleared yet, in milliseconds. */
  intervalMs: 5_000,
  /** Share, 0 to 1, by which that interval varies at random. */
  jitter: 0.2,
  /**
   * Time between announcements when a cluster is cleared but some origin has not acknowledged it since, in
   * milliseconds.
   */
  incompleteRetryMs: 60_000,
  /** Pause after which a write that finds no cleared cluster triggers another announcement, in milliseconds. */
  retryMs: 500,
  /** Timeout of one call that reads or writes announcements, in milliseconds. */
  callTimeoutMs: 2_000,
  /**
   * Time for which a cluster that a reload makes accepting still counts as draining, in milliseconds, if it was not an
   * origin before.
   */
  newOriginDelayMs: 30_000,
  /** Time for processes to read a changed topology file before a drained cluster may be retired, in milliseconds. */
  drainRolloutMs: 60_000,
  /** Time between two checks whether Bigtable has replicated a table completely, in milliseconds. */
  consistencyPollMs: 1_000,
  /** Timeout of these checks, in milliseconds. */
  consistencyTimeoutMs: 3_600_000,
} as const;

/** Defaults of the comparison of Bigtable's app profiles with the topology. */
export const PROFILE_CHECK_DEFAULTS = { intervalMs: 60_000, jitter: 0.2, callTimeoutMs: 5_000 } as const;
