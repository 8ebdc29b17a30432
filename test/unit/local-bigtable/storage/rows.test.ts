import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { seededRandom } from '../../../../src/platform/random';
import { LevelStorage } from '../../../../src/local-bigtable/storage/level-storage';
import type { StoredRowChange, RowOperation } from '../../../../src/local-bigtable/store/stored-row';
import { StoredTable } from '../../../../src/local-bigtable/store/stored-table';

const NUMBER = 1;
const FAMILIES = [{ name: 'a' }, { name: 'b' }];

function contents(table: StoredTable): unknown[] {
  const rows = [...table.scan({ start: '', end: undefined })];
  return rows.map(({ key, cells, bytes, records }) => ({ key, cells, bytes, records }));
}

const set = (qualifier: string, bytes: number): RowOperation => ({
  kind: 'set',
  family: 'a',
  qualifier,
  timestampMs: 1,
  value: 'x'.repeat(bytes),
});

describe('rows in the data folder', () => {
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tidemark-rows-'));
  });

  afterEach(async () => {
    await rm(folder, { recursive: true, force: true });
  });

  async function open(): Promise<{ storage: LevelStorage; table: StoredTable }> {
    const storage = await LevelStorage.open(folder, { sync: false });
    const table = new StoredTable(FAMILIES);
    const reader = {
      table: () => undefined,
      entry: () => undefined,
      row: (_number: number, row: Parameters<StoredTable['addRow']>[0]) => table.addRow(row),
    };
    const number = await storage.load(reader);
    if (number === 0) await storage.commit([{ kind: 'define', table: NUMBER, definition: Buffer.from('t') }]);
    return { storage, table };
  }

  const commit = (storage: LevelStorage, rows: readonly StoredRowChange[]): Promise<void> =>
    storage.commit([{ kind: 'rows', table: NUMBER, rows }]);

  it.each([1])('rows survive repeated restarts (seed %i)', async (seed) => {
    const random = seededRandom(seed);
    const pick = <T>(...items: T[]): T => items[Math.floor(random() * items.length)]!;
    const operation = (): RowOperation => {
      const family = pick('a', 'b');
      const qualifier = pick('', 'q', 'r\0', 's');
      const timestampMs = pick(0, 1, 2 ** 40);
      if (random() < 0.8) {
        return { kind: 'set', family, qualifier, timestampMs, value: 'v'.repeat(pick(0, 10, 100, 300)) };
      }
      return pick<RowOperation>(
        { kind: 'delete-row' },
        { kind: 'delete-family', family },
        { kind: 'delete-column', family, qualifier, fromMs: 0, toMs: 2 },
      );
    };
    let { storage, table } = await open();
    for (let version = 1; version <= 300; version++) {
      const changes = Array.from({ length: pick(1, 3) }, () =>
        table.apply(pick('k', 'k\0', '', 'l'), Array.from({ length: pick(1, 2) }, operation), version),
      );
      await commit(storage, changes);
      if (version % 30 > 0) continue;
      await storage.close();
      const again = await open();
      expect(contents(again.table)).toEqual(contents(table));
      ({ storage, table } = again);
    }
    await storage.close();
  });

  it('rows are rewritten when they are small, and once their changes outweigh them', () => {
    const table = new StoredTable(FAMILIES);
    const isRewritten = (...operations: RowOperation[]): boolean =>
      table.apply('k', operations, 1).rewritten !== undefined;
    expect([isRewritten(set('q', 10)), isRewritten(set('q', 20))]).toEqual([true, true]);
    expect(isRewritten(set('q', 1_000), set('r', 1_000))).toBe(true);
    expect(isRewritten(set('q', 900))).toBe(false);
    expect(isRewritten(set('q', 800))).toBe(false);
    expect(table.row('k')?.records).toBe(3);
    expect(isRewritten(set('q', 100))).toBe(true);
    expect(table.row('k')?.records).toBe(1);
  });

  it('rows that were removed and recreated in one commit exist', async () => {
    const { storage, table } = await open();
    await commit(storage, [table.apply('k', [set('q', 1_000)], 1), table.apply('k', [set('r', 10)], 2)]);
    const removed = table.apply('k', [{ kind: 'delete-row' }], 3);
    await commit(storage, [removed, table.apply('k', [set('s', 5)], 4)]);
    await storage.close();
    const again = await open();
    expect(contents(again.table)).toEqual(contents(table));
    await again.storage.close();
  });
});
