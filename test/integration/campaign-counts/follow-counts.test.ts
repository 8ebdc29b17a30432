import type { RowsAnswer } from '../../../src/consistency/store';
import { UNPLACED_SKETCHES } from '../../../src/core/residency/sketch-tables';
import { DEFAULTS } from '../../../src/config/defaults';
import {
  createCountFollower,
  type CountFollower,
  type CountFollowerDependencies,
  type FollowedCounts,
  type FollowedDay,
} from '../../../src/operations/campaign-counts/count-follower';
import type { Clock } from '../../../src/platform/time/clock';
import {
  CAMPAIGN_ACTION,
  storeSketches,
  TABLE,
  WRITTEN_MS,
  type StoredSketch,
} from '../../support/campaign-sketches';
import { embeddedEventStore, googleEventStore, type EventStore } from '../../support/event-store';
import { googleBigtableSkipReason } from '../../support/google-bigtable';
import { itemsFrom } from '../../support/sketches';
import { tidemarkError } from '../../support/tidemark-error';
import { VirtualClock } from '../../support/virtual-clock';

const skipReason = googleBigtableSkipReason();
const DAY = '2026-11-21';
const VIEW = 1;
const sketches = CAMPAIGN_ACTION.events.sketches[0]!;
const limits = DEFAULTS.campaignCounts;

describe.each([
  { name: 'the embedded Bigtable', start: () => embeddedEventStore(), skip: undefined },
  { name: "Google's emulator", start: googleEventStore, skip: skipReason },
])('The count follower, on $name', ({ start, skip }) => {
  const when = skip === undefined ? it : it.skip;
  let store: EventStore;
  let clock: VirtualClock;
  let campaigns = 0;
  /** Cells read, by row in the order of the reads. */
  let cellsRead: number[];
  let broken: Error | undefined;

  beforeAll(async () => {
    if (skip === undefined) store = await start();
  });
  beforeEach(() => {
    clock = new VirtualClock(WRITTEN_MS);
    cellsRead = [];
    broken = undefined;
  });
  afterAll(() => store?.close());

  const newDay = (actionCode = VIEW): FollowedDay => ({
    campaignId: `c${++campaigns}`,
    day: DAY,
    actionCode,
  });
  const put = (
    { campaignId: id, actionCode }: FollowedDay,
    ...written: readonly (Pick<StoredSketch, 'writer' | 'items'> & Partial<StoredSketch>)[]
  ): Promise<void> =>
    storeSketches(
      store.store.writer,
      written.map((sketch) => ({ id, day: DAY, actionCode, atMs: clock.nowMs(), ...sketch })),
    );
  const passed = (ms: number): Promise<void> => clock.advance(ms);

  const follower = (changes: Partial<CountFollowerDependencies> = {}): CountFollower => {
    const reader: CountFollowerDependencies['reader'] = {
      async readRows(...args): Promise<RowsAnswer> {
        if (broken !== undefined) throw broken;
        const answer = await store.store.reader.readRows(...args);
        cellsRead.push(...answer.rows.map((row) => row?.cells.length ?? 0));
        return answer;
      },
    };
    const partsOf = UNPLACED_SKETCHES.counted;
    return createCountFollower({ reader, partsOf, clock, sketches, limits, ...changes });
  };
  const countsOf = ({ counts }: FollowedCounts, ...days: readonly FollowedDay[]): (number | undefined)[] =>
    days.map(({ campaignId }) => counts.get(campaignId)?.count);

  when('existing cells are counted, and later reads transfer only new ones', async () => {
    const [first, other, none] = [newDay(), newDay(2), newDay()];
    await put(first, { writer: 'a', items: itemsFrom(0, 10) }, { writer: 'b', items: itemsFrom(5, 10) });
    await put(first, { writer: 'b', kind: 'users', items: [1] }, { writer: 'b', hour: 3, items: [999] });
    await put(
      other,
      { writer: 'a', items: itemsFrom(0, 3) },
      { writer: 'a', actionCode: VIEW, items: [7, 8] },
    );
    const counts = follower();
    const read = async () => countsOf(await counts.read([first, other, none]), first, other, none);
    await passed(limits.newMarginMs + 2_000);
    expect(await read()).toEqual([15, 3, 0]);
    expect(cellsRead.splice(0).sort()).toEqual([0, 1, 2]);
    expect(await read()).toEqual([15, 3, 0]);
    expect(cellsRead.splice(0)).toEqual([0, 0, 0]);
    await put(first, { writer: 'b', part: 'added', items: itemsFrom(100, 2) });
    await passed(1);
    expect(await read()).toEqual([17, 3, 0]);
    // One of them, in turn, is read in full.
    expect(cellsRead.sort()).toEqual([0, 0, 3]);
  });

  when('exact counts and estimates are distinguished, with the time of the read', async () => {
    const [few, many] = [newDay(), newDay()];
    await put(few, { writer: 'a', items: itemsFrom(0, 1_024) });
    await put(many, { writer: 'a', items: itemsFrom(0, 1_025) });
    const { counts, atMs } = await follower().read([few, many]);
    expect(atMs).toBe(clock.nowMs());
    expect(counts.get(few.campaignId)).toEqual({ count: 1_024, relativeError: 0 });
    const { count, relativeError } = counts.get(many.campaignId)!;
    expect(relativeError).toBeGreaterThan(0);
    expect(Math.abs(count - 1_025)).toBeLessThan(4 * 0.0081 * 1_025);
  });

  when('late cells are found at once within the margin, and at the next full read otherwise', async () => {
    const day = newDay();
    const many = [day, ...Array.from({ length: 200 }, () => newDay())];
    const all = follower();
    await all.read(many);
    await put(day, { writer: 'late', items: [2], atMs: clock.nowMs() - limits.newMarginMs });
    expect(countsOf(await all.read(many), day)).toEqual([1]);
    await put(day, { writer: 'later', items: [3], atMs: clock.nowMs() - limits.newMarginMs - 1 });
    expect(countsOf(await all.read(many), day)).toEqual([1]);
    await passed(limits.fullReadIntervalMs / 2);
    // The row that was read first has its turn first.
    expect(countsOf(await all.read(many), day)).toEqual([2]);
  });

  when('every row is read in full once per interval, a share of them each time', async () => {
    // Full reads are recognized by their number of cells.
    const days = Array.from({ length: 10 }, () => newDay());
    const cells = days.map((_, at) => 1 + at);
    for (const [at, day] of days.entries()) {
      await put(day, ...Array.from({ length: cells[at]! }, (_, i) => ({ writer: `w${i}`, items: [1] })));
    }
    await passed(limits.newMarginMs + 1);
    const counts = follower();
    await counts.read(days);
    expect(cellsRead.splice(0)).toEqual(cells);
    for (const count of cells) {
      await passed(limits.fullReadIntervalMs / 10);
      await counts.read(days);
      expect(cellsRead.splice(0).filter((found) => found > 0)).toEqual([count]);
    }
  });

  when(
    'a campaign with a corrupted sketch is left out with an error until the sketch is repaired',
    async () => {
      const [sound, damaged] = [newDay(), newDay()];
      await put(sound, { writer: 'a', items: itemsFrom(0, 5) });
      await put(damaged, { writer: 'a', items: Buffer.from('no sketch') }, { writer: 'b', items: [1, 2] });
      const reported: unknown[] = [];
      const counts = follower({ observer: { onCorrupted: (...args) => void reported.push(...args) } });
      await passed(limits.newMarginMs * 2);
      for (let time = 0; time < 2; time++) {
        const answer = await counts.read([damaged, sound]);
        expect(countsOf(answer, sound, damaged)).toEqual([5, undefined]);
        expect([...answer.failures]).toEqual([[damaged.campaignId, tidemarkError('data_corrupted')]]);
        const place = { table: TABLE, id: damaged.campaignId, day: DAY };
        expect(reported.splice(0)).toEqual([place, tidemarkError('data_corrupted')]);
      }
      await put(damaged, { writer: 'a', items: [2, 3, 4], atMs: WRITTEN_MS + 1 });
      const answer = await counts.read([damaged, sound]);
      expect([countsOf(answer, damaged), answer.failures.size]).toEqual([[4], 0]);
    },
  );

  when('known counts survive a failed read, and the next one misses nothing', async () => {
    const day = newDay();
    await put(day, { writer: 'a', items: [1] });
    const counts = follower();
    await counts.read([day]);
    await passed(limits.newMarginMs * 3);
    await put(day, { writer: 'b', items: [2] });
    broken = tidemarkError('store_unavailable');
    await expect(counts.read([day])).rejects.toBe(broken);
    await passed(limits.newMarginMs * 3);
    broken = undefined;
    expect(countsOf(await counts.read([day]), day)).toEqual([2]);
  });

  when('an earlier wrong clock does not hide cells for long', async () => {
    const days = Array.from({ length: 100 }, () => newDay());
    const last = days.at(-1)!;
    let wrongByMs = 3_600_000;
    const wrong: Clock = {
      ...clock,
      nowMs: () => clock.nowMs() + wrongByMs,
      monotonicMs: clock.monotonicMs,
      schedule: clock.schedule,
    };
    const counts = follower({ clock: wrong });
    await counts.read(days);
    wrongByMs = 0;
    await passed(1_000);
    await put(last, { writer: 'a', items: [1] });
    expect(countsOf(await counts.read(days), last)).toEqual([1]);
  });

  when('days that are not requested are dropped and start from the beginning later', async () => {
    const [day, next] = [newDay(), newDay()];
    await put(day, { writer: 'a', items: itemsFrom(0, 3) });
    const counts = follower();
    await counts.read([day]);
    await passed(limits.newMarginMs * 2);
    const { counts: other } = await counts.read([next]);
    expect([...other.keys()]).toEqual([next.campaignId]);
    expect(countsOf(await counts.read([day]), day)).toEqual([3]);
  });

  when('rows that are too large together are read in smaller groups', async () => {
    const days = Array.from({ length: 9 }, () => newDay());
    for (const day of days) await put(day, { writer: 'a', items: itemsFrom(0, 300) });
    const large = newDay();
    await put(large, { writer: 'a', items: itemsFrom(0, 900) });
    const counts = follower({ limits: { ...limits, readBytesMax: 4_000 } });
    const answer = await counts.read([...days, large]);
    expect(countsOf(answer, ...days)).toEqual(days.map(() => 300));
    expect([...answer.failures]).toEqual([[large.campaignId, tidemarkError('answer_too_large')]]);
  });
});
