import { loadSchema } from '../../../../src/codec/declarations/schema-registry';
import { DAY, WEEK } from '../../../../src/core/blocks/block-column';
import { readEvents } from '../../../../src/core/columns/read-events';
import type { EventCell } from '../../../../src/core/columns/event-cell';
import { countEvents } from '../../../../src/core/counts/count-events';
import { qualifierRanges, eventRange } from '../../../../src/core/counts/event-range';
import { parseCountQuery, type CountQueryRules } from '../../../../src/core/counts/parse-count-query';
import type { ActionEvent } from '../../../../src/core/events/event';
import { DEFAULTS } from '../../../../src/config/defaults';
import { countsOf } from '../../../support/counts-of';
import { AD_ACTION, click, DAY_MS, storedCells } from '../../../support/events';
import { tidemarkError } from '../../../support/tidemark-error';
import { packedPeriods } from '../../../support/mixed-events';

const NOW = Date.UTC(2026, 10, 21, 12, 0, 5);
const FOR_EVER = 0;
const TYPE = AD_ACTION.events;
const schema = loadSchema();
const RULES: CountQueryRules = {
  ...DEFAULTS.events,
  ...DEFAULTS.counts,
  nowMs: NOW,
  eventDataType: (name, field) => schema.eventDataType(name, field),
};

/** The states that one row can have. */
const ROWS: Readonly<Record<string, (cells: readonly EventCell[]) => readonly EventCell[]>> = {
  'single cells': (cells) => cells,
  'blocks of days': (cells) => packedPeriods(cells, DAY, TYPE),
  'blocks of weeks': (cells) => packedPeriods(cells, WEEK, TYPE),
  'blocks and late cells': (cells) => [
    ...packedPeriods(
      cells.filter((_, i) => i % 2 === 0),
      DAY,
      TYPE,
    ),
    ...cells.filter((_, i) => i % 2 === 1),
  ],
};

describe.each(Object.entries(ROWS))('a row of %s', (_, rowOf) => {
  /** Reads the range of columns. Blocks may be packed at any time, so the widest range is used. */
  function count(deliveries: readonly ActionEvent[], body: object, countedFromMs = FOR_EVER) {
    const query = parseCountQuery({ userId: 'u1', actions: ['click'], windows: ['1d'], ...body }, RULES);
    const period = {
      actions: query.actions,
      fromMs: Math.min(...query.windows.map(({ fromMs }) => fromMs)),
      toMs: Math.max(...query.windows.map(({ toMs }) => toMs)),
    };
    const range = eventRange(period, { countedFromMs, nowMs: NOW + 100 * DAY_MS });
    const spans = range === undefined ? [] : qualifierRanges(range);
    const read = rowOf(storedCells(deliveries)).filter(({ qualifier }) =>
      spans.some(({ start, end }) => start.compare(qualifier) <= 0 && end.compare(qualifier) > 0),
    );
    return countsOf(countEvents(query, readEvents(read, TYPE).parts, countedFromMs));
  }
  const plain = (counts: unknown): unknown => JSON.parse(JSON.stringify(counts));

  it('counts 0 without events, including listed ids', () => {
    expect(plain(count([], { entities: { ad: ['b', 'a'], campaign: '*' } }))).toEqual({
      '1d': { total: 0, ad: { a: 0, b: 0 }, campaign: {} },
    });
  });

  it('counts windows, levels and candidates at once', () => {
    const events = [
      click(NOW - 60_000, { adId: 'a1', campaignId: 'c1' }),
      click(NOW - 7_200_000, { adId: 'a2', campaignId: 'c1' }),
      click(NOW - 2 * DAY_MS, { adId: 'a1', campaignId: 'c2' }),
    ];
    const body = {
      windows: ['1h', '1d', '7d'],
      entities: { ad: ['a1', 'a3'], campaign: '*', advertiser: '*' },
    };
    expect(plain(count(events, body))).toEqual({
      '1h': { total: 1, ad: { a1: 1, a3: 0 }, campaign: { c1: 1 }, advertiser: {} },
      '1d': { total: 2, ad: { a1: 1, a3: 0 }, campaign: { c1: 2 }, advertiser: {} },
      '7d': { total: 3, ad: { a1: 2, a3: 0 }, campaign: { c1: 2, c2: 1 }, advertiser: {} },
    });
  });

  it('nests groups in the requested order, with an empty label for an absent dimension', () => {
    const events = [
      click(NOW - 60_000, { viewType: 'search' }),
      click(NOW - 120_000),
      click(NOW - 180_000, { action: 'view', viewType: 'search' }),
    ];
    const body = {
      actions: ['view', 'click'],
      groupBy: ['viewType', 'action'],
      entities: { ad: ['a1', 'zz'] },
    };
    const groups = { '': { click: 1 }, search: { click: 1, view: 1 } };
    expect(plain(count(events, body))).toEqual({ '1d': { total: groups, ad: { a1: groups, zz: {} } } });
  });

  it('excludes events without the dimension of a condition, unless it is optional', () => {
    const events = [
      click(NOW - 60_000, { viewType: 'search' }),
      click(NOW - 120_000),
      click(NOW - 180_000, { viewType: 'x' }),
    ];
    const total = (where: object) => count(events, { where })['1d']!.total;
    expect(total({ viewType: ['search', 'home_feed'] })).toBe(1);
    expect(total({ viewType: { in: ['search'], optional: true } })).toBe(2);
    expect(total({ viewType: '*' })).toBe(2);
  });

  it('includes the start of a window and excludes its end', () => {
    const windows = [{ name: 'w', from: NOW - 60_000, to: NOW - 30_000 }];
    const at = (ms: number): unknown => count([click(ms)], { windows }).w!.total;
    expect([NOW - 60_001, NOW - 60_000, NOW - 30_001, NOW - 30_000].map(at)).toEqual([0, 1, 1, 0]);
  });

  it('supports ids that are names of object properties', () => {
    const events = [
      click(NOW - 60_000, { adId: '__proto__', campaignId: 'constructor', viewType: 'toString' }),
    ];
    const answer = count(events, { entities: { ad: ['__proto__'], campaign: '*' }, groupBy: ['viewType'] });
    expect(JSON.stringify(answer)).toBe(
      '{"1d":{"total":{"toString":1},"ad":{"__proto__":{"toString":1}},"campaign":{"constructor":{"toString":1}}}}',
    );
  });

  it('returns sorted ids and labels, but listed ids as listed', () => {
    const events = ['b', 'c', 'a'].map((adId) =>
      click(NOW - 60_000, { adId, campaignId: adId, viewType: adId }),
    );
    const body = { entities: { ad: '*', campaign: ['c', 'a', 'b'] } };
    for (const groupBy of [[], ['viewType']]) {
      const { ad, campaign } = count(events, { ...body, groupBy })['1d']!;
      expect([Object.keys(ad as object), Object.keys(campaign as object)]).toEqual([
        ['a', 'b', 'c'],
        ['c', 'a', 'b'],
      ]);
    }
    const { total } = count(events, { groupBy: ['viewType'] })['1d']!;
    expect(Object.keys(total as object)).toEqual(['a', 'b', 'c']);
  });

  describe('deduplicates at the edges of windows', () => {
    // A click counts once in ten seconds: 12:00:00 to 12:00:10 is one dedup window.
    const noon = Date.UTC(2026, 10, 21, 12);
    const pair = [click(noon + 1_000), click(noon + 4_000, { viewType: 'search' })];
    const between = noon + 2_000;

    it('counts a straddling pair of duplicates at its earlier event', () => {
      const windows = [
        { name: 'before', from: noon - DAY_MS, to: between },
        { name: 'after', from: between, to: noon + 60_000 },
      ];
      const counts = count(pair, { windows });
      expect([counts.before!.total, counts.after!.total]).toEqual([1, 0]);
    });

    it('does so for any requested windows', () => {
      const after = [{ name: 'w', from: between, to: noon + 60_000 }];
      expect(count(pair, { windows: after }).w!.total).toBe(0);
      const before = [{ name: 'w', from: noon - 60_000, to: between }];
      expect(count(pair, { windows: before }).w!.total).toBe(1);
    });

    it('reads from the start of the longest requested dedup window', () => {
      const impressions = [noon - 11 * 3_600_000, noon - 3_600_000].map((ms) =>
        click(ms, { action: 'impression', insertionId: 'i1' }),
      );
      const windows = [{ name: 'w', from: noon - 2 * 3_600_000, to: noon }];
      expect(count(impressions, { actions: ['click', 'impression'], windows }).w!.total).toBe(0);
    });

    it('counts clicks on both sides of a dedup window', () => {
      expect(count([click(noon - 1), click(noon)], { asOf: noon + 1 })['1d']!.total).toBe(2);
    });
  });

  it('ignores events before the moment from which events count', () => {
    const cut = NOW - 3_600_000;
    expect(count([click(cut - 1)], {}, cut)['1d']!.total).toBe(0);
    expect(count([click(cut)], {}, cut)['1d']!.total).toBe(1);
  });
});

it('rejects a query that needs too many counters, including those of ids outside all windows', () => {
  const body = { userId: 'u1', actions: ['click'], entities: { ad: '*' }, windows: ['1h', '2h', '3h'] };
  const query = parseCountQuery(body, RULES);
  const beside = Array.from({ length: 9 }, (_, i) => click(NOW - DAY_MS, { adId: `beside-${i}` }));
  const { parts } = readEvents(storedCells([...beside, click(NOW - 1, { adId: 'a' })]), TYPE);
  const [segments, ads, total] = [3, 10, 1];
  const numbers = segments * (ads + total);
  expect(() => countEvents(query, parts, FOR_EVER, numbers - 1)).toThrow(tidemarkError('answer_too_large'));
  expect(countEvents(query, parts, FOR_EVER, numbers).levels[0]!.rows).toBe(1);
});

it('rejects columns that ingestion did not write', () => {
  const foreign = { qualifier: Buffer.from('note'), timestampMicros: NOW * 1_000, value: Buffer.alloc(0) };
  expect(() => readEvents([foreign], TYPE)).toThrow('malformed');
});

it('returns what was read, and the number of duplicates', () => {
  const [a, again, b] = storedCells([click(NOW), click(NOW + 1), click(NOW + 60_000)]);
  const [block] = packedPeriods([a!, b!], DAY, TYPE);
  const { stats } = readEvents([block!, a!, again!], TYPE);
  expect(stats).toEqual({
    rawCells: 2,
    rawBytes: a!.value.length + again!.value.length,
    blocks: 1,
    blockBytes: block!.value.length,
    duplicates: 2,
  });
});
