import { google } from '@google-cloud/bigtable/build/protos/protos';
import { appendAll } from '../core/lists';
import { DEFAULTS } from '../defaults';
import { invalidArgument } from '../errors';
import { systemClock, type Clock } from '../platform/clock';
import { frameMessage, GrpcStatus } from '../platform/grpc';
import { systemRandom, type Random } from '../platform/random';
import { BigtableError } from './bigtable-error';
import { checkFamily, checkKey, checkTable } from './checks';
import { CLIENT_METADATA } from './client-metadata';
import { exchangeOne, type Decodable } from './exchange';
import { gcRuleFromProto, gcRuleToProto, type GcRule } from './gc-rule';
import { Operation, runOperation, type CallObserver, type ClientEnvironment } from './operation';
import type { GrpcTransport } from './transport';
import type { CallOptions } from './types';

export type Aggregate = 'sum' | 'min' | 'max';

export interface ColumnFamily {
  /** Absent: nothing is garbage. */
  readonly gcRule?: GcRule;
  /** Present for families whose cells take AddToCell: 64-bit integers. */
  readonly aggregate?: Aggregate;
}

export interface TableSchema {
  readonly table: string;
  readonly families: Readonly<Record<string, ColumnFamily>>;
}

export type FamilyModification =
  | { readonly kind: 'create' | 'update'; readonly family: string; readonly definition: ColumnFamily }
  | { readonly kind: 'drop'; readonly family: string };

/** Tables and families of one instance. Throws `TidemarkError`s only. */
export interface TableAdminClient {
  /** Table ids, in no particular order. */
  listTables(options?: CallOptions): Promise<readonly string[]>;
  /** Undefined when there is no such table. */
  getTable(table: string, options?: CallOptions): Promise<TableSchema | undefined>;
  createTable(schema: TableSchema, options?: CallOptions): Promise<TableSchema>;
  /** Applies all modifications or none. */
  modifyColumnFamilies(
    table: string,
    modifications: readonly FamilyModification[],
    options?: CallOptions,
  ): Promise<TableSchema>;
  deleteTable(table: string, options?: CallOptions): Promise<void>;
  /** Deletes the rows whose keys begin with the prefix, or every row. */
  dropRowRange(
    table: string,
    target: { readonly prefix: Buffer } | 'all',
    options?: CallOptions,
  ): Promise<void>;
  /** A token of all writes of the table that were acknowledged before, at whatever cluster. */
  generateConsistencyToken(table: string, options?: CallOptions): Promise<string>;
  /** Whether every cluster has all writes that the token is of. */
  checkConsistency(table: string, token: string, options?: CallOptions): Promise<boolean>;
}

export interface TableAdminClientOptions {
  readonly transport: GrpcTransport;
  readonly project: string;
  readonly instance: string;
  readonly clock?: Clock;
  readonly random?: Random;
  readonly observer?: CallObserver | undefined;
}

const proto = google.bigtable.admin.v2;
const SERVICE = 'google.bigtable.admin.v2.BigtableTableAdmin';
const TABLES_PER_PAGE = 1_000;

export function createTableAdminClient(options: TableAdminClientOptions): TableAdminClient {
  const admin = new AdminCalls(options);
  return {
    listTables: (call) => listTables(admin, call),
    getTable: (table, call) => getTable(admin, table, call),
    createTable: (schema, call) => createTable(admin, schema, call),
    modifyColumnFamilies: (table, modifications, call) =>
      modifyFamilies(admin, { table, modifications }, call),
    async deleteTable(table, call) {
      const name = admin.tableName(table);
      const message = proto.DeleteTableRequest.encode({ name }).finish();
      await admin.call({ method: 'DeleteTable', routing: { name }, message, answer: EMPTY }, call);
    },
    async dropRowRange(table, target, call) {
      const name = admin.tableName(table);
      const message = proto.DropRowRangeRequest.encode({ name, ...dropTarget(target) }).finish();
      await admin.call({ method: 'DropRowRange', routing: { name }, message, answer: EMPTY }, call);
    },
    async generateConsistencyToken(table, call) {
      const name = admin.tableName(table);
      const message = proto.GenerateConsistencyTokenRequest.encode({ name }).finish();
      const answer = proto.GenerateConsistencyTokenResponse;
      const request = { method: 'GenerateConsistencyToken', routing: { name }, message, answer };
      return (await admin.call(request, call)).consistencyToken;
    },
    async checkConsistency(table, consistencyToken, call) {
      const name = admin.tableName(table);
      const message = proto.CheckConsistencyRequest.encode({ name, consistencyToken }).finish();
      const answer = proto.CheckConsistencyResponse;
      return (await admin.call({ method: 'CheckConsistency', routing: { name }, message, answer }, call))
        .consistent;
    },
  };
}

const EMPTY = google.protobuf.Empty;

/** Reads are repeated; of the others a repeat after a lost answer would fail, so they are sent once. */
const IDEMPOTENT_METHODS = new Set([
  'ListTables',
  'GetTable',
  'DropRowRange',
  'GenerateConsistencyToken',
  'CheckConsistency',
]);

class AdminCalls {
  readonly instanceName: string;
  readonly #environment: ClientEnvironment;

  constructor(options: TableAdminClientOptions) {
    this.instanceName = `projects/${options.project}/instances/${options.instance}`;
    this.#environment = {
      transport: options.transport,
      clock: options.clock ?? systemClock,
      random: options.random ?? systemRandom,
      observer: options.observer,
      limits: DEFAULTS.bigtable,
    };
  }

  tableName(table: string): string {
    checkTable(table);
    return `${this.instanceName}/tables/${table}`;
  }

  call<T>({ method, routing, message, answer }: AdminCall<T>, options?: CallOptions): Promise<T> {
    const params = new URLSearchParams({ ...routing }).toString();
    const spec = {
      service: SERVICE,
      method,
      metadata: { ...CLIENT_METADATA, 'x-goog-request-params': params },
      timeoutMs: DEFAULTS.bigtable.adminTimeoutMs,
      idempotent: IDEMPOTENT_METHODS.has(method),
    };
    const operation = new Operation(this.#environment, spec, options);
    const request = frameMessage(message);
    return runOperation(operation, async () =>
      answer.decode(await exchangeOne(this.#environment.transport, operation.nextCall(request))),
    );
  }
}

interface AdminCall<T> {
  readonly method: string;
  /** Names the resource for Google's front end. */
  readonly routing: { readonly name: string } | { readonly parent: string };
  readonly message: Uint8Array;
  readonly answer: Decodable<T>;
}

async function listTables(admin: AdminCalls, options?: CallOptions): Promise<string[]> {
  const parent = admin.instanceName;
  const tables: string[] = [];
  let pageToken = '';
  do {
    const request = { parent, pageToken, pageSize: TABLES_PER_PAGE, view: proto.Table.View.NAME_ONLY };
    const message = proto.ListTablesRequest.encode(request).finish();
    const call = { method: 'ListTables', routing: { parent }, message, answer: proto.ListTablesResponse };
    const page: google.bigtable.admin.v2.ListTablesResponse = await admin.call(call, options);
    appendAll(
      tables,
      page.tables.map((table) => tableIdOf(table)),
    );
    pageToken = page.nextPageToken;
  } while (pageToken !== '');
  return tables;
}

async function getTable(
  admin: AdminCalls,
  table: string,
  options?: CallOptions,
): Promise<TableSchema | undefined> {
  const name = admin.tableName(table);
  const message = proto.GetTableRequest.encode({ name, view: proto.Table.View.SCHEMA_VIEW }).finish();
  try {
    const call = { method: 'GetTable', routing: { name }, message, answer: proto.Table };
    return schemaOf(await admin.call(call, options));
  } catch (error) {
    if (error instanceof BigtableError && error.grpcStatus === GrpcStatus.NOT_FOUND) return undefined;
    throw error;
  }
}

async function createTable(
  admin: AdminCalls,
  schema: TableSchema,
  options?: CallOptions,
): Promise<TableSchema> {
  checkTable(schema.table);
  const parent = admin.instanceName;
  const families = Object.entries(schema.families).map(([family, definition]) => {
    checkFamily(`families.${family}`, family);
    return [family, familyToProto(definition)] as const;
  });
  const message = proto.CreateTableRequest.encode({
    parent,
    tableId: schema.table,
    table: { columnFamilies: Object.fromEntries(families) },
  }).finish();
  const call = { method: 'CreateTable', routing: { parent }, message, answer: proto.Table };
  return schemaOf(await admin.call(call, options));
}

async function modifyFamilies(
  admin: AdminCalls,
  request: { readonly table: string; readonly modifications: readonly FamilyModification[] },
  options?: CallOptions,
): Promise<TableSchema> {
  const name = admin.tableName(request.table);
  if (request.modifications.length === 0) throw invalidArgument('modifications', 'at least one is needed');
  const modifications = request.modifications.map(modificationToProto);
  const message = proto.ModifyColumnFamiliesRequest.encode({ name, modifications }).finish();
  const call = { method: 'ModifyColumnFamilies', routing: { name }, message, answer: proto.Table };
  return schemaOf(await admin.call(call, options));
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
    ...(aggregate === undefined ? {} : { valueType: { aggregateType: aggregateToProto(aggregate) } }),
  };
}

function aggregateToProto(aggregate: Aggregate): google.bigtable.admin.v2.Type.IAggregate {
  return { inputType: { int64Type: { encoding: { bigEndianBytes: {} } } }, [aggregate]: {} };
}

function schemaOf(table: google.bigtable.admin.v2.ITable): TableSchema {
  const families = Object.entries(table.columnFamilies ?? {}).map(
    ([family, definition]) => [family, familyFromProto(definition)] as const,
  );
  return { table: tableIdOf(table), families: Object.fromEntries(families) };
}

function familyFromProto(family: google.bigtable.admin.v2.IColumnFamily): ColumnFamily {
  const gcRule = gcRuleFromProto(family.gcRule);
  const aggregate = aggregateFromProto(family.valueType?.aggregateType);
  return { ...(gcRule === undefined ? {} : { gcRule }), ...(aggregate === undefined ? {} : { aggregate }) };
}

function aggregateFromProto(
  type: google.bigtable.admin.v2.Type.IAggregate | null | undefined,
): Aggregate | undefined {
  return (['sum', 'min', 'max'] as const).find((aggregate) => Boolean(type?.[aggregate]));
}

/** The last part of `projects/…/instances/…/tables/<id>`. */
function tableIdOf(table: google.bigtable.admin.v2.ITable): string {
  return table.name?.split('/').at(-1) ?? '';
}
