import type { TableAdminClient } from '../../src/bigtable/admin/table-admin-client';
import type { SchemaRegistry } from '../../src/codec/declarations/schema-registry';
import { declaredTables } from '../../src/core/schema/schema-plan';

/**
 * Creates the declared tables without garbage collection: cells past their retention stay readable, as they do in Cloud
 * Bigtable for up to a week, and in Google's emulator.
 */
export async function createTablesWithoutGc(
  admin: Pick<TableAdminClient, 'createTable'>,
  schema: SchemaRegistry,
): Promise<void> {
  for (const { table, families } of declaredTables(schema.corpora(), undefined)) {
    const plain = families.map(({ family }) => [family, {}] as const);
    await admin.createTable({ table, families: Object.fromEntries(plain) });
  }
}
