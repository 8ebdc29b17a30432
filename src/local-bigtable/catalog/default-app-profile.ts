import type { AppProfile, ClusterLocation, ProfileRouting } from '../../routing/topology/topology';

/** Id of the profile for requests that name none. */
export const DEFAULT_APP_PROFILE = 'default';

/**
 * Creates the default profile, as production does: single-cluster routing with transactions for one cluster,
 * multi-cluster routing for several.
 */
export function defaultAppProfile(clusters: readonly ClusterLocation[]): AppProfile {
  const [first, second] = clusters;
  const routing: ProfileRouting =
    first !== undefined && second === undefined
      ? { kind: 'single-cluster', clusterId: first.id, transactions: true }
      : { kind: 'multi-cluster', clusterIds: [], rowAffinity: false };
  return { id: DEFAULT_APP_PROFILE, routing, readOnly: false };
}
