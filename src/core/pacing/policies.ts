import type { CampaignDay, PacingReason } from './pacing';

/** Inputs of a policy. */
export interface PolicyInput {
  /** Counted units plus the allowance for the error of an estimate. */
  readonly counted: number;
  /** Estimated units delivered but not counted. */
  readonly uncounted: number;
  /** Delivery rate at a pass share of 1, in units per second. */
  readonly fullPassUnitsPerSecond: number;
  /** Time from the last complete count until the next decision takes effect, in seconds. */
  readonly horizonSeconds: number;
  /**
   * Share of the rest to deliver per second now: the planned share times the pace multiplier. Infinity if no time is
   * left.
   */
  readonly targetSharePerSecond: number;
  readonly wasStopped: boolean;
}

export interface PolicyDecision {
  /** Pass share from 0 to 1. */
  readonly share: number;
  readonly reason: PacingReason;
}

/** A rest below this number of units counts as delivered. */
const REST_UNITS = 0.5;
/** Share of the purchase that must be missing before a stopped campaign resumes. Less is not worth the changes. */
const RESUME_SHARE = 0.001;

const stopped = (reason: PacingReason): PolicyDecision => ({ share: 0, reason });

/** Applies the campaign's policy. The campaign is not paused, and its purchase is not fully counted. */
export function applyPolicy({ policy, unitsPurchased }: CampaignDay, input: PolicyInput): PolicyDecision {
  if (policy.name === 'threshold') return threshold(policy.share * unitsPurchased, input);
  const rest = unitsPurchased - input.counted - input.uncounted;
  const enough = input.wasStopped ? Math.max(1, RESUME_SHARE * unitsPurchased) : REST_UNITS;
  if (rest < enough) return stopped('units_expected');
  const safe = predictive(rest, input);
  return policy.name === 'predictive' ? safe : slower(safe, proportional(rest, input));
}

/** Passes everything until a share of the purchase is counted, and nothing afterwards. */
function threshold(units: number, { counted, uncounted }: PolicyInput): PolicyDecision {
  return counted + uncounted >= units ? stopped('threshold_reached') : { share: 1, reason: 'on_pace' };
}

/**
 * Passes everything while the delivery until the next decision takes effect is below the rest; otherwise the share that
 * delivers the rest.
 */
function predictive(rest: number, { fullPassUnitsPerSecond, horizonSeconds }: PolicyInput): PolicyDecision {
  return passing(rest / (fullPassUnitsPerSecond * horizonSeconds));
}

/**
 * Spreads the rest like the remaining traffic. Each decision plans anew from the rest, so past errors are spread over
 * the future. After Agarwal et al., "Budget Pacing for Targeted Online Advertisements at LinkedIn", KDD 2014, which
 * changes the share by fixed steps. Here it follows from the observed rate. All campaigns deliver faster while their
 * demand ratio is high: see `demand-ratio.ts`.
 */
function proportional(
  rest: number,
  { fullPassUnitsPerSecond, targetSharePerSecond }: PolicyInput,
): PolicyDecision {
  return passing((rest * targetSharePerSecond) / fullPassUnitsPerSecond);
}

/** Limits a share to 1. NaN, from 0 / 0 without a rest or a rate, means 1. */
function passing(wanted: number): PolicyDecision {
  return wanted < 1 ? { share: wanted, reason: 'ahead_of_pace' } : { share: 1, reason: 'on_pace' };
}

const slower = (one: PolicyDecision, other: PolicyDecision): PolicyDecision =>
  other.share < one.share ? other : one;
