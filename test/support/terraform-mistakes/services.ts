import type { MistakeRow } from './mistake';

const IDENTITY = 'modules/identity/main.tf';
const SERVICE = 'modules/service/main.tf';
const ROLES = 'modules/service/roles.tf';
const SECRETS = 'modules/service/secrets.tf';
const PUBSUB = 'modules/pubsub/main.tf';
const BIGTABLE = 'modules/bigtable/main.tf';
const PROD = 'environments/prod/main.tf';

/** Accounts, grants and services that Google would make as told, and that break a contract. */
export const SERVICE_MISTAKES: readonly MistakeRow[] = [
  ['roles/editor', 'noRoleIsBroad', IDENTITY, '"roles/monitoring.metricWriter"', '"roles/editor"'],
  [
    'a grant on the whole project',
    'projectGrantsAreFew',
    IDENTITY,
    '"roles/monitoring.metricWriter"',
    '"roles/pubsub.subscriber"',
  ],
  [
    'an API for everybody',
    'nothingIsPublic',
    SERVICE,
    /(role +=) "roles\/run.invoker"\n +member +=.*/,
    '$1 "roles/run.invoker"\n  member = "allUsers"',
  ],
  [
    'a topic for everybody who is logged in',
    'nothingIsPublic',
    'modules/pubsub/iam.tf',
    'member = each.value.member',
    'member = "allAuthenticatedUsers"',
  ],
  [
    'a schema role that deletes tables',
    'customRolesAreHarmless',
    'modules/identity/custom-roles.tf',
    '"bigtable.tables.create"',
    '"bigtable.tables.create", "bigtable.tables.delete"',
  ],
  [
    'an administrator of Bigtable',
    'bigtableGrantsAreLeast',
    BIGTABLE,
    'serving = "roles/bigtable.user"',
    'serving = "roles/bigtable.admin"',
  ],
  [
    'a role without its tables',
    'rolesReachTheirTables',
    PROD,
    /\n +pacer +=.*access = "serving" \}/,
    '',
    'prod',
  ],
  [
    'one account for two roles',
    'eachRoleHasAnAccount',
    SERVICE,
    'var.emails[each.value.role]',
    'var.emails.api',
  ],
  [
    'a key of write tokens that consumers may read',
    'tokenKeysAreSecret',
    SECRETS,
    /(file = "token-keys", text = null, roles = \["api")/,
    '$1, "consumer"',
  ],
  [
    'a key of write tokens in the state',
    'tokenKeysAreSecret',
    SECRETS,
    /(file = "token-keys", text =) null(.*\n[^]*) if name != "token-keys"\]\)/,
    '$1 "one:key"$2])',
  ],
  [
    'an image that may change',
    'imagesAreNamedByDigest',
    SERVICE,
    'image = var.image\n',
    'image = split("@", var.image)[0]\n',
  ],
  [
    'a secret in plain text',
    'secretsAreNotInTheEnvironment',
    ROLES,
    'TIDEMARK_PROJECT = var.project',
    'TIDEMARK_PROJECT = var.project\n    TIDEMARK_TOKEN_KEYS = "one:c2VjcmV0LXNlY3JldC1zZWNyZXQtc2VjcmV0LXNlY3I="',
  ],
  [
    'an API that the internet reaches',
    'servicesAreNotOpen',
    SERVICE,
    '"INGRESS_TRAFFIC_INTERNAL_ONLY"',
    '"INGRESS_TRAFFIC_ALL"',
  ],
  [
    'callers without a token',
    'servicesAreNotOpen',
    SERVICE,
    'custom_audiences =',
    'invoker_iam_disabled = true\n  custom_audiences =',
  ],
  ['a misspelt variable', 'settingsAreUnderstood', ROLES, 'TIDEMARK_ADMIN_HOST =', 'TIDEMARK_ADMIN_HSOT ='],
  [
    'a value that is out of bounds',
    'settingsAreUnderstood',
    ROLES,
    /drain_timeout_ms += "\d+"/,
    'drain_timeout_ms = "8s"',
  ],
  [
    'a file that is not mounted',
    'filesAreMounted',
    SERVICE,
    'mount_path = volume_mounts.value.folder',
    'mount_path = "/etc/other/${volume_mounts.key}"',
  ],
  [
    'callers who are not told apart',
    'callersAreToldApart',
    ROLES,
    'TIDEMARK_HTTP_HOST = "0.0.0.0"',
    'TIDEMARK_HTTP_HOST = "0.0.0.0"\n      TIDEMARK_ACCESS = "open"',
  ],
  [
    'an API that goes to sleep',
    'instancesStayAwake',
    SERVICE,
    /min_instance_count += .*/,
    'min_instance_count = 0',
  ],
  ['a CPU during requests only', 'instancesStayAwake', SERVICE, 'cpu_idle = false', 'cpu_idle = true'],
  [
    'pacers in one region',
    'pacersWaitForEachOther',
    PROD,
    'slice(keys(var.regions), 0, min(2, length(var.regions)))',
    'slice(keys(var.regions), 0, 1)',
    'prod',
  ],
  [
    'probes of the port with tokens',
    'instancesAreProbed',
    SERVICE,
    /(liveness_probe \{[^}]*\{[^}]*port +=) local.admin_port/,
    '$1 local.api_port',
  ],
  ['jobs without an end', 'requestsEndInTime', SERVICE, /timeout += .*timeout_hours.*/, ''],
  [
    'a region without consumers',
    'regionsAreStaffed',
    PROD,
    'region => of.consumer_instances }',
    'region => of.consumer_instances if region != "asia-east1" }',
    'prod',
  ],
  [
    'a consumer of what is not there',
    'consumersReadWhatIsMade',
    ROLES,
    'TIDEMARK_PUBSUB_SUBSCRIPTION = names.subscription',
    'TIDEMARK_PUBSUB_SUBSCRIPTION = "${names.subscription}-2"',
  ],
  ['a job that nobody starts', 'jobsAreStarted', SERVICE, '].name}:run"', '].name}:start"'],
  [
    'compactors of the same share',
    'compactorsShareTheWork',
    ROLES,
    '"${worker}/${var.compactor.workers}"',
    '"1/${var.compactor.workers}"',
    'prod',
  ],
  ['resources without labels', 'everythingIsLabelled', PUBSUB, 'labels = var.labels\n', '\n'],
  [
    'an API of Google that is not on',
    'neededApisAreOn',
    'environments/dev/project.tf',
    '"pubsub.googleapis.com",',
    '',
  ],
];
