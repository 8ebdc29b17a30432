import { ClassicLevel } from 'classic-level';
import { maxOf } from '../../core/shared/lists';
import { LOCAL_BIGTABLE_DEFAULTS } from '../defaults';
import { systemClock } from '../../platform/time/clock';
import { toBuffer } from '../encoding/proto';
import type { StoredRowChange } from '../store/stored-row';
import { AcknowledgedCommits } from './acknowledged-commits';
import { DataFolderError } from './data-folder-error';
import { checksum, Digest } from './digest';
import { type PreparedFolder, prepareFolder } from './prepare-folder';
import { checksumsOf, isImmutableFile, STATE_FILE, writeFolderState } from './folder-state';
import { RowLoader } from './row-loader';
import { type EncodedRecord, PREFIX_BYTES, RowRecordEncoder, tableOf, tablePrefix } from './row-record';
import type { EntryRecord, EntrySpace, CommitStorage, StorageReader, StorageRecord } from './commit-storage';

/** First byte of a key: the kind of record. */
const DIGEST = 1;
const DEFINITION = 2;
const DROPPED = 3;
const ROW = 4;
const SPACES: Readonly<Record<EntrySpace, number>> = { resource: 5, log: 6, change: 7, token: 8 };
/** Number of commits so far, updated by each. */
const SEQUENCE = 9;
/** Kinds of records under a table's number, besides its definition. */
const KINDS_OF_A_TABLE = [ROW, SPACES.log, SPACES.change, SPACES.token];

export interface LevelStorageOptions {
  /** Whether each commit waits for the disk. That survives a power loss, at the disk's speed. */
  readonly sync: boolean;
  /** Opens a folder even if acknowledged commits are missing from it. */
  readonly acceptLostWrites?: boolean;
}

type Level = ClassicLevel<Buffer, Buffer>;

/**
 * Storage in a LevelDB. A row is one record, followed by one record per later change, until these outweigh it and the
 * row is rewritten. A commit is one batch, which LevelDB appends to its log atomically, so that a killed process leaves
 * all of it or nothing. The digest of all records and the number of commits are part of each commit and are verified at
 * load. Fewer commits than acknowledged mean that the log has lost its end.
 */
export class LevelStorage implements CommitStorage {
  readonly #folder: string;
  readonly #level: Level;
  readonly #options: LevelStorageOptions;
  /** State of the folder before it was opened. */
  readonly #found: PreparedFolder;
  readonly #encoder = new RowRecordEncoder();
  #total = new Digest();
  /** Number of commits so far. */
  #sequence = 0;
  #acknowledged: AcknowledgedCommits | undefined;
  /** Writes of the commit that is being encoded. */
  #encoded: Write[] = [];
  /** Writes of the latest commit; undefined when it could not be encoded. */
  #writes: readonly Write[] | undefined;
  /** Digest of the last successful commit. */
  #written: Buffer = EMPTY;
  /** Whether the folder is known to be consistent with memory. */
  #sound = false;
  readonly #tables = new Map<number, TableState>();
  /** Numbers of dropped tables whose marker still exists. */
  readonly #dropped = new Set<number>();
  /** Resolves when the rows of dropped tables are removed. */
  #clearing: Promise<void> = Promise.resolve();

  private constructor(folder: string, level: Level, options: LevelStorageOptions, found: PreparedFolder) {
    this.#folder = folder;
    this.#level = level;
    this.#options = options;
    this.#found = found;
  }

  /** Opens or creates the folder. Throws DataFolderError when it is in use, corrupted, or of another format. */
  static async open(folder: string, options: LevelStorageOptions): Promise<LevelStorage> {
    const found = await prepareFolder(folder);
    const { path } = found;
    // A second attempt in the same process makes LevelDB release the lock that excludes other processes.
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
      throw DataFolderError.fromOpenError(folder, error);
    }
    return new LevelStorage(folder, level, options, found);
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
      await this.#verifySequence();
      this.#total = found;
      this.#written = found.encode();
      this.#acknowledged = await AcknowledgedCommits.create(this.#folder, this.#sequence, {
        clock: systemClock,
        ...LOCAL_BIGTABLE_DEFAULTS.acknowledged,
      });
      await writeFolderState(this.#folder, { files: this.#tableFiles(), countsCommits: true });
      this.#sound = true;
      this.#clear(dropped);
      return this.#highestNumber();
    } catch (error) {
      throw DataFolderError.fromLoadError(this.#folder, error as Error);
    }
  }

  async commit(records: readonly StorageRecord[]): Promise<void> {
    // Until the commit has succeeded, memory is ahead of the folder.
    this.#sound = false;
    this.#writes = undefined;
    const writes = this.#encode(records);
    this.#writes = writes;
    await this.#write(writes);
    const dropped = records.flatMap((record) => (record.kind === 'drop' ? record.table : []));
    if (dropped.length > 0) this.#clear(dropped);
  }

  /**
   * Retries a failed commit. After a failed write, LevelDB either rejects further writes or appends to a log with a
   * partial record, whose successors recovery would drop. So the database is closed and opened, which begins a new log,
   * before the commit is written again. Its writes are absolute, so the first attempt may have reached the disk or not.
   */
  async retry(): Promise<void> {
    const writes = this.#writes;
    if (writes === undefined) throw new Error('the failed commit cannot be encoded: restart this server');
    await this.#clearing;
    await this.#level.close();
    await this.#level.open().catch((error: unknown) => {
      throw causeOf(error);
    });
    await this.#verifyUnchanged();
    await this.#write(writes);
    // A full disk interrupts the removal in the background.
    this.#clear([...this.#dropped]);
  }

  async close(): Promise<void> {
    await this.#clearing;
    await this.#level.close();
    // If this fails, the next start has only fewer checksums to verify.
    if (this.#sound) await this.#writeClosed().catch(() => undefined);
    await this.#acknowledged?.close();
    OPEN.delete(this.#level.location);
  }

  #encode(records: readonly StorageRecord[]): readonly Write[] {
    this.#encoder.reset();
    this.#encoded = [];
    for (const record of records) this.#add(record);
    this.#sequence++;
    this.#put(SEQUENCE_KEY, encodeSequence(this.#sequence));
    this.#put(DIGEST_KEY, this.#total.encode());
    return this.#encoded;
  }

  async #write(writes: readonly Write[]): Promise<void> {
    const batch = this.#level.batch();
    for (const { key, value } of writes) {
      if (value === undefined) batch.del(key);
      else batch.put(key, value);
    }
    await batch.write({ sync: this.#options.sync });
    this.#acknowledged?.record(this.#sequence);
    this.#written = this.#total.encode();
    this.#sound = true;
  }

  async #writeClosed(): Promise<void> {
    const files = await checksumsOf(this.#level.location, this.#tableFiles());
    await writeFolderState(this.#folder, { closedAs: this.#total, files, countsCommits: true });
  }

  /** Returns the files that existed at the start and are unchanged if they still exist. */
  #tableFiles(): Map<string, number> {
    return new Map([...(this.#found.state?.files ?? [])].filter(([name]) => isImmutableFile(name)));
  }

  #put(key: Buffer, value: Buffer): void {
    this.#encoded.push({ key, value });
  }

  #delete(key: Buffer): void {
    this.#encoded.push({ key, value: undefined });
  }

  #add(record: StorageRecord): void {
    switch (record.kind) {
      case 'define':
        return this.#define(record.table, Buffer.from(record.definition));
      case 'drop':
        return this.#drop(record.table);
      case 'rows':
        return this.#addRows(record);
      case 'entry':
        return this.#addEntry(record);
    }
  }

  #define(table: number, definition: Buffer): void {
    const key = tablePrefix(DEFINITION, table);
    const state = this.#tables.get(table);
    if (state !== undefined) this.#total.remove(checksum(key, state.definition));
    this.#total.add(checksum(key, definition));
    this.#tables.set(table, { definition, digest: state?.digest ?? new Digest() });
    this.#put(key, definition);
  }

  /** Removes the definition and marks the table as dropped. Its records are removed in the background. */
  #drop(table: number): void {
    const key = tablePrefix(DEFINITION, table);
    const { definition, digest } = this.#tableState(table);
    this.#total.remove(checksum(key, definition));
    this.#total.subtract(digest);
    this.#tables.delete(table);
    this.#dropped.add(table);
    this.#delete(key);
    this.#put(tablePrefix(DROPPED, table), EMPTY);
  }

  #addRows({ table, rows }: Extract<StorageRecord, { kind: 'rows' }>): void {
    const prefix = tablePrefix(ROW, table);
    const { digest } = this.#tableState(table);
    for (const change of rows) if (change.changes.length > 0) this.#addRow(change, prefix, digest);
  }

  #addRow(change: StoredRowChange, prefix: Buffer, ofTable: Digest): void {
    const { row, recordsBefore, rewritten } = change;
    if (rewritten === undefined) {
      const record = this.#encoder.changes(prefix, row.key, recordsBefore, change.changes);
      row.checksum = (row.checksum + this.#putRecord(record, ofTable)) | 0;
      return;
    }
    ofTable.remove(row.checksum, recordsBefore);
    this.#total.remove(row.checksum, recordsBefore);
    const isEmpty = rewritten.length === 0;
    row.checksum = isEmpty ? 0 : this.#putRecord(this.#encoder.cells(prefix, row.key, rewritten), ofTable);
    for (let number = isEmpty ? 0 : 1; number < recordsBefore; number++) {
      this.#delete(this.#encoder.key(prefix, row.key, number));
    }
  }

  #putRecord({ bytes, key, value }: EncodedRecord, ofTable: Digest): number {
    const added = checksum(bytes);
    ofTable.add(added);
    this.#total.add(added);
    this.#put(key, value);
    return added;
  }

  #addEntry({ space, table, key, before, after }: EntryRecord): void {
    const digest = table === NO_TABLE ? new Digest() : this.#tableState(table).digest;
    const fullKey = Buffer.concat([tablePrefix(SPACES[space], table), toBuffer(key)]);
    if (before !== undefined) {
      const removed = checksum(fullKey, toBuffer(before));
      digest.remove(removed);
      this.#total.remove(removed);
    }
    if (after === undefined) {
      this.#delete(fullKey);
      return;
    }
    const value = toBuffer(after);
    const added = checksum(fullKey, value);
    digest.add(added);
    this.#total.add(added);
    this.#put(fullKey, value);
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

  async #loadEntries(space: EntrySpace, { reader, found, dropped }: Loading): Promise<void> {
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
   * Verifies that the records match the digest of the last commit, and that it matches the digest of the shutdown. A
   * new folder gets its first digest before the file that requires one.
   */
  async #verify(found: Digest): Promise<void> {
    const damaged = (what: string): DataFolderError =>
      DataFolderError.corrupted(this.#folder, new Error(what));
    const bytes = await this.#level.get(DIGEST_KEY);
    if (bytes === undefined) {
      if (this.#found.state !== undefined || found.count > 0) throw damaged('its checksum is missing');
      return this.#level.put(DIGEST_KEY, found.encode(), { sync: true });
    }
    const expected = Digest.decode(bytes);
    if (this.#found.state === undefined && expected.count > 0)
      throw damaged(`the file ${STATE_FILE} is missing`);
    if (!found.equals(expected)) {
      throw damaged(`its checksum differs, ${found.count} of ${expected.count} records were read`);
    }
    if (this.#found.state?.closedAs?.equals(found) === false) throw damaged('its latest records are missing');
  }

  /** Verifies the number of commits. LevelDB stops at the end of its log, so only this number reveals lost commits. */
  async #verifySequence(): Promise<void> {
    const bytes = await this.#level.get(SEQUENCE_KEY);
    this.#sequence = bytes === undefined ? 0 : decodeSequence(bytes);
    const lost = (this.#found.acknowledged ?? 0) - this.#sequence;
    if (lost > 0 && this.#options.acceptLostWrites !== true) {
      throw DataFolderError.lostWrites(this.#folder, lost);
    }
  }

  /**
   * Verifies the reopened database: meanwhile another server may have used the folder, or the disk may have lost part
   * of the log.
   */
  async #verifyUnchanged(): Promise<void> {
    const digest = (await this.#level.get(DIGEST_KEY)) ?? EMPTY;
    if (digest.equals(this.#written) || digest.equals(this.#total.encode())) return;
    throw new Error('the data folder has changed since the failed write: restart this server');
  }

  #highestNumber(): number {
    return Math.max(0, maxOf(this.#tables.keys()), maxOf(this.#dropped));
  }

  /**
   * Removes the records of dropped tables in the background. The next start resumes an interrupted removal. The marker
   * of the highest number remains, so that the number is never reused.
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

/** Write of one record. Without a value it is a deletion. */
interface Write {
  readonly key: Buffer;
  readonly value: Buffer | undefined;
}

interface TableState {
  readonly definition: Buffer;
  /** Digest of all records under the table's number, except its definition. */
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

function encodeSequence(sequence: number): Buffer {
  const bytes = Buffer.alloc(SEQUENCE_BYTES);
  bytes.writeUIntBE(sequence, 0, SEQUENCE_BYTES);
  return bytes;
}

const decodeSequence = (bytes: Buffer): number => bytes.readUIntBE(0, SEQUENCE_BYTES);

/** Unwraps the error of LevelDB. */
const causeOf = (error: unknown): Error => ((error as Error).cause ?? error) as Error;

/** Databases that this process has open. */
const OPEN = new Set<string>();
/** Table number of entries that belong to no table. */
const NO_TABLE = 0;
const EMPTY = Buffer.alloc(0);
const DIGEST_KEY = tablePrefix(DIGEST, 0);
const SEQUENCE_KEY = tablePrefix(SEQUENCE, 0);
const SEQUENCE_BYTES = 6;
/** Larger buffers do not fit into the processor's caches: random inserts then take twice as long. */
const WRITE_BUFFER_BYTES = 4 * 1024 * 1024;
const READ_AHEAD_BYTES = 1024 * 1024;
const LOAD_BATCH = 2_000;
