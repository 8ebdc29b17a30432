import { EmulatedCluster } from '../../../../src/local-bigtable/replication/local-cluster';
import type { Commit } from '../../../../src/local-bigtable/replication/commit';
import { Link } from '../../../../src/local-bigtable/replication/link';
import { seededRandom } from '../../../../src/platform/random';
import { VirtualClock } from '../../../support/virtual-clock';
import type { LinkConditions } from '../../../../src/routing/topology/topology';

const PERFECT: LinkConditions = {
  delayMs: 0,
  jitterMs: 0,
  bytesPerSecond: 0,
  dropRate: 0,
  retryMs: 100,
  reorderRows: false,
  reorderWithinRow: false,
  partitioned: false,
};

describe('Link', () => {
  let clock: VirtualClock;
  let from: EmulatedCluster;
  let link: Link;
  /** Commits that have arrived, with their time of arrival. */
  let arrived: [key: string, stamp: number, atMs: number][];
  const receiver = {
    receive: ({ key, commitMicros: stamp }: Commit) =>
      void arrived.push([key, stamp, Math.round(clock.monotonicMs())]),
  };

  const between = (conditions: Partial<LinkConditions>): void => {
    clock = new VirtualClock();
    const [a, b] = ['a', 'b'].map(
      (id, index) => new EmulatedCluster({ id, region: id, zone: id }, index, clock),
    );
    from = a!;
    link = new Link(a!, b!, { ...PERFECT, ...conditions }, { clock, random: seededRandom(1) });
    arrived = [];
  };
  const send = (key = 'k', bytes = 0): number => {
    const stamp = from.commitClock.next();
    link.send(
      {
        key,
        operations: [],
        commitMicros: stamp,
        origin: 'a',
        version: 0,
        bytes,
        appliedBy: 1,
      },
      receiver,
    );
    return stamp;
  };
  const stamps = (): number[] => arrived.map(([, stamp]) => stamp);

  it('a commit arrives after the delay', async () => {
    between({ delayMs: 70 });
    send();
    await clock.advance(30);
    send();
    await clock.advance(1_000);
    expect(arrived.map(([, , atMs]) => atMs)).toEqual([70, 100]);
  });

  it('a delay may exceed the maximum of timers', async () => {
    const aMonthMs = 31 * 86_400_000;
    between({ delayMs: aMonthMs });
    const { schedule } = clock;
    const waits: number[] = [];
    clock.schedule = (delayMs, run) => {
      waits.push(delayMs);
      return schedule(delayMs, run);
    };
    send();
    await clock.advance(2 * aMonthMs);
    expect(arrived.map(([, , atMs]) => atMs)).toEqual([aMonthMs]);
    expect(Math.max(...waits)).toBeLessThan(2 ** 31);
  });

  it('the bandwidth limits the rate of commits', async () => {
    between({ bytesPerSecond: 1_000, delayMs: 10 });
    for (let sent = 0; sent < 3; sent++) send('k', 500);
    await clock.advance(10_000);
    expect(arrived.map(([, , atMs]) => atMs)).toEqual([510, 1_010, 1_510]);
  });

  it('commits stay in order despite jitter, or in order per row when rows may overtake each other', async () => {
    for (const reorderRows of [false, true]) {
      between({ jitterMs: 1_000, dropRate: 0.3, reorderRows });
      const sent = Array.from({ length: 50 }, (_, index) => send(`row-${index % 3}`));
      await clock.advance(100_000);
      const firstArrivals = [...new Set(stamps())];
      expect(firstArrivals.length).toBe(50);
      expect(stamps().length).toBeGreaterThan(50);
      expect(firstArrivals.every((stamp, index) => stamp === sent[index])).toBe(!reorderRows);
      for (const row of ['row-0', 'row-1', 'row-2']) {
        const ofRow = arrived.filter(([key]) => key === row).map(([, stamp]) => stamp);
        expect(ofRow).toEqual([...ofRow].sort((a, b) => a - b));
      }
    }
  });

  it('commits of one row arrive in any order when they may overtake each other, and all of them arrive', async () => {
    between({ jitterMs: 1_000, dropRate: 0.3, reorderWithinRow: true });
    const sent = Array.from({ length: 50 }, () => send('row'));
    await clock.advance(100_000);
    const firstArrivals = [...new Set(stamps())];
    expect(firstArrivals).not.toEqual(sent);
    expect(firstArrivals.sort((a, b) => a - b)).toEqual(sent);
  });

  it('deliveredUpTo never includes a commit that a later one of its row has overtaken', async () => {
    between({ jitterMs: 1_000, reorderWithinRow: true });
    const sent = Array.from({ length: 20 }, () => send('row'));
    let overtaken = 0;
    while (arrived.length < sent.length) {
      await clock.advance(10);
      const missing = sent.filter((stamp) => !stamps().includes(stamp));
      if (missing.some((stamp) => stamp < Math.max(...stamps()))) overtaken++;
      expect(link.deliveredUpTo).toBeLessThan(missing[0] ?? Infinity);
    }
    expect(overtaken).toBeGreaterThan(0);
  });

  it('commits in flight stay in order again once the conditions require it', async () => {
    between({ jitterMs: 1_000, reorderWithinRow: true });
    for (let count = 0; count < 50; count++) send('row');
    link.configure({ reorderWithinRow: false });
    await clock.advance(10_000);
    expect(stamps()).toEqual([...stamps()].sort((a, b) => a - b));
  });

  it('a partition holds all commits back, including those in the air, and healing sends them again', async () => {
    between({ delayMs: 50 });
    send();
    await clock.advance(20);
    link.configure({ partitioned: true });
    send();
    await clock.advance(1_000);
    expect([arrived.length, link.backlog]).toEqual([0, 2]);
    link.configure({ partitioned: false });
    await clock.advance(1_000);
    expect(arrived.map(([, , atMs]) => atMs)).toEqual([1_070, 1_070]);
    expect(link.backlog).toBe(0);
  });

  it('a commit in flight arrives by the old or the new conditions, whichever is sooner', async () => {
    between({ delayMs: 100 });
    send();
    link.configure({ delayMs: 500 });
    await clock.advance(99);
    link.configure({ delayMs: 0 });
    await clock.advance(0);
    expect(arrived.map(([, , atMs]) => atMs)).toEqual([99]);
  });

  it('configuring the same conditions has no effect', async () => {
    between({ delayMs: 100, jitterMs: 1_000 });
    send();
    for (let times = 0; times < 100; times++) link.configure({ delayMs: 100 });
    await clock.advance(200);
    expect(arrived).toEqual([]);
  });

  it('deliveredUpTo excludes commits that are in flight, unsent, or behind a partition', async () => {
    between({ delayMs: 50 });
    await clock.advance(1_000);
    const stamp = send();
    expect(link.deliveredUpTo).toBe(stamp - 1);
    await clock.advance(100);
    expect(link.deliveredUpTo).toBeGreaterThan(stamp);
    from.unsent.add(stamp + 5);
    expect(link.deliveredUpTo).toBe(stamp + 4);
    from.unsent.clear();
    link.configure({ partitioned: true });
    const heard = link.deliveredUpTo;
    await clock.advance(1_000);
    expect(link.deliveredUpTo).toBe(heard);
    link.configure({ partitioned: false });
    expect(link.deliveredUpTo).toBeGreaterThan(heard);
  });

  it('deliveredUpTo never decreases, even when the clock is set back', async () => {
    between({});
    await clock.advance(1_000);
    const heard = link.deliveredUpTo;
    from.clockSkewMs = -5_000;
    expect(send()).toBeGreaterThan(heard);
    await clock.advance(1);
    expect(link.deliveredUpTo).toBeGreaterThanOrEqual(heard);
  });

  it('a backlog of a hundred thousand commits stays in order, and its oldest is found without a scan', async () => {
    between({ reorderRows: true, partitioned: true });
    const oldest = send('row-0');
    for (let sent = 1; sent < 100_000; sent++) send(`row-${sent}`);
    expect([link.oldestCommitMicros, link.backlog]).toEqual([oldest, 100_000]);
    link.configure({ partitioned: false });
    await clock.advance(10_000);
    expect(new Set(stamps()).size).toBe(100_000);
  });

  it('a closed link has no timer and accepts no commit', async () => {
    between({ delayMs: 50 });
    send();
    link.close();
    send();
    expect([clock.pending, link.backlog]).toEqual([0, 0]);
    await clock.advance(1_000);
    expect(arrived).toEqual([]);
  });
});
