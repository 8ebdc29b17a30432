/** Which of an instance's app profiles lead where the router wants to go. */
import { invalidArgument } from '../../errors';
import type {
  AppProfileDeclaration,
  ClusterDeclaration,
  InstanceDeclaration,
  Priority,
  Workload,
} from './topology';

/** Best first. Batch work at high priority would push serving aside, so there it is none of the choices. */
const PRIORITIES: Readonly<Record<Workload, readonly Priority[]>> = {
  serving: ['high', 'medium', 'low'],
  batch: ['low', 'medium'],
};

/**
 * The profile that leads to the cluster alone: with the priority that befits its workload, then rather without
 * transactions, for which it is not made use of, then the first by name. Throws `invalid_argument` when there is none.
 */
export function directProfileOf(
  instance: InstanceDeclaration,
  cluster: ClusterDeclaration,
  path: string,
): AppProfileDeclaration {
  // What the file names comes first: an instance that has lost its other clusters may have a default profile for several.
  const named = declaredDirectProfilesOf(instance, cluster);
  const leading = named.length > 0 ? named : directProfilesOf(instance, cluster);
  const [first] = leading;
  if (first === undefined) {
    throw invalidArgument(`${path}.clusters.${cluster.id}`, 'has no app profile that leads to it alone');
  }
  const priorities = PRIORITIES[cluster.role];
  const [best] = leading
    .filter(({ priority }) => priorities.includes(priority))
    .sort(
      (a, b) =>
        priorities.indexOf(a.priority) - priorities.indexOf(b.priority) ||
        Number(allowsTransactions(a)) - Number(allowsTransactions(b)) ||
        byId(a, b),
    );
  if (best !== undefined) return best;
  throw invalidArgument(
    `${path}.appProfiles.${first.id}.priority`,
    `must be ${priorities.map((each) => `"${each}"`).join(' or ')}: it leads to ${cluster.id}, a cluster for ${cluster.role}`,
  );
}

/**
 * The profile by which single-row transactions go to the cluster: of those that lead to it alone and allow them, with the
 * priority that befits its workload, then the first by name. Undefined where there is none.
 */
export function transactionsProfileOf(
  instance: InstanceDeclaration,
  cluster: ClusterDeclaration,
): AppProfileDeclaration | undefined {
  const priorities = PRIORITIES[cluster.role];
  const [best] = directProfilesOf(instance, cluster)
    .filter((profile) => allowsTransactions(profile) && priorities.includes(profile.priority))
    .sort((a, b) => priorities.indexOf(a.priority) - priorities.indexOf(b.priority) || byId(a, b));
  return best;
}

const allowsTransactions = ({ routing }: AppProfileDeclaration): boolean =>
  routing.kind === 'single-cluster' && routing.transactions;

const byId = (a: { readonly id: string }, b: { readonly id: string }): number => (a.id < b.id ? -1 : 1);

function directProfilesOf(
  instance: InstanceDeclaration,
  cluster: ClusterDeclaration,
): readonly AppProfileDeclaration[] {
  const { appProfiles, clusters } = instance;
  const declared = declaredDirectProfilesOf(instance, cluster);
  const impliesDefault = clusters.length === 1 && !appProfiles.some((profile) => profile.id === 'default');
  return impliesDefault ? [...declared, defaultProfile(cluster.id)] : declared;
}

function declaredDirectProfilesOf(
  { appProfiles }: InstanceDeclaration,
  { id }: ClusterDeclaration,
): readonly AppProfileDeclaration[] {
  return appProfiles.filter(
    ({ routing, readOnly }) => !readOnly && routing.kind === 'single-cluster' && routing.clusterId === id,
  );
}

/** An instance of one cluster comes with it, in production as in the embedded Bigtable. */
function defaultProfile(clusterId: string): AppProfileDeclaration {
  return {
    id: 'default',
    description: '',
    priority: 'high',
    readOnly: false,
    routing: { kind: 'single-cluster', clusterId, transactions: true },
  };
}

/** Those of Data Boost, one for each cluster: the first by name. */
export function dataBoostProfiles({ appProfiles, clusters }: InstanceDeclaration) {
  return clusters.flatMap((cluster) => {
    const [profile] = appProfiles
      .filter(
        ({ readOnly, routing }) =>
          readOnly && routing.kind === 'single-cluster' && routing.clusterId === cluster.id,
      )
      .sort(byId);
    return profile === undefined ? [] : [{ cluster, profile }];
  });
}

/**
 * Profiles by which Bigtable itself chooses among a region's serving clusters by row affinity, the first by name for each
 * region. Those with clusters of several regions are left alone: with them an answer may come from anywhere. Throws
 * `invalid_argument` when one could take reads of serving to a cluster for batch work.
 */
export function rowAffinityProfiles({ appProfiles, clusters }: InstanceDeclaration, path: string) {
  const byRegion = new Map<string, AppProfileDeclaration>();
  for (const profile of [...appProfiles].sort(byId)) {
    const { routing } = profile;
    if (routing.kind !== 'multi-cluster' || !routing.rowAffinity) continue;
    const reached = clusters.filter(
      ({ id }) => routing.clusterIds.length === 0 || routing.clusterIds.includes(id),
    );
    const regions = new Set(reached.map(({ region }) => region));
    const [region] = regions;
    const isOfServing = reached.some(({ role }) => role === 'serving');
    if (region === undefined || regions.size > 1 || !isOfServing) continue;
    rejectBatchCluster(reached, `${path}.appProfiles.${profile.id}.clusters`);
    if (!byRegion.has(region)) byRegion.set(region, profile);
  }
  return [...byRegion].map(([region, profile]) => ({ region, profile }));
}

function rejectBatchCluster(reached: readonly ClusterDeclaration[], path: string): void {
  const batch = reached.find(({ role }) => role === 'batch');
  if (batch === undefined) return;
  throw invalidArgument(
    path,
    `must not lead from serving to ${batch.id}, a cluster for batch work, by row affinity`,
  );
}
