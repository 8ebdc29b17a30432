/** Numbers of campaigns from their flights, counts and states. */
import type { Campaign, CampaignCountAnswer } from '../../../client';

/** Returns the day of a time in a time zone, as an ISO 8601 date. */
export function dayIn(timeZone: string, ms: number): string {
  const format = { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' } as const;
  return new Intl.DateTimeFormat('en-CA', format).format(ms);
}

/** Returns the units that a campaign has bought for a day; undefined without a flight on that day. */
export function unitsOn({ flights }: Pick<Campaign, 'flights'>, day: string): number | undefined {
  return flights.find(({ firstDay, lastDay }) => firstDay <= day && day <= lastDay)?.unitsPerDay;
}

/** Returns the share of the purchase that was delivered beyond it, from 0. */
export function overDelivery(delivered: number, bought: number): number {
  return bought === 0 ? 0 : Math.max(0, delivered - bought) / bought;
}

export interface Delivered {
  readonly count: number;
  readonly lower: number;
  /** Undefined if placements are missing. */
  readonly upper: number | undefined;
  /** Distinct users. */
  readonly reach: number | undefined;
  readonly isExact: boolean;
}

/** Returns the counts of one action by period, of each campaign; campaigns whose counts failed are absent. */
export function deliveries(
  { campaigns }: Pick<CampaignCountAnswer, 'campaigns'>,
  actionOf: (id: string) => string,
): ReadonlyMap<string, ReadonlyMap<string, Delivered>> {
  return new Map(
    campaigns.flatMap((each): readonly [string, ReadonlyMap<string, Delivered>][] => {
      if ('error' in each) return [];
      const periods = Object.entries(each.counts).map(([period, actions]): [string, Delivered] => {
        const { count = 0, bounds, exact = true, users } = actions[actionOf(each.id)] ?? {};
        const lower = bounds?.lower ?? count;
        const upper = bounds === undefined ? count : bounds.upper;
        return [period, { count, lower, upper, reach: users?.count, isExact: exact }];
      });
      return [[each.id, new Map(periods)]];
    }),
  );
}
