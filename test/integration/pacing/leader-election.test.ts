import { deleteFromColumn, deleteFromFamily, setCell } from '../../../src/bigtable/write/mutations';
import { cellsPerColumnLimit } from '../../../src/bigtable/read/filters';
import type { Mutation } from '../../../src/bigtable/client/types';
import { EVENTUAL } from '../../../src/core/consistency/consistency';
import { encodeLease, LEASE_FAMILY, LEASE_QUALIFIER } from '../../../src/core/pacing/lease';
import { rowKey } from '../../../src/core/rows/row-key';
import {
  LeaderElection,
  type LeaderElectionOptions,
  type FencingToken,
} from '../../../src/operations/pacing/leader-election';
import type { Clock } from '../../../src/platform/time/clock';
import type { RowTransactions } from '../../../src/consistency/transactions/row-transactions';
import { embeddedEventStore, eventStore, googleEventStore, type EventStore } from '../../support/event-store';
import { googleBigtableSkipReason } from '../../support/google-bigtable';
import { interruptedTransactions, type TransactionHooks } from '../../support/interrupted-transactions';
import { until } from '../../support/until';
import { VirtualClock } from '../../support/virtual-clock';

const skipReason = googleBigtableSkipReason();
const TABLE = 'campaigns';
const FAMILY = 'pacing_snapshot';
const COLUMN = Buffer.from('current');
const HOUR_MS = 3_600_000;
const LIMITS = { leaseMs: 3_000, leaseMarginMs: 300, leaseCallTimeoutMs: 5_000 };
const { leaseMs: LEASE_MS, leaseMarginMs: MARGIN_MS } = LIMITS;

const EVERLASTING = {
  holder: 'x',
  epoch: 9,
  sequence: 0,
  rounds: 0,
  writtenAtMs: 0,
  isReleased: false,
  durationMs: Number.MAX_SAFE_INTEGER,
};

describe.each([
  { name: 'the embedded Bigtable', start: () => embeddedEventStore(), skip: undefined },
  { name: "Google's emulator", start: googleEventStore, skip: skipReason },
])('The leader election, on $name', ({ start, skip }) => {
  const when = skip === undefined ? it : it.skip;
  let first: EventStore;
  let second: EventStore;
  let elections = 0;
  let objectId: string;
  /** Latest epoch returned when there is no lease. */
  let epochPublished: number;
  /** The clock of leases only: the store has its own. */
  let clock: VirtualClock;

  beforeAll(async () => {
    if (skip !== undefined) return;
    first = await start();
    second = eventStore(first.endpoint, () => Promise.resolve());
  });
  beforeEach(() => {
    objectId = `election-${elections++}`;
    epochPublished = 0;
    clock = new VirtualClock(Date.now());
  });
  afterAll(async () => {
    await second?.close();
    await first?.close();
  });

  /** Processes that share only the store. */
  const candidate = (holder: string, options: Partial<LeaderElectionOptions> = {}): LeaderElection =>
    new LeaderElection({
      transactions: (holder === 'b' ? second : first).store.leaseTransactions,
      clock,
      table: TABLE,
      objectId,
      family: FAMILY,
      holder,
      limits: LIMITS,
      findLatestEpoch: () => Promise.resolve(epochPublished),
      ...options,
    });
  /** The offset of a wrong wall clock, in milliseconds. */
  const wrongBy = (offsetMs: number): Clock => ({ ...clock, nowMs: () => clock.nowMs() + offsetMs });
  const interrupted = (before: TransactionHooks): RowTransactions =>
    interruptedTransactions(first.store.leaseTransactions, before);
  /** Acquires leadership once the previous holder has been silent for long enough. */
  const takesOver = async (next: LeaderElection): Promise<void> => {
    await next.acquireOrRenew();
    await clock.advance(LEASE_MS + MARGIN_MS);
    await next.acquireOrRenew();
    expect(next.term).toBeDefined();
  };
  const publish =
    (value: string) =>
    async ({ timestampMs }: FencingToken) => [
      setCell(FAMILY, COLUMN, timestampMs * 1_000, Buffer.from(value)),
    ];
  const published = async (): Promise<string | undefined> => {
    const read = { table: TABLE, key: rowKey(objectId), filter: cellsPerColumnLimit(1) };
    const { row } = await first.store.reader.readRow(read, EVENTUAL);
    return row?.cells.find(({ family }) => family === FAMILY)?.value.toString();
  };

  when('exactly one of several candidates is elected at first', async () => {
    const all = Array.from({ length: 8 }, (_, i) => candidate(`p-${i}`));
    await Promise.allSettled(all.map((each) => each.acquireOrRenew()));
    expect(all.filter(({ term }) => term !== undefined).length).toBe(1);
  });

  when('the leader keeps renewing its lease, and another process is elected when it is silent', async () => {
    const lost: string[] = [];
    const a = candidate('a', { onDeposed: (_, why) => lost.push(why) });
    const b = candidate('b');
    await a.acquireOrRenew();
    expect(a.term).toMatchObject({ epoch: 1, previousTermCells: [] });
    await a.proclaim({ publish: publish('by a') });
    for (let spentMs = 0; spentMs < 3 * LEASE_MS; spentMs += 1_000) {
      await clock.advance(1_000);
      await a.acquireOrRenew();
      await b.acquireOrRenew();
      expect([a.term?.epoch, b.term?.epoch]).toEqual([1, undefined]);
    }
    await clock.advance(LEASE_MS + MARGIN_MS - 1);
    await b.acquireOrRenew();
    expect(b.term).toBeUndefined();
    await clock.advance(1);
    await b.acquireOrRenew();
    // Its own term was over before.
    expect(a.term).toBeUndefined();
    expect(lost).toEqual(['the lease expired']);
    expect(b.term).toMatchObject({ epoch: 2 });
    expect(b.term!.previousTermCells.map(({ value }) => value.toString())).toEqual(['by a']);
  });

  when('a deposed leader publishes nothing, even if it believes to be the leader', async () => {
    // Its clock stands still, as on a suspended machine, so it believes to be the leader.
    const suspended = { ...clock, monotonicMs: () => 0, schedule: () => () => undefined };
    const lost: string[] = [];
    const a = candidate('a', { clock: suspended, onDeposed: (_, why) => lost.push(why) });
    const b = candidate('b');
    await a.acquireOrRenew();
    const { signal } = a.term!;
    await takesOver(b);
    await b.proclaim({ publish: publish('by b') });
    expect(a.term).toMatchObject({ epoch: 1 });
    expect(signal.aborted).toBe(false);
    await expect(a.proclaim({ publish: publish('by a') })).rejects.toMatchObject({ code: 'conflict' });
    expect(await published()).toBe('by b');
    expect(lost).toEqual(['another process holds the lease, with epoch 2']);
    expect(signal.aborted).toBe(true);
  });

  when('a commit that was in flight when its leader was deposed publishes nothing', async () => {
    const b = candidate('b');
    const held: (() => void)[] = [];
    let isHeldUp = false;
    const transactions = interrupted({
      commit: () => (isHeldUp ? new Promise<void>((resolve) => held.push(resolve)) : undefined),
    });
    const a = candidate('a', { transactions });
    await a.acquireOrRenew();
    isHeldUp = true;
    const late = a.proclaim({ publish: publish('by a') }).catch((error: unknown) => error);
    await until(() => held.length > 0);
    await takesOver(b);
    await b.proclaim({ publish: publish('by b') });
    held[0]!();
    expect(await late).toMatchObject({ code: 'conflict' });
    expect(await published()).toBe('by b');
  });

  when('a candidate that finds the lease free but is too late is not elected', async () => {
    const a = candidate('a');
    let reads = 0;
    const transactions = interrupted({ read: () => (++reads === 2 ? a.acquireOrRenew() : undefined) });
    const b = candidate('b', { transactions });
    await b.acquireOrRenew();
    expect(reads).toBe(2);
    expect([a.term?.epoch, b.term?.epoch]).toEqual([1, undefined]);
    await expect(a.proclaim({})).resolves.toMatchObject({ epoch: 1 });
  });

  when('a leader whose lease expires during a read writes nothing more', async () => {
    let isSlow = false;
    const transactions = interrupted({ read: () => (isSlow ? clock.advance(LEASE_MS) : undefined) });
    const a = candidate('a', { transactions });
    await a.acquireOrRenew();
    isSlow = true;
    await expect(a.proclaim({ publish: publish('too late') })).rejects.toMatchObject({ code: 'conflict' });
    expect(await published()).toBeUndefined();
  });

  when('a leader whose lease expires while it writes other rows publishes nothing', async () => {
    const a = candidate('a');
    await a.acquireOrRenew();
    await a.proclaim({ publish: publish('before') });
    const late = a.proclaim({
      async publish(stamp) {
        await clock.advance(LEASE_MS);
        return publish('late')(stamp);
      },
    });
    await expect(late).rejects.toMatchObject({ code: 'conflict' });
    expect(await published()).toBe('before');
  });

  when('leadership is kept although the rows to be published cannot be written in time', async () => {
    const a = candidate('a');
    await a.acquireOrRenew();
    const { epoch } = a.term!;
    await clock.advance(LEASE_MS / 2);
    const slow = a.proclaim({
      async publish(_stamp, { timeoutMs }) {
        await clock.advance(timeoutMs!);
        throw new Error('out of time');
      },
    });
    await expect(slow).rejects.toThrow('out of time');
    await a.acquireOrRenew();
    expect(a.term?.epoch).toBe(epoch);
    expect(a.leaseRemainingMs).toBe(LEASE_MS);
  });

  when("the term's signal aborts when the lease expires, without any call", async () => {
    const a = candidate('a');
    await a.acquireOrRenew();
    const { signal } = a.term!;
    await clock.advance(LEASE_MS - 1);
    expect(signal.aborted).toBe(false);
    await clock.advance(3);
    expect(signal.aborted).toBe(true);
    expect(signal.reason).toMatchObject({ code: 'conflict' });
  });

  when('another process is elected at once after a resignation', async () => {
    const a = candidate('a');
    const b = candidate('b');
    await a.acquireOrRenew();
    await b.acquireOrRenew();
    expect(b.term).toBeUndefined();
    await a.resign();
    expect(a.term).toBeUndefined();
    await b.acquireOrRenew();
    expect(b.term).toMatchObject({ epoch: 2 });
  });

  when('a process that has lost its own lease is elected again at once', async () => {
    const a = candidate('a');
    await a.acquireOrRenew();
    await clock.advance(LEASE_MS);
    expect(a.term).toBeUndefined();
    await a.acquireOrRenew();
    expect(a.term).toMatchObject({ epoch: 2 });
  });

  when.each([-HOUR_MS * 24 * 365, HOUR_MS * 24 * 365])(
    'a wall clock that is %d ms wrong neither gains nor keeps leadership',
    async (offsetMs) => {
      const a = candidate('a', { clock: wrongBy(offsetMs) });
      const b = candidate('b');
      await a.acquireOrRenew();
      await a.proclaim({ publish: publish('by a') });
      await b.acquireOrRenew();
      expect(b.term).toBeUndefined();
      await clock.advance(LEASE_MS - 1);
      expect(a.term).toBeDefined();
      await takesOver(b);
      await b.proclaim({ publish: publish('by b') });
      expect(await published()).toBe('by b');
    },
  );

  when('fencing tokens only grow, within and across terms, even when clocks are set back', async () => {
    const a = candidate('a', { clock: wrongBy(HOUR_MS) });
    const b = candidate('b', { clock: wrongBy(-HOUR_MS) });
    const tokens: FencingToken[] = [];
    await a.acquireOrRenew();
    for (const value of ['1', '2']) tokens.push(await a.proclaim({ publish: publish(value) }));
    tokens.push(await a.proclaim({}));
    await a.resign();
    await b.acquireOrRenew();
    for (const value of ['3', '4']) tokens.push(await b.proclaim({ publish: publish(value) }));
    const times = tokens.map(({ timestampMs }) => timestampMs);
    expect(times).toEqual([...new Set(times)].sort((x, y) => x - y));
    expect(tokens.map(({ epoch, sequence }) => `${epoch}-${sequence}`).join()).toBe('1-1,1-2,1-2,2-1,2-2');
    expect(await published()).toBe('4');
  });

  describe('with a corrupted lease', () => {
    const write = (...mutations: Mutation[]): Promise<unknown> =>
      first.store.writer.mutateRow(TABLE, { key: rowKey(objectId), mutations });
    /** Written without a transaction and with the latest timestamp, as an intruder would. */
    const corruptions = {
      'no JSON': () => write(setCell(LEASE_FAMILY, LEASE_QUALIFIER, laterMicros(), Buffer.from('{"hol'))),
      gone: () => write(deleteFromColumn(LEASE_FAMILY, LEASE_QUALIFIER)),
      'to last for ever': () =>
        write(setCell(LEASE_FAMILY, LEASE_QUALIFIER, laterMicros(), encodeLease(EVERLASTING))),
    };
    const laterMicros = (): number => (clock.nowMs() + 2 * HOUR_MS) * 1_000;
    const names = Object.keys(corruptions) as (keyof typeof corruptions)[];

    /** No process is elected before a lease and its margin have passed since the corruption was seen. */
    const isElectedInTime = async (next: LeaderElection): Promise<void> => {
      await next.acquireOrRenew();
      await clock.advance(LEASE_MS + MARGIN_MS - 1);
      await next.acquireOrRenew();
      expect(next.term).toBeUndefined();
      await clock.advance(1);
      await next.acquireOrRenew();
      expect(next.term).toBeDefined();
    };

    when.each(names)(
      'a leader that has its lease corrupted, %s, is replaced after a silent lease',
      async (damage) => {
        const lost: string[] = [];
        const corrupted: string[] = [];
        // Its clock is an hour ahead of the other's; later publications are newer all the same.
        const a = candidate('a', {
          clock: wrongBy(HOUR_MS),
          onDeposed: (_, why) => lost.push(why),
          onLeaseCorrupted: () => corrupted.push('a'),
        });
        // Having watched the lease for long does not count for the corruption.
        const b = candidate('b', { onLeaseCorrupted: () => corrupted.push('b') });
        await a.acquireOrRenew();
        const before = await a.proclaim({ publish: publish('by a') });
        await b.acquireOrRenew();
        await clock.advance(LEASE_MS / 2);
        await corruptions[damage]();
        await expect(a.proclaim({ publish: publish('too much') })).rejects.toMatchObject({
          code: 'conflict',
        });
        expect(a.term).toBeUndefined();
        expect(lost).toEqual(['the lease is corrupted or missing']);
        await a.acquireOrRenew();
        expect(a.term).toBeUndefined();
        await isElectedInTime(b);
        expect(corrupted).toEqual(['a', 'b']);
        expect(await published()).toBe('by a');
        const after = await b.proclaim({ publish: publish('by b') });
        expect(after.epoch).toBeGreaterThan(before.epoch);
        expect(after.timestampMs).toBeGreaterThan(before.timestampMs);
        expect(await published()).toBe('by b');
        await expect(a.proclaim({})).rejects.toMatchObject({ code: 'conflict' });
        await b.resign();
        await a.acquireOrRenew();
        expect(a.term?.epoch).toBe(after.epoch + 1);
      },
    );

    when.each(names)('without a leader, %s, one process is elected after a silent lease', async (damage) => {
      const a = candidate('a');
      await a.acquireOrRenew();
      const { epoch } = a.term!;
      await a.resign();
      await corruptions[damage]();
      const [b, c] = [candidate('b'), candidate('c')];
      await c.acquireOrRenew();
      await isElectedInTime(b);
      await c.acquireOrRenew();
      expect(c.term).toBeUndefined();
      expect(b.term!.epoch).toBeGreaterThan(epoch);
    });

    when('a commit in flight of a deposed leader publishes nothing', async () => {
      const held: (() => void)[] = [];
      let isHeldUp = false;
      const transactions = interrupted({
        commit: () => (isHeldUp ? new Promise<void>((resolve) => held.push(resolve)) : undefined),
      });
      const a = candidate('a', { transactions });
      await a.acquireOrRenew();
      isHeldUp = true;
      const late = a.proclaim({ publish: publish('by a') }).catch((error: unknown) => error);
      await until(() => held.length > 0);
      await corruptions['no JSON']();
      const b = candidate('b');
      await isElectedInTime(b);
      await b.proclaim({ publish: publish('by b') });
      held[0]!();
      expect(await late).toMatchObject({ code: 'conflict' });
      expect(await published()).toBe('by b');
    });

    when(
      'the next epoch is above all known epochs, and no process is elected while they are unknown',
      async () => {
        await corruptions['no JSON']();
        let fails = true;
        epochPublished = 700;
        const latestEpoch = () =>
          fails ? Promise.reject(new Error('cannot be read')) : Promise.resolve(epochPublished);
        const b = candidate('b', { findLatestEpoch: latestEpoch });
        await b.acquireOrRenew();
        await clock.advance(LEASE_MS + MARGIN_MS);
        await expect(b.acquireOrRenew()).rejects.toThrow('cannot be read');
        expect(b.term).toBeUndefined();
        fails = false;
        await b.acquireOrRenew();
        expect(b.term!.epoch).toBeGreaterThan(700);
      },
    );

    when('an impossible epoch in published data is ignored', async () => {
      const a = candidate('a');
      await a.acquireOrRenew();
      await corruptions['no JSON']();
      epochPublished = Number.MAX_SAFE_INTEGER;
      const b = candidate('b');
      await takesOver(b);
      await b.proclaim({ publish: publish('by b') });
      expect(await published()).toBe('by b');
    });

    when('the next epoch is above all known epochs when the whole row is missing, too', async () => {
      const a = candidate('a');
      await a.acquireOrRenew();
      await a.proclaim({ publish: publish('by a') });
      await write(deleteFromFamily(LEASE_FAMILY), deleteFromFamily(FAMILY));
      epochPublished = 1;
      await expect(a.proclaim({ publish: publish('too much') })).rejects.toMatchObject({ code: 'conflict' });
      const b = candidate('b');
      await b.acquireOrRenew();
      expect(b.term!.epoch).toBeGreaterThan(1);
    });
  });

  when('no process is the leader while the store is unavailable, and publishing fails', async () => {
    const unreachable = {
      begin: () => {
        throw new Error('no way');
      },
    };
    const a = candidate('a', { transactions: unreachable });
    await expect(a.acquireOrRenew()).rejects.toThrow('no way');
    await expect(a.proclaim({})).rejects.toMatchObject({ code: 'conflict' });
    expect(a.term).toBeUndefined();
  });
});
