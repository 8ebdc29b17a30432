/** Conversions between the server's own types and the resources of the admin API. */
import { admin } from '../encoding/proto';
import type {
  AppProfile,
  AppProfileDeclaration,
  ClusterLocation,
  Priority,
  ProfileRouting,
} from '../../routing/topology/topology';

/** Returns the last part of a resource name. */
export const resourceId = (name: string): string => name.slice(name.lastIndexOf('/') + 1);
export const clusterName = (instance: string, id: string): string => `${instance}/clusters/${id}`;
export const appProfileName = (instance: string, id: string): string => `${instance}/appProfiles/${id}`;
/** Returns the instance name of a resource within an instance. */
export const instanceNameOf = (name: string): string => name.split('/').slice(0, 4).join('/');
const projectOf = (name: string): string => name.split('/').slice(0, 2).join('/');

/** Returns the region of a zone, whose name is the region, a dash and a letter. */
function regionOfZone(zone: string): string {
  const dash = zone.lastIndexOf('-');
  return dash > 0 ? zone.slice(0, dash) : zone;
}

/** Returns the id, zone and region of a cluster. */
export function placeOfCluster({ name, location }: admin.ICluster): ClusterLocation {
  const zone = resourceId(location ?? '');
  return { id: resourceId(name ?? ''), zone, region: regionOfZone(zone) };
}

/** Returns the definition of a new production instance. */
export function instanceDefinition(name: string, displayName: string, nowMs: number): admin.IInstance {
  return {
    name,
    displayName,
    state: admin.Instance.State.READY,
    type: admin.Instance.Type.PRODUCTION,
    createTime: timestampFromMs(nowMs),
  };
}

/** Returns the definition of a new cluster with one SSD node by default. */
export function clusterDefinition(
  instance: string,
  place: ClusterLocation & { readonly nodes?: number },
): admin.ICluster {
  return {
    name: clusterName(instance, place.id),
    location: `${projectOf(instance)}/locations/${place.zone}`,
    state: admin.Cluster.State.READY,
    serveNodes: place.nodes ?? 1,
    nodeScalingFactor: admin.Cluster.NodeScalingFactor.NODE_SCALING_FACTOR_1X,
    defaultStorageType: admin.StorageType.SSD,
  };
}

type AppProfileSource = AppProfile & Partial<AppProfileDeclaration>;

/** Converts an app profile to its definition in the admin API. The priority is high by default. */
export function appProfileDefinition(instance: string, profile: AppProfileSource): admin.IAppProfile {
  const { id, routing, readOnly, description = '', priority = 'high' } = profile;
  return {
    name: appProfileName(instance, id),
    description,
    ...routingPolicy(routing),
    ...(readOnly
      ? { dataBoostIsolationReadOnly: { computeBillingOwner: HOST_PAYS } }
      : { standardIsolation: { priority: PRIORITIES[priority] } }),
  };
}

const { HOST_PAYS } = admin.AppProfile.DataBoostIsolationReadOnly.ComputeBillingOwner;

const PRIORITIES: Readonly<Record<Priority, admin.AppProfile.Priority>> = {
  low: admin.AppProfile.Priority.PRIORITY_LOW,
  medium: admin.AppProfile.Priority.PRIORITY_MEDIUM,
  high: admin.AppProfile.Priority.PRIORITY_HIGH,
};

function routingPolicy(routing: ProfileRouting): admin.IAppProfile {
  if (routing.kind === 'single-cluster') {
    const { clusterId, transactions } = routing;
    return { singleClusterRouting: { clusterId, allowTransactionalWrites: transactions } };
  }
  const { clusterIds, rowAffinity } = routing;
  return {
    multiClusterRoutingUseAny: { clusterIds: [...clusterIds], rowAffinity: rowAffinity ? {} : null },
  };
}

/** Converts an app profile of the admin API to what request routing needs. */
export function appProfileFromProto(definition: admin.IAppProfile): AppProfile {
  const { singleClusterRouting: single, multiClusterRoutingUseAny: multi } = definition;
  const routing: ProfileRouting = single
    ? {
        kind: 'single-cluster',
        clusterId: single.clusterId ?? '',
        transactions: single.allowTransactionalWrites ?? false,
      }
    : {
        kind: 'multi-cluster',
        clusterIds: multi?.clusterIds ?? [],
        rowAffinity: Boolean(multi?.rowAffinity),
      };
  return {
    id: resourceId(definition.name ?? ''),
    routing,
    readOnly: Boolean(definition.dataBoostIsolationReadOnly),
  };
}

/** Returns the ids of the clusters that a profile names. */
export function clusterIdsOf({ routing }: AppProfile): readonly string[] {
  return routing.kind === 'single-cluster' ? [routing.clusterId] : routing.clusterIds;
}

/** Converts milliseconds since the epoch to a protobuf Timestamp. */
export function timestampFromMs(ms: number): { seconds: number; nanos: number } {
  const seconds = Math.floor(ms / 1000);
  return { seconds, nanos: Math.round((ms - seconds * 1000) * 1e6) };
}
