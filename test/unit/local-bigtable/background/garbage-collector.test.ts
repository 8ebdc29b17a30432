import { GarbageCollector } from '../../../../src/local-bigtable/background/garbage-collector';
import type { CommitStorage } from '../../../../src/local-bigtable/storage/commit-storage';
import type { StoredTable } from '../../../../src/local-bigtable/store/stored-table';
import type { Clock } from '../../../../src/platform/time/clock';
import { openCoreWithTable } from '../../../support/local-bigtable/local-core';
import { until } from '../../../support/until';

/** Clock that stands still until the test moves it. */
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
  let rows: StoredTable;
  let collector: GarbageCollector;

  beforeAll(async () => {
    const families = [{ name: 'f', gcRule: EXPIRED_AFTER_100 }, { name: 'kept' }];
    const { core, table } = await openCoreWithTable({ families, clock });
    await core.close();
    rows = table.replicated.base;
    const { catalog, commits } = core.dependencies;
    collector = new GarbageCollector({ catalog, commits, clock, intervalMs: 1_000, rowsPerTurn: 2 });
  });

  afterAll(() => collector.stop());

  it('expired cells, and rows with their last cell, are removed over several turns', async () => {
    for (const key of ['a', 'b', 'c', 'd', 'e']) {
      const set = { kind: 'set', qualifier: '', value: '' } as const;
      rows.apply(key, [{ ...set, family: 'f', timestampMs: 0 }], 0);
      if (key === 'c') rows.apply(key, [{ ...set, family: 'kept', timestampMs: 0 }], 0);
      if (key === 'e') rows.apply(key, [{ ...set, family: 'f', timestampMs: 50 }], 0);
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

  it('sweeps continue until the collector is stopped', async () => {
    for (let sweep = 0; sweep < 3; sweep++) {
      clock.tasks.shift()?.();
      await until(() => clock.tasks.length === 1);
    }
    await collector.stop();
    expect(clock.tasks).toHaveLength(0);
  });
});

it('the collector waits for the disk', async () => {
  let waiting = 0;
  let stuck = false;
  const storage: CommitStorage = {
    load: async () => 0,
    close: async () => undefined,
    commit: (records) => (stuck ? new Promise(() => (waiting += records.length)) : Promise.resolve()),
  };
  const clock = new ManualClock();
  const families = [{ name: 'f', gcRule: EXPIRED_AFTER_100 }];
  const { core, table } = await openCoreWithTable({ families, clock, storage });
  const rows = table.replicated.base;
  for (const key of ['a', 'b', 'c', 'd', 'e']) {
    rows.apply(key, [{ kind: 'set', family: 'f', qualifier: '', timestampMs: 0, value: '' }], 0);
  }
  clock.ms = 1_000;
  stuck = true;
  const { catalog, commits } = core.dependencies;
  const collector = new GarbageCollector({ catalog, commits, clock, intervalMs: 1_000, rowsPerTurn: 1 });
  void collector.sweep();
  await until(() => waiting > 0);
  // Turns in which it could run ahead.
  for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setImmediate(resolve));
  expect(waiting).toBe(1);
  expect(rows.rowCount).toBe(4);
});

const EXPIRED_AFTER_100 = { kind: 'age', maxMs: 100 } as const;
