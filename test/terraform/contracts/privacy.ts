/** Contracts about privacy: the ledger outlives restores, erasures are processed and proven, and accesses stay on record. */
import { LEDGER_TABLE } from '../../../src/core/privacy/ledger-table';
import { isRegionWithin, servingRegions } from '../../../src/core/residency/placement-rules';
import { instanceForTable } from '../../../src/routing/topology/store-topology';
import { blocks, differences, ofType, textOf, textsOf } from './deployment';
import type { Contract, Deployment, Resource } from './deployment';
import { ERASURE_PERMISSIONS, erasersOf, hasErasers } from './erasers';
import { keyProblems } from './keys';
import { environmentOf, ownContainerOf, roleOf, runningOf } from './roles';
import { storeTopologyOf } from './topology';

const hasLedger = ({ schema }: Deployment): boolean => Object.keys(schema.ledger_families).length > 0;

const tablesOf = (deployment: Deployment): readonly Resource[] => ofType(deployment, 'google_bigtable_table');

const isLedger = ({ values }: Resource): boolean => textOf(values, 'name') === LEDGER_TABLE;

/** A person who restores or repairs the instance of users' tables must not be able to take the ledger back with them. */
export const ledgerIsApart: Contract = (deployment) => {
  const topology = storeTopologyOf(deployment);
  if (topology === undefined || !deployment.isProduction || !hasLedger(deployment)) return [];
  const { id } = instanceForTable(topology, LEDGER_TABLE);
  return tablesOf(deployment)
    .filter((table) => textOf(table.values, 'instance_name') === id && !isLedger(table))
    .map(({ address }) => `${address}: is in the instance of the ledger, ${id}`);
};

/** A plan that moves the ledger is refused: it would begin empty elsewhere, and restores would bring erased data back. */
export const ledgerHasARecord: Contract = (deployment) =>
  hasLedger(deployment) &&
  !ofType(deployment, 'terraform_data').some(({ address }) => /\.ledger\["[a-z_]+"\]$/.test(address))
    ? ['no terraform_data prevents that the ledger is moved']
    : [];

/** Any backup of users that can be restored has a backup of the ledger that is as old. */
export const ledgerIsBackedUpForLongest: Contract = (deployment) => {
  const hoursOf = ({ values }: Resource): number =>
    Number.parseInt(textOf(blocks(values, 'automated_backup_policy')[0], 'retention_period'), 10);
  const longest = Math.max(
    ...tablesOf(deployment)
      .filter((table) => !isLedger(table))
      .map(hoursOf),
  );
  return tablesOf(deployment)
    .filter((table) => isLedger(table) && !(hoursOf(table) >= longest))
    .map(
      (table) => `${table.address}: is backed up for ${hoursOf(table)} hours, other tables for ${longest}`,
    );
};

/** Ids of users can be guessed and confirmed with the keys, so only processes that record or complete erasures have them. */
export const ledgerKeysAreSecret: Contract = (deployment) =>
  keyProblems(deployment, {
    name: 'privacy-keys',
    count: hasErasers(deployment) ? 1 : 0,
    readers: ['api', 'consumer', 'eraser'],
  });

/** A process with this key could certify what was not erased. */
export const signingKeyIsSecret: Contract = (deployment) =>
  keyProblems(deployment, {
    name: 'privacy-signing-key',
    count: hasErasers(deployment) ? 1 : 0,
    readers: ['eraser'],
  });

/** The alert on workers fires when no round has completed for two hours. */
const ROUND_SECONDS_MAX = 3_600;

/** A worker leaves out users whose data its region may not process. */
export const erasuresAreProcessed: Contract = (deployment) => {
  if (!hasErasers(deployment)) return [];
  const erasers = erasersOf(deployment);
  const slow = erasers
    .filter((eraser) => !(intervalSeconds(eraser) <= ROUND_SECONDS_MAX))
    .map(({ address }) => `${address}: its rounds are too rare, or it ends after one`);
  const rules = storeTopologyOf(deployment)?.placements;
  const placements = [...(rules?.placements.keys() ?? [])];
  const regions = erasers.map(({ values }) => textOf(values, 'location'));
  const left = placements
    .filter((name) => !regions.some((region) => isRegionWithin(servingRegions(rules!, name), region)))
    .map((name) => `placement ${name}: no erasure worker may process its data`);
  return [...slow, ...left, ...(erasers.length === 0 ? ['nothing runs the role eraser'] : [])];
};

function intervalSeconds(eraser: Resource): number {
  const args = textsOf(ownContainerOf(eraser), 'args');
  const text = args.includes('--interval') ? args[args.indexOf('--interval') + 1]! : '';
  return /^\d+s$/.test(text) ? Number.parseInt(text, 10) : NaN;
}

/** Without them, certificates lack the end of backups and change streams, and no deletion is proven at every cluster. */
export const erasersSeeWhatIsKept: Contract = (deployment) => {
  if (!hasErasers(deployment)) return [];
  const roles = new Map(
    ofType(deployment, 'google_project_iam_custom_role').map(({ values }) => [
      textOf(values, 'id'),
      textsOf(values, 'permissions'),
    ]),
  );
  const held = ofType(deployment, 'google_bigtable_instance_iam_member')
    .filter(({ values }) => roleOf(deployment, values['member']) === 'eraser')
    .flatMap(({ values }) =>
      (roles.get(textOf(values, 'role')) ?? []).map((each) => `${each} on ${textOf(values, 'instance')}`),
    );
  return ofType(deployment, 'google_bigtable_instance').flatMap(({ values }) =>
    ERASURE_PERMISSIONS.map((permission) => `${permission} on ${textOf(values, 'name')}`)
      .filter((each) => !held.includes(each))
      .map((each) => `the role eraser has no ${each}`),
  );
};

const TOPIC_VARIABLE = 'TIDEMARK_ACCESS_LOG_TOPIC';

/** Longest time for which a topic keeps messages. */
const KEPT_LONGEST = `${31 * 24 * 3600}s`;

/** Lines that are published before a reader attaches a subscription are kept, and only the API publishes them. */
export const accessLogIsKept: Contract = (deployment) => {
  const named = new Set(
    runningOf(deployment).map((resource) => environmentOf(resource)[TOPIC_VARIABLE] ?? ''),
  );
  named.delete('');
  const topics = ofType(deployment, 'google_pubsub_topic');
  return [...named].flatMap((name) => {
    const topic = topics.find(({ values }) => textOf(values, 'id') === name);
    if (topic === undefined) return [`${TOPIC_VARIABLE} is "${name}", which is not made`];
    const publishers = ofType(deployment, 'google_pubsub_topic_iam_member')
      .filter(({ values }) => textOf(values, 'topic') === textOf(topic.values, 'name'))
      .filter(({ values }) => textOf(values, 'role') === 'roles/pubsub.publisher')
      .map(({ values }) => roleOf(deployment, values['member']));
    const isKept = textOf(topic.values, 'message_retention_duration') === KEPT_LONGEST;
    return [
      ...(isKept ? [] : [`${topic.address}: does not keep messages for a month`]),
      ...differences(['api'], publishers, {
        missing: (who) => `${topic.address}: ${who} may not publish`,
        superfluous: (who) => `${topic.address}: ${who || 'another member'} may publish, and should not`,
      }),
    ];
  });
};

/** A process with another policy would use data, or reject writes, that the others treat differently. */
export const consentPolicyIsUniform: Contract = (deployment) => {
  const policyOf = (resource: Resource): string => {
    const { TIDEMARK_CONSENT_POLICY: policy, TIDEMARK_CONSENT_POLICIES: policies } = environmentOf(resource);
    return `${policy ?? 'off'} ${policies ?? ''}`.trim();
  };
  const [first, ...others] = runningOf(deployment);
  return others
    .filter((each) => policyOf(each) !== policyOf(first!))
    .map((each) => `${each.address}: has the policy ${policyOf(each)}, and others ${policyOf(first!)}`);
};
