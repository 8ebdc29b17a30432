import { failedPrecondition, invalidArgument } from '../grpc/rpc-error';
import { LIMITS } from '../limits';
import { admin, decode, EMPTY_MESSAGE, encode } from '../proto';
import type { ServiceContext } from '../service/context';
import type { Tables } from '../tables';
import { checkFamilyName, familiesFrom, familyDefinitions } from './schema';

type View = admin.Table.View;
const { View } = admin.Table;

export function createCreateTable(context: ServiceContext) {
  return async (bytes: Buffer): Promise<Buffer> => {
    const request = decode(admin.CreateTableRequest, bytes);
    if (!INSTANCE_NAME.test(request.parent)) throw invalidArgument(`Invalid parent: "${request.parent}"`);
    if (!TABLE_ID.test(request.tableId)) throw invalidArgument(`Invalid table id: "${request.tableId}"`);
    const columnFamilies = familyDefinitions(request.table?.columnFamilies);
    Object.keys(columnFamilies).forEach(checkFamilyName);
    const definition: admin.ITable = {
      name: `${request.parent}/tables/${request.tableId}`,
      columnFamilies,
      granularity: admin.Table.TimestampGranularity.MILLIS,
      deletionProtection: request.table?.deletionProtection ?? false,
    };
    const instance = context.instances.ofNewTable(request.parent);
    await context.tables.create(definition, familiesFrom(columnFamilies), instance);
    return encode(admin.Table, admin.Table.create(definition));
  };
}

export function createGetTable({ catalog, tables }: ServiceContext) {
  return afterCommit(tables, (bytes) => {
    const request = decode(admin.GetTableRequest, bytes);
    const view = toView(request.view) || View.SCHEMA_VIEW;
    return encode(admin.Table, admin.Table.create(inView(catalog.table(request.name).definition, view)));
  });
}

export function createListTables({ catalog, tables }: ServiceContext) {
  return afterCommit(tables, (bytes) => {
    const request = decode(admin.ListTablesRequest, bytes);
    if (!INSTANCE_NAME.test(request.parent)) throw invalidArgument(`Invalid parent: "${request.parent}"`);
    const names = catalog.tablesOf(request.parent);
    const rest = names.filter(({ name }) => name > request.pageToken);
    const page = request.pageSize > 0 ? rest.slice(0, request.pageSize) : rest;
    const view = toView(request.view) || View.NAME_ONLY;
    const response = admin.ListTablesResponse.create({
      tables: page.map(({ definition }) => inView(definition, view)),
      nextPageToken: page.length < rest.length ? (page.at(-1)?.name ?? '') : '',
    });
    return encode(admin.ListTablesResponse, response);
  });
}

/** Gives the handler's answer, a refusal too, when what it depends on is durable. */
function afterCommit(tables: Tables, handle: (bytes: Buffer) => Buffer) {
  return async (bytes: Buffer): Promise<Buffer> => {
    try {
      return handle(bytes);
    } finally {
      await tables.durable();
    }
  };
}

export function createDeleteTable(context: ServiceContext) {
  return async (bytes: Buffer): Promise<Buffer> => {
    const request = decode(admin.DeleteTableRequest, bytes);
    const table = context.catalog.table(request.name);
    if (table.definition.deletionProtection === true) {
      throw failedPrecondition(`The table ${table.name} is protected against deletion`);
    }
    await context.tables.drop(table);
    return EMPTY_MESSAGE;
  };
}

/** What a view of a table shows. */
function inView(definition: admin.ITable, view: View): admin.ITable {
  switch (view) {
    case View.NAME_ONLY:
      return { name: definition.name ?? '' };
    case View.REPLICATION_VIEW:
      return { name: definition.name ?? '', clusterStates: CLUSTER_STATES };
    case View.ENCRYPTION_VIEW:
      return { name: definition.name ?? '' };
    case View.FULL:
      return { ...definition, clusterStates: CLUSTER_STATES };
    default:
      return definition;
  }
}

const CLUSTER_STATES = {
  local: { replicationState: admin.Table.ClusterState.ReplicationState.READY },
};

const toView = (view: View | keyof typeof View): View => (typeof view === 'string' ? View[view] : view);

const INSTANCE_NAME = /^projects\/[^/]+\/instances\/[^/]+$/;
const TABLE_ID = new RegExp(`^[_a-zA-Z0-9][-_.a-zA-Z0-9]{0,${LIMITS.tableIdCharsMax - 1}}$`);
