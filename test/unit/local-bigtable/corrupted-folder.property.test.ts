import { cp, mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AcknowledgedCommits } from '../../../src/local-bigtable/storage/acknowledged-commits';
import { DataFolderError } from '../../../src/local-bigtable/storage/data-folder-error';
import { readFolderState, writeFolderState } from '../../../src/local-bigtable/storage/folder-state';
import { LevelStorage } from '../../../src/local-bigtable/storage/level-storage';
import type { StorageRecord } from '../../../src/local-bigtable/storage/commit-storage';
import type { RowOperation } from '../../../src/local-bigtable/store/stored-row';
import { StoredTable } from '../../../src/local-bigtable/store/stored-table';
import { systemClock } from '../../../src/platform/time/clock';
import { type Random, seededRandom } from '../../../src/platform/random';
import { TEST_SEED } from '../../support/test-seed';

const FLIPS = Number(process.env['TIDEMARK_TEST_FLIPS'] ?? 16);

/** All records of a folder by address. */
type Contents = Record<string, string>;

/** Original folder, of which copies are corrupted, and its contents after each commit. */
class Original {
  readonly contents: Contents[] = [{}];
  /** Length of the log after each commit, in bytes. */
  readonly logBytes: number[] = [];
  readonly #table = new StoredTable([{ name: 'f' }]);
  #storage: LevelStorage | undefined;

  constructor(readonly folder: string) {}

  async open(): Promise<void> {
    this.#storage = await LevelStorage.open(this.folder, { sync: false });
    await load(this.#storage);
  }

  async close(): Promise<void> {
    await this.#storage?.close();
  }

  /** Commits a table's definition first, then new, overwritten and removed cells, and entries of the log. */
  async commit(random: Random): Promise<void> {
    const before = this.contents.at(-1)!;
    const after = { ...before };
    const records: StorageRecord[] = [];
    if (this.contents.length === 1) {
      records.push({ kind: 'define', table: 1, definition: Buffer.from('definition') });
      after['table 1'] = 'definition';
    }
    const key = `row-${Math.floor(random() * 20)}`;
    const value = random() < 0.2 ? undefined : `${random()}`.padEnd(30, 'x');
    const address = `cell 1 ${key}`;
    const cell = { family: 'f', qualifier: 'q', timestampMs: 0 };
    const operation: RowOperation =
      value === undefined ? { kind: 'delete-row' } : { kind: 'set', ...cell, value };
    records.push({ kind: 'rows', table: 1, rows: [this.#table.apply(key, [operation], 1)] });
    const entry = `${this.contents.length}`;
    records.push({ kind: 'entry', space: 'log', table: 1, key: entry, after: 'logged' });
    after[`log 1 ${entry}`] = 'logged';
    if (value === undefined) delete after[address];
    else after[address] = value;
    await this.#storage?.commit(records);
    this.contents.push(after);
    this.logBytes.push((await stat(await fileOf(this.folder, /\.log$/))).size);
  }
}

async function load(storage: LevelStorage): Promise<Contents> {
  const contents: Contents = {};
  await storage.load({
    table: (table, definition) => (contents[`table ${table}`] = definition.toString()),
    row: (table, { key, cells }) => (contents[`cell ${table} ${key}`] = cells[0]!.value),
    entry: (space, table, key, value) => (contents[`${space} ${table} ${key}`] = value),
  });
  return contents;
}

async function fileOf(folder: string, pattern: RegExp): Promise<string> {
  const name = (await readdir(join(folder, 'level')))
    .filter((each) => pattern.test(each))
    .sort()
    .at(-1);
  return join(folder, 'level', name!);
}

/** Returns the relative paths of all files in the folder. */
async function filesOf(folder: string): Promise<string[]> {
  const files = (await readdir(join(folder, 'level'))).map((file) => join('level', file));
  return [...files, 'FORMAT', 'STATE', 'COMMITS'];
}

describe(`A corrupted data folder, TIDEMARK_TEST_SEED=${TEST_SEED}`, () => {
  const random = seededRandom(TEST_SEED);
  let parent: string;
  let original: Original;
  let copies = 0;

  /** Returns the contents of a corrupted copy of the folder, or the reason for its rejection. */
  async function openCorrupted(
    corrupt: (folder: string) => Promise<unknown>,
    { acceptLostWrites = false } = {},
  ): Promise<Contents | DataFolderError> {
    const copy = join(parent, `copy-${(copies += 1)}`);
    await cp(original.folder, copy, { recursive: true });
    await corrupt(copy);
    try {
      const storage = await LevelStorage.open(copy, { sync: false, acceptLostWrites });
      try {
        return await load(storage);
      } finally {
        await storage.close();
      }
    } catch (error) {
      if (error instanceof DataFolderError) return error;
      throw error;
    } finally {
      await rm(copy, { recursive: true });
    }
  }
  const asIfKilled = (folder: string): Promise<void> =>
    writeFolderState(folder, { files: new Map(), countsCommits: true });
  /** Modifies the log in the folder of a killed server. */
  const withLog = (change: (log: Buffer) => Buffer) => async (folder: string) => {
    await asIfKilled(folder);
    const path = await fileOf(folder, /\.log$/);
    await writeFile(path, change(await readFile(path)));
  };
  /** Acknowledges this many commits. */
  const acknowledge = async (folder: string, count: number): Promise<void> => {
    const options = { clock: systemClock, syncAfterMs: 0 };
    await (await AcknowledgedCommits.create(folder, count, options)).close();
  };
  const flip = async (path: string): Promise<void> =>
    writeFile(
      path,
      (await readFile(path)).map((byte) => byte ^ 1),
    );

  beforeAll(async () => {
    parent = await mkdtemp(join(tmpdir(), 'tidemark-corrupted-'));
    original = new Original(join(parent, 'original'));
    await original.open();
    for (let commits = 0; commits < 60; commits++) await original.commit(random);
    // A second start moves the contents of the log to a table file, so both exist.
    await original.close();
    await original.open();
    original.logBytes.length = 0;
    for (let commits = 0; commits < 20; commits++) await original.commit(random);
    await original.close();
  });

  afterAll(() => rm(parent, { recursive: true, force: true }));

  it('the folder contains exactly the complete commits, wherever the log of a killed server is truncated', async () => {
    const { contents, logBytes } = original;
    // From the last byte of a commit to that of the next.
    const [from, to] = [logBytes.at(-2)! - 1, logBytes.at(-1)!];
    // Every eighth byte, and the last three: each cut opens a server.
    const ends = Array.from({ length: to - from + 1 }, (_, at) => from + at);
    for (const bytes of ends.filter((end) => (end - from) % 8 === 0 || end > to - 3)) {
      const whole = contents.length - logBytes.filter((end) => end > bytes).length - 1;
      const found = await openCorrupted(async (folder) => {
        await withLog((log) => log.subarray(0, bytes))(folder);
        await acknowledge(folder, whole);
      });
      expect({ bytes, found }).toEqual({ bytes, found: contents[whole] });
    }
  });

  const zeroFrom = (log: Buffer, from: number): Buffer =>
    Buffer.concat([log.subarray(0, from), Buffer.alloc(log.length - from)]);

  it.each<[string, (log: Buffer) => Buffer]>([
    ['emptied', (log) => log.subarray(0, 0)],
    ['cut in the middle', (log) => log.subarray(0, log.length / 2)],
    ['cut at the end of a commit', (log) => log.subarray(0, original.logBytes.at(-2))],
    ['cut within its last commit', (log) => log.subarray(0, -1)],
    ['all zeros', (log) => zeroFrom(log, 0)],
    ['zeros from its middle on', (log) => zeroFrom(log, Math.floor(log.length / 2))],
    ['zeros in its last byte', (log) => zeroFrom(log, log.length - 1)],
    ['zeros in its last commit', (log) => zeroFrom(log, original.logBytes.at(-2)!)],
  ])(
    'the folder is rejected when acknowledged writes are missing because its log is %s, unless that is accepted',
    async (_, change) => {
      const corrupt = withLog(change);
      const rejected = await openCorrupted(corrupt);
      expect(rejected).toMatchObject({ reason: 'lost-writes' });
      expect((rejected as DataFolderError).message).toMatch(
        /commits? (is|are) missing .* --accept-lost-writes/,
      );
      const accepted = await openCorrupted(corrupt, { acceptLostWrites: true });
      // The end of the log determines which of its commits exist.
      expect(original.contents.slice(-1 - original.logBytes.length, -1)).toContainEqual(accepted);
    },
  );

  it('the folder opens normally after a loss was accepted', async () => {
    const emptied = withLog((log) => log.subarray(0, 0));
    const found = await openCorrupted(async (folder) => {
      await emptied(folder);
      const storage = await LevelStorage.open(folder, { sync: false, acceptLostWrites: true });
      await load(storage);
      await storage.commit([]);
      const killed = (await readFolderState(folder))!;
      await storage.close();
      await writeFolderState(folder, killed);
    });
    expect(found).toEqual(original.contents.at(-1 - original.logBytes.length));
  });

  it('the folder opens when zeros or garbage follow the end of its log', async () => {
    for (const byte of [0, 7]) {
      const found = await openCorrupted(withLog((log) => Buffer.concat([log, Buffer.alloc(40_000, byte)])));
      expect(found).toEqual(original.contents.at(-1));
    }
  });

  it('the folder is rejected when its server was killed and the count of commits is missing', async () => {
    const found = await openCorrupted(async (folder) => {
      await asIfKilled(folder);
      await rm(join(folder, 'COMMITS'));
    });
    expect((found as DataFolderError).message).toMatch(/is corrupted: the file COMMITS is missing/);
  });

  it('the folder of a version that counted no commits opens', async () => {
    const found = await openCorrupted(async (folder) => {
      await writeFolderState(folder, { files: new Map() });
      await rm(join(folder, 'COMMITS'));
    });
    expect(found).toEqual(original.contents.at(-1));
  });

  it('the folder is rejected when its log is truncated after an orderly shutdown', async () => {
    const found = await openCorrupted(async (folder) =>
      truncate(await fileOf(folder, /\.log$/), original.logBytes.at(-2)),
    );
    expect(found).toMatchObject({ reason: 'corrupted' });
  });

  it(`the folder is rejected, or nothing is lost, when one bit of any file flips (${FLIPS} samples)`, async () => {
    let rejected = 0;
    for (let flip = 0; flip < FLIPS; flip++) {
      const files = await filesOf(original.folder);
      const name = files[Math.floor(random() * files.length)]!;
      const bytes = await readFile(join(original.folder, name));
      if (bytes.length === 0) continue;
      const offset = Math.floor(random() * bytes.length);
      bytes[offset]! ^= 1 << Math.floor(random() * 8);
      const found = await openCorrupted((folder) => writeFile(join(folder, name), bytes));
      if (found instanceof DataFolderError) rejected++;
      else expect({ name, offset, found }).toEqual({ name, offset, found: original.contents.at(-1) });
    }
    expect(rejected).toBeGreaterThan(FLIPS / 4);
  });

  it('the folder is rejected, or nothing is lost, when any file is missing', async () => {
    const rejected: string[] = [];
    for (const name of await filesOf(original.folder)) {
      const found = await openCorrupted((folder) => rm(join(folder, name)));
      if (found instanceof DataFolderError) rejected.push(name.replace(/\d+/, ''));
      else expect({ name, found }).toEqual({ name, found: original.contents.at(-1) });
    }
    expect(rejected.sort()).toEqual([
      'FORMAT',
      'STATE',
      'level/.ldb',
      'level/.log',
      'level/CURRENT',
      'level/MANIFEST-',
    ]);
  });

  it('the folder is rejected without its log, even if its server was killed', async () => {
    const found = await openCorrupted(async (folder) => {
      await asIfKilled(folder);
      await rm(await fileOf(folder, /\.log$/));
    });
    expect(found).toMatchObject({ reason: 'corrupted' });
  });

  it('the folder is rejected when a table of the last start has changed, even if the server was killed', async () => {
    const found = await openCorrupted(async (folder) => {
      const storage = await LevelStorage.open(folder, { sync: false });
      await load(storage);
      await storage.commit([]);
      const killed = (await readFolderState(folder))!;
      await storage.close();
      await writeFolderState(folder, killed);
      const known = [...killed.files.keys()].at(-1)!;
      await flip(join(folder, 'level', known));
    });
    expect((found as DataFolderError).message).toMatch(/is corrupted: the file \d+\.ldb has changed/);
  });

  it('the folder is rejected, not treated as new, when every record of its first log is corrupted', async () => {
    const fresh = new Original(join(parent, 'fresh'));
    await fresh.open();
    for (let commits = 0; commits < 3; commits++) await fresh.commit(random);
    await fresh.close();
    await asIfKilled(fresh.folder);
    await flip(await fileOf(fresh.folder, /\.log$/));
    await expect(fresh.open()).rejects.toThrow(/is corrupted: its checksum is missing/);
  });
});
