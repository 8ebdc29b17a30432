/** Clusters and the ways to them: what serves and what is for batch work are kept apart. */
import { parseTopologyText } from '../../../src/routing/topology/topology-file';
import type { InstanceDeclaration } from '../../../src/routing/topology/topology';
import { storeTopology } from '../../../src/routing/topology/store-topology';
import { blocks, differences, ofType, sorted, textOf, textsOf } from './deployment';
import type { Contract, Deployment, Resource, Values } from './deployment';
import { topologyOf } from './topology';

/** `terraform output -raw topology` is a file that the application takes, and routes by. */
export const topologyIsValid: Contract = ({ outputs }) => {
  try {
    storeTopology(parseTopologyText(textOf(outputs, 'topology')));
    return [];
  } catch (error) {
    return [`output topology: ${(error as Error).message}`];
  }
};

/**
 * A cluster or profile that only one of both knows is never used, or used in vain. But a cluster may be unlisted, before and after
 * it is used: then the topology lacks it, and the profile that leads to it alone.
 */
export const topologyMatchesResources: Contract = (deployment) => {
  const instances = topologyOf(deployment)?.instances ?? [];
  const listed = new Set(
    instances.flatMap(({ name, clusters }) => clusters.map(({ id }) => `${shortName(name)}/${id}`)),
  );
  const isListed = (cluster: string | undefined) => cluster === undefined || listed.has(cluster);
  const made = ofType(deployment, 'google_bigtable_instance').flatMap(({ values }) =>
    blocks(values, 'cluster')
      .map((cluster) => ({
        id: `${textOf(values, 'name')}/${textOf(cluster, 'cluster_id')}`,
        zone: textOf(cluster, 'zone'),
      }))
      .filter(({ id }) => isListed(id))
      .map(({ id, zone }) => `cluster ${id} in ${zone}`),
  );
  const profiles = profilesOf(deployment)
    .filter(({ values }) => isListed(ownerOf(values)))
    .map(({ values }) => `profile ${describe(values)}`);
  return differences([...made, ...profiles], instances.flatMap(describeDeclared), {
    missing: (what) => `output topology lacks the ${what}`,
    superfluous: (what) => `output topology has the ${what}, which is not made`,
  });
};

/** The cluster whose own profile this is, and not one for a region or for Data Boost. */
function ownerOf(values: Values): string | undefined {
  const [single] = blocks(values, 'single_cluster_routing');
  const isOwn = single && blocks(values, 'standard_isolation').length > 0;
  return isOwn ? `${textOf(values, 'instance')}/${textOf(single, 'cluster_id')}` : undefined;
}

const profilesOf = (deployment: Deployment): readonly Resource[] =>
  ofType(deployment, 'google_bigtable_app_profile');

const shortName = (name: string): string => name.slice(name.lastIndexOf('/') + 1);

/** Returns a description of a profile in one line, for comparisons. */
function describe(values: Values): string {
  const [single] = blocks(values, 'single_cluster_routing');
  const [isolation] = blocks(values, 'standard_isolation');
  const several = sorted(textsOf(values, 'multi_cluster_routing_cluster_ids'));
  const to = single ? textOf(single, 'cluster_id') : `any of ${several}`;
  const extras = [
    ...(values['row_affinity'] === true ? ['row affinity'] : []),
    ...(single?.['allow_transactional_writes'] === true ? ['transactions'] : []),
    blocks(values, 'data_boost_isolation_read_only').length > 0
      ? 'Data Boost'
      : textOf(isolation, 'priority').replace('PRIORITY_', '').toLowerCase(),
  ];
  return `${textOf(values, 'instance')}/${textOf(values, 'app_profile_id')} to ${to} (${extras.join(', ')})`;
}

/** Returns the clusters and profiles of an instance in the topology, in the same format as those of the resources. */
function describeDeclared({ name, clusters, appProfiles }: InstanceDeclaration): string[] {
  const declared = clusters.map(({ id, zone }) => `cluster ${shortName(name)}/${id} in ${zone}`);
  const profiles = appProfiles.filter(({ id }) => id !== 'default');
  return [
    ...declared,
    ...profiles.map((profile) => `profile ${shortName(name)}/${describeProfile(profile)}`),
  ];
}

function describeProfile({
  id,
  routing,
  priority,
  readOnly,
}: InstanceDeclaration['appProfiles'][number]): string {
  const single = routing.kind === 'single-cluster';
  const to = single ? routing.clusterId : `any of ${sorted(routing.clusterIds)}`;
  const extras = [
    ...(!single && routing.rowAffinity ? ['row affinity'] : []),
    ...(single && routing.transactions ? ['transactions'] : []),
    readOnly ? 'Data Boost' : priority,
  ];
  return `${id} to ${to} (${extras.join(', ')})`;
}

/** Bigtable makes the profile `default` with each instance; it can lead anywhere, and IAM cannot deny it by itself. */
export const defaultProfileIsUnused: Contract = ({ outputs }) => {
  const instances = readable(() => storeTopology(parseTopologyText(textOf(outputs, 'topology'))).instances);
  return (instances ?? []).flatMap(({ id, clusters: { serving, batch }, rowAffinityEntries }) => {
    const direct = [...serving, ...batch].flatMap((cluster) => [
      [cluster.id, cluster.appProfileId] as const,
      [cluster.id, cluster.transactionsProfileId] as const,
    ]);
    const grouped = rowAffinityEntries.map((entry) => [entry.region, entry.appProfileId] as const);
    return [...direct, ...grouped]
      .filter(([, profile]) => profile === 'default')
      .map(([place]) => `instance ${id}: ${place} is reached by the app profile default`);
  });
};

function readable<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

/** Batch work is kept off what serves: it has clusters of its own, which its profiles name and no other does. */
export const batchProfilesPinBatchClusters: Contract = (deployment) => {
  const batch = clustersOf(deployment, 'batch');
  return profilesOf(deployment).flatMap(({ address, values }) => {
    const pinned = blocks(values, 'single_cluster_routing').map((single) => textOf(single, 'cluster_id'));
    const forBatch = blocks(values, 'standard_isolation').some(({ priority }) => priority === 'PRIORITY_LOW');
    const boosted = blocks(values, 'data_boost_isolation_read_only').length > 0;
    if (forBatch && !pinned.some((id) => batch.has(id))) {
      return [`${address}: a profile for batch work must lead to one cluster for batch work`];
    }
    const named = [...pinned, ...textsOf(values, 'multi_cluster_routing_cluster_ids')];
    const wrong = forBatch || boosted ? [] : named.filter((id) => batch.has(id));
    return wrong.map(
      (id) => `${address}: a profile for serving must not lead to ${id}, which is for batch work`,
    );
  });
};

export const eachBatchClusterHasAProfile: Contract = (deployment) => {
  const pinned = profilesOf(deployment)
    .filter(({ values }) =>
      blocks(values, 'standard_isolation').some(({ priority }) => priority === 'PRIORITY_LOW'),
    )
    .flatMap(({ values }) =>
      blocks(values, 'single_cluster_routing').map((single) => textOf(single, 'cluster_id')),
    );
  return [...clustersOf(deployment, 'batch')]
    .filter((id) => !pinned.includes(id))
    .map((id) => `cluster ${id}: no profile of low priority leads to it`);
};

/** Clusters that the topology has for that workload, by their ids. */
function clustersOf(deployment: Deployment, role: 'serving' | 'batch'): ReadonlySet<string> {
  const instances = topologyOf(deployment)?.instances ?? [];
  return new Set(
    instances.flatMap(({ clusters }) => clusters.filter((each) => each.role === role).map(({ id }) => id)),
  );
}

/** Eventual reads in a region: all its serving clusters and no other, each row at its own. */
export const regionsAreServedWithRowAffinity: Contract = (deployment) => {
  const several = profilesOf(deployment).filter(
    ({ values }) => values['multi_cluster_routing_use_any'] === true,
  );
  const anywhere = several
    .filter(({ values }) => textsOf(values, 'multi_cluster_routing_cluster_ids').length === 0)
    .map(
      ({ address }) =>
        `${address}: must name its clusters; it could lead to any, also to those for batch work`,
    );
  const wrong = several
    .filter(({ values }) => values['row_affinity'] !== true || !isUrgent(values))
    .map(({ address }) => `${address}: a profile for serving has row affinity and high priority`);
  const led = several.map(({ values }) => sorted(textsOf(values, 'multi_cluster_routing_cluster_ids')));
  const missing = regionsOf(deployment)
    .filter(([, ids]) => !led.includes(sorted(ids)))
    .map(([region, ids]) => `region ${region}: no profile with row affinity leads to exactly ${sorted(ids)}`);
  return [...anywhere, ...wrong, ...missing];
};

const isUrgent = (values: Values): boolean =>
  blocks(values, 'standard_isolation').some(({ priority }) => priority === 'PRIORITY_HIGH');

function regionsOf(deployment: Deployment): [string, string[]][] {
  const regions = new Map<string, string[]>();
  for (const { name, clusters } of topologyOf(deployment)?.instances ?? []) {
    for (const { id, region } of clusters.filter(({ role }) => role === 'serving')) {
      const key = `${shortName(name)}/${region}`;
      regions.set(key, [...(regions.get(key) ?? []), id]);
    }
  }
  return [...regions];
}

/** Strict reads, writes and transactions: it must be known who answers. */
export const servingClustersHaveStrictProfiles: Contract = (deployment) => {
  const strict = profilesOf(deployment)
    .filter(({ values }) => isUrgent(values))
    .flatMap(({ values }) => blocks(values, 'single_cluster_routing'))
    .filter((single) => single['allow_transactional_writes'] === true)
    .map((single) => textOf(single, 'cluster_id'));
  return [...clustersOf(deployment, 'serving')]
    .filter((id) => !strict.includes(id))
    .map((id) => `cluster ${id}: no profile with transactions and high priority leads to it alone`);
};

const CONTINENTS: Readonly<Record<string, string>> = {
  africa: 'Africa',
  asia: 'Asia',
  australia: 'Australia',
  europe: 'Europe',
  me: 'Asia',
  northamerica: 'North America',
  southamerica: 'South America',
  us: 'North America',
};
const CONTINENTS_MIN = 3;

/** The first instance has what is in no placement, and the users of the default one: they are everywhere. */
export const productionIsOnThreeContinents: Contract = (deployment) => {
  if (!deployment.isProduction) return [];
  const { clusters = [] } = topologyOf(deployment)?.instances[0] ?? {};
  const continents = new Set(
    clusters.flatMap(({ role, zone }) =>
      role === 'serving' ? (CONTINENTS[zone.split('-')[0] ?? ''] ?? []) : [],
    ),
  );
  return [
    ...(continents.size < CONTINENTS_MIN ? [`clusters that serve are in ${sorted(continents)} only`] : []),
    ...(clusters.some(({ role }) => role === 'batch') ? [] : ['there is no cluster for batch work']),
  ];
};

export const productionScalesByItself: Contract = (deployment) =>
  deployment.isProduction
    ? ofType(deployment, 'google_bigtable_instance').flatMap(({ address, values }) =>
        blocks(values, 'cluster')
          .filter((cluster) => {
            const [scaling] = blocks(cluster, 'autoscaling_config');
            return !(Number(scaling?.['min_nodes']) < Number(scaling?.['max_nodes']));
          })
          .map((cluster) => `${address}: cluster ${textOf(cluster, 'cluster_id')} doesn't scale by itself`),
      )
    : [];

/** Bigtable's quota of nodes is that of a zone, for the clusters of all instances. An operator requests what is stated. */
export const nodeNeedsAreComplete: Contract = (deployment) => {
  const needs = new Map<string, number>();
  for (const { values } of ofType(deployment, 'google_bigtable_instance')) {
    for (const cluster of blocks(values, 'cluster')) {
      const [scaling] = blocks(cluster, 'autoscaling_config');
      const zone = textOf(cluster, 'zone');
      needs.set(zone, (needs.get(zone) ?? 0) + Number(scaling?.['max_nodes'] ?? cluster['num_nodes']));
    }
  }
  const stated = deployment.outputs['node_needs'] as Readonly<Record<string, number>> | undefined;
  return [...needs]
    .filter(([zone, nodes]) => stated?.[zone] !== nodes)
    .map(([zone, nodes]) => `output node_needs: ${zone} needs ${nodes}`);
};

export const developmentIsSmall: Contract = (deployment) => {
  if (deployment.isProduction) return [];
  const clusters = ofType(deployment, 'google_bigtable_instance').flatMap(({ values }) =>
    blocks(values, 'cluster'),
  );
  return clusters.length === 1 ? [] : [`dev has ${clusters.length} clusters, not one`];
};
