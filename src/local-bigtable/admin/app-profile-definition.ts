import { appProfileFromProto } from '../catalog/definitions';
import { etagOf } from '../catalog/etag';
import { failedPreconditionError, invalidArgumentError } from '../grpc/rpc-error';
import type { Instance } from '../catalog/instance';
import { admin } from '../encoding/proto';

/** Returns an app profile in stored form: without the etag, which is derived, and with an isolation. */
export function completeAppProfile(definition: admin.IAppProfile): admin.IAppProfile {
  const { priority, ...stored } = definition;
  delete stored.etag;
  if (stored.dataBoostIsolationReadOnly) return { ...stored, standardIsolation: null };
  const effectivePriority = stored.standardIsolation?.priority || priority || PRIORITY_HIGH;
  return { ...stored, standardIsolation: { priority: effectivePriority } };
}

/** Adds the etag that clients send back to detect concurrent changes. */
export function withEtag(definition: admin.IAppProfile): admin.IAppProfile {
  return { ...definition, etag: etagOf(admin.AppProfile.encode(definition).finish()) };
}

/** Throws INVALID_ARGUMENT for an invalid app profile. */
export function checkAppProfile(instance: Instance, definition: admin.IAppProfile): void {
  const { singleClusterRouting: single, multiClusterRoutingUseAny: multi } = definition;
  if (Boolean(single) === Boolean(multi)) {
    throw invalidArgumentError('One of single_cluster_routing and multi_cluster_routing_use_any must be set');
  }
  if (single) checkCluster(instance, 'single_cluster_routing.cluster_id', single.clusterId ?? '');
  const group = multi?.clusterIds ?? [];
  for (const id of group) checkCluster(instance, 'multi_cluster_routing_use_any.cluster_ids', id);
  if (new Set(group).size < group.length) {
    throw invalidArgumentError('multi_cluster_routing_use_any.cluster_ids must not contain duplicates');
  }
  if (definition.dataBoostIsolationReadOnly && !single) {
    throw invalidArgumentError('data_boost_isolation_read_only requires single_cluster_routing');
  }
  if (definition.dataBoostIsolationReadOnly && single?.allowTransactionalWrites) {
    throw invalidArgumentError(
      'data_boost_isolation_read_only cannot be combined with allow_transactional_writes',
    );
  }
}

function checkCluster(instance: Instance, field: string, id: string): void {
  if (!instance.clusters.has(id)) {
    const known = [...instance.clusters.keys()].join(', ');
    throw invalidArgumentError(
      `${field} names "${id}", which is not a cluster of ${instance.name}: ${known}`,
    );
  }
}

/** Rejects profiles that are allowed but unsafe. Callers skip this when the request ignores warnings. */
export function checkTransactionConflicts(instance: Instance, definition: admin.IAppProfile): void {
  const { id, routing } = appProfileFromProto(definition);
  if (routing.kind !== 'single-cluster' || !routing.transactions) return;
  for (const other of instance.appProfiles.values()) {
    if (other.id === id || other.routing.kind !== 'single-cluster' || !other.routing.transactions) continue;
    if (other.routing.clusterId === routing.clusterId) continue;
    throw failedPreconditionError(
      `The app profile ${other.id} allows single-row transactions at the cluster ${other.routing.clusterId}: ` +
        `allowing them at ${routing.clusterId} as well is unsafe; set ignore_warnings to override`,
    );
  }
}

const { PRIORITY_HIGH } = admin.AppProfile.Priority;
