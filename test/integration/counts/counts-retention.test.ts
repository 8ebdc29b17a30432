import { familyIs } from '../../../src/bigtable/read/filters';
import { EVENTUAL } from '../../../src/core/consistency/consistency';
import { parseCountQuery } from '../../../src/core/counts/parse-count-query';
import { rowKey } from '../../../src/core/rows/row-key';
import { DEFAULTS } from '../../../src/config/defaults';
import { createCountOperations } from '../../../src/operations/counts/create-count-operations';
import { systemClock } from '../../../src/platform/time/clock';
import { embeddedEventStore, googleEventStore, type EventStore } from '../../support/event-store';
import { AD_ACTION, click, DAY_MS, inputsOf } from '../../support/events';
import { googleBigtableSkipReason } from '../../support/google-bigtable';

const skipReason = googleBigtableSkipReason();

describe.each([
  { name: 'the embedded Bigtable', start: () => embeddedEventStore(), skip: undefined },
  { name: "Google's emulator", start: googleEventStore, skip: skipReason },
])('Retention on $name', ({ start, skip }) => {
  const when = skip === undefined ? it : it.skip;
  const because = skip === undefined ? '' : `: ${skip}`;
  const maxAgeMs = AD_ACTION.retention.maxAgeMs!;
  /** A click an hour into a day, and one an hour before the day. */
  const midnight = Math.floor((Date.now() - 3 * DAY_MS) / DAY_MS) * DAY_MS;
  const [before, after] = [midnight - 3_600_000, midnight + 3_600_000];
  let store: EventStore;

  beforeAll(async () => {
    if (skip !== undefined) return;
    store = await start();
    await store.ingest(inputsOf([click(before), click(after)]));
  });
  afterAll(() => store?.close());

  /** The counts of a server whose clock shows that time, and the cells it has read for them. */
  async function countAt(nowMs: number): Promise<readonly [total: number, rawCells: number]> {
    const clock = { ...systemClock, nowMs: () => nowMs };
    const { countActions } = createCountOperations({ reader: store.store.reader, clock, config: DEFAULTS });
    const rules = { ...DEFAULTS.events, ...DEFAULTS.counts, windowDaysMax: 1_000, nowMs };
    const query = parseCountQuery(
      { userId: 'u1', actions: ['click'], windows: ['900d'] },
      { ...rules, eventDataType: () => AD_ACTION },
    );
    const { table, cost: work } = await countActions({ query, consistency: EVENTUAL });
    return [table.total.counts[0]!, work.stats.rawCells];
  }

  when(`all events within it are counted before garbage is collected${because}`, async () => {
    expect((await countAt(Date.now()))[0]).toBe(2);
    // An event's day counts as a whole until its last millisecond is past the retention.
    expect((await countAt(midnight + maxAgeMs - 1))[0]).toBe(2);
    expect((await countAt(midnight + maxAgeMs))[0]).toBe(1);
    expect((await countAt(midnight + DAY_MS + maxAgeMs - 1))[0]).toBe(1);
    expect((await countAt(midnight + DAY_MS + maxAgeMs))[0]).toBe(0);
    const read = { table: AD_ACTION.corpus, key: rowKey('u1'), filter: familyIs(AD_ACTION.family) };
    expect((await store.store.reader.readRow(read, EVENTUAL)).row?.cells).toHaveLength(2);
  });

  when(`the oldest accepted events are counted after garbage was collected${because}`, async () => {
    const ages = [maxAgeMs - 60_000, maxAgeMs - DAY_MS / 2, maxAgeMs - DAY_MS];
    const nowMs = Date.now();
    const events = ages.map((ageMs, i) => click(nowMs - ageMs, { userId: 'u2', adId: `old-${i}` }));
    const { outcomes } = await store.ingest(inputsOf(events));
    expect(outcomes.map(({ status }) => status)).toEqual(['accepted', 'accepted', 'accepted']);
    const { counts } = await store.countActions({ userId: 'u2', actions: ['click'], windows: ['400d'] });
    expect(counts['400d']!.total).toEqual(3);
  });

  when(`no read is made when no event can count${because}`, async () => {
    expect(await countAt(midnight + 2 * maxAgeMs + 1_000 * DAY_MS)).toEqual([0, 0]);
  });
});
