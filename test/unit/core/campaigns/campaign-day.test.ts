import { dayAt } from '../../../../src/core/time/calendar-day';
import { campaignDayOn } from '../../../../src/core/campaigns/campaign-day';
import { isOverBefore } from '../../../../src/core/campaigns/campaign';
import { parseCampaign } from '../../../../src/core/campaigns/parse-campaign';
import { campaignBody, campaignId } from '../../../support/campaigns';

const HOUR_MS = 3_600_000;
const DEFAULT = { policy: 'threshold', thresholdShare: 0.9 } as const;
const campaign = (over: object) => parseCampaign(campaignBody(over), { id: campaignId(1) });
const at = (iso: string) => Date.parse(iso);

describe("a campaign's day", () => {
  const flights = [
    { firstDay: '2026-03-28', lastDay: '2026-03-29', unitsPerDay: 100 },
    { firstDay: '2026-03-31', lastDay: '2026-03-31', unitsPerDay: 7 },
  ];

  it('has the terms of its flight, in the time zone of the counts', () => {
    const day = campaignDayOn(
      campaign({ flights }),
      dayAt(at('2026-03-28T22:59Z'), 'Europe/Berlin'),
      DEFAULT,
    );
    expect(day).toEqual({
      campaignId: campaignId(1),
      day: '2026-03-28',
      unitsPurchased: 100,
      priority: 50,
      isPaused: false,
      dayStartMs: at('2026-03-27T23:00Z'),
      dayEndMs: at('2026-03-28T23:00Z'),
      policy: { name: 'threshold', share: 0.9 },
    });
    const later = campaignDayOn(
      campaign({ flights }),
      dayAt(at('2026-03-31T12:00Z'), 'Europe/Berlin'),
      DEFAULT,
    );
    expect(later).toMatchObject({ day: '2026-03-31', unitsPurchased: 7 });
  });

  it('has 23 hours when clocks go forward', () => {
    const day = campaignDayOn(
      campaign({ flights }),
      dayAt(at('2026-03-28T23:00Z'), 'Europe/Berlin'),
      DEFAULT,
    )!;
    expect(day.day).toBe('2026-03-29');
    expect(day.dayEndMs - day.dayStartMs).toBe(23 * HOUR_MS);
  });

  it.each(['2026-03-27T22:59:59.999Z', '2026-03-29T22:00Z', '2026-03-30T21:59:59.999Z', '2026-03-31T22:00Z'])(
    'does not exist at %s',
    (iso) => {
      expect(campaignDayOn(campaign({ flights }), dayAt(at(iso), 'Europe/Berlin'), DEFAULT)).toBeUndefined();
    },
  );

  it.each([
    [{}, { name: 'threshold', share: 0.9 }],
    [{ thresholdShare: 0.7 }, { name: 'threshold', share: 0.7 }],
    [{ policy: 'threshold' }, { name: 'threshold', share: 0.9 }],
    [
      { policy: 'threshold', thresholdShare: 0.5 },
      { name: 'threshold', share: 0.5 },
    ],
    [{ policy: 'predictive' }, { name: 'predictive' }],
    [{ policy: 'proportional' }, { name: 'proportional' }],
  ])('of campaign %j is paced by %j', (over, policy) => {
    const noon = at('2026-03-28T12:00Z');
    expect(campaignDayOn(campaign({ flights, ...over }), dayAt(noon, 'UTC'), DEFAULT)).toMatchObject({
      policy,
    });
  });

  it('ignores the threshold share of a campaign without a policy if the default is another policy', () => {
    const day = dayAt(at('2026-03-28T12:00Z'), 'UTC');
    const silent = campaign({ flights, thresholdShare: 0.7 });
    const { policy } = campaignDayOn(silent, day, { policy: 'predictive', thresholdShare: 0.9 })!;
    expect(policy).toEqual({ name: 'predictive' });
  });

  it('does not exist after the last flight', () => {
    expect(isOverBefore(campaign({ flights }), '2026-03-31')).toBe(false);
    expect(isOverBefore(campaign({ flights }), '2026-04-01')).toBe(true);
  });
});
