import { hash64 } from '../../core/shared/hash64';
import { failedPreconditionError, type RpcError, unavailableError } from '../grpc/rpc-error';
import type { Instance } from './instance';
import type { LocalCluster } from '../replication/local-cluster';
import type {
  AppProfile,
  ClusterLocation,
  MultiClusterRouting,
  ProfileRouting,
  SingleClusterRouting,
} from '../../routing/topology/topology';

/** What a request is to the router. A transaction reads a row and writes it in one step. */
export type AccessKind = 'read' | 'write' | 'transaction';

export interface RoutedRequest {
  readonly access: AccessKind;
  /** Present when the request is about one row. */
  readonly rowKey?: string | undefined;
  /** Where the client is; absent: nowhere in particular, every cluster is as near. */
  readonly clientRegion: string | undefined;
}

/** The profile of requests that name none. */
export const DEFAULT_APP_PROFILE = 'default';

/** As in production: single-cluster routing with transactions for one cluster, multi-cluster routing for several. */
export function defaultAppProfile(clusters: readonly ClusterLocation[]): AppProfile {
  const [first, second] = clusters;
  const routing: ProfileRouting =
    first !== undefined && second === undefined
      ? { kind: 'single-cluster', clusterId: first.id, transactions: true }
      : { kind: 'multi-cluster', clusterIds: [], rowAffinity: false };
  return { id: DEFAULT_APP_PROFILE, routing, readOnly: false };
}

/**
 * The cluster that serves the request: the one that the profile names, or the nearest that is up and can be reached
 * from where the client is. Nothing is remembered between requests, so a request fails over at once when that cluster
 * goes, and back as soon as it returns. Throws the status that production answers when there is none.
 */
export function chooseCluster(instance: Instance, profile: AppProfile, request: RoutedRequest): LocalCluster {
  const { routing } = profile;
  if (profile.readOnly && request.access !== 'read') {
    throw failedPreconditionError(`The app profile ${profile.id} uses Data Boost, which serves reads only`);
  }
  if (request.access === 'transaction' && !(routing.kind === 'single-cluster' && routing.transactions)) {
    // Production's words: https://github.com/googleapis/google-cloud-python/pull/10021
    throw failedPreconditionError(
      `Single-row transactions are not allowed by this app profile: ${profile.id}`,
    );
  }
  const cluster =
    routing.kind === 'single-cluster'
      ? namedCluster(instance, routing, request)
      : nearestCluster(instance, routing, request);
  if (cluster === undefined) throw noCluster(instance, profile);
  return cluster;
}

function namedCluster(
  instance: Instance,
  { clusterId }: SingleClusterRouting,
  { clientRegion }: RoutedRequest,
): LocalCluster | undefined {
  const cluster = instance.clusters.get(clusterId);
  const isThere = cluster !== undefined && distance(instance, cluster, clientRegion) < Infinity;
  return isThere ? cluster : undefined;
}

/** Called for each request: allocates next to nothing without row affinity. */
function nearestCluster(
  instance: Instance,
  { clusterIds, rowAffinity }: MultiClusterRouting,
  { rowKey, clientRegion }: RoutedRequest,
): LocalCluster | undefined {
  const stickyKey = rowAffinity ? rowKey : undefined;
  let nearest: LocalCluster | undefined;
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
    ? unavailableError(`The cluster ${clusterId} is unavailable, and the app profile ${id} names no other`)
    : failedPreconditionError(`The app profile ${id} routes to the cluster ${clusterId}, which is not there`);
}

/**
 * Less is nearer; infinite when the client cannot reach the cluster. A client's own region comes first, however slow it
 * has been made; then come the linked regions by their delay, and last those of which nobody has said how far they are.
 */
function distance({ network }: Instance, cluster: LocalCluster, clientRegion: string | undefined): number {
  if (cluster.stopped) return Infinity;
  if (clientRegion === undefined) return 0;
  const { partitioned, delayMs } = network.conditions(clientRegion, cluster.region);
  if (partitioned) return Infinity;
  if (clientRegion === cluster.region) return OWN_REGION;
  return network.areLinked(clientRegion, cluster.region) ? delayMs : UNLINKED + delayMs;
}

const OWN_REGION = -1;
/** Above the delay of any link. */
const UNLINKED = 1e9;

/** Which of two equidistant clusters serves: always the same one, or, with row affinity, always the same for a row. */
function winsTie(a: LocalCluster, b: LocalCluster, stickyKey: string | undefined): boolean {
  return stickyKey === undefined ? a.id < b.id : affinity(stickyKey, a) > affinity(stickyKey, b);
}

/**
 * Rendezvous hashing (Thaler and Ravishankar, "A Name-Based Mapping Scheme for Rendezvous", 1996): each row has its own
 * order of the clusters, and so a cluster that comes or goes moves only the rows that it wins or held.
 */
function affinity(rowKey: string, { id }: LocalCluster): number {
  return hash64(Buffer.from(`${id}\0${rowKey}`, 'latin1')).first;
}
