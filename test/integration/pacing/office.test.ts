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
import { until } from '../../support/until';
import { VirtualClock } from '../../support/virtual-clock';

const skipReason = googleBigtableSkipReason();
const TABLE = 'campaigns';
const FAMILY = 'pacing_snapshot';
const COLUMN = Buffer.from('current');
const HOUR_MS = 3_600_000;
const LIMITS = { leaseMs: 3_000, leaseMarginMs: 300, leaseCallTimeoutMs: 5_000 };
const { leaseMs: LEASE_MS, leaseMarginMs: MARGIN_MS } = LIMITS;

describe.each([
  { name: 'the embedded Bigtable', start: () => embeddedEventStore(), skip: undefined },
  { name: "Google's emulator", start: googleEventStore, skip: skipReason },
])('An office, on $name', ({ start, skip }) => {
  const when = skip === undefined ? it : it.skip;
  let first: EventStore;
  let second: EventStore;
  let offices = 0;
  let objectId: string;
  /** What is known where no lease tells. */
  let epochPublished: number;
  /** Only the time of leaseTransactions: the store has its own. */
  let clock: VirtualClock;

  beforeAll(async () => {
    if (skip !== undefined) return;
    first = await start();
    second = eventStore(first.endpoint, () => Promise.resolve());
  });
  beforeEach(() => {
    objectId = `office-${offices++}`;
    epochPublished = 0;
    clock = new VirtualClock(Date.now());
  });
  afterAll(async () => {
    await second?.close();
    await first?.close();
  });

  /** Of processes that have nothing but the store in common. */
  const office = (holder: string, options: Partial<LeaderElectionOptions> = {}): LeaderElection =>
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
  /** A wall clock that is wrong by so much. */
  const wrongBy = (offsetMs: number): Clock => ({ ...clock, nowMs: () => clock.nowMs() + offsetMs });
  /** Transactions of the first process, before whose calls something happens. */
  const interrupted = (before: {
    readonly read?: () => Promise<void> | undefined;
    readonly commit?: () => Promise<void> | undefined;
  }): RowTransactions => ({
    begin(table, key) {
      const transaction = first.store.leaseTransactions.begin(table, key);
      return {
        cluster: transaction.cluster,
        async read(read, options) {
          await before.read?.();
          return transaction.read(read, options);
        },
        async commit(change, options) {
          await before.commit?.();
          return transaction.commit(change, options);
        },
      };
    },
  });
  /** Takes the office once nothing has been heard of its holder for long enough. */
  const succeeds = async (next: LeaderElection): Promise<void> => {
    await next.acquireOrRenew();
    await clock.advance(LEASE_MS + MARGIN_MS);
    await next.acquireOrRenew();
    expect(next.term).toBeDefined();
  };
  const publish =
    (value: string) =>
    async ({ timestampMs: atMs }: FencingToken) => [
      setCell(FAMILY, COLUMN, atMs * 1_000, Buffer.from(value)),
    ];
  const published = async (): Promise<string | undefined> => {
    const read = { table: TABLE, key: rowKey(objectId), filter: cellsPerColumnLimit(1) };
    const { row } = await first.store.reader.readRow(read, EVENTUAL);
    return row?.cells.find(({ family }) => family === FAMILY)?.value.toString();
  };

  when('is held by exactly one of those that ask for it when nobody has had it', async () => {
    const all = Array.from({ length: 8 }, (_, i) => office(`p-${i}`));
    await Promise.allSettled(all.map((each) => each.acquireOrRenew()));
    expect(all.filter(({ term }) => term !== undefined).length).toBe(1);
  });

  when('stays with who renews its lease, and goes on to another one when he is silent', async () => {
    const lost: string[] = [];
    const a = office('a', { onDeposed: (_, why) => lost.push(why) });
    const b = office('b');
    await a.acquireOrRenew();
    expect(a.term).toMatchObject({ epoch: 1, inherited: [] });
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
    // His own time was over before.
    expect(a.term).toBeUndefined();
    expect(lost).toEqual(['the lease ran out']);
    expect(b.term).toMatchObject({ epoch: 2 });
    expect(b.term!.previousTermCells.map(({ value }) => value.toString())).toEqual(['by a']);
  });

  when('lets nobody publish who was deposed, whatever he believes', async () => {
    // His clock stands still, as that of a machine that is suspended: he takes himself to be in office.
    const suspended = { ...clock, monotonicMs: () => 0, schedule: () => () => undefined };
    const lost: string[] = [];
    const a = office('a', { clock: suspended, onDeposed: (_, why) => lost.push(why) });
    const b = office('b');
    await a.acquireOrRenew();
    const { signal } = a.term!;
    await succeeds(b);
    await b.proclaim({ publish: publish('by b') });
    expect(a.term).toMatchObject({ epoch: 1 });
    expect(signal.aborted).toBe(false);
    await expect(a.proclaim({ publish: publish('by a') })).rejects.toMatchObject({ code: 'conflict' });
    expect(await published()).toBe('by b');
    expect(lost).toEqual(["epoch 2 is another one's"]);
    expect(signal.aborted).toBe(true);
  });

  when('lets nobody publish whose commit was on its way when he was deposed', async () => {
    const b = office('b');
    const held: (() => void)[] = [];
    let isHeldUp = false;
    const transactions = interrupted({
      commit: () => (isHeldUp ? new Promise<void>((resolve) => held.push(resolve)) : undefined),
    });
    const a = office('a', { transactions });
    await a.acquireOrRenew();
    isHeldUp = true;
    const late = a.proclaim({ publish: publish('by a') }).catch((error: unknown) => error);
    await until(() => held.length > 0);
    await succeeds(b);
    await b.proclaim({ publish: publish('by b') });
    held[0]!();
    expect(await late).toMatchObject({ code: 'conflict' });
    expect(await published()).toBe('by b');
  });

  when('is not taken by who finds it free and is too late', async () => {
    const a = office('a');
    let reads = 0;
    const transactions = interrupted({ read: () => (++reads === 2 ? a.acquireOrRenew() : undefined) });
    const b = office('b', { transactions });
    await b.acquireOrRenew();
    expect(reads).toBe(2);
    expect([a.term?.epoch, b.term?.epoch]).toEqual([1, undefined]);
    await expect(a.proclaim({})).resolves.toMatchObject({ epoch: 1 });
  });

  when('writes nothing any more when its time runs out while it reads', async () => {
    let isSlow = false;
    const transactions = interrupted({ read: () => (isSlow ? clock.advance(LEASE_MS) : undefined) });
    const a = office('a', { transactions });
    await a.acquireOrRenew();
    isSlow = true;
    await expect(a.proclaim({ publish: publish('too late') })).rejects.toMatchObject({ code: 'conflict' });
    expect(await published()).toBeUndefined();
  });

  when(
    'publishes nothing when its time runs out while it writes elsewhere what it is to publish',
    async () => {
      const a = office('a');
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
    },
  );

  when('is kept though what it is to publish cannot be written elsewhere in time', async () => {
    const a = office('a');
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

  when('tells by its signal when the lease has run out, though nobody asks', async () => {
    const a = office('a');
    await a.acquireOrRenew();
    const { signal } = a.term!;
    await clock.advance(LEASE_MS - 1);
    expect(signal.aborted).toBe(false);
    await clock.advance(3);
    expect(signal.aborted).toBe(true);
    expect(signal.reason).toMatchObject({ code: 'conflict' });
  });

  when('is free at once when it is given up', async () => {
    const a = office('a');
    const b = office('b');
    await a.acquireOrRenew();
    await b.acquireOrRenew();
    expect(b.term).toBeUndefined();
    await a.resign();
    expect(a.term).toBeUndefined();
    await b.acquireOrRenew();
    expect(b.term).toMatchObject({ epoch: 2 });
  });

  when('is taken again at once by who has lost it by himself', async () => {
    const a = office('a');
    await a.acquireOrRenew();
    await clock.advance(LEASE_MS);
    expect(a.term).toBeUndefined();
    await a.acquireOrRenew();
    expect(a.term).toMatchObject({ epoch: 2 });
  });

  when.each([-HOUR_MS * 24 * 365, HOUR_MS * 24 * 365])(
    'does not go by wall clocks: one that is %d ms wrong neither takes it nor keeps it',
    async (offsetMs) => {
      const a = office('a', { clock: wrongBy(offsetMs) });
      const b = office('b');
      await a.acquireOrRenew();
      await a.proclaim({ publish: publish('by a') });
      await b.acquireOrRenew();
      expect(b.term).toBeUndefined();
      await clock.advance(LEASE_MS - 1);
      expect(a.term).toBeDefined();
      await succeeds(b);
      await b.proclaim({ publish: publish('by b') });
      expect(await published()).toBe('by b');
    },
  );

  when(
    'gives stamps that only grow, in one term and from one to the next, though clocks go back',
    async () => {
      const a = office('a', { clock: wrongBy(HOUR_MS) });
      const b = office('b', { clock: wrongBy(-HOUR_MS) });
      const stamps: FencingToken[] = [];
      await a.acquireOrRenew();
      for (const value of ['1', '2']) stamps.push(await a.proclaim({ publish: publish(value) }));
      stamps.push(await a.proclaim({}));
      await a.resign();
      await b.acquireOrRenew();
      for (const value of ['3', '4']) stamps.push(await b.proclaim({ publish: publish(value) }));
      const times = stamps.map(({ timestampMs: atMs }) => atMs);
      expect(times).toEqual([...new Set(times)].sort((x, y) => x - y));
      expect(stamps.map(({ epoch, sequence }) => `${epoch}-${sequence}`)).toEqual([
        '1-1',
        '1-2',
        '1-2',
        '2-1',
        '2-2',
      ]);
      expect(await published()).toBe('4');
    },
  );

  describe('whose lease is damaged', () => {
    const write = (...mutations: Mutation[]): Promise<unknown> =>
      first.store.writer.mutateRow(TABLE, { key: rowKey(objectId), mutations });
    /** Without a transaction, as whoever does that would; later than all that is there. */
    const damages = {
      'no JSON': () => write(setCell(LEASE_FAMILY, LEASE_QUALIFIER, laterMicros(), Buffer.from('{"hol'))),
      gone: () => write(deleteFromColumn(LEASE_FAMILY, LEASE_QUALIFIER)),
      'to last for ever': () =>
        write(setCell(LEASE_FAMILY, LEASE_QUALIFIER, laterMicros(), encodeLease(EVERLASTING))),
    };
    const laterMicros = (): number => (clock.nowMs() + 2 * HOUR_MS) * 1_000;
    const EVERLASTING = {
      holder: 'x',
      epoch: 9,
      sequence: 0,
      rounds: 0,
      writtenAtMs: 0,
      isOver: false,
      durationMs: Number.MAX_SAFE_INTEGER,
    };
    const names = Object.keys(damages) as (keyof typeof damages)[];

    /** Nobody takes it before a lease and its margin are over since he has seen the damage. */
    const isTakenInTimeBy = async (next: LeaderElection): Promise<void> => {
      await next.acquireOrRenew();
      await clock.advance(LEASE_MS + MARGIN_MS - 1);
      await next.acquireOrRenew();
      expect(next.term).toBeUndefined();
      await clock.advance(1);
      await next.acquireOrRenew();
      expect(next.term).toBeDefined();
    };

    when.each(names)('while it is held, %s, changes hands after a lease of silence', async (damage) => {
      const lost: string[] = [];
      const damaged: string[] = [];
      const onDamaged = (): unknown => damaged.push('a');
      // By the clock of the one it is an hour later than by the other's: what is published later is newer all the same.
      const a = office('a', {
        clock: wrongBy(HOUR_MS),
        onDeposed: (_, why) => lost.push(why),
        onLeaseCorrupted: onDamaged,
      });
      // Who has watched the lease for long has not watched the damage.
      const b = office('b', { onLeaseCorrupted: () => damaged.push('b') });
      await a.acquireOrRenew();
      const before = await a.proclaim({ publish: publish('by a') });
      await b.acquireOrRenew();
      await clock.advance(LEASE_MS / 2);
      await damages[damage]();
      await expect(a.proclaim({ publish: publish('too much') })).rejects.toMatchObject({ code: 'conflict' });
      expect(a.term).toBeUndefined();
      expect(lost).toEqual(['its lease is damaged or gone']);
      await a.acquireOrRenew();
      expect(a.term).toBeUndefined();
      await isTakenInTimeBy(b);
      expect(damaged).toEqual(['a', 'b']);
      expect(await published()).toBe('by a');
      const after = await b.proclaim({ publish: publish('by b') });
      expect(after.epoch).toBeGreaterThan(before.epoch);
      expect(after.timestampMs).toBeGreaterThan(before.timestampMs);
      expect(await published()).toBe('by b');
      await expect(a.proclaim({})).rejects.toMatchObject({ code: 'conflict' });
      await b.resign();
      await a.acquireOrRenew();
      expect(a.term?.epoch).toBe(after.epoch + 1);
    });

    when.each(names)('while nobody has it, %s, is taken by one after a lease of silence', async (damage) => {
      const a = office('a');
      await a.acquireOrRenew();
      const { epoch } = a.term!;
      await a.resign();
      await damages[damage]();
      const [b, c] = [office('b'), office('c')];
      await c.acquireOrRenew();
      await isTakenInTimeBy(b);
      await c.acquireOrRenew();
      expect(c.term).toBeUndefined();
      expect(b.term!.epoch).toBeGreaterThan(epoch);
    });

    when('is none that a deposed one can publish under, whose commit was on its way', async () => {
      const held: (() => void)[] = [];
      let isHeldUp = false;
      const transactions = interrupted({
        commit: () => (isHeldUp ? new Promise<void>((resolve) => held.push(resolve)) : undefined),
      });
      const a = office('a', { transactions });
      await a.acquireOrRenew();
      isHeldUp = true;
      const late = a.proclaim({ publish: publish('by a') }).catch((error: unknown) => error);
      await until(() => held.length > 0);
      await damages['no JSON']();
      const b = office('b');
      await isTakenInTimeBy(b);
      await b.proclaim({ publish: publish('by b') });
      held[0]!();
      expect(await late).toMatchObject({ code: 'conflict' });
      expect(await published()).toBe('by b');
    });

    when(
      'goes on above all epochs that anything tells of, and is left alone while that is not known',
      async () => {
        await damages['no JSON']();
        let fails = true;
        epochPublished = 700;
        const latestEpoch = () =>
          fails ? Promise.reject(new Error('cannot be read')) : Promise.resolve(epochPublished);
        const b = office('b', { findLatestEpoch: latestEpoch });
        await b.acquireOrRenew();
        await clock.advance(LEASE_MS + MARGIN_MS);
        await expect(b.acquireOrRenew()).rejects.toThrow('cannot be read');
        expect(b.term).toBeUndefined();
        fails = false;
        await b.acquireOrRenew();
        expect(b.term!.epoch).toBeGreaterThan(700);
      },
    );

    when('is taken although what was published tells of an epoch that there cannot be', async () => {
      const a = office('a');
      await a.acquireOrRenew();
      await damages['no JSON']();
      epochPublished = Number.MAX_SAFE_INTEGER;
      const b = office('b');
      await succeeds(b);
      await b.proclaim({ publish: publish('by b') });
      expect(await published()).toBe('by b');
    });

    when('begins above them where the whole row is gone, too', async () => {
      const a = office('a');
      await a.acquireOrRenew();
      await a.proclaim({ publish: publish('by a') });
      await write(deleteFromFamily(LEASE_FAMILY), deleteFromFamily(FAMILY));
      epochPublished = 1;
      await expect(a.proclaim({ publish: publish('too much') })).rejects.toMatchObject({ code: 'conflict' });
      const b = office('b');
      await b.acquireOrRenew();
      expect(b.term!.epoch).toBeGreaterThan(1);
    });
  });

  when("is nobody's while the store cannot be reached, and its act an error", async () => {
    const unreachable = {
      begin: () => {
        throw new Error('no way');
      },
    };
    const a = office('a', { transactions: unreachable });
    await expect(a.acquireOrRenew()).rejects.toThrow('no way');
    await expect(a.proclaim({})).rejects.toMatchObject({ code: 'conflict' });
    expect(a.term).toBeUndefined();
  });
});
