import { crc32 } from 'node:zlib';
import type { EventDataType } from '../../../src/core/schema/schema';
import { EVENTUAL } from '../../../src/core/consistency/consistency';
import { encodeSketch } from '../../../src/codec/sketches/sketch-codec';
import { DEFAULTS } from '../../../src/config/defaults';
import { tidemark } from '../../gen/tidemark';
import type {
  CampaignCountsAnswer,
  ActionCount,
  EventCount,
} from '../../../src/core/campaign-counts/campaign-counts-answer';
import {
  createCountCampaigns,
  type CountCampaignsDependencies,
} from '../../../src/operations/campaign-counts/count-campaigns';
import { systemClock } from '../../../src/platform/time/clock';
import { EMPTY_TOKEN } from '../../../src/core/tokens/write-token';
import {
  countedAdAction,
  queryOf,
  storeSketches,
  TABLE,
  WRITTEN_MS,
  type StoredSketch,
} from '../../support/campaign-sketches';
import { embeddedEventStore, googleEventStore, type EventStore } from '../../support/event-store';
import { googleBigtableSkipReason } from '../../support/google-bigtable';
import { itemsFrom, sketchOf } from '../../support/sketches';
import { tidemarkError } from '../../support/tidemark-error';

const skipReason = googleBigtableSkipReason();
const DAY = '2026-11-21';
const AD_ACTION = countedAdAction();
const [IMPRESSION, CLICK] = ['impression', 'click'].map(
  (name) => AD_ACTION.events.actions.find((action) => action.name === name)!.code,
) as [number, number];

describe.each([
  { name: 'the embedded Bigtable', start: () => embeddedEventStore(), skip: undefined },
  { name: "Google's emulator", start: googleEventStore, skip: skipReason },
])('Counts of campaigns, on $name', ({ start, skip }) => {
  const when = skip === undefined ? it : it.skip;
  let store: EventStore;
  let campaigns = 0;

  beforeAll(async () => {
    if (skip === undefined) store = await start();
  });
  afterAll(() => store?.close());

  const newId = (): string => `c${++campaigns}`;
  const put = (...sketches: readonly Omit<StoredSketch, 'day'>[]): Promise<void> =>
    storeSketches(
      store.store.writer,
      sketches.map((sketch) => ({ day: DAY, ...sketch })),
    );

  async function answer(
    body: object,
    changes: Partial<CountCampaignsDependencies> = {},
    dataType: EventDataType = AD_ACTION,
  ): Promise<CampaignCountsAnswer> {
    const count = createCountCampaigns({
      reader: store.store.reader,
      partsOf: store.store.sketchTables.counted,
      clock: systemClock,
      tokens: DEFAULTS.tokens,
      limits: DEFAULTS.campaignCounts,
      ...changes,
    });
    const query = queryOf(dataType, { days: [DAY], actions: ['impression'], ...body });
    return count({ query, consistency: EVENTUAL });
  }

  /** Counts by campaign, period and action, or the code of the error. */
  const counted = async (body: object, changes?: Partial<CountCampaignsDependencies>): Promise<unknown> =>
    (await answer(body, changes)).campaigns.map((each) =>
      'counts' in each
        ? each.counts.map((actions) => actions.map(({ events }) => events.count))
        : each.error.code,
    );
  const firstOf = async (body: object): Promise<ActionCount> => {
    const [campaign] = (await answer(body)).campaigns;
    if (campaign === undefined || 'error' in campaign) throw campaign?.error ?? new Error('none');
    return campaign.counts[0]![0]!;
  };

  when(
    'whole and added columns of all writers are merged, and an event in several of them counts once',
    async () => {
      const id = newId();
      const own = { id, actionCode: IMPRESSION };
      await put(
        { ...own, writer: 'a', items: itemsFrom(0, 300) },
        { ...own, writer: 'a', part: 'added', items: itemsFrom(290, 20) },
        { ...own, writer: 'b', items: itemsFrom(200, 200) },
        { ...own, writer: 'b', actionCode: CLICK, items: itemsFrom(0, 7) },
        { ...own, writer: 'b', kind: 'users', items: itemsFrom(0, 9) },
        { ...own, writer: 'b', hour: 3, items: itemsFrom(5_000, 11) },
      );
      const none = newId();
      const body = { campaigns: [none, id], actions: ['click', 'impression'] };
      expect(await counted(body)).toEqual([[[0, 0]], [[7, 400]]]);
      expect(await firstOf({ campaigns: [none] })).toEqual({
        events: { count: 0, exact: true, lower: 0, upper: 0 },
        users: undefined,
        values: undefined,
      });
    },
  );

  when("the newest version of a writer's column is used", async () => {
    const id = newId();
    const own = { id, actionCode: IMPRESSION, writer: 'a' };
    await put({ ...own, atMs: WRITTEN_MS, items: itemsFrom(0, 3) });
    await put({ ...own, atMs: WRITTEN_MS + 1, items: itemsFrom(0, 5) });
    expect(await counted({ campaigns: [id] })).toEqual([[[5]]]);
  });

  when('distinct users and breakdown values are counted on request', async () => {
    const id = newId();
    const own = { id, actionCode: IMPRESSION, writer: 'a' };
    const home = { index: 0, value: 'home_feed' };
    const other = { index: 1, value: 'home_feed' };
    await put(
      { ...own, items: itemsFrom(0, 30) },
      { ...own, kind: 'users', items: itemsFrom(0, 4) },
      { ...own, breakdown: home, items: itemsFrom(0, 10) },
      { ...own, breakdown: home, writer: 'b', items: itemsFrom(5, 10) },
      { ...own, breakdown: home, kind: 'users', items: itemsFrom(0, 2) },
      { ...own, breakdown: { index: 0, value: 'sear#h ü' }, items: itemsFrom(50, 1) },
      { ...own, breakdown: other, items: itemsFrom(0, 25) },
    );
    const { breakdowns } = AD_ACTION.events.sketches[0]!;
    const { events, users, values } = await firstOf({
      campaigns: [id],
      breakdown: breakdowns[0]!.name,
      reach: true,
    });
    expect([events.count, users?.count]).toEqual([30, 4]);
    const numbers = ({ events, users }: EventCount) => [events.count, users?.count];
    expect([...values!].map(([value, count]) => [value, ...numbers(count)])).toEqual([
      ['home_feed', 15, 2],
      ['sear#h ü', 1, 0],
    ]);
  });

  when('events of several hours, parts of days and days are counted once each', async () => {
    const id = newId();
    const own = { id, actionCode: IMPRESSION, writer: 'a' };
    const hours = [22, 23].map((hour) => ({ ...own, day: '2026-11-19', hour, items: itemsFrom(hour, 2) }));
    await storeSketches(store.store.writer, [
      ...hours,
      { ...own, day: '2026-11-19', items: itemsFrom(0, 500) },
      { ...own, day: '2026-11-20', items: itemsFrom(23, 10) },
      { ...own, day: '2026-11-20', hour: 0, items: itemsFrom(900, 1) },
      { ...own, day: '2026-11-21', hour: 0, items: itemsFrom(32, 2) },
      { ...own, day: '2026-11-21', hour: 1, items: itemsFrom(800, 2) },
      { ...own, day: '2026-11-21', items: itemsFrom(2_000, 100) },
    ]);
    const span = {
      campaigns: [id],
      days: undefined,
      from: '2026-11-19T22:00+07:00',
      to: '2026-11-21T01:00+07:00',
    };
    // The hours 22 to 24, 23 to 32, 32 and 33.
    expect(await counted(span)).toEqual([[[12]]]);
    expect(await counted({ ...span, by: 'day' })).toEqual([[[3], [10], [2]]]);
    const hourly = (await counted({ ...span, by: 'hour' })) as number[][][];
    expect(hourly[0]!.flat()).toEqual([2, 2, 1, ...Array.from({ length: 23 }, () => 0), 2]);
    expect(await counted({ campaigns: [id], days: ['2026-11-19', '2026-11-20'] })).toEqual([[[500]]]);
  });

  when('rows that are too large together are read in smaller groups with the same result', async () => {
    const ids = Array.from({ length: 40 }, newId);
    const days = ['2026-11-20', '2026-11-21'];
    await storeSketches(
      store.store.writer,
      ids.flatMap((id, at) =>
        days.map((day) => ({ id, day, actionCode: IMPRESSION, writer: 'a', items: itemsFrom(at, 200 + at) })),
      ),
    );
    const body = { campaigns: ids, days, by: 'day' };
    const expected = ids.map((_, at) => [[200 + at], [200 + at]]);
    expect(await counted(body)).toEqual(expected);
    const reads: number[] = [];
    const { reader } = store.store;
    const watched: CountCampaignsDependencies['reader'] = {
      readRows(read, ...others) {
        reads.push(read.keys.length);
        return reader.readRows(read, ...others);
      },
    };
    const limits = { ...DEFAULTS.campaignCounts, readBytesMax: 20_000 };
    expect(await counted(body, { limits, reader: watched })).toEqual(expected);
    expect(reads.slice(0, 4)).toEqual([80, 40, 20, 10]);
    expect(Math.max(...reads.slice(4))).toBeLessThanOrEqual(10);
    const few = { ...DEFAULTS.campaignCounts, rowsPerRead: 7 };
    expect(await counted(body, { limits: few })).toEqual(expected);
  });

  when('a row that is too large alone fails only its own campaign', async () => {
    const [small, large] = [newId(), newId()];
    await put(
      { id: small, actionCode: IMPRESSION, writer: 'a', items: itemsFrom(0, 3) },
      { id: large, actionCode: IMPRESSION, writer: 'a', items: itemsFrom(0, 900) },
    );
    const limits = { ...DEFAULTS.campaignCounts, readBytesMax: 4_000 };
    expect(await counted({ campaigns: [large, small] }, { limits })).toEqual(['answer_too_large', [[3]]]);
  });

  const sealed = (message: tidemark.v1.ISketch): Buffer => {
    const bytes = tidemark.v1.Sketch.encode(message).finish();
    const checksum = Buffer.of(0x35, 0, 0, 0, 0);
    checksum.writeUInt32LE(crc32(bytes), 1);
    return Buffer.concat([bytes, checksum]);
  };
  const flipped = Buffer.from(encodeSketch(sketchOf(itemsFrom(0, 50))));
  flipped[20]! ^= 1;
  when.each([
    ['a flipped bit', flipped, 'data_corrupted'],
    ['nothing in it', Buffer.alloc(0), 'data_corrupted'],
    ['a later version', sealed({ version: 2, precision: 14, hashes: Buffer.alloc(0) }), 'data_unsupported'],
    [
      'another precision',
      sealed({ version: 1, precision: 12, registers: Buffer.alloc(3_072) }),
      'data_unsupported',
    ],
  ])(
    'a sketch with %s fails only its own campaign and is counted as corrupted',
    async (_what, bytes, code) => {
      const [before, damaged, after] = [newId(), newId(), newId()];
      const items = itemsFrom(0, 5);
      await put(
        { id: before, actionCode: IMPRESSION, writer: 'a', items },
        { id: damaged, actionCode: IMPRESSION, writer: 'a', items },
        { id: damaged, actionCode: IMPRESSION, writer: 'b', items: bytes },
        { id: after, actionCode: IMPRESSION, writer: 'a', items },
      );
      const reported: unknown[] = [];
      const observer = { onCorrupted: (...args: unknown[]) => void reported.push(...args) };
      const body = { campaigns: [before, damaged, after], days: ['2026-11-20', DAY, '2026-11-22'] };
      expect(await counted(body, { observer })).toEqual([[[5]], code, [[5]]]);
      expect(reported).toEqual([
        { table: TABLE, id: damaged, day: DAY },
        tidemarkError(code as 'data_corrupted'),
      ]);
      // Corruption outside the request has no effect.
      expect(await counted({ ...body, actions: ['click'] }, { observer })).toEqual([[[0]], [[0]], [[0]]]);
    },
  );

  when('an answer with too many counts is rejected, and so are too many values', async () => {
    const id = newId();
    const values = Array.from({ length: 12 }, (_, i) => ({ index: 0, value: `v${i}` }));
    await put(
      ...values.map((breakdown) => ({ id, actionCode: IMPRESSION, writer: 'a', breakdown, items: [1] })),
    );
    const body = { campaigns: [id, newId()], breakdown: AD_ACTION.events.sketches[0]!.breakdowns[0]!.name };
    const limits = DEFAULTS.campaignCounts;
    await expect(answer(body, { limits: { ...limits, answerCountsMax: 13 } })).rejects.toThrow(
      tidemarkError('answer_too_large', 'campaigns'),
    );
    expect(await counted(body, { limits: { ...limits, answerCountsMax: 14 } })).toEqual([[[0]], [[0]]]);
    const few = { ...limits, readBytesMax: 12 * 16 * 1_024 };
    expect(await counted(body, { limits: few })).toEqual(['answer_too_large', [[0]]]);
    // When days are counted separately, only those of one day are in memory.
    const days = ['2026-11-19', '2026-11-20', DAY];
    await storeSketches(
      store.store.writer,
      days.map((day) => ({ id, day, actionCode: IMPRESSION, writer: 'b', items: [1] })),
    );
    const daily = { campaigns: [id], days, by: 'day' };
    const least = { ...limits, readBytesMax: 2 * 16 * 1_024 };
    expect(await counted(daily, { limits: least })).toEqual([[[1], [1], [1]]]);
  });

  when('a filter with too many ranges reads all columns of the hours and counts the same', async () => {
    const actions = Array.from({ length: 40 }, (_, i) => ({
      ...AD_ACTION.events.actions[0]!,
      name: `a${i}`,
      code: 100 + i,
    }));
    const dataType = { ...AD_ACTION, events: { ...AD_ACTION.events, actions } };
    const id = newId();
    await put(
      { id, actionCode: 139, writer: 'a', hour: 23, items: itemsFrom(0, 6) },
      { id, actionCode: 139, writer: 'a', items: itemsFrom(0, 8) },
      { id, actionCode: 7, writer: 'a', hour: 23, items: itemsFrom(0, 9) },
      { id, actionCode: 139, writer: 'a', hour: 22, breakdown: { index: 0, value: 'v' }, items: [1] },
    );
    const body = { campaigns: [id], by: 'hour', actions: actions.map(({ name }) => name) };
    const { campaigns } = await answer(body, {}, dataType);
    const found = 'counts' in campaigns[0]! ? campaigns[0].counts : [];
    const all = found.flat().map(({ events }) => events.count);
    expect(all).toHaveLength(24 * 40);
    expect([all.at(-1), all.reduce((sum, count) => sum + count)]).toEqual([6, 6]);
  });

  when('counts are complete up to the progress of ingestion less the staleness of the answer', async () => {
    const readProgress = () => Promise.resolve({ completeUpToMs: 50_000 });
    const reported = async (stalenessMs: number | undefined, changes = {}): Promise<unknown> => {
      const reader: CountCampaignsDependencies['reader'] = {
        readRows: (read) =>
          Promise.resolve({
            rows: read.keys.map(() => undefined),
            unmet: [],
            evidence: {
              level: 'eventual',
              met: true,
              clusters: [],
              tier: 'nearest',
              lookups: 1,
              stalenessMs,
              token: EMPTY_TOKEN,
            },
          }),
      };
      return (await answer({}, { reader, readProgress, ...changes })).completeUpToMs;
    };
    expect(await reported(0)).toBe(50_000);
    expect(await reported(1_200.5)).toBe(48_799);
    expect(await reported(undefined)).toBeUndefined();
    expect(await reported(0, { readProgress: undefined })).toBeUndefined();
    expect(
      await reported(0, { readProgress: () => Promise.reject(new Error('unreachable')) }),
    ).toBeUndefined();
  });

  when('progress is read before the counts', async () => {
    const order: string[] = [];
    const { reader } = store.store;
    await answer(
      { campaigns: [newId()] },
      {
        reader: {
          readRows: (...read) => {
            order.push('counts');
            return reader.readRows(...read);
          },
        },
        readProgress: async () => {
          await new Promise(setImmediate);
          order.push('progress');
          return { completeUpToMs: 50_000 };
        },
      },
    );
    expect(order).toEqual(['progress', 'counts']);
  });
});
