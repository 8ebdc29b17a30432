import type { MistakeRow } from './mistake';

const BIGTABLE = 'modules/bigtable/main.tf';
const PROFILES = 'modules/bigtable/app-profiles.tf';
const PUBSUB = 'modules/pubsub/main.tf';
const PUBSUB_IAM = 'modules/pubsub/iam.tf';
const IDENTITY = 'modules/identity/main.tf';
const SERVICE = 'modules/service/main.tf';
const PROD_EXAMPLE = 'environments/prod/example.tfvars';
const DEV = 'environments/dev/main.tf';
const EXAMPLE = 'environments/dev/example.tfvars';

/** Mistakes that `terraform validate` rejects, by the provider's schema or independent of values. */
export const INVALID: readonly MistakeRow[] = [
  [
    'a misspelt argument',
    'Unsupported argument.*deletion_protecton',
    BIGTABLE,
    'deletion_protection = var.deletion_protection\n',
    'deletion_protecton = var.deletion_protection\n',
  ],
  ['a missing argument', 'Missing required argument', PROFILES, 'app_profile_id = each.value.id\n', '\n'],
  ['a wrong type', 'Incorrect attribute value type', PUBSUB, 'labels = var.labels\n', 'labels = "none"\n'],
  [
    'a dangling reference',
    'Reference to undeclared resource',
    PUBSUB_IAM,
    'google_pubsub_topic.pacing.name',
    'google_pubsub_topic.pacings.name',
  ],
  [
    'an unknown type',
    'Invalid resource type',
    BIGTABLE,
    'resource "google_bigtable_gc_policy"',
    'resource "google_bigtable_gc_policies"',
  ],
  [
    'a grant that takes away those of others',
    'Invalid resource type',
    PUBSUB_IAM,
    'resource "google_pubsub_topic_iam_member" "pacer"',
    'resource "google_pubsub_topic_iam_binding" "pacer"',
  ],
  ['an unknown block', 'Unsupported block type', PUBSUB, 'retry_policy {', 'retry_policies {'],
  [
    'an unknown variable',
    'Reference to undeclared input variable',
    PUBSUB,
    'var.kms_key\n',
    'var.kms_keys\n',
  ],
  [
    "a module's argument left out",
    'Missing required argument.*"event_types"',
    DEV,
    'event_types = local.schema.event_types\n',
    '\n',
  ],
  [
    'an argument that a module does not have',
    'Unsupported argument.*"regions"',
    DEV,
    'module "identity" {\n',
    'module "identity" {\n  regions = []\n',
  ],
  [
    'an output that a module does not have',
    'Unsupported attribute.*"topologie"',
    DEV,
    'module.bigtable.topology',
    'module.bigtable.topologie',
  ],
  [
    'a read-only attribute',
    'email is read-only',
    IDENTITY,
    /(resource "google_service_account" "role" \{\n)/,
    '$1  email = "tidemark@example.com"\n',
  ],
  [
    'a value that is none of those allowed',
    'to be one of TYPE_UNSPECIFIED, PROTOCOL_BUFFER, AVRO',
    PUBSUB,
    'type = "PROTOCOL_BUFFER"',
    'type = "PROTOBUF"',
  ],
  ['an unknown function', 'Call to unknown function', DEV, 'jsondecode(', 'json_decode('],
];

/** Mistakes that `terraform plan` rejects, by rules of Google's provider or the modules' own validation. */
export const UNPLANNABLE: readonly MistakeRow[] = [
  [
    'both ways of routing',
    'exactly one of single_cluster_routing, multi_cluster_routing_use_any',
    PROFILES,
    /multi_cluster_routing_use_any += .*/,
    'multi_cluster_routing_use_any = true',
  ],
  [
    'row affinity for one cluster',
    'row_affinity needs multi_cluster_routing_use_any',
    PROFILES,
    /row_affinity += .*/,
    'row_affinity = true',
  ],
  [
    'priority with Data Boost',
    'standard_isolation and data_boost_isolation_read_only exclude each other',
    PROFILES,
    'data_boost = true\n',
    'data_boost = true\n        priority = "low"\n',
    'prod',
  ],
  [
    'transactions with Data Boost',
    'does not go with Data Boost',
    PROFILES,
    'data_boost = true\n',
    'data_boost = true\n        transactions = true\n',
    'prod',
  ],
  [
    'nodes beside autoscaling',
    'num_nodes and autoscaling_config exclude each other',
    BIGTABLE,
    'num_nodes = cluster.value.nodes',
    'num_nodes = 3',
    'prod',
  ],
  [
    'a minimum over the maximum',
    'min_nodes must be at most max_nodes',
    BIGTABLE,
    'min_nodes = autoscaling_config.value.min_nodes',
    'min_nodes = 31',
    'prod',
  ],
  [
    'a CPU target that Bigtable does not take',
    'cpu_target must be a whole number from 10 to 80',
    BIGTABLE,
    'cpu_target = autoscaling_config.value.cpu_target',
    'cpu_target = 95',
    'prod',
  ],
  [
    'a read-only attribute in a block',
    'state is read-only',
    BIGTABLE,
    'zone = cluster.value.zone\n',
    'zone = cluster.value.zone\n      state = "READY"\n',
    'prod',
  ],
  ['a GC rule that can not be read', 'gc_rules', BIGTABLE, 'gc_rules = each.value.rules', 'gc_rules = "{}"'],
  [
    'two kinds of GC rules',
    'gc_rules and max_age exclude each other',
    BIGTABLE,
    'gc_rules = each.value.rules\n',
    'gc_rules = each.value.rules\n  max_age {\n    duration = "24h"\n  }\n',
  ],
  [
    'changes that are kept for too long',
    'change_stream_retention must be from 86400 to 604800 seconds',
    BIGTABLE,
    /change_stream_retention += .*/,
    'change_stream_retention = "240h0m0s"',
  ],
  [
    'more attempts than Pub/Sub makes',
    'max_delivery_attempts must be a whole number from 5 to 100',
    PUBSUB,
    /max_delivery_attempts += \d+/,
    'max_delivery_attempts = 1000',
  ],
  [
    'a topic that Pub/Sub can not name',
    'name must be 3 to 255 letters',
    PUBSUB,
    /\$\{each.key\}-dead-letters"/,
    '${each.key} dead letters"',
  ],
  [
    'a filter that Pub/Sub can not read',
    "filter can't be read from",
    PUBSUB,
    'filter = each.value.filter',
    'filter = "attributes.type == 1"',
  ],
  [
    'two messages in a Pub/Sub schema',
    'must have one top-level type, not 2',
    PUBSUB,
    'definition = each.value.definition',
    'definition = "${each.value.definition}message Another {}"',
  ],
  [
    'an account whose id is too long',
    'account_id must be 6 to 30',
    IDENTITY,
    'account_id = "tidemark-${var.environment}-${each.key}"',
    'account_id = "tidemark-${var.environment}-for-the-role-${each.key}"',
  ],
  [
    'a member of no kind',
    'member must be user:',
    PUBSUB_IAM,
    /(resource "google_pubsub_topic_iam_member" "agent" \{[^}]*member +=) local.agent/,
    '$1 trimprefix(local.agent, "serviceAccount:")',
  ],
  [
    'a label in capitals',
    'label application = "Tidemark"',
    DEV,
    '"tidemark", environment',
    '"Tidemark", environment',
  ],
  [
    'a variable that Cloud Run sets',
    'must not be one that Cloud Run itself sets',
    'modules/service/roles.tf',
    'TIDEMARK_PROJECT = var.project',
    'TIDEMARK_PROJECT = var.project\n    PORT = "8080"',
  ],
  [
    'a volume that is not there',
    'there is no volume "topologies"',
    SERVICE,
    'name = volume_mounts.key\n          mount_path',
    'name = "topologies"\n          mount_path',
  ],
  [
    'a schedule that cron does not know',
    'schedule must be five fields of cron',
    SERVICE,
    /schedule += .*/,
    'schedule = "every hour"',
  ],
  [
    "more instances than Cloud Run's quotas allow",
    "Cloud Run's quotas are too small.*europe-west1",
    DEV,
    'max_instances = 2 }',
    'max_instances = 3 }',
  ],
  [
    'a CPU more than an instance has, for the collector',
    "An instance has 8 CPUs and 32 GiB at most, the collector's included",
    DEV,
    'cpu = 1, memory_gib = 1 }',
    'cpu = 8, memory_gib = 4 }',
  ],
  [
    'an instance of more CPUs than Cloud Run has',
    'an instance has 8 CPUs at most, not 9',
    SERVICE,
    'cpu = tostring(containers.value.cpu)',
    'cpu = "8"',
  ],
  [
    'too little memory for 6 CPUs',
    'at least 2 for 4 CPUs and 4 for 6 or 8',
    DEV,
    'cpu = 1, memory_gib = 1 }',
    'cpu = 6, memory_gib = 2 }',
  ],
  [
    'rounds of the compactor that overlap',
    'timeout_minutes must be from 1 to half of compactor.interval_minutes',
    DEV,
    'compactor = { region = var.region }',
    'compactor = { region = var.region, interval_minutes = 60 }',
  ],
  [
    'an internal address in the subnetwork of another region',
    'internal_load_balancer.subnetworks must have, by region, a full name in that region',
    'environments/prod/main.tf',
    'internal_load_balancer = var.internal_load_balancer',
    'internal_load_balancer = { network = "projects/p/global/networks/n", certificates = ["projects/p/locations/global/certificates/c"], ' +
      'subnetworks = { us-central1 = "projects/p/regions/us-east1/subnetworks/s" } }',
    'prod',
  ],
  [
    'keys of a for_each that are known after the apply only',
    'Invalid for_each argument',
    PUBSUB_IAM,
    'for_each = toset(var.pacing_listeners)',
    'for_each = toset([google_pubsub_topic.pacing.id])',
  ],
  [
    'a placement outside of its jurisdiction',
    'Placement eu must stay within jurisdiction eu: cluster eu-europe-west2-a of instance tidemark-eu is in europe-west2',
    PROD_EXAMPLE,
    '"europe-west1-c"], batch_zone',
    '"europe-west2-a"], batch_zone',
    'prod',
  ],
  [
    'placements that do not fit the environment',
    // Each is refused by itself.
    [
      "A jurisdiction's name has 2 to 4 small letters",
      'A placement is named otherwise than default_placement',
      'Each jurisdiction with a placement needs consumers',
      'restrict_locations needs secret_regions, storage_regions, and a region as images_location',
    ]
      .map((message) => `(?=[^]*${message})`)
      .join(''),
    PROD_EXAMPLE,
    /\nresidency = \{[^]*?\n\}\n/,
    '\nresidency = { jurisdictions = { europe = { regions = ["europe-west3"] } }, directory_zones = ["europe-west3-a"], ' +
      'placements = { directory = { jurisdiction = "europe", zones = ["europe-west3-a"], batch_zone = "europe-west3-b" } } }\n' +
      'restrict_locations = true\n',
    'prod',
  ],
  [
    'a ledger in the instance of users',
    'ledger.instance must be one of instances, with corpora = \\[\\]',
    'environments/prod/main.tf',
    'instance = one(local.ledger_instances)',
    'instance = "tidemark"',
    'prod',
  ],
  [
    'backups of the ledger that are older than it',
    'ledger.backup_retention_days must be from backups.retention_days to 90',
    'environments/prod/main.tf',
    'try(var.privacy.ledger_backup_retention_days, 30)',
    '5',
    'prod',
  ],
  [
    'an image by its tag',
    'image must be named by its digest',
    EXAMPLE,
    /@sha256:0+"\ncollector/,
    ':latest"\ncollector',
  ],
  ['a public API', 'the API must not be public', EXAMPLE, /invokers += .*/, 'invokers = ["allUsers"]'],
  [
    'a zone of another region',
    'zone must be one of the region',
    EXAMPLE,
    /(project += .*)/,
    '$1\nzone = "us-east1-b"',
  ],
  ['a variable that is missing', 'No value for required variable', EXAMPLE, /project += .*/, ''],
];
