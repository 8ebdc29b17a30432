import { seededRandom } from '../../../../src/platform/random';
import { compareCells } from '../../../../src/local-bigtable/store/stored-cell';
import type { StoredRowChange, RowOperation } from '../../../../src/local-bigtable/store/stored-row';
import {
  wouldExceedSize as rowOutgrows,
  StoredTable,
} from '../../../../src/local-bigtable/store/stored-table';

const FAMILIES = ['a', 'b'];
const all = { start: '', end: undefined };
const contents = (table: StoredTable): unknown[] => [...table.scan(all)].map((row) => [row.key, row.cells]);

/** Reference model: cells by address. */
type Model = Map<
  string,
  { key: string; family: string; qualifier: string; timestampMs: number; value: string }
>;

function applyToModel(model: Model, key: string, operation: RowOperation): void {
  if (operation.kind === 'set') {
    const { family, qualifier, timestampMs, value } = operation;
    model.set(JSON.stringify([key, family, qualifier, timestampMs]), {
      key,
      family,
      qualifier,
      timestampMs,
      value,
    });
    return;
  }
  for (const [address, cell] of model) {
    if (cell.key !== key) continue;
    const hit =
      operation.kind === 'delete-row' ||
      (operation.kind === 'delete-family' && cell.family === operation.family) ||
      (operation.kind === 'delete-column' &&
        cell.family === operation.family &&
        cell.qualifier === operation.qualifier &&
        cell.timestampMs >= operation.fromMs &&
        cell.timestampMs < operation.toMs);
    if (hit) model.delete(address);
  }
}

function randomOperation(random: () => number): RowOperation {
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)]!;
  const family = pick(FAMILIES);
  const qualifier = pick(['', 'q', 'r\0']);
  const dice = random();
  if (dice < 0.8)
    return { kind: 'set', family, qualifier, timestampMs: pick([0, 1, 2, 3]), value: pick(['', 'x', 'yy']) };
  if (dice < 0.9)
    return {
      kind: 'delete-column',
      family,
      qualifier,
      fromMs: pick([0, 1, 2]),
      toMs: pick([2, 3, Infinity]),
    };
  return dice < 0.97 ? { kind: 'delete-family', family } : { kind: 'delete-row' };
}

describe('StoredTable', () => {
  it.each([1, 2])('the table behaves like a map of cells and reports its changes (seed %i)', (seed) => {
    const random = seededRandom(seed);
    const table = new StoredTable([{ name: 'a' }, { name: 'b' }]);
    const model: Model = new Map();
    const replayed = new Map<string, string>();
    for (let version = 1; version <= 400; version++) {
      const key = ['k', 'l', 'm'][Math.floor(random() * 3)]!;
      const operations = Array.from({ length: 1 + Math.floor(random() * 4) }, () => randomOperation(random));
      replay(replayed, table.apply(key, operations, version));
      for (const operation of operations) applyToModel(model, key, operation);
      expect(table.row(key)?.cells ?? []).toEqual(
        [...model.values()]
          .filter((cell) => cell.key === key)
          .map(({ family, qualifier, timestampMs, value }) => ({ family, qualifier, timestampMs, value }))
          .sort(compareCells),
      );
    }
    expect(new Map([...replayed].sort())).toEqual(
      new Map([...model].map(([at, { value }]) => [at, value] as const).sort()),
    );
  });

  /** Applies changes like storage: `before` must be the stored value. */
  function replay(stored: Map<string, string>, { key, changes }: StoredRowChange): void {
    for (const { cell, before, after } of changes) {
      const address = JSON.stringify([key, cell.family, cell.qualifier, cell.timestampMs]);
      expect(stored.get(address)).toBe(before);
      if (after === undefined) stored.delete(address);
      else stored.set(address, after);
    }
  }

  it('spans are scanned forwards and backwards', () => {
    const table = new StoredTable([{ name: 'f' }]);
    const set: RowOperation = { kind: 'set', family: 'f', qualifier: '', timestampMs: 0, value: '' };
    for (const key of ['b', 'a', 'c', 'a\0']) table.apply(key, [set], 1);
    const keys = (start: string, end: string | undefined, reversed: boolean): string[] =>
      [...table.scan({ start, end }, reversed)].map((row) => row.key);
    expect(keys('', undefined, false)).toEqual(['a', 'a\0', 'b', 'c']);
    expect(keys('', undefined, true)).toEqual(['c', 'b', 'a\0', 'a']);
    expect(keys('a\0', 'c', false)).toEqual(['a\0', 'b']);
    expect(keys('a\0', 'c', true)).toEqual(['b', 'a\0']);
    expect(keys('x', undefined, true)).toEqual([]);
  });

  it('the version that removed a row is retained, so that its absence can wait to be durable', () => {
    const table = new StoredTable([{ name: 'f' }]);
    table.apply('k', [{ kind: 'set', family: 'f', qualifier: '', timestampMs: 0, value: '' }], 1);
    expect([table.row('k')?.version, table.removedVersion]).toEqual([1, 0]);
    table.apply('k', [{ kind: 'delete-row' }], 2);
    expect([table.row('k'), table.removedVersion]).toEqual([undefined, 2]);
  });

  it('wouldExceedSize counts the space that deletions and overwrites free', () => {
    const table = new StoredTable(FAMILIES.map((name) => ({ name })));
    const set = (qualifier: string, bytes: number): RowOperation => ({
      kind: 'set',
      family: 'a',
      qualifier,
      timestampMs: 0,
      value: 'x'.repeat(bytes),
    });
    const outgrows = (...operations: RowOperation[]): boolean =>
      rowOutgrows(table.row('k'), 'k', operations, 100);
    expect(outgrows(set('q', 98))).toBe(false);
    expect(outgrows(set('q', 99))).toBe(true);
    table.apply('k', [set('q', 90)], 1);
    expect(outgrows(set('r', 7))).toBe(false);
    expect(outgrows(set('r', 8))).toBe(true);
    expect(outgrows(set('q', 98))).toBe(false);
    expect(outgrows(set('q', 50), set('r', 50))).toBe(true);
    expect(outgrows({ kind: 'delete-row' }, set('r', 98))).toBe(false);
    table.apply('k', [set('r', 90)], 2);
    expect(outgrows(set('q', 80), set('r', 80))).toBe(false);
    expect(contents(table)).toEqual([['k', [expect.objectContaining({}), expect.objectContaining({})]]]);
  });

  it('garbage is collected and reported', () => {
    const table = new StoredTable([{ name: 'f', gcRule: { kind: 'age', maxMs: 10 } }]);
    for (const timestampMs of [0, 95, 100]) {
      table.apply('k', [{ kind: 'set', family: 'f', qualifier: 'q', timestampMs, value: 'v' }], 1);
    }
    const { changes } = table.collectGarbage(table.row('k')!, 100, 2);
    expect(changes.map(({ cell }) => cell.timestampMs)).toEqual([0]);
    table.collectGarbage(table.row('k')!, 1_000, 3);
    expect(contents(table)).toEqual([]);
  });
});
