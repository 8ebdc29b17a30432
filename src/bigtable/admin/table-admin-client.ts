import type { google } from '@google-cloud/bigtable/build/protos/protos';
import { DEFAULTS } from '../../config/defaults';
import { google as generated } from '../../gen/bigtable-admin';
import { invalidArgument } from '../../errors';
import { GrpcStatus } from '../../platform/network/grpc';
import { BigtableError } from '../client/bigtable-error';
import { checkFamily, checkKey, tableIdOf } from '../client/check-fields';
import { gcRuleFromProto, gcRuleToProto, type FamilyGcRule } from './gc-rule';
import type { TableAdminConnection } from './table-admin-connection';
import {
  CHECK_CONSISTENCY,
  CREATE_TABLE,
  DELETE_TABLE,
  DROP_ROW_RANGE,
  GENERATE_CONSISTENCY_TOKEN,
  GET_TABLE,
  LIST_BACKUPS,
  LIST_TABLES,
  MODIFY_COLUMN_FAMILIES,
  UPDATE_TABLE,
} from './table-admin-methods';
import type { CallOptions } from '../client/types';

type AggregateType = 'sum' | 'min' | 'max';

interface ColumnFamily {
  /** Garbage-collection rule. Absent: all cells are retained. */
  readonly gcRule?: FamilyGcRule | undefined;
  /** Aggregate function of a family whose cells take AddToCell: 64-bit integers. Absent: plain cells. */
  readonly aggregate?: AggregateType | undefined;
}

/** Table with its column families by name. */
export interface TableSchema {
  /** Table id, or the name of a placed table as the caller gave it. */
  readonly table: string;
  readonly families: Readonly<Record<string, ColumnFamily>>;
}

/** Time for which Bigtable retains what was deleted from a table. */
export interface TableRetention {
  /** Retention of the change stream, in milliseconds; undefined if the table has none. */
  readonly changeStreamMs: number | undefined;
}

export interface BackupState {
  /** Full name: `projects/<project>/instances/<instance>/clusters/<cluster>/backups/<backup>`. */
  readonly name: string;
  /** Id of the cluster that stores it. */
  readonly cluster: string;
  /** Full name of the table whose data it has, also if it is a copy of another backup. */
  readonly sourceTable: string;
  /** Time of its data, and time at which it is deleted: Unix time in milliseconds. */
  readonly startedAtMs: number;
  readonly expiresAtMs: number;
}

/** Change of one column family. `update` replaces the GC rule only. */
export type FamilyModification =
  | { readonly kind: 'create' | 'update'; readonly family: string; readonly definition: ColumnFamily }
  | { readonly kind: 'drop'; readonly family: string };

/**
 * Manages tables and column families of one instance. A placed table such as `users@eu` may be given by its name within
 * the store; it is the table `users` of the instance. Throws `TidemarkError`s only.
 */
export interface TableAdminClient {
  /** Returns the table ids, in no particular order. */
  listTables(options?: CallOptions): Promise<readonly string[]>;
  /** Returns the table's schema; undefined when the table does not exist. */
  getTable(table: string, options?: CallOptions): Promise<TableSchema | undefined>;
  /** Returns the table's retention; undefined when the table does not exist. */
  getRetention(table: string, options?: CallOptions): Promise<TableRetention | undefined>;
  /**
   * Starts to enable the table's change stream, or to change its retention, in milliseconds. `getRetention` shows when
   * that is done.
   */
  setChangeStreamRetention(table: string, retentionMs: number, options?: CallOptions): Promise<void>;
  /** Returns the backups in all clusters of the instance. */
  listBackups(options?: CallOptions): Promise<readonly BackupState[]>;
  createTable(schema: TableSchema, options?: CallOptions): Promise<TableSchema>;
  /** Applies all modifications or none. */
  modifyColumnFamilies(
    table: string,
    modifications: readonly FamilyModification[],
    options?: CallOptions,
  ): Promise<TableSchema>;
  deleteTable(table: string, options?: CallOptions): Promise<void>;
  /** Deletes the rows whose keys begin with the prefix, or all rows. */
  dropRowRange(
    table: string,
    target: { readonly prefix: Buffer } | 'all',
    options?: CallOptions,
  ): Promise<void>;
  /** Returns a token that represents all writes to the table acknowledged so far, at any cluster. */
  generateConsistencyToken(table: string, options?: CallOptions): Promise<string>;
  /** Returns whether every cluster has all writes that the token represents. */
  checkConsistency(table: string, token: string, options?: CallOptions): Promise<boolean>;
}

export interface TableAdminClientOptions {
  /**
   * Connection that carries the calls. One connection serves any number of instances. The code that opens it closes it.
   */
  readonly connection: TableAdminConnection;
  readonly project: string;
  readonly instance: string;
}

type Call = CallOptions | undefined;

const { View } = generated.bigtable.admin.v2.Table;

/** Creates a client for one instance's tables. */
export function createTableAdminClient({
  connection,
  project,
  instance,
}: TableAdminClientOptions): TableAdminClient {
  const parent = `projects/${project}/instances/${instance}`;
  const nameOf = (table: string): string => `${parent}/tables/${tableIdOf(table)}`;
  return {
    listTables: (call) => listTables(connection, parent, call),
    async getTable(table, call) {
      const found = await getTable(connection, { name: nameOf(table), view: View.SCHEMA_VIEW }, call);
      return found === undefined ? undefined : schemaOf(table, found);
    },
    async getRetention(table, call) {
      const found = await getTable(connection, { name: nameOf(table), view: View.FULL }, call);
      return found === undefined ? undefined : retentionOf(found);
    },
    async setChangeStreamRetention(table, retentionMs, call) {
      const retentionPeriod = { seconds: Math.round(retentionMs / 1_000) };
      const request = {
        table: { name: nameOf(table), changeStreamConfig: { retentionPeriod } },
        updateMask: { paths: ['change_stream_config.retention_period'] },
      };
      await connection.call(UPDATE_TABLE, request, call);
    },
    listBackups: (call) => listBackups(connection, parent, call),
    createTable: async (schema, call) => createTable(connection, { parent, schema }, call),
    modifyColumnFamilies: async (table, modifications, call) =>
      modifyFamilies(connection, { table, name: nameOf(table), modifications }, call),
    async deleteTable(table, call) {
      await connection.call(DELETE_TABLE, { name: nameOf(table) }, call);
    },
    async dropRowRange(table, target, call) {
      const request = { name: nameOf(table), ...dropTarget(target) };
      await connection.call(DROP_ROW_RANGE, request, call);
    },
    async generateConsistencyToken(table, call) {
      const name = nameOf(table);
      const { consistencyToken } = await connection.call(GENERATE_CONSISTENCY_TOKEN, { name }, call);
      return consistencyToken;
    },
    async checkConsistency(table, consistencyToken, call) {
      const request = { name: nameOf(table), consistencyToken };
      const { consistent } = await connection.call(CHECK_CONSISTENCY, request, call);
      return consistent;
    },
  };
}

async function listTables(connection: TableAdminConnection, parent: string, call: Call): Promise<string[]> {
  const request = { parent, view: View.NAME_ONLY };
  const pages = await pagesOf((pageToken) => connection.call(LIST_TABLES, { ...request, pageToken }, call));
  return pages.flatMap(({ tables }) => tables.map(({ name }) => name?.split('/').at(-1) ?? ''));
}

/** Returns all pages of a list. `list` requests the page with a token, which is empty for the first. */
async function pagesOf<Page extends { readonly nextPageToken: string }>(
  list: (pageToken: string) => Promise<Page>,
): Promise<readonly Page[]> {
  const pages: Page[] = [];
  let pageToken = '';
  do {
    const page = await list(pageToken);
    pages.push(page);
    pageToken = page.nextPageToken;
  } while (pageToken !== '');
  return pages;
}

async function getTable(
  connection: TableAdminConnection,
  request: google.bigtable.admin.v2.IGetTableRequest,
  call: Call,
): Promise<google.bigtable.admin.v2.ITable | undefined> {
  try {
    return await connection.call(GET_TABLE, request, call);
  } catch (error) {
    if (error instanceof BigtableError && error.grpcStatus === GrpcStatus.NOT_FOUND) return undefined;
    throw error;
  }
}

async function listBackups(
  connection: TableAdminConnection,
  parent: string,
  call: Call,
): Promise<readonly BackupState[]> {
  const request = { parent: `${parent}/clusters/-` };
  const pages = await pagesOf((pageToken) => connection.call(LIST_BACKUPS, { ...request, pageToken }, call));
  const backups = pages.flatMap((page) => page.backups);
  return backups.map(({ name, sourceTable, startTime, expireTime }) => ({
    name: name ?? '',
    cluster: name?.split('/')[5] ?? '',
    sourceTable: sourceTable ?? '',
    startedAtMs: msOf(startTime),
    expiresAtMs: msOf(expireTime),
  }));
}

function retentionOf({ changeStreamConfig }: google.bigtable.admin.v2.ITable): TableRetention {
  const period = changeStreamConfig?.retentionPeriod ?? undefined;
  return { changeStreamMs: period && msOf(period) };
}

const msOf = (seconds: google.protobuf.ITimestamp | null | undefined): number =>
  Number(seconds?.seconds ?? 0) * 1_000;

async function createTable(
  connection: TableAdminConnection,
  { parent, schema }: { readonly parent: string; readonly schema: TableSchema },
  call: Call,
): Promise<TableSchema> {
  const tableId = tableIdOf(schema.table);
  const families = Object.entries(schema.families).map(([family, definition]) => {
    checkFamily(`families.${family}`, family);
    return [family, familyToProto(definition)] as const;
  });
  const table = { columnFamilies: Object.fromEntries(families) };
  const request = { parent, tableId, table };
  return schemaOf(schema.table, await connection.call(CREATE_TABLE, request, call));
}

async function modifyFamilies(
  connection: TableAdminConnection,
  request: {
    readonly table: string;
    readonly name: string;
    readonly modifications: readonly FamilyModification[];
  },
  call: Call,
): Promise<TableSchema> {
  const { table, name } = request;
  if (request.modifications.length === 0)
    throw invalidArgument('modifications', 'must contain at least one modification');
  const modifications = request.modifications.map(modificationToProto);
  // Bigtable otherwise rejects a longer retention in a replicated instance, because clusters may have collected different
  // cells. Readers hide cells by the declared retention anyway.
  const change = { name, modifications, ignoreWarnings: true };
  return schemaOf(table, await connection.call(MODIFY_COLUMN_FAMILIES, change, call));
}

function modificationToProto(
  modification: FamilyModification,
): google.bigtable.admin.v2.ModifyColumnFamiliesRequest.IModification {
  checkFamily('modifications', modification.family);
  if (modification.kind === 'drop') return { id: modification.family, drop: true };
  const definition = familyToProto(modification.definition);
  if (modification.kind === 'create') return { id: modification.family, create: definition };
  return {
    id: modification.family,
    update: { gcRule: definition.gcRule ?? {} },
    updateMask: { paths: ['gc_rule'] },
  };
}

function dropTarget(
  target: { readonly prefix: Buffer } | 'all',
): google.bigtable.admin.v2.IDropRowRangeRequest {
  if (target === 'all') return { deleteAllDataFromTable: true };
  checkKey('prefix', target.prefix, DEFAULTS.bigtable.keyBytesMax);
  return { rowKeyPrefix: target.prefix };
}

function familyToProto({ gcRule, aggregate }: ColumnFamily): google.bigtable.admin.v2.IColumnFamily {
  return {
    gcRule: gcRuleToProto(gcRule),
    valueType: aggregate === undefined ? null : { aggregateType: aggregateToProto(aggregate) },
  };
}

function aggregateToProto(aggregate: AggregateType): google.bigtable.admin.v2.Type.IAggregate {
  return { inputType: { int64Type: { encoding: { bigEndianBytes: {} } } }, [aggregate]: {} };
}

function schemaOf(table: string, { columnFamilies }: google.bigtable.admin.v2.ITable): TableSchema {
  const families = Object.entries(columnFamilies ?? {}).map(
    ([family, definition]) => [family, familyFromProto(definition)] as const,
  );
  return { table, families: Object.fromEntries(families) };
}

function familyFromProto(family: google.bigtable.admin.v2.IColumnFamily): ColumnFamily {
  return {
    gcRule: gcRuleFromProto(family.gcRule),
    aggregate: aggregateFromProto(family.valueType?.aggregateType),
  };
}

function aggregateFromProto(
  type: google.bigtable.admin.v2.Type.IAggregate | null | undefined,
): AggregateType | undefined {
  return (['sum', 'min', 'max'] as const).find((aggregate) => Boolean(type?.[aggregate]));
}
