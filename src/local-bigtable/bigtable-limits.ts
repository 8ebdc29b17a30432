/**
 * Cloud Bigtable's documented limits, enforced with its status codes. A limit without a source comes from the comment
 * of the field in the API's proto files, or from https://cloud.google.com/bigtable/quotas.
 *
 * The 100 column families are a recommendation for performance, not a limit, and therefore missing
 * (https://cloud.google.com/bigtable/docs/schema-design#column-families).
 */
export const BIGTABLE_LIMITS = {
  rowKeyBytesMax: 4_096,
  qualifierBytesMax: 16 * 1024,
  cellBytesMax: 100 * 1024 * 1024,
  rowBytesMax: 256 * 1024 * 1024,
  /** Per row, per batch of entries, and per branch of a CheckAndMutateRow. */
  mutationsPerBatchMax: 100_000,
  readModifyWriteRulesMax: 100_000,
  familyNameCharsMax: 64,
  tableIdCharsMax: 50,
  /** Maximum serialized size of a column family's rule, in bytes. */
  gcRuleBytesMax: 500,
  /** https://cloud.google.com/bigtable/docs/schema-design#tables */
  tablesPerInstanceMax: 1_000,
  /** Per table and cluster: https://cloud.google.com/bigtable/quotas#backups */
  backupsPerTableMax: 150,
  backupIdCharsMax: 50,
  backupHoursMin: 6,
  backupDaysMax: 90,
  /** From the comment of CopyBackupRequest.expire_time. */
  copiedBackupDaysMax: 30,
  authorizedViewIdCharsMax: 50,
  /** Prefixes and qualifiers: https://cloud.google.com/bigtable/docs/authorized-views-create-manage */
  authorizedViewParametersMax: 100,
  /** Members of all bindings together: https://cloud.google.com/iam/quotas */
  policyMembersMax: 1_500,
  /** https://cloud.google.com/bigtable/docs/app-profiles */
  appProfilesPerInstanceMax: 2_000,
  /** From the documentation of Terraform's google_bigtable_instance. */
  instanceIdCharsMin: 6,
  instanceIdCharsMax: 33,
  clusterIdCharsMin: 6,
  clusterIdCharsMax: 30,
  /** https://cloud.google.com/bigtable/docs/replication-overview */
  regionsPerInstanceMax: 8,
  labelsMax: 64,
  /** Exclusive limit of a label's key and of its value, in bytes. */
  labelBytesMax: 128,
  filterBytesMax: 20 * 1024,
  filterDepthMax: 20,
  labelCharsMax: 15,
  /** Timestamps up to this one are whole milliseconds that a number represents exactly. */
  timestampMsMax: Number.MAX_SAFE_INTEGER,
} as const;
