import { createHash, type Hash } from 'node:crypto';
import { createDataClient } from '../../../src/bigtable/client/data-client';
import { createTransport } from '../../../src/bigtable/transport/create-transport';
import type { DataClient, Row } from '../../../src/bigtable/client/types';
import { WrongAnswer } from '../harness';
import type { Contestant } from './contestants';
import { FAMILY, INSTANCE, mutationsOf, PROJECT, rowKey, type Rows } from './data';
import { withTableAdmin } from '../../support/table-admin';

export async function createTables(endpoint: string, tables: readonly string[]): Promise<void> {
  await withTableAdmin({ endpoint, project: PROJECT, instance: INSTANCE }, async (admin) => {
    for (const table of tables) await admin.createTable({ table, families: { [FAMILY]: {} } });
  });
}

/** Reads a whole table. Throws when it contains anything but the expected rows. */
export async function checkTable(
  { name, endpoint }: Pick<Contestant, 'name' | 'endpoint'>,
  rows: Rows,
  indexes: readonly number[],
): Promise<void> {
  const client = clientOf(endpoint);
  const found = createHash('sha1');
  let count = 0;
  for await (const row of client.readRows({ table: rows.table })) {
    count++;
    addRow(found, row);
  }
  await client.close();
  if (found.digest('hex') === expectedDigest(rows, indexes)) return;
  throw new WrongAnswer(
    `${name} holds other rows than were written to ${rows.table}: ${count}, not ${indexes.length}`,
  );
}

/** Reads rows one by one. Throws when one differs from what was written. */
export async function checkRows(
  { name, endpoint }: Pick<Contestant, 'name' | 'endpoint'>,
  rows: Rows,
  indexes: readonly number[],
): Promise<void> {
  const client = clientOf(endpoint);
  for (const index of indexes) {
    const found = createHash('sha1');
    const row = await client.readRow({ table: rows.table, key: rowKey(rows, index) });
    if (row !== undefined) addRow(found, row);
    if (found.digest('hex') === expectedDigest(rows, [index])) continue;
    throw new WrongAnswer(`${name} does not read row ${index} of ${rows.table} as it was written`);
  }
  await client.close();
}

function clientOf(endpoint: string): DataClient {
  const transport = createTransport({ endpoint, plaintext: true });
  return createDataClient({ transport, project: PROJECT, instance: INSTANCE });
}

function addRow(hash: Hash, { key, cells }: Row): void {
  hash.update(key);
  for (const cell of cells) addCell(hash, cell.qualifier, cell.timestampMicros, cell.value);
}

function expectedDigest(rows: Rows, indexes: readonly number[]): string {
  const expected = createHash('sha1');
  for (const index of [...indexes].sort((a, b) => a - b)) {
    expected.update(rowKey(rows, index));
    for (const { setCell } of mutationsOf(rows, index)) {
      addCell(
        expected,
        setCell!.columnQualifier as Buffer,
        setCell!.timestampMicros as number,
        setCell!.value as Buffer,
      );
    }
  }
  return expected.digest('hex');
}

function addCell(hash: Hash, qualifier: Buffer, timestampMicros: number, value: Buffer): void {
  hash.update(qualifier).update(`${timestampMicros}:${value.length}`).update(value);
}
