/** Contracts about permissions: one account for each role with minimal rights, and no public access. */
import { blocks, differences, ofType, sorted, textOf, textsOf } from './deployment';
import type { Contract, Deployment, Resource } from './deployment';
import { expectedTables } from './expected-tables';
import { ERASURE_PERMISSIONS, hasErasers } from './erasers';
import { keyProblems } from './keys';
import { accountOf, commandOf, roleOf } from './roles';
import { hasPlacements } from './topology';

const grantsOf = ({ resources }: Deployment): readonly Resource[] =>
  resources.filter(({ type }) => /_iam_member$/.test(type));

const EVERYBODY = ['allUsers', 'allAuthenticatedUsers'];

export const nothingIsPublic: Contract = (deployment) =>
  grantsOf(deployment)
    .filter(({ values }) => EVERYBODY.includes(textOf(values, 'member')))
    .map(({ address }) => `${address}: grants public access`);

/** Roles that may be granted on the whole project. All others are granted on the resource itself. */
const PROJECT_ROLES = ['roles/monitoring.metricWriter', 'roles/cloudtrace.agent', 'roles/logging.logWriter'];

export const projectGrantsAreMinimal: Contract = (deployment) => {
  const custom = customRolesOf(deployment).map(({ values }) => textOf(values, 'id'));
  return ofType(deployment, 'google_project_iam_member')
    .filter(({ values }) => ![...PROJECT_ROLES, ...custom].includes(textOf(values, 'role')))
    .map(({ address, values }) => `${address}: ${textOf(values, 'role')} on the whole project`);
};

/** They administer; no program of Tidemark's does. */
const BROAD = /^roles\/(owner|editor|viewer|.*\.?admin|iam\..*Admin|.*\.admin)$/i;

export const noBasicRoleIsGranted: Contract = (deployment) =>
  grantsOf(deployment)
    .filter(({ values }) => BROAD.test(textOf(values, 'role')))
    .map(
      ({ address, values }) => `${address}: ${textOf(values, 'role')} allows far more than any role needs`,
    );

const customRolesOf = (deployment: Deployment): readonly Resource[] =>
  ofType(deployment, 'google_project_iam_custom_role');

/** Terraform is the only owner of tables, so no role creates or updates them either. */
const DANGEROUS =
  /\.(create|update|delete|setIamPolicy|undelete|actAs|getAccessToken|signBlob)$|\.(readRows|mutateRows)$/;

export const customRolesAreHarmless: Contract = (deployment) =>
  customRolesOf(deployment).flatMap(({ address, values }) =>
    textsOf(values, 'permissions')
      .filter((permission) => DANGEROUS.test(permission))
      .map((permission) => `${address}: ${permission} is not for a role of Tidemark's`),
  );

/** Roles that each account may have on a table. */
const TABLE_ROLES: Readonly<Record<string, readonly string[]>> = {
  api: ['roles/bigtable.user'],
  compactor: ['roles/bigtable.user', 'roles/bigtable.reader'],
  consumer: ['roles/bigtable.user'],
  eraser: ['roles/bigtable.user'],
  pacer: ['roles/bigtable.user'],
  mover: ['roles/bigtable.user', 'roles/bigtable.reader'],
  pipeline: ['roles/bigtable.user', 'roles/bigtable.reader'],
};

/** Roles that use the store. Movers are there with placements only, and erasers where erasures are processed. */
const storeRoles = (deployment: Deployment): readonly string[] =>
  Object.keys(TABLE_ROLES).filter((role) => {
    if (role === 'eraser') return hasErasers(deployment);
    if (role === 'pipeline') return hasPipelines(deployment);
    return role !== 'mover' || hasPlacements(deployment);
  });

/** Whether there are jobs or followers of pipelines: there is an account for them. */
const hasPipelines = (deployment: Deployment): boolean =>
  ofType(deployment, 'google_service_account').some(({ values }) =>
    textOf(values, 'account_id').endsWith('-pipeline'),
  );

/** Whether a grant lets a member who is none of ours read a table that BigQuery offers. */
const isOfExternalTable = (deployment: Deployment, { values }: Resource): boolean =>
  textOf(values, 'role') === 'roles/bigtable.reader' &&
  roleOf(deployment, values['member']) === '' &&
  ofType(deployment, 'google_bigquery_table').some(
    (each) => textOf(each.values, 'table_id') === textOf(values, 'table'),
  );

export const bigtableGrantsAreMinimal: Contract = (deployment) => [
  ...ofType(deployment, 'google_bigtable_table_iam_member')
    .filter((grant) => !isOfExternalTable(deployment, grant))
    .filter(
      ({ values }) =>
        !(TABLE_ROLES[roleOf(deployment, values['member'])] ?? []).includes(textOf(values, 'role')),
    )
    .map(grantedTooMuch),
  ...ofType(deployment, 'google_bigtable_instance_iam_member')
    .filter(({ values }) => !isLeastOnInstance(deployment, values))
    .map(grantedTooMuch),
];

const LIST_PROFILES = 'bigtable.appProfiles.list';

/**
 * On an instance, `schema` reads tables' schemas, and those who rely on app profiles list them: each by a custom role.
 * Erasers have one more, with what certificates state beside rows.
 */
function isLeastOnInstance(deployment: Deployment, values: Resource['values']): boolean {
  const role = customRolesOf(deployment).find((each) => textOf(each.values, 'id') === textOf(values, 'role'));
  const permissions = role === undefined ? [] : textsOf(role.values, 'permissions');
  const member = roleOf(deployment, values['member']);
  if (member === 'eraser' && permissions.every((permission) => ERASURE_PERMISSIONS.includes(permission)))
    return permissions.length > 0;
  const wanted = member === 'schema' ? 'bigtable.tables.' : LIST_PROFILES;
  return permissions.length > 0 && permissions.every((permission) => permission.startsWith(wanted));
}

const grantedTooMuch = ({ address, values }: Resource): string =>
  `${address}: ${textOf(values, 'role')} is not for ${textOf(values, 'member')}`;

/** Each role reaches each table: compaction changes those of events, and reads what it needs of the others. */
export const rolesReachTheirTables: Contract = (deployment) => {
  const tables = expectedTables(deployment);
  if (tables === undefined) return [];
  const granted = ofType(deployment, 'google_bigtable_table_iam_member')
    .filter((grant) => !isOfExternalTable(deployment, grant))
    .map(
      ({ values }) =>
        `${roleOf(deployment, values['member'])} on ${textOf(values, 'instance_name')}/${textOf(values, 'table')}`,
    );
  const needed = tables.flatMap(({ path }) => storeRoles(deployment).map((role) => `${role} on ${path}`));
  return differences(needed, granted, {
    missing: (who) => `no google_bigtable_table_iam_member for ${who}`,
    superfluous: (who) => `google_bigtable_table_iam_member for ${who}, which needs none`,
  });
};

/** Roles must be able to list app profiles, to detect one that does not route as the topology declares. */
export const rolesListAppProfiles: Contract = (deployment) => {
  const granted = ofType(deployment, 'google_bigtable_instance_iam_member').map(
    ({ values }) => `${roleOf(deployment, values['member'])} on ${textOf(values, 'instance')}`,
  );
  return ofType(deployment, 'google_bigtable_instance').flatMap(({ values }) =>
    storeRoles(deployment)
      .map((role) => `${role} on ${textOf(values, 'name')}`)
      .filter((who) => !granted.includes(who))
      .map((who) => `no google_bigtable_instance_iam_member for ${who}`),
  );
};

/** Each role has its own account, so that a compromised role does not have the rights of another. */
export const eachRoleHasAnAccount: Contract = (deployment) => {
  const accounts = ofType(deployment, 'google_service_account').map(({ values }) =>
    roleOf(deployment, values['email']),
  );
  const missing = [...storeRoles(deployment), 'schema']
    .filter((role) => !accounts.includes(role))
    .map((role) => `no account for the role ${role}`);
  const runs = ofType(deployment, 'google_cloud_run_v2_service', 'google_cloud_run_v2_job').flatMap(
    (resource) => {
      const [wanted, found] = [commandOf(resource), roleOf(deployment, accountOf(resource))];
      return wanted === found
        ? []
        : [`${resource.address}: runs ${wanted} as ${found === '' ? 'an account of no role' : found}`];
    },
  );
  return [...missing, ...runs];
};

/** The key of write tokens is for the API alone. */
export const tokenKeysAreSecret: Contract = (deployment) =>
  keyProblems(deployment, { name: 'token-keys', count: 1, readers: ['api'] });

/** The key of the location directory is for all that use the store. Without placements there is none. */
export const directoryKeyIsSecret: Contract = (deployment) =>
  keyProblems(deployment, {
    name: 'directory-key',
    count: hasPlacements(deployment) ? 1 : 0,
    readers: storeRoles(deployment),
  });

/** A secret that is stored elsewhere than the others was overlooked, and its location cannot be changed later. */
export const secretsAreStoredAlike: Contract = (deployment) => {
  const secrets = ofType(deployment, 'google_secret_manager_secret').map(({ address, values }) => ({
    address,
    regions: sorted(
      blocks(values, 'replication.user_managed.replicas').map((replica) => textOf(replica, 'location')),
    ),
  }));
  const [first] = secrets;
  return secrets
    .filter(({ regions }) => regions !== first?.regions)
    .map(({ address, regions }) => `${address}: is stored in ${regions || 'any region'}, others are not`);
};

/** Google's own account of a product uses a key, and needs a grant of it. */
export const keysAreGranted: Contract = (deployment) => {
  const grants = ofType(deployment, 'google_kms_crypto_key_iam_member').map(
    ({ values }) => `${textOf(values, 'crypto_key_id')} ${agentOf(textOf(values, 'member'))}`,
  );
  const topics = ofType(deployment, 'google_pubsub_topic').map(
    ({ address, values }) => [address, textOf(values, 'kms_key_name'), 'gcp-sa-pubsub'] as const,
  );
  const clusters = ofType(deployment, 'google_bigtable_instance').flatMap(({ address, values }) =>
    blocks(values, 'cluster').map(
      (cluster) => [address, textOf(cluster, 'kms_key_name'), 'gcp-sa-bigtable'] as const,
    ),
  );
  return [...topics, ...clusters]
    .filter(([, key, agent]) => key.startsWith('projects/') && !grants.includes(`${key} ${agent}`))
    .map(([address, key, agent]) => `${address}: ${agent} may not use the key ${key}`);
};

/** Returns `gcp-sa-pubsub` for `serviceAccount:service-1@gcp-sa-pubsub.iam.gserviceaccount.com`. */
const agentOf = (member: string): string =>
  /^serviceAccount:service-\d+@(gcp-sa-[a-z]+)\./.exec(member)?.[1] ?? '';
