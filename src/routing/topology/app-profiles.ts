/** Selects the app profiles of an instance that the router uses. */
import { invalidArgument } from '../../errors';
import type {
  AppProfileDeclaration,
  ClusterDeclaration,
  InstanceDeclaration,
  Priority,
  Workload,
} from './topology';

/**
 * Allowed priorities of each workload, preferred first. Batch work at high priority would slow serving down, so it is
 * not allowed.
 */
const PRIORITIES: Readonly<Record<Workload, readonly Priority[]>> = {
  serving: ['high', 'medium', 'low'],
  batch: ['low', 'medium'],
};

/**
 * Returns the app profile that routes to this cluster only. Prefers the best priority for the cluster's workload, then
 * profiles without transactions (this profile is not used for them), then the first by name. Throws `invalid_argument`
 * when there is none.
 */
export function directProfileOf(
  instance: InstanceDeclaration,
  cluster: ClusterDeclaration,
  path: string,
): AppProfileDeclaration {
  // Declared profiles come first: in an instance that has lost its other clusters, the default profile may route to
  // several.
  const named = declaredDirectProfilesOf(instance, cluster);
  const leading = named.length > 0 ? named : directProfilesOf(instance, cluster);
  const [first] = leading;
  if (first === undefined) {
    throw invalidArgument(
      `${path}.clusters.${cluster.id}`,
      'has no app profile that routes to this cluster only',
    );
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
    `must be ${priorities.map((each) => `"${each}"`).join(' or ')}: the profile routes to ${cluster.id}, a ${cluster.role} cluster`,
  );
}

/**
 * Returns the app profile for single-row transactions at the cluster: among the profiles that route to this cluster
 * only and allow transactions, the one with the best priority for its workload, then the first by name. Undefined when
 * there is none.
 */
export function transactionsProfileOf(
  instance: InstanceDeclaration,
  cluster: ClusterDeclaration,
): AppProfileDeclaration | undefined {
  const priorities = PRIORITIES[cluster.role];
  const bestOf = (profiles: readonly AppProfileDeclaration[]): AppProfileDeclaration | undefined =>
    profiles
      .filter((profile) => allowsTransactions(profile) && priorities.includes(profile.priority))
      .sort((a, b) => priorities.indexOf(a.priority) - priorities.indexOf(b.priority) || byId(a, b))[0];
  // Declared profiles come first, as in `directProfileOf`.
  return bestOf(declaredDirectProfilesOf(instance, cluster)) ?? bestOf(directProfilesOf(instance, cluster));
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

/** Default profile that every single-cluster instance has, in Cloud Bigtable and in the embedded Bigtable. */
function defaultProfile(clusterId: string): AppProfileDeclaration {
  return {
    id: 'default',
    description: '',
    priority: 'high',
    readOnly: false,
    routing: { kind: 'single-cluster', clusterId, transactions: true },
  };
}

/** Returns the Data Boost profiles, at most one for each cluster: the first by name. */
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
 * Returns the profiles with which Bigtable itself chooses among a region's serving clusters by row affinity: the first
 * by name for each region. Profiles with clusters of several regions are ignored, since an answer could come from any
 * of them. Throws `invalid_argument` when such a profile could route serving reads to a batch cluster.
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
    `must not include ${batch.id}: row affinity would route serving reads to a batch cluster`,
  );
}
