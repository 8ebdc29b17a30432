import { createLiveFeed } from '../../../../src/operations/console/live-feed';
import { Cancellation } from '../../../../src/platform/tasks/cancellation';
import { VirtualClock } from '../../../support/virtual-clock';

const LIMITS = { watchersMax: 3, intervalMs: 2_000 };

function openFeed(watchersMax = LIMITS.watchersMax) {
  const clock = new VirtualClock();
  let collected = 0;
  const metrics = (): Promise<string> => {
    collected += 1;
    return Promise.resolve(
      `tidemark_reads_total{workload="serving",level="strict",tier="nearest",met="true"} ${collected * 10}\n`,
    );
  };
  const feed = createLiveFeed({ metrics, clock, limits: { ...LIMITS, watchersMax } });
  return { clock, feed, collections: () => collected };
}

interface Snapshot {
  readonly reads: { readonly perSecond: number };
  readonly consoles: { readonly open: number };
}

async function nextOf(parts: AsyncGenerator<string, void>): Promise<Snapshot> {
  const { value } = await parts.next();
  return JSON.parse(value as string) as Snapshot;
}

describe('The live feed', () => {
  it('collects the metrics once per interval for all consoles', async () => {
    const { clock, feed, collections } = openFeed();
    const watchers = [1, 2, 3].map(() => feed.watch(new Cancellation()));
    await Promise.all(watchers.map(nextOf));
    expect(collections()).toBe(1);
    const later = watchers.map(nextOf);
    await clock.advance(LIMITS.intervalMs);
    const snapshots = await Promise.all(later);
    expect(collections()).toBe(2);
    expect(snapshots.map(({ reads }) => reads.perSecond)).toEqual([5, 5, 5]);
    expect(snapshots[0]!.consoles.open).toBe(3);
  });

  it('collects nothing while no console is open', async () => {
    const { clock, feed, collections } = openFeed();
    const watcher = feed.watch(new Cancellation());
    await nextOf(watcher);
    await watcher.return();
    await clock.advance(10 * LIMITS.intervalMs);
    expect([collections(), feed.watchers]).toEqual([1, 0]);
  });

  it('rejects a console beyond the maximum, and accepts it once another is closed', async () => {
    const { feed } = openFeed(1);
    const first = feed.watch(new Cancellation());
    await nextOf(first);
    await expect(feed.watch(new Cancellation()).next()).rejects.toMatchObject({ code: 'overloaded' });
    await first.return();
    await expect(nextOf(feed.watch(new Cancellation()))).resolves.toBeDefined();
  });

  it('ends when the signal aborts, also while it waits for the next interval', async () => {
    const { feed } = openFeed();
    const ended = new Cancellation();
    const watcher = feed.watch(ended);
    await nextOf(watcher);
    const last = watcher.next();
    ended.abort(new Error('over'));
    await expect(last).resolves.toMatchObject({ done: true });
    expect(feed.watchers).toBe(0);
  });

  it('ends after the number of snapshots that was asked for', async () => {
    const { feed } = openFeed();
    const watcher = feed.watch(new Cancellation(), 1);
    await nextOf(watcher);
    await expect(watcher.next()).resolves.toMatchObject({ done: true });
  });
});
