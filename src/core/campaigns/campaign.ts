/** A campaign: what an advertiser has bought; see `protos/tidemark/v1/campaign.proto`. */
import type { PolicyName } from '../pacing/pacing';

/** Table and DataType of campaigns. A campaign is an object with one cell. */
export const CAMPAIGN_TABLE = 'campaigns';
export const CAMPAIGN_FAMILY = 'campaign';
export const CAMPAIGN_MESSAGE = 'tidemark.v1.Campaign';
export const CAMPAIGN_SUB_TYPE = 'current';

export const PRIORITY_DEFAULT = 50;
export const PRIORITY_MAX = 100;

/** Consecutive days with equal purchases, first and last inclusive. ISO 8601 dates in the time zone of the counts. */
export interface Flight {
  readonly firstDay: string;
  readonly lastDay: string;
  readonly unitsPerDay: number;
}

export interface Campaign {
  /** Id in the form of events. */
  readonly id: string;
  readonly name?: string;
  readonly advertiserId?: string;
  /** Action that is billed. */
  readonly action: string;
  /** Flights, at least one, in the order of their days, without overlaps. */
  readonly flights: readonly Flight[];
  /** Priority from 1, served first, to 100. */
  readonly priority: number;
  /** Absent: the controller's default. */
  readonly policy?: PolicyName;
  /** Share for policy `threshold`, above 0 and at most 1. Absent: the controller's default. */
  readonly thresholdShare?: number;
  /** Whether a user paused the campaign. */
  readonly isPaused: boolean;
}

/** Returns the flight that includes the day, or undefined. */
export function flightOn({ flights }: Campaign, day: string): Flight | undefined {
  return flights.find(({ firstDay, lastDay }) => firstDay <= day && day <= lastDay);
}

/** Returns whether the last flight ended before the day. */
export function isOverBefore({ flights }: Campaign, day: string): boolean {
  return flights[flights.length - 1]!.lastDay < day;
}

/** Returns the campaign as JSON, in the form that `parseCampaign` reads. */
export function campaignJson({ isPaused, ...campaign }: Campaign): Record<string, unknown> {
  return { ...campaign, paused: isPaused };
}
