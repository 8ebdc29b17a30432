import { Catalog } from '../../../src/local/catalog';
import { GarbageCollector } from '../../../src/local/garbage-collector';
import { CommitQueue } from '../../../src/local/storage/commit-queue';
import type { Storage } from '../../../src/local/storage/storage';
import { Table } from '../../../src/local/store/table';
import type { Clock } from '../../../src/platform/clock';

/** Time that stands still until the test moves it. */
class ManualClock implements Clock {
  ms = 0;
  tasks: (() => void)[] = [];
  nowMs = (): number => this.ms;
  monotonicMs = (): number => this.ms;
  schedule(_delayMs: number, task: () => void): () => void {
    this.tasks.push(task);
    return () => (this.tasks = this.tasks.filter((each) => each !== task));
  }
}

describe('GarbageCollector', () => {
  const clock = new ManualClock();
  const catalog = new Catalog();
  const rows = new Table([{ name: 'f', gcRule: { kind: 'age', maxMs: 100 } }, { name: 'kept' }]);
  catalog.add({ name: 'p/i/t', number: 1, definition: {}, rows });
  const commits = new CommitQueue(undefined);
  const collector = new GarbageCollector({ catalog, commits, clock, intervalMs: 1_000, rowsPerTurn: 2 });

  afterAll(() => collector.stop());

  it('removes expired cells, and rows with their last cell, over turns', async () => {
    for (const key of ['a', 'b', 'c', 'd', 'e']) {
      const set = { kind: 'set', qualifier: '', value: '' } as const;
      rows.apply(key, [{ ...set, family: 'f', timestampMs: 0 }], commits.nextVersion());
      if (key === 'c') rows.apply(key, [{ ...set, family: 'kept', timestampMs: 0 }], commits.nextVersion());
      if (key === 'e') rows.apply(key, [{ ...set, family: 'f', timestampMs: 50 }], commits.nextVersion());
    }
    clock.ms = 100;
    await collector.sweep();
    expect(rows.rowCount).toBe(5);
    clock.ms = 140;
    await collector.sweep();
    const left = [...rows.scan({ start: '', end: undefined })].map((row) => [row.key, row.cells.length]);
    expect(left).toEqual([
      ['c', 1],
      ['e', 1],
    ]);
  });

  it('goes on sweeping until it is stopped', async () => {
    for (let sweep = 0; sweep < 3; sweep++) {
      clock.tasks.shift()?.();
      await new Promise((resolve) => setTimeout(resolve, 20));
      expect(clock.tasks).toHaveLength(1);
    }
    await collector.stop();
    expect(clock.tasks).toHaveLength(0);
  });
});

it('does not run ahead of the disk', async () => {
  let waiting = 0;
  const storage: Storage = {
    load: async () => 0,
    close: async () => undefined,
    commit: (records) => new Promise(() => (waiting += records.length)),
  };
  const clock = new ManualClock();
  const catalog = new Catalog();
  const rows = new Table([{ name: 'f', gcRule: { kind: 'age', maxMs: 100 } }]);
  catalog.add({ name: 'p/i/t', number: 1, definition: {}, rows });
  for (const key of ['a', 'b', 'c', 'd', 'e']) {
    rows.apply(key, [{ kind: 'set', family: 'f', qualifier: '', timestampMs: 0, value: '' }], 0);
  }
  clock.ms = 1_000;
  const commits = new CommitQueue(storage);
  const collector = new GarbageCollector({ catalog, commits, clock, intervalMs: 1_000, rowsPerTurn: 1 });
  void collector.sweep();
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(waiting).toBe(1);
  expect(rows.rowCount).toBe(4);
});
