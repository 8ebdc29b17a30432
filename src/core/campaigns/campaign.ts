/** What an advertiser has bought; see `protos/tidemark/v1/campaign.proto`. */
import type { PolicyName } from '../pacing/pacing';

/** Where campaigns are stored: as objects of this DataType, which has one cell of each. */
export const CAMPAIGN_TABLE = 'campaigns';
export const CAMPAIGN_FAMILY = 'campaign';
export const CAMPAIGN_MESSAGE = 'tidemark.v1.Campaign';
export const CAMPAIGN_SUB_TYPE = 'current';

export const PRIORITY_DEFAULT = 50;
export const PRIORITY_MAX = 100;

/** Days in a row with equal purchases. Both days belong to it: ISO 8601 dates, by the time zone of the counts. */
export interface Flight {
  readonly firstDay: string;
  readonly lastDay: string;
  readonly unitsPerDay: number;
}

export interface Campaign {
  /** As events have it. */
  readonly id: string;
  readonly name?: string;
  readonly advertiserId?: string;
  /** The one that is billed. */
  readonly action: string;
  /** At least one; in the order of their days, of which no two share any. */
  readonly flights: readonly Flight[];
  /** From 1, served first, to 100. */
  readonly priority: number;
  /** Absent: the controller's default. */
  readonly policy?: PolicyName;
  /** Of policy `threshold`, over 0 and at most 1. Absent: the controller's default. */
  readonly thresholdShare?: number;
  /** By a person. */
  readonly isPaused: boolean;
}

/** The flight that a day belongs to. */
export function flightOn({ flights }: Campaign, day: string): Flight | undefined {
  return flights.find(({ firstDay, lastDay }) => firstDay <= day && day <= lastDay);
}

/** Whether its last flight was over before that day. */
export function isOverBefore({ flights }: Campaign, day: string): boolean {
  return flights[flights.length - 1]!.lastDay < day;
}

/** In JSON, as `parseCampaign` reads it. */
export function campaignJson({ isPaused, ...campaign }: Campaign): Record<string, unknown> {
  return { ...campaign, paused: isPaused };
}
