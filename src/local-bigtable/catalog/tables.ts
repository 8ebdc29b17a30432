import { type Catalog, TableEntry } from './catalog';
import type { Instance } from './instance';
import { failedPreconditionError } from '../grpc/rpc-error';
import { admin, byteString, toBuffer } from '../encoding/proto';
import { ReplicatedTable } from '../replication/replicated-table';
import type { CommitQueue } from '../storage/commit-queue';
import type { StorageRecord } from '../storage/commit-storage';
import { type Family, StoredTable } from '../store/stored-table';

/** Creates, changes and drops tables, in the catalog and in storage together. */
export class Tables {
  readonly #catalog: Catalog;
  readonly #commits: CommitQueue;
  #lastNumber = 0;
  /** Version of the latest change of any table's definition. */
  #version = 0;
  /** Called for each table whose definition is new or has changed, in the turn in which that is committed. */
  onDefined: (table: TableEntry) => void = () => undefined;
  onDropped: (table: TableEntry) => void = () => undefined;

  constructor(catalog: Catalog, commits: CommitQueue) {
    this.#catalog = catalog;
    this.#commits = commits;
  }

  /** Sets the highest table number in use. New tables get higher ones. */
  setLastNumber(lastNumber: number): void {
    this.#lastNumber = lastNumber;
  }

  async create(
    definition: admin.ITable,
    families: readonly Family[],
    instance: Instance,
    initialSplits: readonly string[] = [],
  ): Promise<void> {
    this.#catalog.checkFree(definition.name ?? '');
    const version = this.#commits.nextVersion();
    const table = this.load(++this.#lastNumber, definition, families, instance);
    table.initialSplits = initialSplits;
    this.#commits.appendAll([defineRecord(table), ...splitsRecords(table, 'write')]);
    this.onDefined(table);
    await this.#committed(version);
  }

  /** Adds a table that storage already contains. */
  load(
    number: number,
    definition: admin.ITable,
    families: readonly Family[],
    instance: Instance,
  ): TableEntry {
    const dependencies = { replication: instance, commits: this.#commits };
    const replicated = new ReplicatedTable(number, new StoredTable(families), dependencies);
    const table = new TableEntry(definition, instance, replicated);
    this.#catalog.add(table);
    return table;
  }

  /**
   * Replaces a table's definition. Without `families` they remain unchanged. Families that are removed lose their
   * cells, which is rejected while the table is protected.
   */
  async redefine(table: TableEntry, definition: admin.ITable, families?: readonly Family[]): Promise<void> {
    if (families !== undefined) checkProtection(table, families);
    this.#commits.checkWritable();
    table.definition = definition;
    const version =
      families === undefined
        ? this.#commits.nextVersion()
        : table.replicated.setFamilies(families, defineRecord(table));
    if (families === undefined) this.#commits.append(defineRecord(table));
    this.onDefined(table);
    await this.#committed(version);
  }

  /** Resolves when the catalog's contents, including removed tables, are durable. */
  async whenDurable(): Promise<void> {
    await this.#commits.whenCommitted(this.#version);
  }

  async drop(table: TableEntry): Promise<void> {
    const version = this.#commits.nextVersion();
    this.#catalog.remove(table);
    this.#commits.appendAll([{ kind: 'drop', table: table.number }, ...splitsRecords(table, 'remove')]);
    this.onDropped(table);
    await this.#committed(version);
  }

  async #committed(version: number): Promise<void> {
    this.#version = version;
    await this.whenDurable();
  }
}

const defineRecord = ({ number, definition }: TableEntry): StorageRecord => ({
  kind: 'define',
  table: number,
  definition: admin.Table.encode(definition).finish(),
});

function checkProtection({ name, definition, replicated }: TableEntry, families: readonly Family[]): void {
  if (definition.deletionProtection !== true) return;
  const remaining = new Set(families.map((family) => family.name));
  const dropped = [...replicated.base.families.keys()].filter((family) => !remaining.has(family));
  if (dropped.length > 0) {
    throw failedPreconditionError(
      `The column family ${dropped[0]} cannot be deleted: the table ${name} has deletion protection`,
    );
  }
}

/**
 * Returns the storage record of a table's initial splits. It is separate because the table's definition does not
 * contain them.
 */
function splitsRecords({ name, initialSplits }: TableEntry, action: 'write' | 'remove'): StorageRecord[] {
  if (initialSplits.length === 0) return [];
  const value = encodeSplits(initialSplits);
  const key = splitsKey(name);
  return [
    {
      kind: 'entry',
      space: 'resource',
      table: 0,
      key,
      before: action === 'remove' ? value : undefined,
      after: action === 'write' ? value : undefined,
    },
  ];
}

const splitsKey = (table: string): string => Buffer.from(`${table}/initialSplits`).toString('latin1');
/** Matches a table's entry. The name of an app profile could end the same way. */
const SPLITS_KEY = /^(.+\/tables\/[^/]+)\/initialSplits$/;

/** Returns the initial splits in a storage entry and the name of their table; undefined for other entries. */
export function splitsFromEntry(key: string, value: string): { table: string; splits: string[] } | undefined {
  const [, table] = SPLITS_KEY.exec(Buffer.from(key, 'latin1').toString()) ?? [];
  if (table === undefined) return undefined;
  const { initialSplits } = admin.CreateTableRequest.decode(Buffer.from(value, 'latin1'));
  return { table, splits: initialSplits.map((split) => byteString(split.key)) };
}

function encodeSplits(splits: readonly string[]): string {
  const initialSplits = splits.map((split) => ({ key: toBuffer(split) }));
  const bytes = admin.CreateTableRequest.encode({ initialSplits }).finish();
  return Buffer.from(bytes).toString('latin1');
}
