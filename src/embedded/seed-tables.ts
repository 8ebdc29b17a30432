/** Creates the tables and rows that tests begin with. */
import { createTableAdminClient, type TableSchema } from '../bigtable/admin/table-admin-client';
import { TableAdminConnection } from '../bigtable/admin/table-admin-connection';
import { createDataClient } from '../bigtable/client/data-client';
import type { RowMutations } from '../bigtable/client/types';
import { createTransport } from '../bigtable/transport/create-transport';
import { SERVER_TIME, setCell } from '../bigtable/write/mutations';
import { invalidArgument } from '../errors';
import type { FamilyOptions, SeedRows, TestTables } from './test-bigtable';

/** Instance that tables are created in. */
export interface SeedTarget {
  /** `host:port` */
  readonly endpoint: string;
  readonly project: string;
  readonly instance: string;
}

export async function createTables(target: SeedTarget, tables: TestTables): Promise<void> {
  const { endpoint, project, instance } = target;
  const connection = new TableAdminConnection({ endpoint, plaintext: true });
  try {
    const admin = createTableAdminClient({ connection, project, instance });
    for (const [table, families] of Object.entries(tables))
      await admin.createTable({ table, families: familiesOf(families) });
  } finally {
    await connection.close();
  }
}

function familiesOf(families: TestTables[string]): TableSchema['families'] {
  const options = isList(families) ? Object.fromEntries(families.map((name) => [name, {}])) : families;
  const schemas = Object.entries(options).map(([name, each]) => [name, familyOf(each)] as const);
  return Object.fromEntries(schemas);
}

const isList = (families: TestTables[string]): families is readonly string[] => Array.isArray(families);

function familyOf({ maxAgeMs, versionsMax, aggregate }: FamilyOptions): TableSchema['families'][string] {
  const rules = [
    ...(maxAgeMs === undefined ? [] : [{ maxAgeMs }]),
    ...(versionsMax === undefined ? [] : [{ versionsMax }]),
  ];
  return { gcRule: rules.length > 1 ? { anyOf: rules } : rules[0], aggregate };
}

/** Writes the rows. Throws the error of the first that was rejected. */
export async function writeSeedRows(target: SeedTarget, rows: SeedRows): Promise<void> {
  const { endpoint, project, instance } = target;
  const client = createDataClient({
    transport: createTransport({ endpoint, plaintext: true, channels: 1 }),
    project,
    instance,
  });
  try {
    for (const [table, byKey] of Object.entries(rows)) {
      const mutations = Object.entries(byKey).map(([key, cells]) => rowOf(table, key, cells));
      const error = (await client.mutateRows(table, mutations)).find((each) => each !== undefined);
      if (error !== undefined) throw error;
    }
  } finally {
    await client.close();
  }
}

function rowOf(table: string, key: string, cells: SeedRows[string][string]): RowMutations {
  const mutations = Object.entries(cells).map(([column, value]) => {
    const colon = column.indexOf(':');
    if (colon < 1) throw invalidArgument(`rows.${table}.${key}`, `"${column}" is not family:qualifier`);
    const qualifier = Buffer.from(column.slice(colon + 1));
    return setCell(column.slice(0, colon), qualifier, SERVER_TIME, Buffer.from(value));
  });
  return { key: Buffer.from(key), mutations };
}
