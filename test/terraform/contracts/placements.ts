/** Contracts about placements: data of a jurisdiction stays where its law lets it be, and rows can move. */
import { loadSchema } from '../../../src/codec/declarations/schema-registry';
import type { Jurisdiction, PlacementRules } from '../../../src/core/residency/placement-rules';
import {
  aggregateRegions,
  isRegionWithin as isAllowedIn,
  jurisdictionOf,
} from '../../../src/core/residency/placement-rules';
import { missingForMoves } from '../../../src/routing/topology/missing-for-moves';
import { blocks, jurisdictionLabelOf, ofType, sorted, textOf, textsOf } from './deployment';
import type { Contract, Deployment, Resource } from './deployment';
import { JOB, SERVICE, commandOf, ownContainerOf, roleOf } from './roles';
import { storeTopologyOf } from './topology';

const rulesOf = (deployment: Deployment): PlacementRules | undefined =>
  storeTopologyOf(deployment)?.placements;

/** Jurisdictions that have a placement. */
function placedJurisdictions(deployment: Deployment): readonly Jurisdiction[] {
  const rules = rulesOf(deployment);
  const found = [...(rules?.placements.keys() ?? [])].flatMap((name) => jurisdictionOf(rules!, name) ?? []);
  return [...new Set(found)];
}

/** Every cluster that is made counts, and not only those of the topology: Bigtable replicates all rows to all of them. */
export const placementsStayInside: Contract = (deployment) => {
  const rules = rulesOf(deployment);
  return [...(rules?.placements.values() ?? [])].flatMap(({ name, instances }) => {
    const jurisdiction = jurisdictionOf(rules!, name);
    const used = new Set(instances.values());
    return ofType(deployment, 'google_bigtable_instance')
      .filter(({ values }) => jurisdiction !== undefined && used.has(textOf(values, 'name')))
      .flatMap(({ address, values }) =>
        blocks(values, 'cluster')
          .map((cluster) => textOf(cluster, 'zone'))
          .filter((zone) => !jurisdiction!.regions.includes(regionOf(zone)))
          .map((zone) => `${address}: a cluster in ${zone} is outside of ${jurisdiction!.name}`),
      );
  });
};

const regionOf = (zone: string): string => zone.replace(/-[a-z]$/, '');

/** Movers work at batch clusters, by transactions. */
export const placementsCanBeLeft: Contract = (deployment) => {
  const topology = storeTopologyOf(deployment);
  return [...(topology?.placements?.placements.values() ?? [])].flatMap((placement) => {
    const missing = missingForMoves(topology!, placement);
    return missing === undefined ? [] : [`placement ${placement.name}: rows cannot move: ${missing}`];
  });
};

/** A plan without a placement that has a record is refused: its rows would be unreachable. */
export const placementsHaveRecords: Contract = (deployment) => {
  const records = ofType(deployment, 'terraform_data').map(
    ({ address }) => /\.placement\["(.+)"\]$/.exec(address)?.[1],
  );
  return [...(rulesOf(deployment)?.placements.keys() ?? [])]
    .filter((name) => !records.includes(name))
    .map((name) => `placement ${name}: no terraform_data prevents its removal`);
};

/** A process that has to ask another region where a user's rows are adds that latency to a first request. */
export const directoryIsNearUsers: Contract = (deployment) => {
  const topology = storeTopologyOf(deployment);
  const rules = topology?.placements;
  if (rules === undefined) return [];
  const used = new Set([...rules.placements.values()].flatMap(({ instances }) => [...instances.values()]));
  const regionsIn = (isMeant: (id: string) => boolean) =>
    new Set(
      topology!.instances
        .filter(({ id }) => isMeant(id))
        .flatMap(({ clusters }) => clusters.serving.map(({ region }) => region)),
    );
  const near = regionsIn((id) => id === rules.directoryInstance);
  return [...regionsIn((id) => used.has(id))]
    .filter((region) => !near.has(region))
    .map((region) => `region ${region}: the location directory has no serving cluster there`);
};

/** Events about users of a jurisdiction have topics there, and so have those that cannot be processed. */
export const messagesStayInTheirJurisdiction: Contract = (deployment) => {
  const topics = ofType(deployment, 'google_pubsub_topic');
  const stored = placedJurisdictions(deployment).flatMap(({ name, regions }) =>
    topics
      .filter(({ values }) => jurisdictionLabelOf(values) === name)
      .filter(({ values }) => !isWithin(storageRegionsOf(values), regions))
      .map(
        ({ address, values }) =>
          `${address}: is stored in ${sorted(storageRegionsOf(values)) || 'any region'}`,
      ),
  );
  const labelOf = new Map(topics.map(({ values }) => [textOf(values, 'id'), jurisdictionLabelOf(values)]));
  const forwarded = ofType(deployment, 'google_pubsub_subscription').flatMap(({ address, values }) =>
    blocks(values, 'dead_letter_policy')
      .map((policy) => labelOf.get(textOf(policy, 'dead_letter_topic')))
      .filter((label) => label !== labelOf.get(textOf(values, 'topic')))
      .map(() => `${address}: its dead letters leave the jurisdiction`),
  );
  return [...stored, ...forwarded, ...missingStreams(deployment)];
};

const storageRegionsOf = (values: Resource['values']): readonly string[] =>
  blocks(values, 'message_storage_policy').flatMap((policy) =>
    textsOf(policy, 'allowed_persistence_regions'),
  );

const isWithin = (regions: readonly string[], allowed: readonly string[]): boolean =>
  regions.length > 0 && regions.every((region) => allowed.includes(region));

/** A jurisdiction needs a stream for each event type; producers would have to use one that is stored anywhere. */
function missingStreams(deployment: Deployment): readonly string[] {
  const wanted = Object.keys(deployment.schema.event_types).length;
  return placedJurisdictions(deployment).flatMap(({ name }) => {
    const streams = streamsOf(deployment, name).length;
    return streams === wanted ? [] : [`jurisdiction ${name}: ${streams} streams for ${wanted} event types`];
  });
}

/** Subscriptions to the events of a jurisdiction, without those to dead letters. */
function streamsOf(deployment: Deployment, jurisdiction: string): readonly Resource[] {
  return ofType(deployment, 'google_pubsub_subscription').filter(
    ({ values }) =>
      jurisdictionLabelOf(values) === jurisdiction && blocks(values, 'dead_letter_policy').length > 0,
  );
}

const mayProcess = ({ servedFrom }: Jurisdiction, region: string): boolean =>
  servedFrom?.includes(region) ?? true;

/** A consumer elsewhere would dead-letter each message: it may not process the data. */
export const messagesAreConsumedWhereAllowed: Contract = (deployment) =>
  placedJurisdictions(deployment).flatMap((jurisdiction) => {
    const streams = streamsOf(deployment, jurisdiction.name).map(({ values }) => textOf(values, 'id'));
    return ofType(deployment, SERVICE)
      .filter((service) => streams.includes(subscriptionOf(service)))
      .filter(({ values }) => !mayProcess(jurisdiction, textOf(values, 'location')))
      .map(({ address }) => `${address}: may not process data of ${jurisdiction.name}`);
  });

function subscriptionOf(service: Resource): string {
  const named = blocks(ownContainerOf(service), 'env').find(
    (env) => textOf(env, 'name') === 'TIDEMARK_PUBSUB_SUBSCRIPTION',
  );
  return textOf(named, 'value');
}

/** A compactor leaves out placements whose data its region may not process. */
export const placementsAreCompacted: Contract = (deployment) => {
  const regions = ofType(deployment, JOB)
    .filter((job) => commandOf(job) === 'compactor')
    .map(({ values }) => textOf(values, 'location'));
  return placedJurisdictions(deployment)
    .filter((jurisdiction) => !regions.some((region) => mayProcess(jurisdiction, region)))
    .map(({ name }) => `jurisdiction ${name}: no compactor may process its data`);
};

/** An auditor leaves out placements whose data its region may not process, too. */
export const placementsAreAudited: Contract = (deployment) => {
  const auditors = ofType(deployment, SERVICE).filter((service) => commandOf(service) === 'mover');
  const argumentsOf = (service: Resource) => textsOf(ownContainerOf(service), 'args');
  return placedJurisdictions(deployment).flatMap((jurisdiction) => {
    const { name } = jurisdiction;
    const able = auditors.filter(({ values }) => mayProcess(jurisdiction, textOf(values, 'location')));
    if (able.length === 0) return [`jurisdiction ${name}: no auditor may process its data`];
    const checked = new Set(able.flatMap(argumentsOf));
    return streamsOf(deployment, name)
      .map(({ values }) => `${name}=${textOf(values, 'id')}`)
      .filter((subscription) => !checked.has(subscription))
      .map((subscription) => `no auditor checks the topic of ${subscription}`);
  });
};

/** Sketches have hashes of users, so they are where the users are. */
export const sketchesArePlaced: Contract = (deployment) => {
  const rules = rulesOf(deployment);
  if (rules === undefined) return [];
  return loadSchema()
    .eventTypes()
    .filter(({ corpus }) => rules.groupByCorpus.has(corpus))
    .flatMap(({ events }) => events.sketches)
    .filter(({ corpus }) => !rules.groupBySketches.has(corpus))
    .map(({ corpus }) => `${corpus}: all placements share one table of sketches`);
};

/** A pacer that may not process the sketches of a placement takes no part in the election. */
export const pacersSeeAllCounts: Contract = (deployment) => {
  const rules = rulesOf(deployment);
  const placements = [...(rules?.placements.keys() ?? [])];
  if (rules === undefined || rules.groupBySketches.size === 0) return [];
  return ofType(deployment, SERVICE)
    .filter((service) => commandOf(service) === 'pacer')
    .flatMap(({ address, values }) =>
      placements
        .filter((placement) => !isAllowedIn(aggregateRegions(rules, placement), textOf(values, 'location')))
        .map((placement) => `${address}: may not process sketches of ${placement}`),
    );
};

/** Permissions of movers and audits besides access to rows. */
const AUDIT_PERMISSIONS = [
  'bigtable.backups.list',
  'bigtable.clusters.list',
  'bigtable.instances.list',
  'bigtable.tables.checkConsistency',
  'bigtable.tables.generateConsistencyToken',
  'bigtable.tables.get',
  'pubsub.subscriptions.get',
  'pubsub.topics.get',
];

export const moversSeeWhereDataIs: Contract = (deployment) => {
  if (rulesOf(deployment) === undefined) return [];
  const held = ofType(deployment, 'google_project_iam_member')
    .filter(({ values }) => roleOf(deployment, values['member']) === 'mover')
    .map(({ values }) => textOf(values, 'role'));
  const permissions = ofType(deployment, 'google_project_iam_custom_role')
    .filter(({ values }) => held.includes(textOf(values, 'id')))
    .flatMap(({ values }) => textsOf(values, 'permissions'));
  return AUDIT_PERMISSIONS.filter((permission) => !permissions.includes(permission)).map(
    (permission) => `the role mover has no ${permission} on the project`,
  );
};

/** A policy on locations allows all that the environment uses: Google refuses the rest. */
export const restrictedLocationsAreThoseInUse: Contract = (deployment) =>
  ofType(deployment, 'google_org_policy_policy').flatMap(({ address, values }) => {
    const allowed = blocks(values, 'spec.rules.values').flatMap((each) => textsOf(each, 'allowed_values'));
    const used = new Set([
      ...ofType(deployment, 'google_bigtable_instance').flatMap((instance) =>
        blocks(instance.values, 'cluster').map((cluster) => regionOf(textOf(cluster, 'zone'))),
      ),
      ...ofType(deployment, SERVICE, JOB, 'google_artifact_registry_repository').map((each) =>
        textOf(each.values, 'location'),
      ),
      ...ofType(deployment, 'google_pubsub_topic').flatMap((topic) => storageRegionsOf(topic.values)),
      ...ofType(deployment, 'google_secret_manager_secret').flatMap((secret) =>
        blocks(secret.values, 'replication.user_managed.replicas').map((replica) =>
          textOf(replica, 'location'),
        ),
      ),
    ]);
    return [...used]
      .filter((region) => !allowed.includes(`in:${region}-locations`))
      .map((region) => `${address}: does not allow ${region}, which is used`);
  });
