import {
  campaignOf,
  changesOf,
  newValues,
  valuesOf,
} from '../../../src/console/pages/campaigns/campaign-form';
import {
  dayIn,
  deliveries,
  overDelivery,
  unitsOn,
} from '../../../src/console/pages/campaigns/campaign-numbers';
import { controlLog } from '../../../src/console/pages/campaigns/control-log';
import { daySeries, plannedShare } from '../../../src/console/pages/campaigns/day-series';

const HOUR_MS = 3_600_000;
const START = Date.parse('2026-11-24T00:00:00Z');
const hour = (at: number, count: number, upper = count) => ({
  fromMs: START + at * HOUR_MS,
  toMs: START + (at + 1) * HOUR_MS,
  delivered: { count, lower: count, upper, reach: undefined, isExact: count === upper },
});

const DAY = {
  dayStartMs: START,
  dayEndMs: START + 24 * HOUR_MS,
  bought: 1_000,
  policy: undefined,
  hours: [hour(0, 100, 110), hour(1, 50), hour(2, 0)],
  completeUpToMs: START + 1.5 * HOUR_MS,
  unitsPerSecond: 0.01,
  nowMs: START + 2 * HOUR_MS,
};

describe('the day of a campaign', () => {
  const series = daySeries(DAY);
  const at = (line: readonly (number | null)[], hours: number): number | null =>
    line[series.times.indexOf((START + hours * HOUR_MS) / 1_000)]!;

  it('delivered units add up over the hours, and end at present', () => {
    expect([0, 1, 2, 3].map((each) => at(series.delivered, each))).toEqual([0, 100, 150, null]);
  });

  it('the upper line adds the error of counts, and what may be delivered but not counted', () => {
    expect(at(series.upper, 1)).toBe(110);
    expect(at(series.upper, 2)).toBeCloseTo(160 + 0.5 * 3_600 * 0.01);
  });

  it('the plan begins at zero and ends at the purchase', () => {
    expect(at(series.plan, 0)).toBe(0);
    expect(at(series.plan, 12)).toBe(750);
    expect(at(series.plan, 24)).toBe(1_000);
    expect(plannedShare('predictive', 0.1)).toBe(1);
  });

  it('times ascend, each once', () => {
    expect(series.times).toEqual([...new Set(series.times)].sort((a, b) => a - b));
  });
});

describe('numbers of campaigns', () => {
  it('a day is that of the time zone', () => {
    const ms = Date.parse('2026-11-24T20:00:00Z');
    expect([dayIn('UTC', ms), dayIn('Asia/Jakarta', ms)]).toEqual(['2026-11-24', '2026-11-25']);
  });

  it('units are those of the flight of the day', () => {
    const campaign = { flights: [{ firstDay: '2026-11-24', lastDay: '2026-11-25', unitsPerDay: 7 }] };
    expect(['2026-11-23', '2026-11-25', '2026-11-26'].map((day) => unitsOn(campaign, day))).toEqual([
      undefined,
      7,
      undefined,
    ]);
  });

  it('over-delivery is a share of the purchase, never negative', () => {
    expect([overDelivery(150, 100), overDelivery(50, 100), overDelivery(5, 0)]).toEqual([0.5, 0, 0]);
  });

  it('campaigns whose counts failed have no deliveries', () => {
    const counted = {
      count: 3,
      exact: false,
      bounds: { lower: 2, upper: 4 },
      users: { count: 2, exact: true, bounds: { lower: 2, upper: 2 } },
    };
    const answer = {
      campaigns: [
        { id: 'a', counts: { total: { view: counted } } },
        { id: 'b', error: { code: 'data_corrupted' as const, message: 'corrupted' } },
      ],
    };
    const found = deliveries(answer as never, () => 'view');
    expect([...found.keys()]).toEqual(['a']);
    expect(found.get('a')!.get('total')).toEqual({ count: 3, lower: 2, upper: 4, reach: 2, isExact: false });
  });
});

describe('the control log', () => {
  it('entries have the age of the counts, and the meaning of the reason', () => {
    const state = {
      state: 'throttled',
      passShare: 0.5,
      reason: 'ahead_of_pace',
      count: 5,
      unitsPurchased: '10',
    };
    const times = { decidedAtMs: String(START + 5_000), completeUpToMs: String(START) };
    const [latest, older] = controlLog([
      { timestampMs: START, value: { state: { ...state, decidedAtMs: String(START) } } },
      { timestampMs: START, value: { state: { ...state, ...times } } },
    ]);
    expect(latest).toMatchObject({
      countAgeMs: 5_000,
      unitsPurchased: 10,
      meaning: 'It would exceed its plan, or its remaining units',
    });
    expect(older!.countAgeMs).toBeUndefined();
  });
});

describe('the form of a campaign', () => {
  const campaign = {
    name: 'Coats',
    action: 'view' as const,
    flights: [{ firstDay: '2026-11-24', lastDay: '2026-11-25', unitsPerDay: 5 }],
    paused: true,
  };

  it('a campaign survives the form', () => {
    expect(campaignOf(valuesOf({ ...campaign, id: 'c' }))).toEqual(campaign);
  });

  it('a number that is none stays text, so that the server names its field', () => {
    const values = { ...newValues('2026-11-24', 'view', 'c'), priority: 'high' };
    expect(campaignOf(values)).toMatchObject({ priority: 'high' });
    const flights = [{ firstDay: '2026-11-24', lastDay: '2026-11-24', unitsPerDay: 'many' }];
    expect(campaignOf({ ...values, flights })).toMatchObject({ flights: [{ unitsPerDay: 'many' }] });
  });

  it('changes are listed by field', () => {
    const before = valuesOf(campaign);
    const after = {
      ...before,
      paused: false,
      priority: '20',
      flights: [{ ...before.flights[0]!, unitsPerDay: '6' }],
    };
    expect(changesOf(before, after)).toEqual([
      'priority: (default) → 20',
      'resumed',
      'flights: 2026-11-24 to 2026-11-25: 5 a day → 2026-11-24 to 2026-11-25: 6 a day',
    ]);
    expect(changesOf(before, before)).toEqual([]);
  });
});
