import type { CalendarDay } from '../time/calendar-day';
import type { CampaignDay, PacingPolicy, PolicyName } from '../pacing/pacing';
import { flightOn, type Campaign } from './campaign';

/** What campaigns go by that say nothing of it themselves. */
export interface PolicyDefaults {
  readonly policy: PolicyName;
  /** Of policy `threshold`. */
  readonly thresholdShare: number;
}

/** The campaign on that day; undefined where none of its flights has it. */
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
