import type { CampaignDay, PacingReason } from './pacing';

/** What a policy decides on. */
export interface PolicyInput {
  /** Counted, and the error that an estimate is allowed for. */
  readonly counted: number;
  /** Expected to have been delivered beyond that. */
  readonly uncounted: number;
  /** At a pass share of 1. */
  readonly unitsPerSecond: number;
  /** From the last moment that counts tell about until a decision of the next time is acted on. */
  readonly horizonSeconds: number;
  /** Share of what is left of the purchase that is planned to come each second now; Infinity when no time is left. */
  readonly planPerSecond: number;
  readonly wasStopped: boolean;
}

export interface PolicyDecision {
  /** Pass share, 0 to 1. */
  readonly share: number;
  readonly reason: PacingReason;
}

/** Units below which nothing is left to deliver. */
const REST_UNITS = 0.5;
/** A campaign that was stopped comes back when so much of its purchase is missing after all: less is not worth the changes. */
const RESUME_SHARE = 0.001;

const stopped = (reason: PacingReason): PolicyDecision => ({ share: 0, reason });

/** By the campaign's policy. It is neither paused, nor is its purchase counted. */
export function applyPolicy({ policy, unitsPurchased }: CampaignDay, outlook: PolicyInput): PolicyDecision {
  if (policy.name === 'threshold') return threshold(policy.share * unitsPurchased, outlook);
  const rest = unitsPurchased - outlook.counted - outlook.uncounted;
  const enough = outlook.wasStopped ? Math.max(1, RESUME_SHARE * unitsPurchased) : REST_UNITS;
  if (rest < enough) return stopped('units_expected');
  const safe = predictive(rest, outlook);
  return policy.name === 'predictive' ? safe : slower(safe, proportional(rest, outlook));
}

/** Everything until a share of the purchase is counted, nothing afterwards. */
function threshold(units: number, { counted, uncounted: unseen }: PolicyInput): PolicyDecision {
  return counted + unseen >= units ? stopped('threshold_reached') : { share: 1, reason: 'on_pace' };
}

/** Everything, as long as what comes until the next decision on that is acted on is less than what is left; else that. */
function predictive(rest: number, { unitsPerSecond, horizonSeconds }: PolicyInput): PolicyDecision {
  return passing(rest / (unitsPerSecond * horizonSeconds));
}

/**
 * What is left, spread like the traffic still to come. Each decision plans anew from what is left, so errors of the past are
 * spread over the future. After Agarwal et al., "Budget Pacing for Targeted Online Advertisements at LinkedIn", KDD 2014,
 * which changes the share by fixed steps; here it follows from the rate that was observed. All campaigns together go faster
 * while they are crowded: see `crowding.ts`.
 */
function proportional(rest: number, { unitsPerSecond, planPerSecond }: PolicyInput): PolicyDecision {
  return passing((rest * planPerSecond) / unitsPerSecond);
}

/** NaN, when neither is there anything to spread nor a rate, means as much as possible. */
function passing(wanted: number): PolicyDecision {
  return wanted < 1 ? { share: wanted, reason: 'ahead_of_pace' } : { share: 1, reason: 'on_pace' };
}

const slower = (one: PolicyDecision, other: PolicyDecision): PolicyDecision =>
  other.share < one.share ? other : one;
