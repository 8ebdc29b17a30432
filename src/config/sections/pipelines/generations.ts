/** Defaults of generations. All processes need the same times: the collection waits for readers by them. */
export const GENERATION_DEFAULTS = {
  /** Time from one read of the pointers to the next, in milliseconds. */
  pollIntervalMs: 1_000,
  /** Time limit of one read of the pointers, in milliseconds. */
  pollTimeoutMs: 2_000,
  /** Time for which a read waits for the publication that its token requires, in milliseconds. */
  refreshTimeoutMs: 3_000,
  /** Pause between two reads of the pointers while it waits, in milliseconds. */
  refreshPauseMs: 100,
  /** Age up to which a read may begin with the pointers that a process knows, in milliseconds. */
  pointerAgeMaxMs: 10_000,
  /** Age of the pointers up to which the answer of a read counts, in milliseconds. An older read is repeated. */
  answerAgeMaxMs: 60_000,
  /** Number of times that a read is repeated because its pointers became too old. */
  repeatsMax: 2,
  /**
   * Time from the moment when all clusters show a generation as collected to the deletion of its cells, in milliseconds.
   * Longer than `answerAgeMaxMs`: no read that had begun before counts any more.
   */
  graceMs: 90_000,
  /**
   * Time for which a collected generation is searched for cells of writers that had been paused, in milliseconds. Writes
   * have shorter deadlines.
   */
  lateWritesMs: 3_600_000,
  /**
   * Maximum difference of the clocks of processes and clusters, in milliseconds. The version of a full pass is before its
   * logical time by this: so every change that the pass may have missed has a later commit time.
   */
  versionMarginMs: 2_000,
  /** Maximum number of generations of a DataType that are not collected. */
  openMax: 16,
  /** Number of empty generations that stay in the list of a DataType. */
  emptiedKept: 20,
  /** Number of retired generations that a collection leaves for a rollback. */
  retiredKept: 1,
  /** Time limit of one call of a command, in milliseconds. */
  callTimeoutMs: 20_000,
  /** Time limit of a consistency token, in milliseconds. */
  consistencyTimeoutMs: 600_000,
  /** Maximum number of deletions in one write of a collection. */
  deletionsPerWrite: 1_000,
  /** Maximum number of rows in one write of a collection. */
  rowsPerWrite: 200,
} as const;
