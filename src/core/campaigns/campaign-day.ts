import type { CalendarDay } from '../time/calendar-day';
import type { CampaignDay, PacingPolicy, PolicyName } from '../pacing/pacing';
import { flightOn, type Campaign } from './campaign';

/** Policy of campaigns that specify none. */
export interface PolicyDefaults {
  readonly policy: PolicyName;
  /** Share for policy `threshold`, above 0 and at most 1. */
  readonly thresholdShare: number;
}

/** Returns the campaign's terms on a day, or undefined if no flight includes the day. */
export function campaignDayOn(
  campaign: Campaign,
  { day, startMs, endMs }: CalendarDay,
  defaults: PolicyDefaults,
): CampaignDay | undefined {
  const flight = flightOn(campaign, day);
  if (flight === undefined) return undefined;
  return {
    campaignId: campaign.id,
    day,
    dayStartMs: startMs,
    dayEndMs: endMs,
    unitsPurchased: flight.unitsPerDay,
    priority: campaign.priority,
    policy: policyOf(campaign, defaults),
    isPaused: campaign.isPaused,
  };
}

function policyOf({ policy, thresholdShare }: Campaign, defaults: PolicyDefaults): PacingPolicy {
  const name = policy ?? defaults.policy;
  return name === 'threshold' ? { name, share: thresholdShare ?? defaults.thresholdShare } : { name };
}
