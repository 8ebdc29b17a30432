import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LevelStorage } from '../../../../src/local-bigtable/storage/level-storage';
import type {
  EntryRecord,
  EntrySpace,
  StorageRecord,
} from '../../../../src/local-bigtable/storage/commit-storage';

type Entry = [space: EntrySpace, table: number, key: string, value: string];

const define = (table: number): StorageRecord => ({ kind: 'define', table, definition: Buffer.from('t') });
const entry = (record: Omit<EntryRecord, 'kind'>): EntryRecord => ({ kind: 'entry', ...record });

describe('entries in the data folder', () => {
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tidemark-entries-'));
  });

  afterEach(async () => {
    await rm(folder, { recursive: true, force: true });
  });

  /** Commits, closes, and reopens the folder. Returns its entries. */
  async function reopened(...commits: StorageRecord[][]): Promise<Entry[]> {
    const storage = await LevelStorage.open(folder, { sync: false });
    await load(storage);
    for (const records of commits) await storage.commit(records);
    await storage.close();
    const again = await LevelStorage.open(folder, { sync: false });
    const entries = await load(again);
    await again.close();
    return entries;
  }

  async function load(storage: LevelStorage): Promise<Entry[]> {
    const entries: Entry[] = [];
    await storage.load({
      table: () => undefined,
      row: () => undefined,
      entry: (...each) => entries.push(each),
    });
    return entries;
  }

  it('entries with any bytes are loaded by space and key', async () => {
    const entries = await reopened([
      define(1),
      entry({ space: 'token', table: 1, key: 'b', after: '' }),
      entry({ space: 'log', table: 1, key: '\0\xff', after: '\xff\0' }),
      entry({ space: 'log', table: 1, key: '', after: 'first' }),
      entry({ space: 'resource', table: 0, key: 'projects/p', after: 'x' }),
    ]);
    expect(entries).toEqual([
      ['resource', 0, 'projects/p', 'x'],
      ['log', 1, '', 'first'],
      ['log', 1, '\0\xff', '\xff\0'],
      ['token', 1, 'b', ''],
    ]);
  });

  it('entries are replaced and removed', async () => {
    const entries = await reopened(
      [
        define(1),
        entry({ space: 'log', table: 1, key: 'a', after: '1' }),
        entry({ space: 'log', table: 1, key: 'b', after: '2' }),
      ],
      [
        entry({ space: 'log', table: 1, key: 'a', before: '1', after: '3' }),
        entry({ space: 'log', table: 1, key: 'b', before: '2' }),
      ],
    );
    expect(entries).toEqual([['log', 1, 'a', '3']]);
  });

  it('entries are removed with their table only', async () => {
    const kept = entry({ space: 'change', table: 2, key: 'k', after: 'v' });
    const commits = [
      [define(1), define(2), entry({ space: 'change', table: 1, key: 'k', after: 'v' }), kept],
      [{ kind: 'drop', table: 1 } as const],
    ];
    expect(await reopened(...commits)).toEqual([['change', 2, 'k', 'v']]);
    // The folder remains valid when reopened after the dropped table's entries were removed.
    expect(await reopened()).toEqual([['change', 2, 'k', 'v']]);
  });
});
