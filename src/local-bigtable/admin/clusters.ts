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

/** Creates the cluster methods of BigtableInstanceAdmin. */
export function clusterMethods(services: LocalServices, operations: LongRunningOperations): MethodHandlers {
  const { Cluster } = admin;
  const { Operation } = longrunning;
  return {
    CreateCluster: adminMethod(services, [admin.CreateClusterRequest, Operation], (request) => {
      const response = create(services, request);
      const tables = copiedTables(services, request.parent);
      const metadata = { originalRequest: request, ...operations.timestamps(), tables };
      return operations.add({
        resource: response.name ?? '',
        response: [Cluster, response],
        metadata: [admin.CreateClusterMetadata, metadata],
      });
    }),
    GetCluster: adminMethod(services, [admin.GetClusterRequest, Cluster], ({ name }) =>
      definitionOf(services, name),
    ),
    ListClusters: adminMethod(
      services,
      [admin.ListClustersRequest, admin.ListClustersResponse],
      ({ parent }) => ({ clusters: listClusters(services, parent) }),
    ),
    UpdateCluster: adminMethod(services, [Cluster, Operation], (request) => {
      const response = applyResize(services, request);
      return operations.add({
        resource: response.name ?? '',
        response: [Cluster, response],
        metadata: [admin.UpdateClusterMetadata, { originalRequest: request, ...operations.timestamps() }],
      });
    }),
    PartialUpdateCluster: adminMethod(services, [admin.PartialUpdateClusterRequest, Operation], (request) => {
      const response = applyUpdate(services, request);
      return operations.add({
        resource: response.name ?? '',
        response: [Cluster, response],
        metadata: [
          admin.PartialUpdateClusterMetadata,
          { originalRequest: request, ...operations.timestamps() },
        ],
      });
    }),
    DeleteCluster: adminMethod(services, [admin.DeleteClusterRequest, wellKnown.Empty], ({ name }) => {
      remove(services, name);
      return {};
    }),
    ListHotTablets: adminMethod(
      services,
      [admin.ListHotTabletsRequest, admin.ListHotTabletsResponse],
      ({ parent }) => {
        definitionOf(services, parent);
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

function create(services: LocalServices, { parent, clusterId, cluster }: admin.CreateClusterRequest) {
  checkName('instance', 'parent', parent);
  const instance = services.catalog.instance(parent);
  const definition = completeCluster(parent, clusterId, cluster ?? {});
  if (instance.clusters.has(clusterId))
    throw alreadyExistsError(`Cluster already exists: ${definition.name}`);
  checkClusterPlacement([...definitionsIn(services, instance), definition]);
  services.instances.addCluster(instance, definition);
  return definition;
}

/** Reports all tables as copied: a new cluster has all data immediately. */
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

function definitionsIn(services: LocalServices, { name, clusters }: Instance): admin.ICluster[] {
  return [...clusters.keys()].sort().map((id) => definitionOf(services, clusterName(name, id)));
}

function listClusters(services: LocalServices, parent: string): admin.ICluster[] {
  const { catalog } = services;
  const names = expandInstanceWildcard(parent, catalog.instances.keys()) ?? [parent];
  return names.flatMap((name) => definitionsIn(services, catalog.instance(name)));
}

/** Updates the number of nodes, unless autoscaling controls it. */
function applyResize(services: LocalServices, update: admin.Cluster): admin.ICluster {
  const current = definitionOf(services, update.name);
  checkUnchanged('location', update.location || current.location, current.location);
  const storage = update.defaultStorageType || current.defaultStorageType;
  checkUnchanged('default_storage_type', storage, current.defaultStorageType);
  return storeCluster(
    services,
    autoscalingOf(current) ? current : applyFieldMask(current, update, ['serve_nodes']),
  );
}

function checkUnchanged(field: string, requested: unknown, current: unknown): void {
  if (requested !== current) throw invalidArgumentError(`The ${field} of a cluster cannot be changed`);
}

function applyUpdate(services: LocalServices, request: admin.PartialUpdateClusterRequest): admin.ICluster {
  const update = request.cluster ?? {};
  const current: admin.ICluster = definitionOf(services, update.name ?? '');
  const paths = maskPaths(request.updateMask, UPDATABLE);
  if (paths.length === 0) throw invalidArgumentError('update_mask must not be empty');
  const resizes = paths.includes('serve_nodes') && (update.serveNodes ?? 0) > 0;
  if (resizes && paths.length > 1 && autoscalingOf(update)) throw conflictingScalingError();
  const next = applyFieldMask(current, update, paths);
  return storeCluster(
    services,
    autoscalingOf(next) ? { ...next, serveNodes: current.serveNodes ?? 0 } : next,
  );
}

function storeCluster({ instances }: LocalServices, cluster: admin.ICluster): admin.ICluster {
  const definition = applyScaling(cluster);
  instances.updateCluster(definition);
  return definition;
}

function remove(services: LocalServices, name: string): void {
  definitionOf(services, name);
  const instance = services.catalog.instance(instanceNameOf(name));
  const id = resourceId(name);
  if (instance.clusters.size === 1) {
    // As in production: https://github.com/googleapis/nodejs-bigtable/issues/659
    throw failedPreconditionError(
      `${id} is the last cluster of ${instance.name}: delete the instance instead`,
    );
  }
  const users = [...instance.appProfiles.values()].filter((profile) => clusterIdsOf(profile).includes(id));
  if (users.length > 0) {
    throw failedPreconditionError(
      `The cluster ${id} cannot be deleted, because these app profiles route to it: ${users.map((user) => user.id).join(', ')}`,
    );
  }
  services.instances.removeCluster(instance, id);
}
