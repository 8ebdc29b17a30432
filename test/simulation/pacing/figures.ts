import type { DayResult } from './day';

/** A campaign with less than this share of its purchase is starved: "way less than the units purchased". */
const STARVED_BELOW = 0.5;

/** Figures in percent, apart from numbers of campaigns. */
export interface DayFigures {
  /** Billed impressions, at most the units purchased, as a share of all campaign impressions. */
  readonly utilisation: number;
  /** Billed impressions as a share of the units purchased. */
  readonly delivered: number;
  /** Over-delivered impressions as a share of the units purchased. */
  readonly overDelivery: number;
  readonly starved: number;
  /** Lowest delivery of a campaign, as a share of its purchase. */
  readonly least: number;
  /** Highest delivery of a campaign, as a share of its purchase. */
  readonly most: number;
  /** Impressions in the campaigns' busiest hours, as a share of all their impressions. */
  readonly busiestHour: number;
  /** Views that showed a campaign, as a share of all views. */
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
