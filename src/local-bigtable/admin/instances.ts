import type { Catalog } from '../catalog/catalog';
import { instanceDefinition } from '../catalog/definitions';
import {
  alreadyExistsError,
  failedPreconditionError,
  invalidArgumentError,
  notFoundError,
} from '../grpc/rpc-error';
import { BIGTABLE_LIMITS } from '../bigtable-limits';
import { admin, longrunning, wellKnown } from '../encoding/proto';
import type { LocalDependencies } from '../service/local-dependencies';
import { adminMethod, type MethodHandlers } from './admin-method';
import { checkClusterPlacement, completeCluster } from './cluster-definition';
import { maskPaths, applyFieldMask } from './field-mask';
import { checkViewProtection } from './authorized-views';
import { checkName } from './resource-names';
import { checkNoBackups } from './backups/backup-definition';
import type { LongRunningOperations } from './long-running-operations';

/** Creates the instance methods of BigtableInstanceAdmin. */
export function instanceMethods(
  dependencies: LocalDependencies,
  operations: LongRunningOperations,
): MethodHandlers {
  const { Instance } = admin;
  const { Operation } = longrunning;
  return {
    CreateInstance: adminMethod(dependencies, [admin.CreateInstanceRequest, Operation], (request) => {
      const response = create(dependencies, request);
      const metadata = { originalRequest: request, ...operations.timestamps() };
      return operations.add({
        resource: response.name ?? '',
        response: [Instance, response],
        metadata: [admin.CreateInstanceMetadata, metadata],
      });
    }),
    GetInstance: adminMethod(dependencies, [admin.GetInstanceRequest, Instance], ({ name }) =>
      definitionOf(dependencies, name),
    ),
    ListInstances: adminMethod(
      dependencies,
      [admin.ListInstancesRequest, admin.ListInstancesResponse],
      ({ parent }) => ({ instances: listInstances(dependencies, parent) }),
    ),
    UpdateInstance: adminMethod(dependencies, [Instance, Instance], (update) => {
      const typed = update.type === admin.Instance.Type.TYPE_UNSPECIFIED ? [] : ['type'];
      return applyUpdate(dependencies, update, ['display_name', ...typed]);
    }),
    PartialUpdateInstance: adminMethod(
      dependencies,
      [admin.PartialUpdateInstanceRequest, Operation],
      (request) => {
        const paths = maskPaths(request.updateMask, UPDATABLE);
        if (paths.length === 0) throw invalidArgumentError('update_mask must not be empty');
        const response = applyUpdate(dependencies, request.instance ?? {}, paths);
        const metadata = { originalRequest: request, ...operations.timestamps() };
        return operations.add({
          resource: response.name ?? '',
          response: [Instance, response],
          metadata: [admin.UpdateInstanceMetadata, metadata],
        });
      },
    ),
    DeleteInstance: adminMethod(dependencies, [admin.DeleteInstanceRequest, wellKnown.Empty], ({ name }) =>
      deleteInstance(dependencies, name),
    ),
  };
}

const UPDATABLE = { paths: ['display_name', 'type', 'labels'] };

function create({ catalog, instances, clock }: LocalDependencies, request: admin.CreateInstanceRequest) {
  checkName('project', 'parent', request.parent);
  if (!INSTANCE_ID.test(request.instanceId)) {
    throw invalidArgumentError(
      `instance_id must be ${BIGTABLE_LIMITS.instanceIdCharsMin} to ${BIGTABLE_LIMITS.instanceIdCharsMax} characters, lower-case ` +
        `letters, digits and dashes, beginning with a letter, not ending with a dash: "${request.instanceId}"`,
    );
  }
  const name = `${request.parent}/instances/${request.instanceId}`;
  const { displayName, type, labels } = request.instance ?? {};
  const definition = {
    ...instanceDefinition(name, displayName ?? '', clock.nowMs()),
    ...(type && { type }),
    ...(labels && { labels }),
  };
  checkInstance(definition);
  // An entry of a map can lack its value.
  const requested = Object.entries<admin.ICluster | null>(request.clusters);
  const clusters = requested.map(([id, cluster]) => completeCluster(name, id, cluster ?? {}));
  if (clusters.length === 0) throw invalidArgumentError('clusters must contain at least one cluster');
  checkClusterPlacement(clusters);
  if (catalog.instances.has(name)) throw alreadyExistsError(`Instance already exists: ${name}`);
  instances.createFromDefinition(definition, clusters);
  return definition;
}

function definitionOf({ instances }: LocalDependencies, name: string): admin.Instance {
  checkName('instance', 'name', name);
  const definition = instances.definitions.instance(name);
  if (definition === undefined) throw notFoundError(`Instance not found: ${name}`);
  return definition;
}

function listInstances(dependencies: LocalDependencies, parent: string): admin.IInstance[] {
  checkName('project', 'parent', parent);
  return namesIn(dependencies.catalog, parent).map((name) => definitionOf(dependencies, name));
}

function namesIn({ instances }: Catalog, project: string): string[] {
  return [...instances.keys()].filter((name) => name.startsWith(`${project}/instances/`)).sort();
}

function applyUpdate(
  dependencies: LocalDependencies,
  update: admin.IInstance,
  paths: readonly string[],
): admin.IInstance {
  const current = definitionOf(dependencies, update.name ?? '');
  const definition: admin.IInstance = applyFieldMask<admin.IInstance>(current, update, paths);
  if (!definition.type) definition.type = current.type;
  checkInstance(definition);
  dependencies.instances.update(definition);
  return definition;
}

async function deleteInstance(dependencies: LocalDependencies, name: string) {
  const { catalog, commits, deletedTables, instances, tables } = dependencies;
  checkName('instance', 'name', name);
  const instance = catalog.instance(name);
  const tablesInside = catalog.tablesOf(name);
  const protectedTable = tablesInside.find(({ definition }) => definition.deletionProtection);
  if (protectedTable !== undefined) {
    throw failedPreconditionError(
      `The instance cannot be deleted: its table ${protectedTable.name} has deletion protection`,
    );
  }
  for (const table of tablesInside) checkViewProtection(dependencies, table.name);
  checkNoBackups(dependencies, `${name}/clusters/`);
  commits.checkWritable();
  // All drops happen in one turn, and thus in one commit.
  deletedTables.forgetAll(name);
  const dropped = Promise.all(tablesInside.map((table) => tables.drop(table)));
  try {
    instances.delete(instance);
  } finally {
    await dropped;
  }
  return {};
}

function checkInstance({ displayName, labels }: admin.IInstance): void {
  if (!displayName) throw invalidArgumentError('display_name is required');
  const entries = Object.entries(labels ?? {});
  if (entries.length > BIGTABLE_LIMITS.labelsMax) {
    throw invalidArgumentError(
      `labels has ${entries.length} entries, over the limit of ${BIGTABLE_LIMITS.labelsMax}`,
    );
  }
  for (const [key, value] of entries) {
    if (!LABEL_KEY.test(key) || Buffer.byteLength(key) >= BIGTABLE_LIMITS.labelBytesMax) {
      throw invalidArgumentError(`labels has an invalid key: "${key}"`);
    }
    if (!LABEL_VALUE.test(value) || Buffer.byteLength(value) >= BIGTABLE_LIMITS.labelBytesMax) {
      throw invalidArgumentError(`labels has an invalid value for the key "${key}": "${value}"`);
    }
  }
}

const INSTANCE_ID = new RegExp(
  `^(?=.{${BIGTABLE_LIMITS.instanceIdCharsMin},${BIGTABLE_LIMITS.instanceIdCharsMax}}$)[a-z][a-z0-9-]+[a-z0-9]$`,
);
const LABEL_KEY = /^[\p{Ll}\p{Lo}][\p{Ll}\p{Lo}\p{N}_-]{0,62}$/u;
const LABEL_VALUE = /^[\p{Ll}\p{Lo}\p{N}_-]{0,63}$/u;
