import type { DayResult } from './day';

/** A campaign that had less than this share of what it purchased has starved: "way less than the units purchased". */
const STARVED_BELOW = 0.5;

/** All in percent, but for numbers of campaigns. */
export interface DayFigures {
  /** Impressions billed, at most the units purchased, of all impressions of campaigns. */
  readonly utilisation: number;
  /** Impressions billed, of the units purchased. */
  readonly delivered: number;
  /** Impressions beyond the purchase, of the units purchased. */
  readonly overDelivery: number;
  readonly starved: number;
  /** What the campaign that had the least had, of its purchase. */
  readonly least: number;
  /** And the one that had the most. */
  readonly most: number;
  /** What campaigns had in their busiest hour, of all that they had. */
  readonly busiestHour: number;
  /** Views that showed a campaign, of all. */
  readonly fill: number;
}

export function figuresOf({ campaigns, delivered, busiest, events, views }: DayResult): DayFigures {
  const shares = campaigns.map(({ unitsPurchased }, i) => delivered[i]! / unitsPurchased);
  const sum = (of: (units: number, impressions: number) => number): number =>
    campaigns.reduce((total, { unitsPurchased }, i) => total + of(unitsPurchased, delivered[i]!), 0);
  const purchased = sum((units) => units);
  const billed = sum((units, impressions) => Math.min(units, impressions));
  const impressions = sum((_, each) => each);
  return {
    utilisation: (100 * billed) / impressions,
    delivered: (100 * billed) / purchased,
    overDelivery: (100 * (impressions - billed)) / purchased,
    starved: shares.filter((share) => share < STARVED_BELOW).length,
    least: 100 * Math.min(...shares),
    most: 100 * Math.max(...shares),
    busiestHour: (100 * busiest.reduce((total, each) => total + each, 0)) / impressions,
    fill: (100 * events) / views,
  };
}
