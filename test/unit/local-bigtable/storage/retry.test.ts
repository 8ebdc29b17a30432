import { mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ClassicLevel } from 'classic-level';
import { LevelStorage } from '../../../../src/local-bigtable/storage/level-storage';
import { tablePrefix } from '../../../../src/local-bigtable/storage/row-record';
import type { StorageRecord } from '../../../../src/local-bigtable/storage/commit-storage';
import { StoredTable } from '../../../../src/local-bigtable/store/stored-table';

const DIGEST = 1;
const VALUE_BYTES = 200_000;
/** More than LevelDB writes to one log. */
const ROWS_OF_A_LOG = 40;
/** Device on which writes fail like on a full disk. */
const FULL = '/dev/full';
const describeOnLinux = process.platform === 'linux' ? describe : describe.skip;

describeOnLinux(`A data folder whose disk is full (needs ${FULL})`, () => {
  let table: StoredTable;
  let folder: string;
  let level: string;
  let storage: LevelStorage;
  let logs: string[];
  let keys: string[];

  const load = async (): Promise<string[]> => {
    storage = await LevelStorage.open(folder, { sync: false });
    const found: string[] = [];
    await storage.load({
      table: () => undefined,
      row: (_, { key }) => found.push(key),
      entry: () => undefined,
    });
    return found;
  };
  const rowOf = (key: string): StorageRecord => {
    const cell = { family: 'f', qualifier: 'q', timestampMs: 0, value: key.padEnd(VALUE_BYTES, 'x') };
    return { kind: 'rows', table: 1, rows: [table.apply(key, [{ kind: 'set', ...cell }], 1)] };
  };
  /** Makes the next logs of LevelDB unwritable. */
  const fill = async (): Promise<void> => {
    const latest = Math.max(...(await readdir(level)).map((name) => parseInt(name, 10) || 0));
    logs = Array.from({ length: 4 }, (_, index) => `${String(latest + 1 + index).padStart(6, '0')}.log`);
    for (const log of logs) await symlink(FULL, join(level, log));
  };
  /** Replaces them with the empty files that a full disk leaves. */
  const free = async (): Promise<void> => {
    for (const log of logs) {
      await rm(join(level, log), { force: true });
      await writeFile(join(level, log), '');
    }
  };
  /** Commits one row after the other until a commit fails. Returns the reason. */
  const commitUntilFull = async (): Promise<string> => {
    for (let row = 0; row < ROWS_OF_A_LOG; row++) {
      const key = `row-${100 + keys.length}`;
      keys.push(key);
      try {
        await storage.commit([rowOf(key)]);
      } catch (error) {
        return (error as Error).message;
      }
    }
    return 'no commit failed';
  };

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tidemark-retry-'));
    level = join(folder, 'level');
    keys = [];
    table = new StoredTable([{ name: 'f' }]);
    await load();
    await storage.commit([{ kind: 'define', table: 1, definition: Buffer.from('t') }]);
    await fill();
    expect(await commitUntilFull()).toMatch(/No space left on device/);
    expect(keys.length).toBeGreaterThan(1);
  });

  afterEach(async () => {
    await storage.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('the failed commit and later ones are written when there is space again', async () => {
    await free();
    await storage.retry();
    keys.push('row-after');
    await storage.commit([rowOf('row-after')]);
    await storage.close();
    expect(await load()).toEqual(keys);
  });

  it('the folder contains all other commits when its server ends before there is space', async () => {
    await storage.close();
    await free();
    expect(await load()).toEqual(keys.slice(0, -1));
  });

  it('the folder is not written again when the failed commit cannot be encoded', async () => {
    await free();
    await storage.retry();
    const impossible: StorageRecord = { kind: 'rows', table: 99, rows: [] };
    await expect(storage.commit([rowOf('row-half'), impossible])).rejects.toThrow(/table 99 is not defined/);
    await expect(storage.retry()).rejects.toThrow(/cannot be encoded: restart this server/);
    await storage.close();
    expect(await load()).toEqual(keys);
  });

  it('the folder is not written again when another server has changed it', async () => {
    await free();
    const other = new ClassicLevel<Buffer, Buffer>(level, { keyEncoding: 'buffer', valueEncoding: 'buffer' });
    await storage.close();
    await other.open();
    await other.put(tablePrefix(DIGEST, 0), Buffer.alloc(10));
    await other.close();
    await expect(storage.retry()).rejects.toThrow(/has changed since the failed write: restart this server/);
  });
});
