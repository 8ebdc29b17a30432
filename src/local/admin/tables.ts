import { failedPrecondition, invalidArgument, resourceExhausted } from '../grpc/rpc-error';
import { LIMITS } from '../limits';
import { admin, wellKnown } from '../proto';
import type { ServiceContext } from '../service/context';
import { adminMethod, type Methods } from './admin-method';
import { checkName } from './names';
import { pageOf } from './pages';
import { familiesFrom } from './schema';
import { completeTable, splitKeys } from './table-definition';
import { inView, toView } from './table-view';

const { View } = admin.Table;

/** The methods of BigtableTableAdmin that make, show and delete tables. */
export function tableMethods(context: ServiceContext): Methods {
  return {
    CreateTable: adminMethod(context, [admin.CreateTableRequest, admin.Table], (request) =>
      create(context, request),
    ),
    GetTable: adminMethod(context, [admin.GetTableRequest, admin.Table], ({ name, view }) =>
      inView(context.catalog.table(name), toView(view) || View.SCHEMA_VIEW),
    ),
    ListTables: adminMethod(context, [admin.ListTablesRequest, admin.ListTablesResponse], (request) =>
      listed(context, request),
    ),
    DeleteTable: adminMethod(context, [admin.DeleteTableRequest, wellKnown.Empty], async ({ name }) => {
      const table = context.catalog.table(name);
      if (table.definition.deletionProtection === true) {
        throw failedPrecondition(`The table ${name} is protected against deletion`);
      }
      await context.tables.drop(table);
      return {};
    }),
  };
}

async function create(context: ServiceContext, request: admin.CreateTableRequest): Promise<admin.ITable> {
  const { instances, tables } = context;
  const { parent, tableId } = request;
  checkName('instance', 'parent', parent);
  if (!TABLE_ID.test(tableId)) throw invalidArgument(`Invalid table id: "${tableId}"`);
  const definition = completeTable(`${parent}/tables/${tableId}`, request.table ?? {});
  const families = familiesFrom(definition.columnFamilies ?? {});
  const splits = splitKeys(request.initialSplits);
  const instance = instances.ofNewTable(parent);
  if (instance.tables.size >= LIMITS.tablesPerInstanceMax) {
    throw resourceExhausted(`${parent} has ${LIMITS.tablesPerInstanceMax} tables, which is the limit`);
  }
  await tables.create(definition, families, instance, splits);
  return definition;
}

function listed({ catalog }: ServiceContext, request: admin.ListTablesRequest): admin.IListTablesResponse {
  checkName('instance', 'parent', request.parent);
  const names = catalog.tablesOf(request.parent).map(({ name }) => name);
  const page = pageOf(names, request);
  const view = toView(request.view) || View.NAME_ONLY;
  return {
    tables: page.names.map((name) => inView(catalog.table(name), view)),
    nextPageToken: page.nextPageToken,
  };
}

const TABLE_ID = new RegExp(`^[_a-zA-Z0-9][-_.a-zA-Z0-9]{0,${LIMITS.tableIdCharsMax - 1}}$`);
