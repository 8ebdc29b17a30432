import type { MistakeRow } from './mistake';

const BIGTABLE = 'modules/bigtable/main.tf';
const CUSTOM_ROLES = 'modules/identity/custom-roles.tf';
const PUBSUB = 'modules/pubsub/main.tf';
const PUBSUB_IAM = 'modules/pubsub/iam.tf';
const ROLES = 'modules/service/roles.tf';
const SECRETS = 'modules/service/secrets.tf';
const PROD = 'environments/prod/main.tf';

/** Settings of privacy that Google Cloud would accept but that violate a contract. */
export const PRIVACY_MISTAKES: readonly MistakeRow[] = [
  [
    'a ledger beside the tables of users',
    'ledgerIsApart',
    PROD,
    'ledger = { instance = one(local.ledger_instances), ',
    'ledger = { ',
    'prod',
  ],
  [
    'a ledger that a plan may move',
    'ledgerHasARecord',
    BIGTABLE,
    /(resource "terraform_data" "ledger" \{\n +for_each =) local.ledger_table/,
    '$1 {}',
  ],
  [
    'backups of the ledger that end before those of users',
    'ledgerIsBackedUpForLongest',
    BIGTABLE,
    'var.ledger.backup_retention_days : var.backups.retention_days',
    '3 : var.backups.retention_days',
    'prod',
    // Without any backups, none end before others.
    'masking',
  ],
  [
    'a ledger without backups',
    'ledgerIsBackedUpForLongest productionIsBackedUp',
    BIGTABLE,
    'var.ledger.backup_retention_days : var.backups.retention_days',
    '0 : var.backups.retention_days',
    'prod',
  ],
  [
    'keys of the ledger that the pacer may read',
    'ledgerKeysAreSecret',
    SECRETS,
    '["api", "consumer", "eraser"]',
    '["api", "consumer", "eraser", "pacer"]',
  ],
  [
    'keys of the ledger in the state',
    'ledgerKeysAreSecret',
    SECRETS,
    /(file = "privacy-keys", text =) null([^]*), "privacy-keys", "privacy-signing-key"\]/,
    '$1 "0:key"$2, "privacy-signing-key"]',
  ],
  [
    'a key of certificates that the API may read',
    'signingKeyIsSecret',
    SECRETS,
    /(file = "key.pem", text = null, roles =) \["eraser"\]/,
    '$1 ["eraser", "api"]',
  ],
  [
    'keys of the ledger that consumers do not have',
    'filesAreMounted',
    ROLES,
    /(files += concat\(\["topology"\], local.residency_files), local.ledger_files\)/,
    '$1)',
  ],
  [
    'erasure workers that end after one round',
    'erasuresAreProcessed',
    ROLES,
    '"--interval", "${var.privacy.interval_seconds}s"',
    '"--once"',
  ],
  [
    'erasures of a placement that no worker may process',
    'erasuresAreProcessed',
    PROD,
    /(privacy = var.privacy == null \? null : \{\n +regions +=) coalescelist\(local.audit_regions, local.compactor_regions\)/,
    '$1 ["asia-east1"]',
    'prod',
  ],
  [
    'erasure workers that cannot prove replication',
    'erasersSeeWhatIsKept',
    CUSTOM_ROLES,
    /(erasure_role = [^]*?)"bigtable.tables.generateConsistencyToken", /,
    '$1',
  ],
  [
    'erasure workers that list tables',
    'bigtableGrantsAreMinimal',
    CUSTOM_ROLES,
    /(erasure_role = [^]*?)"bigtable.backups.list", /,
    '$1"bigtable.backups.list", "bigtable.tables.list", ',
    'prod',
  ],
  [
    'erasure workers whose end is not noticed',
    'erasersAreWatched',
    'environments/dev/main.tf',
    'erasers = var.privacy && ',
    'erasers = !var.privacy && ',
  ],
  [
    'an access log of an hour',
    'accessLogIsKept',
    PUBSUB,
    /(resource "google_pubsub_topic" "access_log" \{[^]*?message_retention_duration =) .*/,
    '$1 "3600s"',
  ],
  [
    'an access log that consumers may write',
    'accessLogIsKept',
    PUBSUB_IAM,
    'member = var.access_log.publisher',
    'member = var.consumer',
    'prod',
  ],
  [
    'consumers with another policy of consent',
    'consentPolicyIsUniform',
    ROLES,
    'local.residency_env, local.consent_env, local.tracing_env',
    'local.residency_env, service.role == "consumer" ? { TIDEMARK_CONSENT_POLICY = "report" } : local.consent_env, local.tracing_env',
  ],
];
