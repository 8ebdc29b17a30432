import { parseFatigueQuery } from '../../../../src/core/features/parse-fatigue-query';
import { FeatureSpecCache } from '../../../../src/core/features/feature-spec-cache';
import type { EventDataType } from '../../../../src/core/schema/schema';
import { DEFAULTS } from '../../../../src/config/defaults';
import { TidemarkError, type ErrorCode } from '../../../../src/errors';
import { tidemarkError } from '../../../support/tidemark-error';
import { AD_EVENTS } from './feature-world';

const NOW_MS = Date.UTC(2026, 10, 21);
const LIMITS = { ...DEFAULTS.events, ...DEFAULTS.counts, ...DEFAULTS.features };
const limits: Record<keyof typeof LIMITS, number> = LIMITS;
const VIEWS: EventDataType = {
  ...AD_EVENTS,
  events: {
    ...AD_EVENTS.events,
    actions: AD_EVENTS.events.actions.filter(({ name }) => name !== 'impression'),
  },
};

function parse(fields: Record<string, unknown>, dataType = AD_EVENTS, changed: Partial<typeof limits> = {}) {
  const body = { userId: 'u1', candidates: [{ adId: '1' }], ...fields };
  const rules = { ...limits, ...changed };
  const eventDataType = (name: string | undefined): EventDataType => {
    if (name === undefined || name === dataType.family) return dataType;
    throw new TidemarkError('unknown_data_type', 'no such', { field: 'dataType' });
  };
  const prepared = new FeatureSpecCache({ ...rules, eventDataType }, 10).get(body);
  return parseFatigueQuery(body, prepared, { ...rules, nowMs: NOW_MS });
}

describe('a request for features', () => {
  it('has defaults for all but user and candidates', () => {
    const { spec, candidates, asOfMs } = parse({});
    expect(asOfMs).toBe(NOW_MS);
    expect(candidates).toEqual([[undefined, undefined, undefined, '1']]);
    const names = (each: readonly { readonly name: string }[]) => each.map(({ name }) => name);
    expect(names(spec.levels)).toEqual(['advertiser', 'campaign', 'adGroup', 'ad']);
    expect(names(spec.actions)).toEqual(['impression', 'click']);
    expect(names(spec.windows)).toEqual(['1h', '1d', '7d', '30d']);
    expect(names(spec.halfLives)).toEqual(['1h', '1d', '7d']);
    expect(names(spec.scales)).toEqual(['1h', '1d', '7d']);
    expect(spec.lookbackMs).toBe(30 * 86_400_000);
    expect(spec.rate).toEqual({ clicks: 1, impressions: 0 });
  });

  it('uses views as impressions if there are none', () => {
    const { spec } = parse({}, VIEWS);
    expect(spec.actions.map(({ name }) => name)).toEqual(['view', 'click']);
    expect(spec.rate).toEqual({ clicks: 1, impressions: 0 });
    expect(parse({ actions: ['view', 'click', 'impression'] }).spec.rate).toEqual({
      clicks: 1,
      impressions: 2,
    });
  });

  it('has no rate without clicks and impressions', () => {
    expect(parse({ actions: ['click'] }).spec.rate).toBeUndefined();
    const none = { ...AD_EVENTS, events: { ...AD_EVENTS.events, actions: [] } };
    expect(() => parse({}, none)).toThrow(tidemarkError('invalid_argument', 'actions'));
  });

  it("keeps the type's order of levels, in whatever order they are listed", () => {
    const { spec, candidates } = parse({
      levels: ['ad', 'campaign'],
      candidates: [{ adId: '1', adGroupId: '2' }],
    });
    expect(spec.levels.map(({ name }) => name)).toEqual(['campaign', 'ad']);
    expect(candidates).toEqual([[undefined, '1']]);
  });

  it.each([
    ['userId', { userId: undefined }],
    ['userId', { userId: '' }],
    ['userId', { userId: 'x'.repeat(1_025) }],
    ['candidates', { candidates: undefined }],
    ['candidates', { candidates: [] }],
    ['candidates', { candidates: Array.from({ length: 1_001 }, () => ({ adId: '1' })) }],
    ['candidates[0]', { candidates: ['1'] }],
    ['candidates[0]', { candidates: [{}] }],
    ['candidates[0]', { candidates: [{ adId: '1' }], levels: ['campaign'] }],
    ['candidates[1].viewType', { candidates: [{ adId: '1' }, { viewType: 'search' }] }],
    ['candidates[0].adId', { candidates: [{ adId: '' }] }],
    ['candidates[0].adId', { candidates: [{ adId: 1 }] }],
    ['dataType', { dataType: 7 }],
    ['levels', { levels: [] }],
    ['levels[1]', { levels: ['ad', 'ad'] }],
    ['actions', { actions: [] }],
    ['windows', { windows: Array.from({ length: 17 }, (_, i) => `${i + 1}h`) }],
    ['windows[0]', { windows: ['0h'] }],
    ['windows[0]', { windows: ['-1h'] }],
    ['windows[0]', { windows: ['401d'] }],
    ['windows[0]', { windows: [{ days: 1 }] }],
    ['windows[1]', { windows: ['1h', '60m'] }],
    ['halfLives', { halfLives: Array.from({ length: 9 }, (_, i) => `${i + 1}h`) }],
    ['halfLives', { halfLives: '1h' }],
    ['halfLives[0]', { halfLives: ['0d'] }],
    ['halfLives[1]', { halfLives: ['1d', '-1d'] }],
    ['halfLives[0]', { halfLives: [1] }],
    ['scales[0]', { scales: ['0m'] }],
    ['scales[0]', { scales: ['1w'] }],
    ['lookback', { lookback: '29d' }],
    ['lookback', { lookback: '401d' }],
    ['lookback', { windows: [] }],
    ['ctr.clicks', { ctr: { clicks: 'view' } }],
    ['ctr.clicks', { ctr: {}, actions: ['impression'] }],
    ['ctr.impressions', { ctr: {}, actions: ['click'] }],
    ['ctr.smoothing', { ctr: { smoothing: 1 } }],
    ['ctr.prior.impressions', { ctr: { prior: { impressions: 0, rate: 0 } } }],
    ['ctr.prior.rate', { ctr: { prior: { impressions: 1, rate: 1.1 } } }],
    ['ctr.prior.rate', { ctr: { prior: { impressions: 1, rate: NaN } } }],
    ['where.viewType', { where: { viewType: [] } }],
    ['asOf', { asOf: NOW_MS + 10 * 60_000 + 1 }],
    ['asOf', { asOf: 'yesterday' }],
  ])('is rejected for its %s: %j', (field, fields) => {
    expect(() => parse(fields)).toThrow(tidemarkError('invalid_argument', field));
  });

  it.each<[ErrorCode, string, Record<string, unknown>]>([
    ['unknown_level', 'levels[0]', { levels: ['creative'] }],
    ['unknown_action', 'actions[1]', { actions: ['click', 'buy'] }],
    ['unknown_dimension', 'where.planet', { where: { planet: '*' } }],
    ['unknown_data_type', 'dataType', { dataType: 'profile' }],
  ])('is rejected with %s', (code, field, fields) => {
    expect(() => parse(fields)).toThrow(tidemarkError(code, field));
  });

  it('is rejected if it asks for more numbers than an answer may have', () => {
    const candidates = [{ adId: '1' }, { adId: '2' }];
    expect(() => parse({ candidates }, AD_EVENTS, { featureValuesMax: 208 })).not.toThrow();
    expect(() => parse({ candidates }, AD_EVENTS, { featureValuesMax: 207 })).toThrow(
      tidemarkError('invalid_argument', 'candidates'),
    );
  });

  it('can have a time ahead by the clock tolerance, and a lookback beyond its windows', () => {
    expect(parse({ asOf: NOW_MS + 10 * 60_000 }).asOfMs).toBe(NOW_MS + 10 * 60_000);
    expect(parse({ lookback: '90d' }).spec.lookbackMs).toBe(90 * 86_400_000);
    expect(parse({ windows: [], lookback: '1d' }).spec.windows).toEqual([]);
  });
});

describe('cached specs', () => {
  it('are the same object for the same fields, and different objects otherwise', () => {
    const specs = new FeatureSpecCache({ ...limits, eventDataType: () => AD_EVENTS }, 2);
    const first = specs.get({ userId: 'a' });
    expect(specs.get({ userId: 'b' })).toBe(first);
    expect(specs.get({ windows: ['1d'] })).not.toBe(first);
    specs.get({ windows: ['2d'] });
    expect(specs.get({ userId: 'a' })).not.toBe(first);
    expect(specs.get({ userId: 'a' }).layout).toEqual(first.layout);
  });
});
