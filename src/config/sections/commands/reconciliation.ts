/** Defaults of reconciliation, which compares exact counts of a day with sketches. */
export const RECONCILIATION_DEFAULTS = {
  /** Number of table sections that are scanned concurrently. */
  sectionsInFlight: 2,
  /** Maximum number of cells of one user per read; users with more are read in parts. */
  cellsPerRead: 20_000,
  /** Maximum number of entities counted at the same time; about 2 KB each. */
  entitiesMax: 50_000,
  /** Number of entities whose sketches are read together. */
  entitiesPerRead: 100,
  /** Number of standard errors by which an estimate may differ. */
  sigmas: 4,
  callTimeoutMs: 60_000,
  progressIntervalMs: 5_000,
  checkpointIntervalMs: 5_000,
  /** Maximum number of lines of a report on the terminal. */
  linesShownMax: 100,
  /** Maximum number of buffered rows of an export; about 500 bytes each. */
  exportRowsHeld: 50_000,
} as const;
