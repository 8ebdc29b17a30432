import { clusterName, clusterIdsOf, resourceId, instanceNameOf } from '../catalog/definitions';
import {
  alreadyExistsError,
  failedPreconditionError,
  invalidArgumentError,
  notFoundError,
} from '../grpc/rpc-error';
import type { Instance } from '../catalog/instance';
import { admin, longrunning, wellKnown } from '../encoding/proto';
import type { LocalDependencies } from '../service/local-dependencies';
import { adminMethod, type MethodHandlers } from './admin-method';
import {
  autoscalingOf,
  conflictingScalingError,
  checkClusterPlacement,
  completeCluster,
  applyScaling,
} from './cluster-definition';
import { checkNoBackups } from './backups/backup-definition';
import { maskPaths, applyFieldMask } from './field-mask';
import { checkName, expandInstanceWildcard } from './resource-names';
import type { LongRunningOperations } from './long-running-operations';

/** Creates the cluster methods of BigtableInstanceAdmin. */
export function clusterMethods(
  dependencies: LocalDependencies,
  operations: LongRunningOperations,
): MethodHandlers {
  const { Cluster } = admin;
  const { Operation } = longrunning;
  return {
    CreateCluster: adminMethod(dependencies, [admin.CreateClusterRequest, Operation], (request) => {
      const response = create(dependencies, request);
      const tables = copiedTables(dependencies, request.parent);
      const metadata = { originalRequest: request, ...operations.timestamps(), tables };
      return operations.add({
        resource: response.name ?? '',
        response: [Cluster, response],
        metadata: [admin.CreateClusterMetadata, metadata],
      });
    }),
    GetCluster: adminMethod(dependencies, [admin.GetClusterRequest, Cluster], ({ name }) =>
      definitionOf(dependencies, name),
    ),
    ListClusters: adminMethod(
      dependencies,
      [admin.ListClustersRequest, admin.ListClustersResponse],
      ({ parent }) => ({ clusters: listClusters(dependencies, parent) }),
    ),
    UpdateCluster: adminMethod(dependencies, [Cluster, Operation], (request) => {
      const response = applyResize(dependencies, request);
      return operations.add({
        resource: response.name ?? '',
        response: [Cluster, response],
        metadata: [admin.UpdateClusterMetadata, { originalRequest: request, ...operations.timestamps() }],
      });
    }),
    PartialUpdateCluster: adminMethod(
      dependencies,
      [admin.PartialUpdateClusterRequest, Operation],
      (request) => {
        const response = applyUpdate(dependencies, request);
        return operations.add({
          resource: response.name ?? '',
          response: [Cluster, response],
          metadata: [
            admin.PartialUpdateClusterMetadata,
            { originalRequest: request, ...operations.timestamps() },
          ],
        });
      },
    ),
    DeleteCluster: adminMethod(dependencies, [admin.DeleteClusterRequest, wellKnown.Empty], ({ name }) => {
      remove(dependencies, name);
      return {};
    }),
    ListHotTablets: adminMethod(
      dependencies,
      [admin.ListHotTabletsRequest, admin.ListHotTabletsResponse],
      ({ parent }) => {
        definitionOf(dependencies, parent);
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

function create(dependencies: LocalDependencies, { parent, clusterId, cluster }: admin.CreateClusterRequest) {
  checkName('instance', 'parent', parent);
  const instance = dependencies.catalog.instance(parent);
  const definition = completeCluster(parent, clusterId, cluster ?? {});
  if (instance.clusters.has(clusterId))
    throw alreadyExistsError(`Cluster already exists: ${definition.name}`);
  checkClusterPlacement([...definitionsIn(dependencies, instance), definition]);
  dependencies.instances.addCluster(instance, definition);
  return definition;
}

/** Reports all tables as copied: a new cluster has all data immediately. */
function copiedTables({ catalog }: LocalDependencies, instance: string) {
  const { COMPLETED } = admin.CreateClusterMetadata.TableProgress.State;
  return Object.fromEntries(catalog.tablesOf(instance).map(({ name }) => [name, { state: COMPLETED }]));
}

function definitionOf({ instances }: LocalDependencies, name: string): admin.Cluster {
  checkName('cluster', 'name', name);
  const definition = instances.definitions.cluster(name);
  if (definition === undefined) throw notFoundError(`Cluster not found: ${name}`);
  return definition;
}

function definitionsIn(dependencies: LocalDependencies, { name, clusters }: Instance): admin.ICluster[] {
  return [...clusters.keys()].sort().map((id) => definitionOf(dependencies, clusterName(name, id)));
}

function listClusters(dependencies: LocalDependencies, parent: string): admin.ICluster[] {
  const { catalog } = dependencies;
  const names = expandInstanceWildcard(parent, catalog.instances.keys()) ?? [parent];
  return names.flatMap((name) => definitionsIn(dependencies, catalog.instance(name)));
}

/** Updates the number of nodes, unless autoscaling controls it. */
function applyResize(dependencies: LocalDependencies, update: admin.Cluster): admin.ICluster {
  const current = definitionOf(dependencies, update.name);
  checkUnchanged('location', update.location || current.location, current.location);
  const storage = update.defaultStorageType || current.defaultStorageType;
  checkUnchanged('default_storage_type', storage, current.defaultStorageType);
  return storeCluster(
    dependencies,
    autoscalingOf(current) ? current : applyFieldMask(current, update, ['serve_nodes']),
  );
}

function checkUnchanged(field: string, requested: unknown, current: unknown): void {
  if (requested !== current) throw invalidArgumentError(`The ${field} of a cluster cannot be changed`);
}

function applyUpdate(
  dependencies: LocalDependencies,
  request: admin.PartialUpdateClusterRequest,
): admin.ICluster {
  const update = request.cluster ?? {};
  const current: admin.ICluster = definitionOf(dependencies, update.name ?? '');
  const paths = maskPaths(request.updateMask, UPDATABLE);
  if (paths.length === 0) throw invalidArgumentError('update_mask must not be empty');
  const resizes = paths.includes('serve_nodes') && (update.serveNodes ?? 0) > 0;
  if (resizes && paths.length > 1 && autoscalingOf(update)) throw conflictingScalingError();
  const next = applyFieldMask(current, update, paths);
  return storeCluster(
    dependencies,
    autoscalingOf(next) ? { ...next, serveNodes: current.serveNodes ?? 0 } : next,
  );
}

function storeCluster({ instances }: LocalDependencies, cluster: admin.ICluster): admin.ICluster {
  const definition = applyScaling(cluster);
  instances.updateCluster(definition);
  return definition;
}

function remove(dependencies: LocalDependencies, name: string): void {
  definitionOf(dependencies, name);
  const instance = dependencies.catalog.instance(instanceNameOf(name));
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
  checkNoBackups(dependencies, `${name}/backups/`);
  dependencies.instances.removeCluster(instance, id);
}
