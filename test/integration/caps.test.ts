import { inputsOf, adEvent, type AdFields } from '../support/events';
import { CapsProcess, clockAt, countOf, isAllowed, type CapsJson } from '../support/caps';
import { embeddedEventStore, eventStore, googleEventStore, type EventStore } from '../support/event-store';
import { googleBigtableSkipReason } from '../support/google-bigtable';
import { rowKey } from '../../src/core/row-key';
import { RESERVATIONS } from '../../src/operations/caps/reservation-cells';
import type { CapsAnswer } from '../../src/operations/check-caps';

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
  /** Processes of their own: nothing but the store is shared. */
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
    ...{ adId: 'ad-1', campaignId: 'cmp-1', insertionId },
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
  /** How many count, which is told of what is blocked. */
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

  when('allow no more than the maximum to 100 requests at once in one process', async () => {
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, i) => reserve(processes[0]!, `ins-${i}`)),
    );
    expect(answers.filter(isAllowed).length).toBe(5);
    expect(answers.filter((answer) => !isAllowed(answer)).map(countOf)).toEqual(Array(95).fill(5));
    expect(await counted()).toBe(5);
  });

  when(
    'allow no more than the maximum to 100 requests at once in three processes, then count each event once',
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

  when('give each candidate of a request its own reservation, until the maximum', async () => {
    const candidates = Array.from({ length: 7 }, (_, i) => candidate(`ins-${i}`, { id: `c${i}` }));
    const { verdicts } = await processes[0]!.check({ userId, candidates, rules: [RULE], reserve: RESERVE });
    expect(verdicts.map(({ blockedBy }) => blockedBy.length === 0)).toEqual([
      ...Array<boolean>(5).fill(true),
      ...Array<boolean>(2).fill(false),
    ]);
    expect(verdicts.map(({ remaining }) => remaining)).toEqual([5, 4, 3, 2, 1, undefined, undefined]);
    expect(new Set(verdicts.flatMap(({ reservation }) => reservation?.id ?? [])).size).toBe(5);
  });

  when('count a reservation until it is released, and take a release twice', async () => {
    const answer = await reserve(processes[0]!, 'ins-1');
    const { id } = answer.verdicts[0]!.reservation!;
    expect(await counted()).toBe(1);
    expect(await processes[1]!.release(userId, [id])).toEqual({ released: [id], notFound: [] });
    expect(await counted()).toBe(0);
    expect(await processes[2]!.release(userId, [id])).toEqual({ released: [], notFound: [id] });
  });

  when('count a reservation until it expires, and clear it away with the next transaction', async () => {
    const request = { userId, rules: [{ ...RULE, maximum: 1 }], reserve: RESERVE };
    const made = await processes[0]!.check({ ...request, candidates: [candidate('ins-1')] });
    expect(isAllowed(made)).toBe(true);
    const blocked = await look();
    const freesUpAtMs = blocked.verdicts[0]!.blockedBy[0]!.freesUpAtMs!;
    // Told is a little less than what counts, for the clocks of others.
    expect(freesUpAtMs).toBe(made.verdicts[0]!.reservation!.expiresAtMs + 100);
    const next = { ...request, candidates: [candidate('ins-2')] };
    const before = new CapsProcess({ ...first.store, clock: clockAt(freesUpAtMs - 1) });
    expect(isAllowed(await before.check(next))).toBe(false);
    const then = new CapsProcess({ ...first.store, clock: clockAt(freesUpAtMs) });
    expect(isAllowed(await then.check(next))).toBe(true);
    const cells = await reservationCells(first, userId);
    expect(cells).toHaveLength(1);
  });

  when('see in counts no reservation, and in checks as of an instant neither', async () => {
    await reserve(processes[0]!, 'ins-1');
    await ingest([{ insertionId: 'ins-2', eventTimeMs: Date.now() - 5_000 }]);
    expect(await counted()).toBe(2);
    expect(countOf(await look({ asOf: Date.now() }))).toBe(1);
  });
});

async function reservationCells({ store }: EventStore, userId: string) {
  const { row } = await store.transactions
    .begin('users', rowKey(userId))
    .read({ filter: RESERVATIONS }, { timeoutMs: 5_000 });
  return (row?.cells ?? []).filter(({ qualifier }) => qualifier.toString() !== 'v');
}
