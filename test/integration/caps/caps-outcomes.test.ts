/** Reservations under conflicting transactions and transactions of unknown outcome. */
import { deadlineError } from '../../../src/bigtable/client/bigtable-error';
import { setCell } from '../../../src/bigtable/write/mutations';
import { EMPTY_TOKEN } from '../../../src/core/tokens/write-token';
import { RESERVATION_FAMILY } from '../../../src/core/caps/reservation-family';
import { rowKey } from '../../../src/core/rows/row-key';
import { versionOf, VERSION_QUALIFIER } from '../../../src/core/rows/row-version';
import { RESERVATIONS_FILTER, setReservation } from '../../../src/operations/caps/reservation-cells';
import type {
  CommitOutcome,
  RowTransaction,
  RowTransactions,
} from '../../../src/consistency/transactions/row-transactions';
import { loadConfig } from '../../../src/config/index';
import { systemClock, type Clock } from '../../../src/platform/time/clock';
import { CapsProcess, clockAt, countOf, isAllowed } from '../../support/caps';
import { AD_ACTION, adEvent, DAY_MS, inputsOf } from '../../support/events';
import { embeddedEventStore, type EventStore } from '../../support/event-store';
import type { TidemarkError } from '../../../src/errors';
import { tidemarkError } from '../../support/tidemark-error';

const RULE = { level: 'campaign', actions: ['impression'], window: '1d', maximum: 5 };
const OPTIONS = { timeoutMs: 5_000 };

type Commit = RowTransaction['commit'];

describe('Reservations', () => {
  let store: EventStore;
  let users = 0;
  let userId: string;

  beforeAll(async () => (store = await embeddedEventStore()));
  beforeEach(() => (userId = `user-${users++}`));
  afterAll(() => store.close());

  const begin = (): RowTransaction => store.store.transactions.begin('users', rowKey(userId));

  async function cells(): Promise<readonly string[]> {
    const { row } = await begin().read({ filter: RESERVATIONS_FILTER }, OPTIONS);
    return (row?.cells ?? []).map(({ qualifier }) => qualifier.toString()).filter((name) => name !== 'v');
  }

  /** The store's transactions, with a fault before the commit. */
  function process(
    commit: (inner: Commit, transaction: RowTransaction) => Commit,
    clock = systemClock,
  ): CapsProcess {
    const { reader, transactions } = store.store;
    const disturbed: RowTransactions = {
      begin(table, key) {
        const inner = transactions.begin(table, key);
        return {
          read: (read, options) => inner.read(read, options),
          commit: commit((change, options) => inner.commit(change, options), inner),
        };
      },
    };
    return new CapsProcess({ reader, transactions: disturbed, clock });
  }

  const reserve = (by: CapsProcess, insertionId: string, maximum = 5) =>
    by.check({
      userId,
      candidates: [{ campaignId: 'c1', insertionId }],
      rules: [{ ...RULE, maximum }],
      reserve: { action: 'impression', ttlSeconds: 60 },
    });
  const counted = async (): Promise<number> =>
    countOf(
      await new CapsProcess(store.store).check({
        userId,
        candidates: [{ campaignId: 'c1' }],
        rules: [{ ...RULE, maximum: 1 }],
      }),
    ) ?? 0;

  it('without the version check of the row a cap is exceeded', async () => {
    const heedless = Array.from({ length: 3 }, () =>
      process((commit, transaction) => async (change, options) => {
        const { row } = await transaction.read({ filter: RESERVATIONS_FILTER }, options);
        const outcome = await commit(
          { ...change, version: versionOf(row?.cells ?? [], RESERVATION_FAMILY) },
          options,
        );
        return outcome === 'conflict' ? { token: EMPTY_TOKEN, cluster: '' } : outcome;
      }),
    );
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, i) => reserve(heedless[i % 3]!, `i${i}`)),
    );
    expect(answers.filter(isAllowed).length).toBeGreaterThan(5);
  });

  it('reservations of a transaction that was committed after all are returned once', async () => {
    let lost = 0;
    const by = process((commit) => async (change, options) => {
      const outcome = await commit(change, options);
      if (lost++ > 0) return outcome;
      throw deadlineError(1);
    });
    const { verdicts, evidence } = await reserve(by, 'i1');
    expect(await cells()).toEqual([`r:${verdicts[0]!.reservation!.id}`]);
    expect([await counted(), lost]).toEqual([1, 1]);
    // The token covers the write all the same.
    const { evidence: next } = await begin().read({ filter: RESERVATIONS_FILTER }, OPTIONS);
    expect(evidence.token.writes.map(({ column }) => column)).toEqual(
      next.token.writes.map(({ column }) => column),
    );
    expect(evidence.token.writes).toHaveLength(1);
  });

  it('reservations are made by a retry when the first transaction was not committed', async () => {
    let calls = 0;
    const by = process((commit) => (change, options) => {
      if (calls++ > 0) return commit(change, options);
      return Promise.reject(deadlineError(1));
    });
    const { verdicts } = await reserve(by, 'i1');
    expect(await cells()).toEqual([`r:${verdicts[0]!.reservation!.id}`]);
    expect([await counted(), calls]).toEqual([1, 2]);
  });

  it('either a late transaction or its retry makes the reservations, never both', async () => {
    for (let order = 0; order < 20; order++) {
      userId = `late-${order}`;
      const plain = new CapsProcess(store.store);
      const [earlier] = (await reserve(plain, 'i0')).verdicts;
      let late: Promise<CommitOutcome> | undefined;
      const by = process((commit) => async (change, options) => {
        if (late !== undefined) return commit(change, options);
        // The commit is still in flight after its caller has timed out.
        late = new Promise((resolve, reject) => {
          let turns = order;
          const wait = (): unknown =>
            turns-- > 0 ? setImmediate(wait) : commit(change, options).then(resolve, reject);
          wait();
        });
        throw deadlineError(1);
      });
      const { verdicts } = await reserve(by, 'i1');
      await late;
      const ids = [earlier!, verdicts[0]!].map(({ reservation }) => `r:${reservation!.id}`);
      expect(await cells()).toEqual(ids.sort());
    }
  });

  it('a late transaction makes no reservations for a request that was denied meanwhile', async () => {
    let late: (() => Promise<CommitOutcome>) | undefined;
    const by = process((commit) => async (change, options) => {
      if (late !== undefined) return commit(change, options);
      late = () => commit(change, options);
      // The next read denies the reservation, without any commit in between.
      const shown = { userId, action: 'impression', campaignId: 'c1', eventTimeMs: Date.now() };
      await store.ingest(inputsOf(['i2', 'i3'].map((insertionId) => adEvent({ ...shown, insertionId }))));
      throw deadlineError(1);
    });
    expect(isAllowed(await reserve(by, 'i1', 2))).toBe(false);
    expect(await late!()).toBe('conflict');
    expect([await cells(), await counted()]).toEqual([[], 2]);
  });

  it('a release of unknown outcome is reported as released', async () => {
    const { verdicts } = await reserve(new CapsProcess(store.store), 'i1');
    const { id } = verdicts[0]!.reservation!;
    let lost = 0;
    const by = process((commit) => async (change, options) => {
      const outcome = await commit(change, options);
      if (lost++ > 0) return outcome;
      throw deadlineError(1);
    });
    expect(await by.release(userId, [id])).toEqual({ released: [id], notFound: [] });
    expect(await counted()).toBe(0);
  });

  it('reservations count until they expire even if their caller never got the answer', async () => {
    const by = process((commit) => async (change, options) => {
      await commit(change, options);
      return new Promise<never>(() => undefined);
    });
    void reserve(by, 'i1').catch(() => undefined);
    while ((await cells()).length === 0) await new Promise((resolve) => setImmediate(resolve));
    expect(isAllowed(await reserve(new CapsProcess(store.store), 'i2', 1))).toBe(false);
    const later = new CapsProcess({ ...store.store, clock: clockAt(Date.now() + 61_000) });
    const answer = await reserve(later, 'i2', 1);
    expect(isAllowed(answer)).toBe(true);
    expect(await cells()).toEqual([`r:${answer.verdicts[0]!.reservation!.id}`]);
  });

  it('a conflict is followed by a new decision on the current state, repeatedly', async () => {
    const other = new CapsProcess(store.store);
    let conflicts = 0;
    const by = process((commit) => async (change, options) => {
      // Another process commits in between.
      if (conflicts++ < 4) await reserve(other, `other-${conflicts}`);
      return commit(change, options);
    });
    const answers = await Promise.all(['a', 'b', 'c'].map((each) => reserve(by, each)));
    expect(answers.filter(isAllowed).length).toBe(1);
    expect([await counted(), conflicts]).toEqual([5, 5]);
  });

  it('conflicts until the deadline fail the request without any change', async () => {
    const timeoutMs = 60_000;
    let [conflicts, expire] = [0, (): void => undefined];
    // The deadline has passed at the third conflict, however slow the machine is.
    const schedule: Clock['schedule'] = (delayMs, task, options) => {
      if (delayMs !== timeoutMs) return systemClock.schedule(delayMs, task, options);
      expire = () => void task();
      return () => undefined;
    };
    const conflicting = (): Commit => () => {
      if (++conflicts === 3) expire();
      return Promise.resolve('conflict');
    };
    const by = process(conflicting, { ...systemClock, schedule });
    const query = {
      userId,
      candidates: [{ campaignId: 'c1', insertionId: 'i1' }],
      rules: [RULE],
      reserve: { action: 'impression' },
    };
    await expect(by.check(query, undefined, timeoutMs)).rejects.toEqual(tidemarkError('conflict'));
    expect(await cells()).toEqual([]);
  });

  it('a request is rejected when too many requests wait', async () => {
    const config = loadConfig({ BIGTABLE_EMULATOR_HOST: 'localhost:1' });
    const caps = { ...config.caps, waitingPerUserMax: 10, joinedPerTransactionMax: 2 };
    const by = new CapsProcess({ ...store.store, config: { ...config, caps } });
    const answers = await Promise.allSettled(Array.from({ length: 40 }, (_, i) => reserve(by, `i${i}`)));
    const refused = answers.flatMap((each) => (each.status === 'rejected' ? [each.reason as unknown] : []));
    expect(refused.length).toBe(40 - 1 - 10);
    for (const each of refused) expect(each).toEqual(tidemarkError('overloaded'));
    expect(await counted()).toBe(5);
  });

  it("reservations beyond a user's maximum are rejected, and existing ones stay", async () => {
    const config = loadConfig({ BIGTABLE_EMULATOR_HOST: 'localhost:1' });
    const caps = { ...config.caps, reservationsPerUserMax: 3 };
    const by = new CapsProcess({ ...store.store, config: { ...config, caps } });
    for (let i = 0; i < 3; i++) await reserve(by, `i${i}`, 100);
    const refused = await reserve(by, 'one-more', 100).catch((error: unknown) => error);
    expect(refused).toEqual(tidemarkError('too_many_reservations', 'candidates'));
    expect(refused).toMatchObject({ status: 429, retryable: true });
    expect((refused as TidemarkError).message).toContain('at most 3');
    const { retryAfterSeconds } = refused as TidemarkError;
    expect(retryAfterSeconds).toBeGreaterThan(50);
    expect(retryAfterSeconds).toBeLessThanOrEqual(61);
    // Existing reservations may be reserved again.
    expect(isAllowed(await reserve(by, 'i1', 100))).toBe(true);
    expect(await counted()).toBe(3);
  });

  it('a request that reads too many events is rejected without failing concurrent requests', async () => {
    const config = loadConfig({ BIGTABLE_EMULATOR_HOST: 'localhost:1' });
    const counts = { ...config.counts, eventCellsMax: 5 };
    const by = new CapsProcess({ ...store.store, config: { ...config, counts } });
    const events = Array.from({ length: 9 }, (_, i) =>
      adEvent({ userId, action: 'save', adId: `a${i}`, eventTimeMs: Date.now() - 20 * DAY_MS }),
    );
    await store.ingest(inputsOf(events));
    const ask = (window: string) =>
      by.check({
        userId,
        candidates: [{ campaignId: 'c1', insertionId: window }],
        rules: [{ ...RULE, window }],
        reserve: { action: 'impression' },
      });
    const [, short, long] = await Promise.allSettled([ask('1d'), ask('2d'), ask('30d')]);
    expect(short).toMatchObject({ status: 'fulfilled' });
    expect(long).toMatchObject({ status: 'rejected', reason: tidemarkError('too_many_events', 'userId') });
    expect(await cells()).toHaveLength(2);
  });

  it('a reservation is confirmed by events before the window of its rules', async () => {
    // In the last minutes of a day this is the next day; after a day the store discards a reservation.
    const midnightMs = Math.floor((Date.now() + 600_000) / DAY_MS) * DAY_MS;
    const { dimensions } = adEvent({ campaignId: 'c1' });
    const action = AD_ACTION.events.actions.find(({ name }) => name === 'view')!;
    const times = { reservedAtMs: midnightMs - 120_000, expiresAtMs: midnightMs + 3_600_000 };
    const earlier = { id: 'abcdefghijklmnop', action, dimensions, ...times };
    await begin().commit({ version: undefined, mutations: [setReservation(AD_ACTION, earlier)] }, OPTIONS);
    const clock = clockAt(midnightMs + 120_000);
    const rules = [{ ...RULE, actions: ['view'], window: '1m', maximum: 1 }];
    const short = async (): Promise<boolean> =>
      isAllowed(
        await new CapsProcess({ ...store.store, clock }).check({
          userId,
          candidates: [{ campaignId: 'c1' }],
          rules,
        }),
      );
    expect(await short()).toBe(false);
    const event = { userId, campaignId: 'c1', eventTimeMs: midnightMs - 60_000 };
    await store.ingest(inputsOf([adEvent({ ...event, action: 'view' })]));
    expect(await short()).toBe(true);
  });

  it('a reservation is confirmed by an event of a clock that is ahead, which counts at once', async () => {
    await reserve(new CapsProcess(store.store), 'i1');
    const ahead = { userId, campaignId: 'c1', eventTimeMs: Date.now() + 30_000 };
    const events = ['i1', 'i2'].map((insertionId) =>
      adEvent({ ...ahead, insertionId, action: 'impression' }),
    );
    await store.ingest(inputsOf(events));
    expect(await counted()).toBe(2);
  });

  it('row versions grow even when a clock is set back', async () => {
    const early = Buffer.from('early');
    const future = setCell(RESERVATION_FAMILY, VERSION_QUALIFIER, (Date.now() + 60_000) * 1_000, early);
    await store.store.writer.mutateRow('users', { key: rowKey(userId), mutations: [future] });
    const read = async () => {
      const { row } = await begin().read({ filter: RESERVATIONS_FILTER }, OPTIONS);
      return versionOf(row?.cells ?? [], RESERVATION_FAMILY)!;
    };
    const version = await read();
    const change = { version, mutations: [] };
    expect(await begin().commit(change, OPTIONS)).toHaveProperty('token');
    expect((await read()).atMs).toBe(version.atMs + 1);
    expect(await begin().commit(change, OPTIONS)).toBe('conflict');
  });

  it('the watermark of a reservation is known to the next read', async () => {
    const { evidence } = await reserve(new CapsProcess(store.store), 'i1');
    const [write] = evidence.token.writes;
    expect(write).toBeDefined();
    const { evidence: next } = await begin().read({ filter: RESERVATIONS_FILTER }, OPTIONS);
    expect(next.token.writes).toContainEqual(
      expect.objectContaining({ column: write!.column, versionMs: write!.versionMs }),
    );
  });
});
