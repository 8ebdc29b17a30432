/** Cloud Bigtable's documented limits (https://cloud.google.com/bigtable/quotas), enforced with its status codes. */
export const LIMITS = {
  rowKeyBytesMax: 4_096,
  qualifierBytesMax: 16 * 1024,
  cellBytesMax: 100 * 1024 * 1024,
  rowBytesMax: 256 * 1024 * 1024,
  mutationsPerBatchMax: 100_000,
  familyNameCharsMax: 64,
  tableIdCharsMax: 50,
  familiesPerTableMax: 100,
  filterBytesMax: 20 * 1024,
  filterDepthMax: 20,
  labelCharsMax: 15,
  /** Timestamps up to here are whole milliseconds that a number holds exactly. */
  timestampMsMax: Number.MAX_SAFE_INTEGER,
} as const;
