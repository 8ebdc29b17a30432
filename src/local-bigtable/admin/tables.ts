import { failedPreconditionError } from '../grpc/rpc-error';
import { admin, wellKnown } from '../encoding/proto';
import type { LocalDependencies } from '../service/local-dependencies';
import { adminMethod, type MethodHandlers } from './admin-method';
import { checkName } from './resource-names';
import { paginate } from './pagination';
import { checkViewProtection } from './authorized-views';
import { familiesFromProto } from './column-family';
import { removeBelow } from './remove-below';
import { checkTableId, checkTableRoom, completeTable, splitKeys } from './table-definition';
import { tableInView, toView } from './table-view';

const { View } = admin.Table;

/** Creates the methods of BigtableTableAdmin that create, return and delete tables. */
export function tableMethods(dependencies: LocalDependencies): MethodHandlers {
  return {
    CreateTable: adminMethod(dependencies, [admin.CreateTableRequest, admin.Table], (request) =>
      create(dependencies, request),
    ),
    GetTable: adminMethod(dependencies, [admin.GetTableRequest, admin.Table], ({ name, view }) =>
      tableInView(dependencies.catalog.table(name), toView(view) || View.SCHEMA_VIEW),
    ),
    ListTables: adminMethod(dependencies, [admin.ListTablesRequest, admin.ListTablesResponse], (request) =>
      listTables(dependencies, request),
    ),
    DeleteTable: adminMethod(dependencies, [admin.DeleteTableRequest, wellKnown.Empty], async ({ name }) => {
      await deleteTable(dependencies, name);
      return {};
    }),
  };
}

async function create(
  dependencies: LocalDependencies,
  request: admin.CreateTableRequest,
): Promise<admin.ITable> {
  const { instances, tables } = dependencies;
  const { parent, tableId } = request;
  checkName('instance', 'parent', parent);
  checkTableId(tableId);
  const definition = completeTable(`${parent}/tables/${tableId}`, request.table ?? {});
  const families = familiesFromProto(definition.columnFamilies ?? {});
  const splits = splitKeys(request.initialSplits);
  const instance = instances.getOrCreate(parent);
  checkTableRoom(instance);
  await tables.create(definition, families, instance, splits);
  return definition;
}

async function deleteTable(dependencies: LocalDependencies, name: string): Promise<void> {
  const { catalog, commits, deletedTables, tables } = dependencies;
  const table = catalog.table(name);
  if (table.definition.deletionProtection === true) {
    throw failedPreconditionError(`The table ${name} cannot be deleted: it has deletion protection`);
  }
  checkViewProtection(dependencies, name);
  commits.checkWritable();
  // All changes happen in one turn, and thus in one commit.
  deletedTables.keep(table);
  removeBelow(dependencies, name);
  await tables.drop(table);
}

function listTables(
  { catalog }: LocalDependencies,
  request: admin.ListTablesRequest,
): admin.IListTablesResponse {
  checkName('instance', 'parent', request.parent);
  const names = catalog.tablesOf(request.parent).map(({ name }) => name);
  const page = paginate(names, request);
  const view = toView(request.view) || View.NAME_ONLY;
  return {
    tables: page.names.map((name) => tableInView(catalog.table(name), view)),
    nextPageToken: page.nextPageToken,
  };
}
