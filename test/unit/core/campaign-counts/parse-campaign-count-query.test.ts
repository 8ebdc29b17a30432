import type { EventDataType } from '../../../../src/core/schema/schema';
import { parseCampaignCountQuery } from '../../../../src/core/campaign-counts/parse-campaign-count-query';
import type { ErrorCode } from '../../../../src/errors';
import { CAMPAIGN_ACTION, countedAdAction, rulesFor } from '../../../support/campaign-sketches';
import { tidemarkError } from '../../../support/tidemark-error';

const NOW = Date.UTC(2026, 10, 21, 12, 34);
const HOUR_MS = 3_600_000;
const JAKARTA_MS = 7 * HOUR_MS;
const AD_ACTION = countedAdAction();
const parse = (body: object, dataType: EventDataType = AD_ACTION, changes = {}) =>
  parseCampaignCountQuery({ campaigns: ['c1'], ...body }, rulesFor([dataType], NOW, changes));
const namesOf = (body: object, dataType?: EventDataType): string[] =>
  parse(body, dataType).periods.map(({ name }) => name);
const inZone = (timeZone: string): EventDataType => countedAdAction({ timeZone });

describe('parseCampaignCountQuery', () => {
  it('uses defaults: the type with such sketches, all its actions, the whole current day, neither reach nor breakdown', () => {
    const startMs = Date.UTC(2026, 10, 21) - JAKARTA_MS;
    expect(parse({})).toEqual({
      dataType: AD_ACTION,
      sketches: AD_ACTION.events.sketches[0],
      ids: ['c1'],
      actions: AD_ACTION.events.actions,
      by: 'total',
      periods: [{ name: 'total', fromMs: startMs, toMs: startMs + 24 * HOUR_MS }],
      parts: [{ day: '2026-11-21', hours: undefined, period: 0 }],
      breakdown: undefined,
      reach: false,
    });
  });

  it('chooses among several sketches of a level those of registered entities, otherwise the first', () => {
    const [first] = AD_ACTION.events.sketches as readonly [(typeof AD_ACTION.events.sketches)[0]];
    const second = { ...first, family: 'others' };
    const third = { ...first, family: 'billed', registeredAs: { corpus: 'campaigns', family: 'campaign' } };
    const takenOf = (...sketches: readonly (typeof first)[]): string =>
      parse({}, { ...AD_ACTION, events: { ...AD_ACTION.events, sketches } }).sketches.family;
    expect(takenOf(first, second, third)).toBe('billed');
    expect(takenOf(third, second, first)).toBe('billed');
    expect(takenOf(second, first)).toBe('others');
  });

  it('returns distinct ids in the canonical form of the level', () => {
    const id = '123E4567-e89b-12d3-a456-426614174000';
    expect(parse({ campaigns: [id, id.toLowerCase()] }, CAMPAIGN_ACTION).ids).toEqual([id.toLowerCase()]);
  });

  it('accepts whole days as a list, sorted and distinct in the result, or as a range', () => {
    const list = { days: ['2026-11-20', '2026-11-18', '2026-11-20'], by: 'day' };
    expect(namesOf(list)).toEqual(['2026-11-18', '2026-11-20']);
    const range = { days: { from: '2026-10-30', to: '2026-11-02' }, by: 'day' };
    expect(namesOf(range)).toEqual(['2026-10-30', '2026-10-31', '2026-11-01', '2026-11-02']);
    expect(
      parse({ ...range, by: 'total' }).parts.map(({ day, period, hours }) => [day, period, hours]),
    ).toEqual(['2026-10-30', '2026-10-31', '2026-11-01', '2026-11-02'].map((day) => [day, 0, undefined]));
  });

  it('reads the hours of partial days, and whole days as days', () => {
    const { parts, periods } = parse({ from: '2026-11-19T22:00+07:00', to: '2026-11-21T03:00+07:00' });
    expect(parts).toEqual([
      { day: '2026-11-19', hours: { first: 22, end: 24 }, period: 0 },
      { day: '2026-11-20', hours: undefined, period: 0 },
      { day: '2026-11-21', hours: { first: 0, end: 3 }, period: 0 },
    ]);
    const fromMs = Date.UTC(2026, 10, 19, 15);
    expect(periods).toEqual([{ name: 'total', fromMs, toMs: Date.UTC(2026, 10, 20, 20) }]);
  });

  it('limits the periods of days to the requested range', () => {
    const { periods } = parse({ from: '2026-11-20T22:00+07:00', to: '2026-11-21T03:00+07:00', by: 'day' });
    const midnightMs = Date.UTC(2026, 10, 20, 17);
    expect(periods).toEqual([
      { name: '2026-11-20', fromMs: midnightMs - 2 * HOUR_MS, toMs: midnightMs },
      { name: '2026-11-21', fromMs: midnightMs, toMs: midnightMs + 3 * HOUR_MS },
    ]);
  });

  it('names hours by their start in the time zone, and reads single hours of whole days', () => {
    const { periods, parts } = parse({ days: ['2026-11-20', '2026-11-21'], by: 'hour' });
    expect(periods).toHaveLength(48);
    expect(periods[25]).toEqual({
      name: '2026-11-21T01:00+07:00',
      fromMs: Date.UTC(2026, 10, 20, 18),
      toMs: Date.UTC(2026, 10, 20, 19),
    });
    expect(parts.map(({ hours, period }) => [hours, period])).toEqual([
      [{ first: 0, end: 24 }, 0],
      [{ first: 0, end: 24 }, 24],
    ]);
  });

  it.each([
    ['of 23 hours', 'America/New_York', '2026-03-08', 23, '2026-03-08T03:00-04:00'],
    ['of 25 hours', 'America/New_York', '2026-11-01', 25, '2026-11-01T01:00-05:00'],
  ])('supports days %s', (_what, timeZone, day, count, third) => {
    const { periods, parts } = parse({ days: [day], by: 'hour' }, inZone(timeZone));
    expect(periods).toHaveLength(count);
    expect(parts[0]!.hours).toEqual({ first: 0, end: count });
    expect(periods[2]!.name).toBe(third);
  });

  it('counts hours from the start of the day in a zone with a half-hour offset, and if a day ends within an hour', () => {
    const { periods } = parse(
      { from: '2026-11-20T18:30Z', to: '2026-11-20T20:30Z', by: 'hour' },
      inZone('Asia/Kolkata'),
    );
    expect(periods.map(({ name }) => name)).toEqual(['2026-11-21T00:00+05:30', '2026-11-21T01:00+05:30']);
    // Its clocks go back by half an hour: a day of 24.5.
    const long = parse({ days: ['2026-04-05'], by: 'hour' }, inZone('Australia/Lord_Howe')).periods;
    expect(long).toHaveLength(25);
    expect(long[24]!.toMs - long[24]!.fromMs).toBe(HOUR_MS / 2);
  });

  it('skips a date that the zone skipped', () => {
    const range = { days: { from: '2011-12-29', to: '2011-12-31' }, by: 'day' };
    expect(namesOf(range, inZone('Pacific/Apia'))).toEqual(['2011-12-29', '2011-12-31']);
  });

  it('resolves the breakdown to its index among the declared ones', () => {
    const { breakdowns } = AD_ACTION.events.sketches[0]!;
    for (const [index, dimension] of breakdowns.entries()) {
      expect(parse({ breakdown: dimension.name }).breakdown).toEqual({ index, dimension });
    }
  });

  it('prefers the default type if several count by a level, and requires a choice if none is the default', () => {
    const other = { ...AD_ACTION, family: 'other', events: { ...AD_ACTION.events, isDefault: true } };
    const both = (first: EventDataType, second: EventDataType) =>
      parseCampaignCountQuery({ campaigns: ['c1'] }, rulesFor([first, second], NOW));
    const plain = { ...AD_ACTION, events: { ...AD_ACTION.events, isDefault: false } };
    expect(both(plain, other).dataType).toBe(other);
    expect(() => both(plain, { ...plain, family: 'another' })).toThrow(
      tidemarkError('invalid_argument', 'dataType'),
    );
  });

  const old = countedAdAction({ retention: { versionsMax: 1, maxAgeMs: 90 * 24 * HOUR_MS } });
  const plain = countedAdAction({ reach: false, breakdowns: [] });
  const hours = { from: '2026-11-21T00:00Z', to: '2026-11-21T02:00Z' };
  it.each<[string, object, string, ErrorCode, EventDataType?]>([
    ['no campaigns', { campaigns: undefined }, 'campaigns', 'invalid_argument'],
    ['an empty list of them', { campaigns: [] }, 'campaigns', 'invalid_argument'],
    [
      'too many',
      { campaigns: Array.from({ length: 1_001 }, (_, i) => `c${i}`) },
      'campaigns',
      'invalid_argument',
    ],
    ['an empty id', { campaigns: ['c1', ''] }, 'campaigns[1]', 'invalid_argument'],
    ['an id of another form', { campaigns: ['c1'] }, 'campaigns[0]', 'invalid_argument', CAMPAIGN_ACTION],
    ['a misspelt field', { campaign: ['c1'] }, 'campaign', 'invalid_argument'],
    ['an unknown type', { dataType: 'other' }, 'dataType', 'unknown_data_type'],
    ['an unknown level', { level: 'ad' }, 'level', 'unknown_level'],
    ['an unknown level of a type', { dataType: 'ad_action', level: 'ad' }, 'level', 'unknown_level'],
    ['an unknown action', { actions: ['purchase'] }, 'actions[0]', 'unknown_action'],
    ['no action', { actions: [] }, 'actions', 'invalid_argument'],
    ['an unknown grain', { by: 'minute' }, 'by', 'invalid_argument'],
    ['a breakdown that is not kept', { breakdown: 'adId' }, 'breakdown', 'unknown_dimension'],
    ['users that are not counted', { reach: true }, 'reach', 'invalid_argument', plain],
    ['reach that is no truth value', { reach: 'yes' }, 'reach', 'invalid_argument'],
    ['a day that does not exist', { days: ['2026-02-30'] }, 'days[0]', 'invalid_argument'],
    ['a day with a time', { days: ['2026-11-21T00:00Z'] }, 'days[0]', 'invalid_argument'],
    ['no day', { days: [] }, 'days', 'invalid_argument'],
    ['days that are a text', { days: '2026-11-21' }, 'days', 'invalid_argument'],
    ['days that are null', { days: null }, 'days', 'invalid_argument'],
    ['days without an end', { days: { from: '2026-11-21' } }, 'days.to', 'invalid_argument'],
    ['days in reverse', { days: { from: '2026-11-21', to: '2026-11-20' } }, 'days.to', 'invalid_argument'],
    ['too many days', { days: { from: '2025-01-01', to: '2026-11-20' } }, 'days.to', 'invalid_argument'],
    [
      'a field of days',
      { days: { from: '2026-11-20', to: '2026-11-21', by: 1 } },
      'days.by',
      'invalid_argument',
    ],
    ['days beside moments', { days: ['2026-11-21'], ...hours }, 'from', 'invalid_argument'],
    ['a beginning alone', { from: hours.from }, 'to', 'invalid_argument'],
    ['an end alone', { to: hours.to }, 'from', 'invalid_argument'],
    ['moments in reverse', { from: hours.to, to: hours.from }, 'to', 'invalid_argument'],
    ['no time between', { from: hours.to, to: hours.to }, 'to', 'invalid_argument'],
    ['a beginning within an hour', { ...hours, from: '2026-11-21T00:30Z' }, 'from', 'invalid_argument'],
    ['an end within one', { ...hours, to: '2026-11-21T01:00:00.001Z' }, 'to', 'invalid_argument'],
    ['an hour of another zone', hours, 'from', 'invalid_argument', inZone('Asia/Kolkata')],
    ['moments too far apart', { ...hours, from: '2024-11-21T00:00Z' }, 'to', 'invalid_argument'],
    ['a moment beyond all calendars', { ...hours, to: Number.MAX_SAFE_INTEGER }, 'to', 'invalid_argument'],
    ['days that are kept no longer', { days: ['2026-08-22'] }, 'days', 'invalid_argument', old],
    ['hours that are', { ...hours, from: '2026-08-22T06:00Z' }, 'from', 'invalid_argument', old],
  ])('rejects %s', (_what, body, field, code, dataType = AD_ACTION) => {
    expect(() => parse(body, dataType)).toThrow(tidemarkError(code, field));
  });

  it('accepts the day whose last events are within the retention', () => {
    expect(namesOf({ days: ['2026-08-23'], by: 'day' }, old)).toEqual(['2026-08-23']);
  });

  it('accepts rows and counts up to the limits only', () => {
    const two = { campaigns: ['c1', 'c2'], days: ['2026-11-20', '2026-11-21'], actions: ['click'] };
    expect(() => parse(two, AD_ACTION, { rowsMax: 3 })).toThrow(
      tidemarkError('invalid_argument', 'campaigns'),
    );
    expect(parse(two, AD_ACTION, { rowsMax: 4 }).parts).toHaveLength(2);
    const hourly = { ...two, by: 'hour', reach: true };
    const most = { answerCountsMax: 2 * 48 * 2 };
    expect(parse(hourly, AD_ACTION, most).periods).toHaveLength(48);
    expect(() => parse({ ...hourly, actions: ['click', 'impression'] }, AD_ACTION, most)).toThrow(
      tidemarkError('invalid_argument', 'campaigns'),
    );
  });
});
