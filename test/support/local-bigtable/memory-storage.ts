import type {
  EntryRecord,
  EntrySpace,
  CommitStorage,
  StorageReader,
  StorageRecord,
} from '../../../src/local-bigtable/storage/commit-storage';
import { type StoredCell, compareCells } from '../../../src/local-bigtable/store/stored-cell';
import { type CellChange, StoredRow } from '../../../src/local-bigtable/store/stored-row';

interface KeyedCell {
  readonly rowKey: string;
  readonly cell: StoredCell;
}

interface CellWrite extends CellChange {
  readonly table: number;
  readonly rowKey: string;
}

const inOrder = (a: KeyedCell, b: KeyedCell): number =>
  a.rowKey === b.rowKey ? compareCells(a.cell, b.cell) : a.rowKey < b.rowKey ? -1 : 1;

/**
 * Instant disk that verifies the `before` values of all records, as the digest of a data folder does. It can be opened
 * again with everything that was committed.
 */
export class MemoryStorage implements CommitStorage {
  readonly #definitions = new Map<number, Uint8Array>();
  readonly #cells = new Map<number, Map<string, KeyedCell>>();
  /** Entries by space and table, then by key. */
  readonly #entries = new Map<string, Map<string, string>>();
  #lastTable = 0;
  #held: Promise<void> = Promise.resolve();
  /** Records of the failed commit. */
  #failed: readonly StorageRecord[] = [];

  /** Delays commits until the returned function is called. */
  holdCommits(): () => void {
    let release = (): void => undefined;
    this.#held = new Promise((resolve) => {
      release = resolve;
    });
    return release;
  }

  /** Makes all commits fail until `repairStorage`. */
  failCommits(message: string): void {
    this.#held = Promise.reject(new Error(message));
    this.#held.catch(() => undefined);
  }

  repairStorage(): void {
    this.#held = Promise.resolve();
  }

  entries(space: EntrySpace, table: number): ReadonlyMap<string, string> {
    return this.#space(space, table);
  }

  async load(reader: StorageReader): Promise<number> {
    this.#loadEntries('resource', reader);
    for (const [table, definition] of this.#definitions) reader.table(table, Buffer.from(definition));
    for (const [table, cells] of this.#cells) {
      const rows = new Map<string, StoredRow>();
      for (const { rowKey, cell } of [...cells.values()].sort(inOrder)) {
        const row = rows.get(rowKey) ?? new StoredRow(rowKey);
        rows.set(rowKey, row);
        row.append(cell);
      }
      for (const row of rows.values()) reader.row(table, row);
    }
    for (const space of ['log', 'change', 'token'] as const) this.#loadEntries(space, reader);
    return this.#lastTable;
  }

  async commit(records: readonly StorageRecord[]): Promise<void> {
    this.#failed = records;
    await this.retry();
  }

  async retry(): Promise<void> {
    await this.#held;
    for (const record of this.#failed) this.#write(record);
  }

  async close(): Promise<void> {}

  #write(record: StorageRecord): void {
    const { table } = record;
    switch (record.kind) {
      case 'define':
        this.#definitions.set(table, record.definition);
        this.#lastTable = Math.max(this.#lastTable, table);
        return;
      case 'drop':
        this.#definitions.delete(table);
        this.#cells.delete(table);
        for (const key of this.#entries.keys()) if (key.endsWith(`/${table}`)) this.#entries.delete(key);
        return;
      case 'rows':
        for (const { key: rowKey, changes } of record.rows) {
          for (const { cell, before, after } of changes) this.#change({ table, rowKey, cell, before, after });
        }
        return;
      case 'entry':
        if (table !== 0 && !this.#definitions.has(table)) throw new Error(`table ${table} is not defined`);
        return this.#changeEntry(record);
    }
  }

  #changeEntry({ space, table, key, before, after }: EntryRecord): void {
    const entries = this.#space(space, table);
    if (entries.get(key) !== before) throw new Error(`a wrong "before" of an entry in ${space}`);
    if (after === undefined) entries.delete(key);
    else entries.set(key, after);
  }

  #change({ table, rowKey, cell, before, after }: CellWrite): void {
    let cells = this.#cells.get(table);
    if (cells === undefined) this.#cells.set(table, (cells = new Map<string, KeyedCell>()));
    const address = JSON.stringify([rowKey, cell.family, cell.qualifier, cell.timestampMs]);
    if (cells.get(address)?.cell.value !== before) throw new Error(`a wrong "before" of ${address}`);
    if (after === undefined) cells.delete(address);
    else cells.set(address, { rowKey, cell: { ...cell, value: after } });
  }

  #space(space: EntrySpace, table: number): Map<string, string> {
    const name = `${space}/${table}`;
    let entries = this.#entries.get(name);
    if (entries === undefined) this.#entries.set(name, (entries = new Map<string, string>()));
    return entries;
  }

  #loadEntries(space: EntrySpace, reader: StorageReader): void {
    for (const [name, entries] of this.#entries) {
      if (!name.startsWith(`${space}/`)) continue;
      const sorted = [...entries].sort(([a], [b]) => (a < b ? -1 : 1));
      for (const [key, value] of sorted) reader.entry(space, Number(name.split('/')[1]), key, value);
    }
  }
}
