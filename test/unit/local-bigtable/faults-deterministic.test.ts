import { FaultWorld } from '../../support/local-bigtable/fault-world';

const CLUSTERS = ['eu-a', 'eu-b', 'us-a', 'asia-a'];
const ROWS = ['a', 'b', 'c'];
const STEPS = 60;

/** Faults before each step. */
const SCRIPT: Readonly<Record<number, (world: FaultWorld) => void>> = {
  5: ({ faults }) => faults.partition('eu', 'asia', { forMs: 900 }),
  8: ({ faults }) => faults.changeLinks('us', 'eu', { jitterMs: 300, dropRate: 0.4, retryMs: 50 }),
  12: ({ faults }) => faults.stop('us-a'),
  18: ({ faults }) => faults.start('us-a'),
  20: ({ faults }) => faults.changeLinks('us', 'asia', { reorderRows: true, jitterMs: 500, dropRate: 0.2 }),
  25: ({ faults }) => faults.changeClusters('eu-b', { clockSkewMs: -5_000 }),
  30: ({ faults }) => faults.changeClusters('asia', { errorRate: 0.6, slowMs: 20 }),
  40: ({ faults }) => faults.partition('eu-a', 'eu-b'),
  45: ({ faults }) => faults.heal(),
  50: ({ faults }) => faults.reset(),
};

/**
 * Writes at every cluster while the script runs. Returns the result of each write and each cluster's contents after
 * each step.
 */
async function historyOf(seed: number): Promise<string[]> {
  const world = await FaultWorld.open(seed);
  const history: string[] = [];
  try {
    for (let step = 0; step < STEPS; step++) {
      SCRIPT[step]?.(world);
      const at = CLUSTERS[step % CLUSTERS.length]!;
      const row = ROWS[step % ROWS.length]!;
      const outcome = (text: string): number =>
        history.push(`${step} at ${world.clock.monotonicMs()}: ${text}`);
      world.write(row, `${step}`, { at, from: 'eu' }).then(
        () => outcome('written'),
        (error: Error) => outcome(error.message),
      );
      await world.clock.advance(70);
      history.push(JSON.stringify(world.faults.status()), JSON.stringify(seen(world)));
    }
    await world.clock.advance(10_000);
    history.push(JSON.stringify(world.faults.status()), JSON.stringify(seen(world)));
  } finally {
    await world.core.close();
  }
  return history;
}

/** Returns the contents of each cluster by row. */
function seen({ instance }: FaultWorld): string[] {
  const [table] = [...instance.tables];
  return ROWS.map((key) => {
    const settled = table!.base.row(key);
    const views = [...instance.clusters.values()].map((cluster) => {
      const row = table!.pendingRow(key)?.view(cluster, settled) ?? settled;
      return row?.cells.map(({ value }) => value.toString()).join();
    });
    return views.join('/');
  });
}

describe('a script of faults on virtual time', () => {
  it('the same seed gives the same history, and another seed a different one', async () => {
    const first = await historyOf(7);
    expect(await historyOf(7)).toEqual(first);
    expect(await historyOf(8)).not.toEqual(first);
  });

  it('writes are rejected and clusters differ during the faults, and converge in the end', async () => {
    const history = await historyOf(7);
    const outcomes = history.filter((line) => /^\d/.test(line)).join('\n');
    expect(outcomes).toContain('The cluster us-a is unavailable');
    expect(outcomes).toContain('The cluster asia-a failed: injected by errorRate');
    const differing = history.filter((line) => line.startsWith('["') && !agrees(line));
    expect(differing.length).toBeGreaterThan(20);
    expect(agrees(history.at(-1)!)).toBe(true);
    const { instances } = JSON.parse(history.at(-2)!) as ReturnType<FaultWorld['faults']['status']>;
    expect(instances[0]!.pendingRows).toBe(0);
    expect(instances[0]!.links.every(({ backlog, lagMs }) => backlog === 0 && lagMs === 0)).toBe(true);
  });
});

function agrees(line: string): boolean {
  return (JSON.parse(line) as string[]).every((views) => new Set(views.split('/')).size === 1);
}
