import { ClassicLevel } from 'classic-level';
import { maxOf } from '../../core/lists';
import { toBuffer } from '../proto';
import type { RowChange } from '../store/row';
import { DataFolderError } from './data-folder-error';
import { checksum, Digest } from './digest';
import { prepareFolder } from './folder';
import { checksumsOf, type FolderState, neverChanges, STATE_FILE, writeState } from './folder-state';
import { RowLoader } from './row-loader';
import { type EncodedRecord, PREFIX_BYTES, RowRecordEncoder, tableOf, tablePrefix } from './row-record';
import type { EntryRecord, Space, Storage, StorageReader, StorageRecord } from './storage';

/** First byte of a key: what kind of record it is. */
const DIGEST = 1;
const DEFINITION = 2;
const DROPPED = 3;
const ROW = 4;
const SPACES: Readonly<Record<Space, number>> = { resource: 5, log: 6, change: 7, token: 8 };
/** The kinds that a table's number leads to, besides its definition. */
const KINDS_OF_A_TABLE = [ROW, SPACES.log, SPACES.change, SPACES.token];

export interface LevelStorageOptions {
  /** Wait for the disk at each commit: survives power loss too, at the disk's pace. */
  readonly sync: boolean;
}

type Level = ClassicLevel<Buffer, Buffer>;
type Batch = ReturnType<Level['batch']>;

/**
 * Keeps tables in a LevelDB, a row as one record and behind it one for each later change, until they outweigh it and
 * the row is written anew. A commit is one batch, which LevelDB appends to its log as a whole, so that a killed process
 * leaves all of it or nothing. The digest of everything is committed along and checked at load.
 */
export class LevelStorage implements Storage {
  readonly #folder: string;
  readonly #level: Level;
  readonly #sync: boolean;
  /** As the folder was found. */
  readonly #state: FolderState | undefined;
  readonly #encoder = new RowRecordEncoder();
  #total = new Digest();
  /** Whether the folder holds what it should, as far as we know. */
  #sound = false;
  readonly #tables = new Map<number, TableState>();
  /** The numbers of dropped tables of which there is still a mark. */
  readonly #dropped = new Set<number>();
  /** Dropped tables whose rows are still being removed. */
  #clearing: Promise<void> = Promise.resolve();

  private constructor(folder: string, level: Level, { sync, state }: OpenedOptions) {
    this.#folder = folder;
    this.#level = level;
    this.#sync = sync;
    this.#state = state;
  }

  /** Opens or creates the folder. Throws DataFolderError when it is in use, damaged, or of another format. */
  static async open(folder: string, options: LevelStorageOptions): Promise<LevelStorage> {
    const { path, state } = await prepareFolder(folder);
    // To LevelDB a second attempt of the same process does harm: it gives up the lock that keeps others away.
    if (OPEN.has(path)) throw DataFolderError.inUse(folder);
    OPEN.add(path);
    const level: Level = new ClassicLevel(path, {
      keyEncoding: 'buffer',
      valueEncoding: 'buffer',
      writeBufferSize: WRITE_BUFFER_BYTES,
    });
    try {
      await level.open();
    } catch (error) {
      OPEN.delete(path);
      throw DataFolderError.fromOpening(folder, error);
    }
    return new LevelStorage(folder, level, { ...options, state });
  }

  async load(reader: StorageReader): Promise<number> {
    try {
      const found = new Digest();
      const dropped = await this.#droppedTables();
      for (const table of dropped) this.#dropped.add(table);
      await this.#loadEntries('resource', { reader, found, dropped });
      await this.#loadDefinitions(reader, found);
      await this.#loadRows(reader, found, dropped);
      await this.#loadEntries('log', { reader, found, dropped });
      await this.#loadEntries('change', { reader, found, dropped });
      await this.#loadEntries('token', { reader, found, dropped });
      await this.#verify(found);
      this.#total = found;
      await writeState(this.#folder, { files: this.#tableFiles() });
      this.#sound = true;
      this.#clear(dropped);
      return this.#highestNumber();
    } catch (error) {
      throw error instanceof DataFolderError ? error : DataFolderError.damaged(this.#folder, error as Error);
    }
  }

  async commit(records: readonly StorageRecord[]): Promise<void> {
    // Until the commit has succeeded, memory is ahead of the folder.
    this.#sound = false;
    const batch = this.#level.batch();
    for (const record of records) this.#add(batch, record);
    batch.put(DIGEST_KEY, this.#total.encode());
    await batch.write({ sync: this.#sync });
    this.#sound = true;
    const dropped = records.flatMap((record) => (record.kind === 'drop' ? record.table : []));
    if (dropped.length > 0) this.#clear(dropped);
  }

  async close(): Promise<void> {
    await this.#clearing;
    await this.#level.close();
    // When this fails, the next start only has less to hold the folder against.
    if (this.#sound) await this.#writeClosed().catch(() => undefined);
    OPEN.delete(this.#level.location);
  }

  async #writeClosed(): Promise<void> {
    const files = await checksumsOf(this.#level.location, this.#tableFiles());
    await writeState(this.#folder, { closedAs: this.#total, files });
  }

  /** The files that were there at the start and, if they still are, are unchanged. */
  #tableFiles(): Map<string, number> {
    return new Map([...(this.#state?.files ?? [])].filter(([name]) => neverChanges(name)));
  }

  #add(batch: Batch, record: StorageRecord): void {
    switch (record.kind) {
      case 'define':
        return this.#define(batch, record.table, Buffer.from(record.definition));
      case 'drop':
        return this.#drop(batch, record.table);
      case 'rows':
        return this.#addRows(batch, record);
      case 'entry':
        return this.#addEntry(batch, record);
    }
  }

  #define(batch: Batch, table: number, definition: Buffer): void {
    const key = tablePrefix(DEFINITION, table);
    const state = this.#tables.get(table);
    if (state !== undefined) this.#total.remove(checksum(key, state.definition));
    this.#total.add(checksum(key, definition));
    this.#tables.set(table, { definition, digest: state?.digest ?? new Digest() });
    batch.put(key, definition);
  }

  /** What it keeps stays for the time being, under a mark that they do not count. */
  #drop(batch: Batch, table: number): void {
    const key = tablePrefix(DEFINITION, table);
    const { definition, digest } = this.#tableState(table);
    this.#total.remove(checksum(key, definition));
    this.#total.subtract(digest);
    this.#tables.delete(table);
    this.#dropped.add(table);
    batch.del(key).put(tablePrefix(DROPPED, table), EMPTY);
  }

  #addRows(batch: Batch, { table, rows }: Extract<StorageRecord, { kind: 'rows' }>): void {
    const prefix = tablePrefix(ROW, table);
    const { digest } = this.#tableState(table);
    for (const change of rows) if (change.changes.length > 0) this.#addRow(batch, change, prefix, digest);
  }

  #addRow(batch: Batch, change: RowChange, prefix: Buffer, ofTable: Digest): void {
    const { row, recordsBefore, rewritten } = change;
    if (rewritten === undefined) {
      const record = this.#encoder.changes(prefix, row.key, recordsBefore, change.changes);
      row.checksum = (row.checksum + this.#put(batch, record, ofTable)) | 0;
      return;
    }
    ofTable.remove(row.checksum, recordsBefore);
    this.#total.remove(row.checksum, recordsBefore);
    const isEmpty = rewritten.length === 0;
    row.checksum = isEmpty ? 0 : this.#put(batch, this.#encoder.cells(prefix, row.key, rewritten), ofTable);
    for (let number = isEmpty ? 0 : 1; number < recordsBefore; number++) {
      batch.del(this.#encoder.key(prefix, row.key, number));
    }
  }

  #put(batch: Batch, { bytes, key, value }: EncodedRecord, ofTable: Digest): number {
    const added = checksum(bytes);
    ofTable.add(added);
    this.#total.add(added);
    batch.put(key, value);
    return added;
  }

  #addEntry(batch: Batch, { space, table, key, before, after }: EntryRecord): void {
    const digest = table === NO_TABLE ? new Digest() : this.#tableState(table).digest;
    const fullKey = Buffer.concat([tablePrefix(SPACES[space], table), toBuffer(key)]);
    if (before !== undefined) {
      const removed = checksum(fullKey, toBuffer(before));
      digest.remove(removed);
      this.#total.remove(removed);
    }
    if (after === undefined) {
      batch.del(fullKey);
      return;
    }
    const value = toBuffer(after);
    const added = checksum(fullKey, value);
    digest.add(added);
    this.#total.add(added);
    batch.put(fullKey, value);
  }

  #tableState(table: number): TableState {
    const state = this.#tables.get(table);
    if (state === undefined) throw new Error(`table ${table} is not defined`);
    return state;
  }

  async #droppedTables(): Promise<number[]> {
    const keys = await this.#level.keys(rangeOf(DROPPED)).all();
    return keys.map(tableOf);
  }

  async #loadDefinitions(reader: StorageReader, found: Digest): Promise<void> {
    for await (const [key, definition] of this.#level.iterator(rangeOf(DEFINITION))) {
      found.add(checksum(key, definition));
      this.#tables.set(tableOf(key), { definition, digest: new Digest() });
      reader.table(tableOf(key), definition);
    }
  }

  async #loadRows(reader: StorageReader, found: Digest, dropped: readonly number[]): Promise<void> {
    const loader = new RowLoader(reader);
    const iterator = this.#level.iterator({ ...rangeOf(ROW), highWaterMarkBytes: READ_AHEAD_BYTES });
    try {
      for (;;) {
        const entries = await iterator.nextv(LOAD_BATCH);
        if (entries.length === 0) return loader.end();
        for (const [key, value] of entries) {
          const table = tableOf(key);
          if (dropped.includes(table)) continue;
          const sum = checksum(key, value);
          found.add(sum);
          this.#tableState(table).digest.add(sum);
          loader.record(key, value, sum);
        }
      }
    } finally {
      await iterator.close();
    }
  }

  async #loadEntries(space: Space, { reader, found, dropped }: Loading): Promise<void> {
    for await (const [key, value] of this.#level.iterator(rangeOf(SPACES[space]))) {
      const table = tableOf(key);
      if (dropped.includes(table)) continue;
      const sum = checksum(key, value);
      found.add(sum);
      if (table !== NO_TABLE) this.#tableState(table).digest.add(sum);
      reader.entry(space, table, key.toString('latin1', PREFIX_BYTES), value.toString('latin1'));
    }
  }

  /**
   * What was found must add up to the digest that the last commit wrote, and that to what the folder was closed with. A
   * new folder gets its first digest before the file that says that there must be one.
   */
  async #verify(found: Digest): Promise<void> {
    const damaged = (what: string): DataFolderError => DataFolderError.damaged(this.#folder, new Error(what));
    const bytes = await this.#level.get(DIGEST_KEY);
    if (bytes === undefined) {
      if (this.#state !== undefined || found.count > 0) throw damaged('its checksum is missing');
      return this.#level.put(DIGEST_KEY, found.encode(), { sync: true });
    }
    const expected = Digest.decode(bytes);
    if (this.#state === undefined && expected.count > 0) throw damaged(`the file ${STATE_FILE} is missing`);
    if (!found.equals(expected)) {
      throw damaged(`its checksum differs, ${found.count} of ${expected.count} records were read`);
    }
    if (this.#state?.closedAs?.equals(found) === false) throw damaged('its latest records are missing');
  }

  #highestNumber(): number {
    return Math.max(0, maxOf(this.#tables.keys()), maxOf(this.#dropped));
  }

  /**
   * Removes what dropped tables kept, in the background. If that is cut short, the next start resumes it. The mark of
   * the highest number stays, so that no other table ever gets it.
   */
  #clear(tables: readonly number[]): void {
    const clear = async (): Promise<void> => {
      for (const table of tables) {
        for (const kind of KINDS_OF_A_TABLE) await this.#level.clear(rangeOf(kind, table));
        if (table === this.#highestNumber()) continue;
        await this.#level.del(tablePrefix(DROPPED, table));
        this.#dropped.delete(table);
      }
    };
    this.#clearing = this.#clearing.then(clear).catch(() => undefined);
  }
}

interface OpenedOptions extends LevelStorageOptions {
  readonly state: FolderState | undefined;
}

interface TableState {
  readonly definition: Buffer;
  /** Of all that is kept under the table's number, its definition aside. */
  readonly digest: Digest;
}

interface Loading {
  readonly reader: StorageReader;
  readonly found: Digest;
  readonly dropped: readonly number[];
}

function rangeOf(kind: number, table?: number): { gte: Buffer; lt: Buffer } {
  return table === undefined
    ? { gte: Buffer.from([kind]), lt: Buffer.from([kind + 1]) }
    : { gte: tablePrefix(kind, table), lt: tablePrefix(kind, table + 1) };
}

/** The databases that this process has open. */
const OPEN = new Set<string>();
/** The number of entries that belong to no table. */
const NO_TABLE = 0;
const EMPTY = Buffer.alloc(0);
const DIGEST_KEY = tablePrefix(DIGEST, 0);
/** Larger ones leave the processor's caches: inserting at random then takes twice the time. */
const WRITE_BUFFER_BYTES = 4 * 1024 * 1024;
const READ_AHEAD_BYTES = 1024 * 1024;
const LOAD_BATCH = 2_000;
