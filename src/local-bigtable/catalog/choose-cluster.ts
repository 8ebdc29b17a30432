import { hash64 } from '../../core/shared/hash64';
import { failedPreconditionError, type RpcError, unavailableError } from '../grpc/rpc-error';
import type { Instance } from './instance';
import type { EmulatedCluster } from '../replication/local-cluster';
import type { AppProfile, MultiClusterRouting, SingleClusterRouting } from '../../routing/topology/topology';

/** Kind of access of a request. A transaction reads and writes a row in one step. */
export type AccessKind = 'read' | 'write' | 'transaction';

/** Properties of a request that routing uses. */
export interface RoutedRequest {
  readonly access: AccessKind;
  /** Present when the request concerns one row. */
  readonly rowKey?: string | undefined;
  /** Region of the client. Absent: all clusters are equally near. */
  readonly clientRegion: string | undefined;
}

/**
 * Chooses the cluster that serves the request: the one that the profile names, or the nearest one that is running and
 * reachable from the client. No state is kept between requests, so a request fails over as soon as that cluster fails,
 * and back as soon as it returns. Throws the status of production when no cluster is available.
 */
export function chooseCluster(
  instance: Instance,
  profile: AppProfile,
  request: RoutedRequest,
): EmulatedCluster {
  const { routing } = profile;
  if (profile.readOnly && request.access !== 'read') {
    throw failedPreconditionError(`The app profile ${profile.id} uses Data Boost, which allows reads only`);
  }
  if (request.access === 'transaction' && !(routing.kind === 'single-cluster' && routing.transactions)) {
    // Production's wording: https://github.com/googleapis/google-cloud-python/pull/10021
    throw failedPreconditionError(
      `Single-row transactions are not allowed by this app profile: ${profile.id}`,
    );
  }
  const cluster = findCluster(instance, profile, request);
  if (cluster === undefined) throw noCluster(instance, profile);
  return cluster;
}

/** Returns the cluster that the request reaches, whether or not the profile allows it; undefined if it reaches none. */
export function findCluster(
  instance: Instance,
  { routing }: AppProfile,
  request: RoutedRequest,
): EmulatedCluster | undefined {
  return routing.kind === 'single-cluster'
    ? namedCluster(instance, routing, request)
    : nearestCluster(instance, routing, request);
}

function namedCluster(
  instance: Instance,
  { clusterId }: SingleClusterRouting,
  { clientRegion }: RoutedRequest,
): EmulatedCluster | undefined {
  const cluster = instance.clusters.get(clusterId);
  const isThere = cluster !== undefined && distance(instance, cluster, clientRegion) < Infinity;
  return isThere ? cluster : undefined;
}

/**
 * Returns the nearest cluster of the profile. Runs for each request and, without row affinity, allocates almost
 * nothing.
 */
function nearestCluster(
  instance: Instance,
  { clusterIds, rowAffinity }: MultiClusterRouting,
  { rowKey, clientRegion }: RoutedRequest,
): EmulatedCluster | undefined {
  const stickyKey = rowAffinity ? rowKey : undefined;
  let nearest: EmulatedCluster | undefined;
  let nearestAway = Infinity;
  for (const cluster of instance.clusters.values()) {
    if (clusterIds.length > 0 && !clusterIds.includes(cluster.id)) continue;
    const away = distance(instance, cluster, clientRegion);
    if (away > nearestAway || away === Infinity) continue;
    if (nearest === undefined || away < nearestAway || winsTie(cluster, nearest, stickyKey)) {
      nearest = cluster;
      nearestAway = away;
    }
  }
  return nearest;
}

function noCluster(instance: Instance, { id, routing }: AppProfile): RpcError {
  if (routing.kind === 'multi-cluster') {
    return unavailableError(`No cluster of the app profile ${id} is available`);
  }
  const { clusterId } = routing;
  return instance.clusters.has(clusterId)
    ? unavailableError(
        `The cluster ${clusterId} is unavailable, and the app profile ${id} routes to no other`,
      )
    : failedPreconditionError(
        `The app profile ${id} routes to the cluster ${clusterId}, which does not exist`,
      );
}

/**
 * Returns the distance between client and cluster: less is nearer, Infinity is unreachable. The client's own region
 * comes first, regardless of its configured delay. Then come linked regions by their delay, and last those without a
 * declared link.
 */
function distance({ network }: Instance, cluster: EmulatedCluster, clientRegion: string | undefined): number {
  if (cluster.stopped) return Infinity;
  if (clientRegion === undefined) return 0;
  const { partitioned, delayMs } = network.conditions(clientRegion, cluster.region);
  if (partitioned) return Infinity;
  if (clientRegion === cluster.region) return OWN_REGION;
  return network.areLinked(clientRegion, cluster.region) ? delayMs : UNLINKED + delayMs;
}

const OWN_REGION = -1;
/** Greater than the delay of any link. */
const UNLINKED = 1e9;

/**
 * Breaks ties between equidistant clusters: always in favour of the same cluster, or, with row affinity, of the same
 * cluster for each row.
 */
function winsTie(a: EmulatedCluster, b: EmulatedCluster, stickyKey: string | undefined): boolean {
  return stickyKey === undefined ? a.id < b.id : affinity(stickyKey, a) > affinity(stickyKey, b);
}

/**
 * Rendezvous hashing (Thaler and Ravishankar, "A Name-Based Mapping Scheme for Rendezvous", 1996): each row has its own
 * order of the clusters, so adding or removing a cluster moves only the rows that it gains or had.
 */
function affinity(rowKey: string, { id }: EmulatedCluster): number {
  return hash64(Buffer.from(`${id}\0${rowKey}`, 'latin1')).first;
}
