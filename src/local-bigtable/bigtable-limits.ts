/**
 * Cloud Bigtable's documented limits, enforced with its status codes. Where no source stands beside a limit it is the
 * comment of the field in the API's proto files, or https://cloud.google.com/bigtable/quotas.
 *
 * A limit of 100 column families is a recommendation for speed, not a limit, and so not here
 * (https://cloud.google.com/bigtable/docs/schema-design#column-families).
 */
export const BIGTABLE_LIMITS = {
  rowKeyBytesMax: 4_096,
  qualifierBytesMax: 16 * 1024,
  cellBytesMax: 100 * 1024 * 1024,
  rowBytesMax: 256 * 1024 * 1024,
  /** Of one row or of all entries of a batch; of each branch of a CheckAndMutateRow. */
  mutationsPerBatchMax: 100_000,
  readModifyWriteRulesMax: 100_000,
  familyNameCharsMax: 64,
  tableIdCharsMax: 50,
  /** Serialized bytes of a column family's rule. */
  gcRuleBytesMax: 500,
  /** https://cloud.google.com/bigtable/docs/schema-design#tables */
  tablesPerInstanceMax: 1_000,
  /** https://cloud.google.com/bigtable/docs/app-profiles */
  appProfilesPerInstanceMax: 2_000,
  /** As the documentation of Terraform's google_bigtable_instance has it. */
  instanceIdCharsMin: 6,
  instanceIdCharsMax: 33,
  clusterIdCharsMin: 6,
  clusterIdCharsMax: 30,
  /** https://cloud.google.com/bigtable/docs/replication-overview */
  regionsPerInstanceMax: 8,
  labelsMax: 64,
  /** Of a label's key or value: fewer than these. */
  labelBytesMax: 128,
  filterBytesMax: 20 * 1024,
  filterDepthMax: 20,
  labelCharsMax: 15,
  /** Timestamps up to here are whole milliseconds that a number holds exactly. */
  timestampMsMax: Number.MAX_SAFE_INTEGER,
} as const;
