import { GrpcStatus } from '../platform/grpc';
import { failedPrecondition, RpcError } from './grpc/rpc-error';
import type { Instance } from './instance';
import type { Cluster, ClusterPlace } from './replication/cluster';

/** How an app profile sends requests to clusters. */
export type Routing =
  | { readonly kind: 'single-cluster'; readonly clusterId: string; readonly transactions: boolean }
  | {
      readonly kind: 'multi-cluster';
      /** The clusters to choose from; empty means all. */
      readonly clusterIds: readonly string[];
      readonly rowAffinity: boolean;
    };

export interface AppProfile {
  readonly id: string;
  readonly routing: Routing;
  /** Data Boost serves reads only. */
  readonly readOnly: boolean;
}

/** What a request is to the router. A transaction reads a row and writes it in one step. */
export type Access = 'read' | 'write' | 'transaction';

export interface RoutedRequest {
  readonly access: Access;
  /** Present when the request is about one row. */
  readonly rowKey?: string;
  /** Where the client is; absent: nowhere in particular, every cluster is as near. */
  readonly clientRegion: string | undefined;
}

/** The profile of requests that name none. */
export const DEFAULT_APP_PROFILE = 'default';

/** As in production: single-cluster routing with transactions for one cluster, multi-cluster routing for several. */
export function defaultAppProfile(clusters: readonly ClusterPlace[]): AppProfile {
  const [first, second] = clusters;
  const routing: Routing =
    first !== undefined && second === undefined
      ? { kind: 'single-cluster', clusterId: first.id, transactions: true }
      : { kind: 'multi-cluster', clusterIds: [], rowAffinity: false };
  return { id: DEFAULT_APP_PROFILE, routing, readOnly: false };
}

/** The cluster that serves the request. Throws the status that production answers when there is none. */
export function chooseCluster(instance: Instance, profile: AppProfile, request: RoutedRequest): Cluster {
  const { routing, readOnly } = profile;
  if (readOnly && request.access !== 'read') {
    throw failedPrecondition(`The app profile ${profile.id} uses Data Boost, which serves reads only`);
  }
  if (routing.kind === 'single-cluster') {
    if (request.access === 'transaction' && !routing.transactions) throw noTransactions(profile);
    const cluster = instance.cluster(routing.clusterId);
    if (isReachable(instance, cluster, request)) return cluster;
    throw new RpcError(GrpcStatus.UNAVAILABLE, `The cluster ${cluster.id} is unavailable`);
  }
  if (request.access === 'transaction') throw noTransactions(profile);
  const candidates = routing.clusterIds.length === 0 ? instance.clusters.keys() : routing.clusterIds;
  for (const id of [...candidates].sort()) {
    const cluster = instance.cluster(id);
    if (isReachable(instance, cluster, request)) return cluster;
  }
  throw new RpcError(GrpcStatus.UNAVAILABLE, `No cluster of the app profile ${profile.id} is available`);
}

function isReachable({ network }: Instance, cluster: Cluster, { clientRegion }: RoutedRequest): boolean {
  if (cluster.stopped) return false;
  return clientRegion === undefined || !network.conditions(clientRegion, cluster.region).partitioned;
}

function noTransactions({ id }: AppProfile): RpcError {
  return failedPrecondition(`Single-row transactions are not allowed by the app profile ${id}`);
}
