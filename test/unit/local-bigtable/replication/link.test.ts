import { LocalCluster } from '../../../../src/local-bigtable/replication/local-cluster';
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
  let from: LocalCluster;
  let link: Link;
  /** What has arrived, with the time. */
  let arrived: [key: string, stamp: number, atMs: number][];
  const receiver = {
    receive: ({ key, commitMicros: stamp }: Commit) =>
      void arrived.push([key, stamp, Math.round(clock.monotonicMs())]),
  };

  const between = (conditions: Partial<LinkConditions>): void => {
    clock = new VirtualClock();
    const [a, b] = ['a', 'b'].map(
      (id, index) => new LocalCluster({ id, region: id, zone: id }, index, clock),
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

  it('takes its time', async () => {
    between({ delayMs: 70 });
    send();
    await clock.advance(30);
    send();
    await clock.advance(1_000);
    expect(arrived.map(([, , atMs]) => atMs)).toEqual([70, 100]);
  });

  it('waits longer than timers can', async () => {
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

  it('has a bandwidth', async () => {
    between({ bytesPerSecond: 1_000, delayMs: 10 });
    for (let sent = 0; sent < 3; sent++) send('k', 500);
    await clock.advance(10_000);
    expect(arrived.map(([, , atMs]) => atMs)).toEqual([510, 1_010, 1_510]);
  });

  it('keeps the order whatever the jitter, or that of each row when rows may overtake each other', async () => {
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

  it('delivers the commits of one row in any order where they may overtake each other, and each of them', async () => {
    between({ jitterMs: 1_000, dropRate: 0.3, reorderWithinRow: true });
    const sent = Array.from({ length: 50 }, () => send('row'));
    await clock.advance(100_000);
    const firstArrivals = [...new Set(stamps())];
    expect(firstArrivals).not.toEqual(sent);
    expect(firstArrivals.sort((a, b) => a - b)).toEqual(sent);
  });

  it('never claims that the receiver has a commit of a row that a later one has overtaken', async () => {
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

  it('keeps the order of a row again once it has to, for what is still under way too', async () => {
    between({ jitterMs: 1_000, reorderWithinRow: true });
    for (let count = 0; count < 50; count++) send('row');
    link.configure({ reorderWithinRow: false });
    await clock.advance(10_000);
    expect(stamps()).toEqual([...stamps()].sort((a, b) => a - b));
  });

  it('holds everything back while it is cut, what was in the air too, and sends it anew when it is healed', async () => {
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

  it('delivers what is under way at the old time or the new one, whichever is sooner', async () => {
    between({ delayMs: 100 });
    send();
    link.configure({ delayMs: 500 });
    await clock.advance(99);
    link.configure({ delayMs: 0 });
    await clock.advance(0);
    expect(arrived.map(([, , atMs]) => atMs)).toEqual([99]);
  });

  it('is not disturbed by being told what it knows', async () => {
    between({ delayMs: 100, jitterMs: 1_000 });
    send();
    for (let times = 0; times < 100; times++) link.configure({ delayMs: 100 });
    await clock.advance(200);
    expect(arrived).toEqual([]);
  });

  it('tells how far the receiver has heard: not beyond what is under way, unsent, or behind a cut', async () => {
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

  it('never takes back how far the receiver has heard, not even when the clock is set back', async () => {
    between({});
    await clock.advance(1_000);
    const heard = link.deliveredUpTo;
    from.clockSkewMs = -5_000;
    expect(send()).toBeGreaterThan(heard);
    await clock.advance(1);
    expect(link.deliveredUpTo).toBeGreaterThanOrEqual(heard);
  });

  it('holds a backlog of a hundred thousand in order, and tells its oldest without going through it', async () => {
    between({ reorderRows: true, partitioned: true });
    const oldest = send('row-0');
    for (let sent = 1; sent < 100_000; sent++) send(`row-${sent}`);
    expect([link.oldestCommitMicros, link.backlog]).toEqual([oldest, 100_000]);
    link.configure({ partitioned: false });
    await clock.advance(10_000);
    expect(new Set(stamps()).size).toBe(100_000);
  });

  it('leaves no timer when it is closed, and takes nothing more', async () => {
    between({ delayMs: 50 });
    send();
    link.close();
    send();
    expect([clock.pending, link.backlog]).toEqual([0, 0]);
    await clock.advance(1_000);
    expect(arrived).toEqual([]);
  });
});
