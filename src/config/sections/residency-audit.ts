/** Defaults of the residency audit, which compares the rows of all placements with the directory. */
export const RESIDENCY_AUDIT_DEFAULTS = {
  /** Number of rows whose keys are read before they are compared with the directory. */
  rowsPerPage: 2_000,
  /** Number of entries of the directory in one read. */
  entriesPerRead: 100,
  /** Number of these reads at the same time. */
  readsInFlight: 4,
  /** Number of rows out of place that are looked at again at the same time, each with several reads. */
  confirmationsInFlight: 8,
  callTimeoutMs: 20_000,
  progressIntervalMs: 5_000,
  checkpointIntervalMs: 1_000,
  /** Maximum number of findings that are listed as text; `--json` lists all. */
  linesShownMax: 100,
} as const;
