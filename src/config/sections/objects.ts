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
