import type { TableEntry } from '../catalog/catalog';
import {
  alreadyExistsError,
  failedPreconditionError,
  invalidArgumentError,
  notFoundError,
} from '../grpc/rpc-error';
import type { UnaryHandler } from '../grpc/grpc-server';
import { admin } from '../encoding/proto';
import type { FamilyChange } from '../replication/replicated-table';
import type { LocalDependencies } from '../service/local-dependencies';
import { ageLimitMs } from '../store/garbage-rule';
import { adminMethod } from './admin-method';
import { checkFamilyName, normalizeFamily, familiesFromProto, normalizeFamilies } from './column-family';

type Families = Record<string, admin.IColumnFamily>;
type Modification = admin.ModifyColumnFamiliesRequest.IModification;

/**
 * Creates a method that creates, changes and drops families, all or nothing: the result is computed before anything
 * changes.
 */
export function createModifyColumnFamilies(dependencies: LocalDependencies): UnaryHandler {
  return adminMethod(dependencies, [admin.ModifyColumnFamiliesRequest, admin.Table], async (request) => {
    const table = dependencies.catalog.table(request.name);
    if (request.modifications.length === 0) throw invalidArgumentError('No modifications provided');
    const columnFamilies: Families = normalizeFamilies(table.definition.columnFamilies);
    for (const modification of request.modifications) applyModification(columnFamilies, modification);
    const added = request.modifications.flatMap(({ id, create }) => (create ? [id ?? ''] : []));
    const families = familiesFromProto(columnFamilies);
    if (!request.ignoreWarnings) checkReplicatedAges(table, { families, added });
    const definition = { ...table.definition, columnFamilies };
    await dependencies.tables.redefine(table, definition, { families, added });
    return definition;
  });
}

/**
 * Rejects a change after which a replicated family retains cells for longer than before, because one cluster may have
 * collected cells that others still contain. Production's wording:
 * https://github.com/googleapis/google-cloud-ruby/issues/10829
 */
function checkReplicatedAges(
  { instance, replicated }: TableEntry,
  { families, added = [] }: FamilyChange,
): void {
  if (instance.clusters.size < 2) return;
  for (const { name, gcRule } of families) {
    const present = added.includes(name) ? undefined : replicated.base.families.get(name);
    if (present === undefined || ageLimitMs(gcRule) <= ageLimitMs(present.gcRule)) continue;
    throw failedPreconditionError(
      `Cannot relax pure age-based GC for a replicated family (${name}). If you must relax the age constraint, set ` +
        'ignore_warnings, or unreplicate the instance and try again.',
    );
  }
}

function applyModification(families: Families, modification: Modification): void {
  const id = modification.id ?? '';
  const current = Object.hasOwn(families, id) ? families[id] : undefined;
  if (modification.create) {
    checkFamilyName(id);
    if (current !== undefined) throw alreadyExistsError(`Column family already exists: ${id}`);
    families[id] = normalizeFamily(modification.create);
    return;
  }
  if (current === undefined) throw notFoundError(`Column family not found: ${id}`);
  if (modification.update) {
    families[id] = applyUpdate(
      current,
      normalizeFamily(modification.update),
      modification.updateMask?.paths ?? [],
    );
  } else if (modification.drop === true) {
    delete families[id];
  } else {
    throw invalidArgumentError(`The modification of column family ${id} must set create, update or drop`);
  }
}

/**
 * Applies an update. Without a mask the GC rule is replaced, as the comment of Modification.update_mask specifies. A
 * family cannot become an aggregate or cease to be one. Its type can change to strings, as google-cloud-go's tests do
 * on production: https://github.com/googleapis/google-cloud-go/pull/10771
 */
function applyUpdate(
  current: admin.IColumnFamily,
  update: admin.IColumnFamily,
  paths: readonly string[],
): admin.IColumnFamily {
  const unknown = paths.find((path) => path !== 'gc_rule' && path !== 'value_type');
  if (unknown !== undefined) throw invalidArgumentError(`Unknown path in update_mask: ${unknown}`);
  const changesType = paths.includes('value_type');
  if (changesType && !equalAggregates(current.valueType, update.valueType)) {
    throw invalidArgumentError("Immutable fields 'value_type.aggregate_type' cannot be updated.");
  }
  const changesRule = paths.length === 0 || paths.includes('gc_rule');
  return {
    ...current,
    ...(changesRule && { gcRule: update.gcRule ?? null }),
    ...(changesType && { valueType: update.valueType ?? null }),
  };
}

function equalAggregates(...types: readonly (admin.IType | null | undefined)[]): boolean {
  const [before, after] = types.map((type) => admin.Type.encode(type?.aggregateType ? type : {}).finish());
  return Buffer.compare(before!, after!) === 0;
}
