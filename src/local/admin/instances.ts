import type { Catalog } from '../catalog';
import { instanceDefinition } from '../definitions';
import { alreadyExists, failedPrecondition, invalidArgument, notFound } from '../grpc/rpc-error';
import { LIMITS } from '../limits';
import { admin, longrunning, wellKnown } from '../proto';
import type { ServiceContext } from '../service/context';
import { adminMethod, type Methods } from './admin-method';
import { checkPlaces, completeCluster } from './cluster-definition';
import { maskPaths, merged } from './field-mask';
import { checkName } from './names';
import type { Operations } from './operations';

/** The methods of BigtableInstanceAdmin that are about instances. */
export function instanceMethods(context: ServiceContext, operations: Operations): Methods {
  const { Instance } = admin;
  const { Operation } = longrunning;
  return {
    CreateInstance: adminMethod(context, [admin.CreateInstanceRequest, Operation], (request) => {
      const response = create(context, request);
      const metadata = { originalRequest: request, ...operations.times() };
      return operations.add({
        resource: response.name ?? '',
        response: [Instance, response],
        metadata: [admin.CreateInstanceMetadata, metadata],
      });
    }),
    GetInstance: adminMethod(context, [admin.GetInstanceRequest, Instance], ({ name }) =>
      definitionOf(context, name),
    ),
    ListInstances: adminMethod(
      context,
      [admin.ListInstancesRequest, admin.ListInstancesResponse],
      ({ parent }) => ({ instances: listed(context, parent) }),
    ),
    UpdateInstance: adminMethod(context, [Instance, Instance], (update) => {
      const typed = update.type === admin.Instance.Type.TYPE_UNSPECIFIED ? [] : ['type'];
      return updated(context, update, ['display_name', ...typed]);
    }),
    PartialUpdateInstance: adminMethod(
      context,
      [admin.PartialUpdateInstanceRequest, Operation],
      (request) => {
        const paths = maskPaths(request.updateMask, UPDATABLE);
        if (paths.length === 0) throw invalidArgument('update_mask must name what is to be updated');
        const response = updated(context, request.instance ?? {}, paths);
        const metadata = { originalRequest: request, ...operations.times() };
        return operations.add({
          resource: response.name ?? '',
          response: [Instance, response],
          metadata: [admin.UpdateInstanceMetadata, metadata],
        });
      },
    ),
    DeleteInstance: adminMethod(context, [admin.DeleteInstanceRequest, wellKnown.Empty], ({ name }) =>
      deleted(context, name),
    ),
  };
}

const UPDATABLE = { paths: ['display_name', 'type', 'labels'] };

function create({ catalog, instances, clock }: ServiceContext, request: admin.CreateInstanceRequest) {
  checkName('project', 'parent', request.parent);
  if (!INSTANCE_ID.test(request.instanceId)) {
    throw invalidArgument(
      `instance_id must be ${LIMITS.instanceIdCharsMin} to ${LIMITS.instanceIdCharsMax} characters, lower-case ` +
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
  // An entry of a map can come without its value.
  const asked = Object.entries<admin.ICluster | null>(request.clusters);
  const clusters = asked.map(([id, cluster]) => completeCluster(name, id, cluster ?? {}));
  if (clusters.length === 0) throw invalidArgument('clusters must have at least one cluster');
  checkPlaces(clusters);
  if (catalog.instances.has(name)) throw alreadyExists(`Instance already exists: ${name}`);
  instances.createAs(definition, clusters);
  return definition;
}

function definitionOf({ instances }: ServiceContext, name: string): admin.Instance {
  const definition = instances.resources.instance(name);
  if (definition === undefined) throw notFound(`Instance not found: ${name}`);
  return definition;
}

function listed(context: ServiceContext, parent: string): admin.IInstance[] {
  checkName('project', 'parent', parent);
  return namesIn(context.catalog, parent).map((name) => definitionOf(context, name));
}

function namesIn({ instances }: Catalog, project: string): string[] {
  return [...instances.keys()].filter((name) => name.startsWith(`${project}/instances/`)).sort();
}

function updated(
  context: ServiceContext,
  update: admin.IInstance,
  paths: readonly string[],
): admin.IInstance {
  const present = definitionOf(context, update.name ?? '');
  const definition: admin.IInstance = merged<admin.IInstance>(present, update, paths);
  if (!definition.type) definition.type = present.type;
  checkInstance(definition);
  context.instances.update(definition);
  return definition;
}

async function deleted({ catalog, instances, tables }: ServiceContext, name: string) {
  const instance = catalog.instance(name);
  const inside = catalog.tablesOf(name);
  const kept = inside.find(({ definition }) => definition.deletionProtection);
  if (kept !== undefined) {
    throw failedPrecondition(`The table ${kept.name} is protected against deletion, and so is its instance`);
  }
  // All in one turn, and so in one commit.
  const dropped = Promise.all(inside.map((table) => tables.drop(table)));
  try {
    instances.delete(instance);
  } finally {
    await dropped;
  }
  return {};
}

function checkInstance({ displayName, labels }: admin.IInstance): void {
  if (!displayName) throw invalidArgument('display_name is required');
  const entries = Object.entries(labels ?? {});
  if (entries.length > LIMITS.labelsMax) {
    throw invalidArgument(`labels has ${entries.length} entries, over the limit of ${LIMITS.labelsMax}`);
  }
  for (const [key, value] of entries) {
    if (!LABEL_KEY.test(key) || Buffer.byteLength(key) >= LIMITS.labelBytesMax) {
      throw invalidArgument(`labels has an invalid key: "${key}"`);
    }
    if (!LABEL_VALUE.test(value) || Buffer.byteLength(value) >= LIMITS.labelBytesMax) {
      throw invalidArgument(`labels has an invalid value for the key "${key}": "${value}"`);
    }
  }
}

const INSTANCE_ID = new RegExp(
  `^(?=.{${LIMITS.instanceIdCharsMin},${LIMITS.instanceIdCharsMax}}$)[a-z][a-z0-9-]+[a-z0-9]$`,
);
const LABEL_KEY = /^[\p{Ll}\p{Lo}][\p{Ll}\p{Lo}\p{N}_-]{0,62}$/u;
const LABEL_VALUE = /^[\p{Ll}\p{Lo}\p{N}_-]{0,63}$/u;
