import fc from 'fast-check';
import { CountFold } from '../../../../src/core/counting/count-fold';
import type { Counts } from '../../../../src/core/counting/count-fold';
import { parseCountQuery } from '../../../../src/core/counting/ad-count-query';
import { countRange } from '../../../../src/core/counting/count-range';
import type { ActionEvent } from '../../../../src/core/events/event';
import { click, DAY_MS, queryRules, storedCells } from '../../../support/events';
import { deduplicate, referenceCounts } from '../../../support/reference-counts';

const NOW = Date.UTC(2026, 10, 21, 12, 0, 5);
const FOR_EVER = 0;

function count(deliveries: readonly ActionEvent[], body: object, retainedFromMs = FOR_EVER): Counts {
  const query = parseCountQuery(
    { userId: 'u1', actions: ['click'], windows: ['1d'], ...body },
    queryRules(NOW),
  );
  const range = countRange(query, retainedFromMs);
  const fold = new CountFold(query, retainedFromMs);
  for (const cell of storedCells(deliveries)) {
    const inRange =
      range !== undefined &&
      Buffer.compare(cell.qualifier, range.start) >= 0 &&
      Buffer.compare(cell.qualifier, range.end) < 0;
    if (inRange) fold.add(cell);
  }
  return fold.finish();
}

const plain = (counts: Counts): unknown => JSON.parse(JSON.stringify(counts));

describe('one pass over a row', () => {
  it('counts nothing in an empty row, listed ids included', () => {
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

  it('nests groups in the order asked, the lacking dimension under an empty label', () => {
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

  it('filters by view type, which an event without one never passes', () => {
    const events = [click(NOW - 60_000, { viewType: 'search' }), click(NOW - 120_000)];
    expect(count(events, { viewTypes: ['search', 'home_feed'] })['1d']!.total).toBe(1);
  });

  it('windows include their start and exclude their end', () => {
    const windows = [{ name: 'w', from: NOW - 60_000, to: NOW - 30_000 }];
    const at = (ms: number): unknown => count([click(ms)], { windows }).w!.total;
    expect([NOW - 60_001, NOW - 60_000, NOW - 30_001, NOW - 30_000].map(at)).toEqual([0, 1, 1, 0]);
  });

  it('takes ids for names of properties and nothing else', () => {
    const events = [
      click(NOW - 60_000, { adId: '__proto__', campaignId: 'constructor', viewType: 'toString' }),
    ];
    const answer = count(events, { entities: { ad: ['__proto__'], campaign: '*' }, groupBy: ['viewType'] });
    expect(JSON.stringify(answer)).toBe(
      '{"1d":{"total":{"toString":1},"ad":{"__proto__":{"toString":1}},"campaign":{"constructor":{"toString":1}}}}',
    );
  });

  it('answers with sorted keys', () => {
    const events = ['b', 'c', 'a'].map((adId) => click(NOW - 60_000, { adId, viewType: adId }));
    const answer = count(events, { entities: { ad: '*' }, groupBy: ['viewType'] });
    expect(Object.keys(answer['1d']!.ad!)).toEqual(['a', 'b', 'c']);
    expect(Object.keys(answer['1d']!.total)).toEqual(['a', 'b', 'c']);
  });
});

describe('deduplication at the edges of windows', () => {
  // A click counts once in ten seconds: 12:00:00 to 12:00:10 is one dedup window.
  const noon = Date.UTC(2026, 10, 21, 12);
  const pair = [click(noon + 1_000), click(noon + 4_000, { viewType: 'search' })];
  const between = noon + 2_000;

  it('counts a straddling pair where its earlier event lies', () => {
    const windows = [
      { name: 'before', from: noon - DAY_MS, to: between },
      { name: 'after', from: between, to: noon + 60_000 },
    ];
    const counts = count(pair, { windows, asOf: noon + 60_000 });
    expect([counts.before!.total, counts.after!.total]).toEqual([1, 0]);
  });

  it('does so whichever windows are asked for', () => {
    const after = [{ name: 'w', from: between, to: noon + 60_000 }];
    expect(count(pair, { windows: after }).w!.total).toBe(0);
    const before = [{ name: 'w', from: noon - 60_000, to: between }];
    expect(count(pair, { windows: before }).w!.total).toBe(1);
  });

  it('reads from the start of the longest dedup window asked for', () => {
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

describe('retention at read time', () => {
  const cut = NOW - 3_600_000;

  it('ignores what garbage collection may or may not have removed yet', () => {
    expect(count([click(cut - 1)], {}, cut)['1d']!.total).toBe(0);
    expect(count([click(cut)], {}, cut)['1d']!.total).toBe(1);
  });

  it('gives the same answer before and after the earlier of two duplicates is collected', () => {
    const impression = { action: 'impression', insertionId: 'i1' };
    const [expired, kept] = [click(cut - 1, impression), click(cut, impression)];
    const query = { actions: ['impression'], windows: [{ name: 'w', from: cut, to: NOW }] };
    expect(count([expired, kept], query, cut).w!.total).toBe(1);
    expect(count([kept], query, cut).w!.total).toBe(1);
  });

  it('needs no read for windows that lie before it', () => {
    const query = parseCountQuery(
      { userId: 'u1', actions: ['click'], windows: [{ from: cut - 9, to: cut - 1 }] },
      queryRules(NOW),
    );
    expect(countRange(query, cut)).toBeUndefined();
  });
});

it('refuses columns that ingestion did not write', () => {
  const query = parseCountQuery({ userId: 'u1', actions: ['click'], windows: ['1d'] }, queryRules(NOW));
  const fold = new CountFold(query, FOR_EVER);
  const foreign = { qualifier: Buffer.from('note'), timestampMicros: NOW * 1_000, value: Buffer.alloc(0) };
  expect(() => fold.add(foreign)).toThrow('malformed');
});

describe('properties', () => {
  const ids = (prefix: string, count: number) =>
    fc.constantFrom(...Array.from({ length: count }, (_, i) => prefix + i));
  /** Few ids and times close together, so that dedup keys and whole events collide. */
  const deliveries = (timesMs: fc.Arbitrary<number>) =>
    fc.array(
      fc.record({
        userId: fc.constant('u1'),
        action: fc.constantFrom('click', 'view', 'impression'),
        eventTimeMs: timesMs,
        viewType: ids('v', 3),
        adId: ids('a', 3),
        campaignId: ids('c', 2),
        advertiserId: ids('adv', 2),
        insertionId: ids('i', 4),
      }),
      { minLength: 1, maxLength: 60 },
    );
  const QUERY = {
    actions: ['click', 'view', 'impression'],
    entities: { ad: '*' as const, campaign: ['c1', 'c9'], advertiser: '*' as const },
    windows: ['1m', '10m', '2d', { name: 'edge', from: NOW - 25_000, to: NOW - 3_000 }],
    groupBy: ['action', 'viewType'],
  };

  it('any order and repetition of the deliveries gives the same counts', () => {
    // Whole seconds over half a minute: many differing events with equal dedup keys and equal times.
    const times = fc.integer({ min: 1, max: 30 }).map((seconds) => NOW - seconds * 1_000);
    const shuffled = deliveries(times).chain((log) =>
      fc.tuple(
        fc.constant(log),
        fc
          .shuffledSubarray([...log, ...log, ...log], { minLength: log.length * 2 })
          .map((again) => [...again, ...log]),
        fc.shuffledSubarray(log, { minLength: log.length }),
      ),
    );
    fc.assert(
      fc.property(shuffled, ([log, repeated, permuted]) => {
        const answer = JSON.stringify(count(log, QUERY));
        expect(JSON.stringify(count(repeated, QUERY))).toBe(answer);
        expect(JSON.stringify(count(permuted, QUERY))).toBe(answer);
      }),
      { numRuns: 200 },
    );
  });

  it('every count equals the naive one', () => {
    const times = fc.uniqueArray(fc.integer({ min: 1, max: 3 * DAY_MS }), { minLength: 60, maxLength: 60 });
    const near = fc.uniqueArray(fc.integer({ min: 1, max: 60_000 }), { minLength: 60, maxLength: 60 });
    const log = fc
      .tuple(deliveries(fc.constant(0)), fc.oneof(times, near))
      .map(([events, agos]) => events.map((event, i) => ({ ...event, eventTimeMs: NOW - agos[i]! })));
    const windows = [
      { name: '1m', fromMs: NOW - 60_000, toMs: NOW },
      { name: '10m', fromMs: NOW - 600_000, toMs: NOW },
      { name: '2d', fromMs: NOW - 2 * DAY_MS, toMs: NOW },
      { name: 'edge', fromMs: NOW - 25_000, toMs: NOW - 3_000 },
    ];
    fc.assert(
      fc.property(log, (events) => {
        const expected = referenceCounts(deduplicate(events), { ...QUERY, userId: 'u1', windows });
        expect(plain(count(events, QUERY))).toEqual(expected);
      }),
      { numRuns: 300 },
    );
  });
});
