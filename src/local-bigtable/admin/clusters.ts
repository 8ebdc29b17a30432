import { clusterName, clusterIdsOf, resourceId, instanceNameOf } from '../catalog/definitions';
import {
  alreadyExistsError,
  failedPreconditionError,
  invalidArgumentError,
  notFoundError,
} from '../grpc/rpc-error';
import type { Instance } from '../catalog/instance';
import { admin, longrunning, wellKnown } from '../encoding/proto';
import type { LocalServices } from '../service/local-services';
import { adminMethod, type MethodHandlers } from './admin-method';
import {
  autoscalingOf,
  conflictingScalingError,
  checkClusterPlacement,
  completeCluster,
  applyScaling,
} from './cluster-definition';
import { maskPaths, applyFieldMask } from './field-mask';
import { checkName, expandInstanceWildcard } from './resource-names';
import type { LongRunningOperations } from './long-running-operations';

/** The methods of BigtableInstanceAdmin that are about clusters. */
export function clusterMethods(context: LocalServices, operations: LongRunningOperations): MethodHandlers {
  const { Cluster } = admin;
  const { Operation } = longrunning;
  return {
    CreateCluster: adminMethod(context, [admin.CreateClusterRequest, Operation], (request) => {
      const response = create(context, request);
      const tables = copiedTables(context, request.parent);
      const metadata = { originalRequest: request, ...operations.timestamps(), tables };
      return operations.add({
        resource: response.name ?? '',
        response: [Cluster, response],
        metadata: [admin.CreateClusterMetadata, metadata],
      });
    }),
    GetCluster: adminMethod(context, [admin.GetClusterRequest, Cluster], ({ name }) =>
      definitionOf(context, name),
    ),
    ListClusters: adminMethod(
      context,
      [admin.ListClustersRequest, admin.ListClustersResponse],
      ({ parent }) => ({ clusters: listed(context, parent) }),
    ),
    UpdateCluster: adminMethod(context, [Cluster, Operation], (request) => {
      const response = resized(context, request);
      return operations.add({
        resource: response.name ?? '',
        response: [Cluster, response],
        metadata: [admin.UpdateClusterMetadata, { originalRequest: request, ...operations.timestamps() }],
      });
    }),
    PartialUpdateCluster: adminMethod(context, [admin.PartialUpdateClusterRequest, Operation], (request) => {
      const response = updated(context, request);
      return operations.add({
        resource: response.name ?? '',
        response: [Cluster, response],
        metadata: [
          admin.PartialUpdateClusterMetadata,
          { originalRequest: request, ...operations.timestamps() },
        ],
      });
    }),
    DeleteCluster: adminMethod(context, [admin.DeleteClusterRequest, wellKnown.Empty], ({ name }) => {
      remove(context, name);
      return {};
    }),
    ListHotTablets: adminMethod(
      context,
      [admin.ListHotTabletsRequest, admin.ListHotTabletsResponse],
      ({ parent }) => {
        definitionOf(context, parent);
        return {};
      },
    ),
  };
}

const AUTOSCALING = 'cluster_config.cluster_autoscaling_config';
const UPDATABLE = {
  paths: [
    'serve_nodes',
    'cluster_config',
    AUTOSCALING,
    ...['autoscaling_limits', 'autoscaling_targets'].map((field) => `${AUTOSCALING}.${field}`),
    ...['min_serve_nodes', 'max_serve_nodes'].map((field) => `${AUTOSCALING}.autoscaling_limits.${field}`),
    ...['cpu_utilization_percent', 'storage_utilization_gib_per_node'].map(
      (field) => `${AUTOSCALING}.autoscaling_targets.${field}`,
    ),
  ],
};

function create(context: LocalServices, { parent, clusterId, cluster }: admin.CreateClusterRequest) {
  checkName('instance', 'parent', parent);
  const instance = context.catalog.instance(parent);
  const definition = completeCluster(parent, clusterId, cluster ?? {});
  if (instance.clusters.has(clusterId))
    throw alreadyExistsError(`Cluster already exists: ${definition.name}`);
  checkClusterPlacement([...definitionsIn(context, instance), definition]);
  context.instances.addCluster(instance, definition);
  return definition;
}

/** A new cluster has everything at once. */
function copiedTables({ catalog }: LocalServices, instance: string) {
  const { COMPLETED } = admin.CreateClusterMetadata.TableProgress.State;
  return Object.fromEntries(catalog.tablesOf(instance).map(({ name }) => [name, { state: COMPLETED }]));
}

function definitionOf({ instances }: LocalServices, name: string): admin.Cluster {
  checkName('cluster', 'name', name);
  const definition = instances.definitions.cluster(name);
  if (definition === undefined) throw notFoundError(`Cluster not found: ${name}`);
  return definition;
}

function definitionsIn(context: LocalServices, { name, clusters }: Instance): admin.ICluster[] {
  return [...clusters.keys()].sort().map((id) => definitionOf(context, clusterName(name, id)));
}

function listed(context: LocalServices, parent: string): admin.ICluster[] {
  const { catalog } = context;
  const names = expandInstanceWildcard(parent, catalog.instances.keys()) ?? [parent];
  return names.flatMap((name) => definitionsIn(context, catalog.instance(name)));
}

/** With autoscaling the number of nodes is not for the caller to say. */
function resized(context: LocalServices, update: admin.Cluster): admin.ICluster {
  const present = definitionOf(context, update.name);
  checkUnchanged('location', update.location || present.location, present.location);
  const storage = update.defaultStorageType || present.defaultStorageType;
  checkUnchanged('default_storage_type', storage, present.defaultStorageType);
  return replaced(
    context,
    autoscalingOf(present) ? present : applyFieldMask(present, update, ['serve_nodes']),
  );
}

function checkUnchanged(field: string, asked: unknown, present: unknown): void {
  if (asked !== present) throw invalidArgumentError(`The ${field} of a cluster cannot be changed`);
}

function updated(context: LocalServices, request: admin.PartialUpdateClusterRequest): admin.ICluster {
  const update = request.cluster ?? {};
  const present: admin.ICluster = definitionOf(context, update.name ?? '');
  const paths = maskPaths(request.updateMask, UPDATABLE);
  if (paths.length === 0) throw invalidArgumentError('update_mask must name what is to be updated');
  const resizes = paths.includes('serve_nodes') && (update.serveNodes ?? 0) > 0;
  if (resizes && paths.length > 1 && autoscalingOf(update)) throw conflictingScalingError();
  const next = applyFieldMask(present, update, paths);
  return replaced(context, autoscalingOf(next) ? { ...next, serveNodes: present.serveNodes ?? 0 } : next);
}

function replaced({ instances }: LocalServices, cluster: admin.ICluster): admin.ICluster {
  const definition = applyScaling(cluster);
  instances.updateCluster(definition);
  return definition;
}

function remove(context: LocalServices, name: string): void {
  definitionOf(context, name);
  const instance = context.catalog.instance(instanceNameOf(name));
  const id = resourceId(name);
  if (instance.clusters.size === 1) {
    // As production: https://github.com/googleapis/nodejs-bigtable/issues/659
    throw failedPreconditionError(
      `${id} is the last cluster of ${instance.name}: delete the instance instead`,
    );
  }
  const users = [...instance.appProfiles.values()].filter((profile) => clusterIdsOf(profile).includes(id));
  if (users.length > 0) {
    throw failedPreconditionError(
      `The cluster ${id} cannot be deleted: these app profiles route to it: ${users.map((user) => user.id).join(', ')}`,
    );
  }
  context.instances.removeCluster(instance, id);
}
