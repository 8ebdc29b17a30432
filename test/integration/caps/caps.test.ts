import { inputsOf, adEvent, type AdFields } from '../../support/events';
import { CapsProcess, clockAt, countOf, isAllowed, type CapsJson } from '../../support/caps';
import { embeddedEventStore, eventStore, googleEventStore, type EventStore } from '../../support/event-store';
import { googleBigtableSkipReason } from '../../support/google-bigtable';
import { rowKey } from '../../../src/core/rows/row-key';
import { RESERVATIONS_FILTER } from '../../../src/operations/caps/reservation-cells';
import type { CapsAnswer } from '../../../src/core/caps/caps-answer';

const skipReason = googleBigtableSkipReason();

const RULE = { name: 'daily', level: 'campaign', actions: ['impression'], window: '1d', maximum: 5 };
const RESERVE = { action: 'impression', ttlSeconds: 60 };

describe.each([
  { name: 'the embedded Bigtable', start: () => embeddedEventStore(), skip: undefined },
  { name: "Google's emulator", start: googleEventStore, skip: skipReason },
])('Frequency caps on $name', ({ start, skip }) => {
  const when = skip === undefined ? it : it.skip;
  let first: EventStore;
  let stores: readonly EventStore[];
  /** Processes that share only the store. */
  let processes: readonly CapsProcess[];
  let users = 0;
  let userId: string;

  beforeAll(async () => {
    if (skip !== undefined) return;
    first = await start();
    const others = [1, 2].map(() => eventStore(first.endpoint, () => Promise.resolve()));
    stores = [...others, first];
    processes = stores.map(({ store }) => new CapsProcess(store));
  });
  beforeEach(() => (userId = `user-${users++}`));
  afterAll(async () => {
    for (const store of stores ?? []) await store.close();
  });

  const candidate = (insertionId: string, more: CapsJson = {}): CapsJson => ({
    adId: 'ad-1',
    campaignId: 'cmp-1',
    insertionId,
    ...more,
  });
  const reserve = (process: CapsProcess, insertionId: string): Promise<CapsAnswer> =>
    process.check({ userId, candidates: [candidate(insertionId)], rules: [RULE], reserve: RESERVE });
  const look = (json: CapsJson = {}): Promise<CapsAnswer> =>
    processes[0]!.check({
      userId,
      candidates: [candidate('other')],
      rules: [{ ...RULE, maximum: 1 }],
      ...json,
    });
  /** The number of counted events, from the blocked rules. */
  const counted = async (): Promise<number> => countOf(await look()) ?? 0;
  const ingest = (events: readonly AdFields[]) =>
    first.ingest(
      inputsOf(
        events.map((fields) =>
          adEvent({
            userId,
            action: 'impression',
            adId: 'ad-1',
            campaignId: 'cmp-1',
            eventTimeMs: Date.now(),
            ...fields,
          }),
        ),
      ),
    );

  when('100 concurrent requests in one process get no more reservations than the maximum', async () => {
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, i) => reserve(processes[0]!, `ins-${i}`)),
    );
    expect(answers.filter(isAllowed).length).toBe(5);
    expect(answers.filter((answer) => !isAllowed(answer)).map(countOf)).toEqual(Array(95).fill(5));
    expect(await counted()).toBe(5);
  });

  when(
    '100 concurrent requests in three processes get no more reservations than the maximum, then each event counts once',
    async () => {
      const answers = await Promise.all(
        Array.from({ length: 100 }, async (_, i) => ({
          i,
          answer: await reserve(processes[i % 3]!, `ins-${i}`),
        })),
      );
      const allowed = answers.filter(({ answer }) => isAllowed(answer));
      expect(allowed.length).toBe(5);
      expect(await counted()).toBe(5);
      for (const { i } of allowed) {
        await ingest([{ insertionId: `ins-${i}` }]);
        expect(await counted()).toBe(5);
      }
      expect(isAllowed(await reserve(processes[1]!, 'one-more'))).toBe(false);
    },
  );

  when('each candidate of a request gets its own reservation, up to the maximum', async () => {
    const candidates = Array.from({ length: 7 }, (_, i) => candidate(`ins-${i}`, { id: `c${i}` }));
    const { verdicts } = await processes[0]!.check({ userId, candidates, rules: [RULE], reserve: RESERVE });
    expect(verdicts.map(({ blockedBy }) => blockedBy.length === 0)).toEqual([
      ...Array<boolean>(5).fill(true),
      ...Array<boolean>(2).fill(false),
    ]);
    expect(verdicts.map(({ remaining }) => remaining)).toEqual([5, 4, 3, 2, 1, undefined, undefined]);
    expect(new Set(verdicts.flatMap(({ reservation }) => reservation?.id ?? [])).size).toBe(5);
  });

  when('a reservation counts until it is released, and a repeated release succeeds', async () => {
    const answer = await reserve(processes[0]!, 'ins-1');
    const { id } = answer.verdicts[0]!.reservation!;
    expect(await counted()).toBe(1);
    expect(await processes[1]!.release(userId, [id])).toEqual({ released: [id], notFound: [] });
    expect(await counted()).toBe(0);
    expect(await processes[2]!.release(userId, [id])).toEqual({ released: [], notFound: [id] });
  });

  when('a reservation counts until it expires, and the next transaction removes it', async () => {
    const request = { userId, rules: [{ ...RULE, maximum: 1 }], reserve: RESERVE };
    const made = await processes[0]!.check({ ...request, candidates: [candidate('ins-1')] });
    expect(isAllowed(made)).toBe(true);
    const blocked = await look();
    const freesUpAtMs = blocked.verdicts[0]!.blockedBy[0]!.freesUpAtMs!;
    // The reported expiry is slightly earlier than the effective one, for other clocks.
    expect(freesUpAtMs).toBe(made.verdicts[0]!.reservation!.expiresAtMs + 100);
    const next = { ...request, candidates: [candidate('ins-2')] };
    const before = new CapsProcess({ ...first.store, clock: clockAt(freesUpAtMs - 1) });
    expect(isAllowed(await before.check(next))).toBe(false);
    const then = new CapsProcess({ ...first.store, clock: clockAt(freesUpAtMs) });
    expect(isAllowed(await then.check(next))).toBe(true);
    const cells = await reservationCells(first, userId);
    expect(cells).toHaveLength(1);
  });

  when('an insertion that is reserved again, in any process, gets its existing reservation', async () => {
    const rules = [{ ...RULE, maximum: 1 }];
    const ask = (process: CapsProcess, ttlSeconds: number): Promise<CapsAnswer> =>
      process.check({
        userId,
        candidates: [candidate('ins-1')],
        rules,
        reserve: { ...RESERVE, ttlSeconds },
      });
    const made = (await ask(processes[0]!, 60)).verdicts[0]!.reservation!;
    const again = await Promise.all(processes.map((process) => ask(process, 600)));
    expect(again.map(({ verdicts }) => verdicts[0]!.reservation)).toEqual([made, made, made]);
    expect(again.map(({ verdicts }) => verdicts[0]!.remaining)).toEqual([1, 1, 1]);
    expect(await reservationCells(first, userId)).toHaveLength(1);
    expect(await counted()).toBe(1);
  });

  when('a storm of retries makes no more reservations than there are insertions', async () => {
    const candidates = Array.from({ length: 100 }, (_, i) => candidate(`ins-${i}`));
    const request = { userId, candidates, rules: [{ ...RULE, maximum: 1_000 }], reserve: RESERVE };
    const answers = await Promise.all(Array.from({ length: 6 }, (_, i) => processes[i % 3]!.check(request)));
    const ids = answers.map(({ verdicts }) => verdicts.map(({ reservation }) => reservation!.id));
    for (const each of ids) expect(each).toEqual(ids[0]);
    expect(await reservationCells(first, userId)).toHaveLength(100);
    expect(isAllowed(await reserve(processes[0]!, 'one-more'))).toBe(false);
  });

  when('an insertion can be reserved again after its reservation was released or has expired', async () => {
    const idOf = ({ verdicts }: CapsAnswer): string => verdicts[0]!.reservation!.id;
    const released = idOf(await reserve(processes[0]!, 'ins-1'));
    await processes[1]!.release(userId, [released]);
    const second = await reserve(processes[2]!, 'ins-1');
    expect(idOf(second)).not.toBe(released);
    const { expiresAtMs } = second.verdicts[0]!.reservation!;
    const at = (ms: number): CapsProcess => new CapsProcess({ ...first.store, clock: clockAt(ms) });
    expect(idOf(await reserve(at(expiresAtMs - 1), 'ins-1'))).toBe(idOf(second));
    expect(idOf(await reserve(at(expiresAtMs), 'ins-1'))).not.toBe(idOf(second));
  });

  when('equal events that count separately are reserved separately', async () => {
    const request = {
      userId,
      candidates: [{ campaignId: 'cmp-1' }],
      rules: [{ ...RULE, actions: ['view'] }],
      reserve: { action: 'view', ttlSeconds: 600 },
    };
    const answers = [await processes[0]!.check(request), await processes[1]!.check(request)];
    expect(new Set(answers.map(({ verdicts }) => verdicts[0]!.reservation!.id)).size).toBe(2);
  });

  when('an insertion that is reserved again is evaluated without its own reservation', async () => {
    await reserve(processes[0]!, 'ins-1');
    const events = Array.from({ length: 5 }, (_, i) => ({ insertionId: `shown-${i}` }));
    await ingest(events);
    expect(countOf(await reserve(processes[1]!, 'ins-1'))).toBe(5);
    expect(await counted()).toBe(6);
  });

  when('a check as of the past returns when a candidate would have been free at that time', async () => {
    const nowMs = Date.now();
    const asOf = nowMs - 20 * 86_400_000;
    await ingest([{ insertionId: 'ins-1', eventTimeMs: asOf - 3_600_000 }]);
    const { verdicts } = await look({ asOf });
    expect(verdicts[0]!.blockedBy[0]!.freesUpAtMs).toBe(asOf - 3_600_000 + 86_400_000 + 1);
  });

  when('counts, and checks as of a time, ignore reservations', async () => {
    await reserve(processes[0]!, 'ins-1');
    await ingest([{ insertionId: 'ins-2', eventTimeMs: Date.now() - 5_000 }]);
    expect(await counted()).toBe(2);
    expect(countOf(await look({ asOf: Date.now() }))).toBe(1);
  });
});

async function reservationCells({ store }: EventStore, userId: string) {
  const { row } = await store.transactions
    .begin('users', rowKey(userId))
    .read({ filter: RESERVATIONS_FILTER }, { timeoutMs: 5_000 });
  return (row?.cells ?? []).filter(({ qualifier }) => qualifier.toString() !== 'v');
}
