import { POLICIES } from '../../core/pacing/pacing';
import { WHEN_STALE } from '../../core/pacing/pacing-settings';
import { integer, oneOf, share, type Environment, type VariableParser } from '../environment';
import { widened } from '../widened';

const DAY_MS = 86_400_000;

/** Defaults of pacing: the policies, the controller, and the servers that publish its states. */
export const PACING_DEFAULTS = {
  policy: 'proportional',
  /** Share of the purchased units, 0 to 1, at which the policy `threshold` stops a campaign. */
  thresholdShare: 0.7,
  /** Time between two rounds of decisions, in milliseconds. */
  intervalMs: 1_000,
  /**
   * Time for ad servers to act on a decision, in milliseconds: a long poll gets it at once, a poll every second within
   * that second.
   */
  actuationDelayMs: 1_000,
  /**
   * Age of counts from which they are stale, in milliseconds. Lag below it is taken into account; above it, ingestion
   * or its reports have failed.
   */
  staleAfterMs: 10 * 60_000,
  /**
   * Action for campaigns with stale counts. The default neither stops unsold units nor sells units that may have been
   * delivered.
   */
  whenStale: 'extrapolate',
  /**
   * Delivery rate assumed for a campaign without data: 15,000 per minute, a broadly targeted campaign alone on a page
   * with 30 million views a day.
   */
  unitsPerSecondMax: 250,
  /**
   * Standard errors added to an estimated count. The true count exceeds the sum for one campaign in six, by a few
   * tenths of a percent.
   */
  standardErrorsAdded: 1,
  /**
   * Time for which an observed rate is used, in milliseconds. Traffic hardly changes in 5 minutes, in which 16,000
   * units a day are about 50.
   */
  rateMemoryMs: 5 * 60_000,
  /**
   * Share of the remaining day, at its end, for which nothing is planned, 0 to 1: reserve for changes of traffic and
   * for campaigns that start later.
   */
  reserveShare: 0.5,
  /**
   * Demand ratio above which campaigns deliver faster than their plan, 0 to 1; docs/decisions/0007-pacing.md compares
   * other values.
   */
  demandRatioThreshold: 0.25,
  passShareTolerance: 0.1,
  trafficShape: [] as readonly number[],
  /** Lifetime of the leader's lease in milliseconds; renewed every third of it. */
  leaseMs: 3_000,
  /**
   * Time beyond the expiry of another process's lease before it is taken over, in milliseconds: clocks run at slightly
   * different speeds.
   */
  leaseMarginMs: 300,
  leaseCallTimeoutMs: 2_000,
  roundTimeoutMs: 10_000,
  /** Staleness assumed for counts from a replica with unknown replication lag, in milliseconds. */
  stalenessAssumedMs: 2_000,
  /** Time between two publications of all states, changed or not, in milliseconds. */
  fullIntervalMs: 60_000,
  /** Maximum number of states published in one call, as objects or on the topic. */
  statesPerCall: 500,
  callTimeoutMs: 5_000,
  /** Time for pending changes to be published when the controller ends, in milliseconds. */
  closeTimeoutMs: 5_000,
  /** Time between two reads of the published states by a server, while ad servers poll it, in milliseconds. */
  pollIntervalMs: 500,
  pollTimeoutMs: 2_000,
  /** Time without a request after which a server stops these reads, in milliseconds. */
  pollIdleTimeoutMs: 60_000,
  /** Time without a sign of the controller after which states are stale, in milliseconds. */
  silentAfterMs: 10_000,
  /** Longest long poll in milliseconds: less than the 60 s after which common load balancers time out. */
  waitMaxMs: 50_000,
} as const;

const HOURS = 24;

/** Parser of the weights of the 24 hours of a day. */
const trafficShape: VariableParser<readonly number[]> = {
  expected: '24 numbers separated by commas, not all of them 0',
  parse(value) {
    const parts = value.split(',').map((part) => part.trim());
    if (parts.length !== HOURS || !parts.every((part) => /^\d{1,9}(\.\d{1,9})?$/.test(part)))
      return undefined;
    const weights = parts.map(Number);
    return weights.some((weight) => weight > 0) ? weights : undefined;
  },
};

const positiveShare: VariableParser<number> = {
  expected: 'a number over 0 and at most 1',
  parse: (value) => {
    const number = share.parse(value);
    return number === 0 ? undefined : number;
  },
};

/** Reads how campaigns are paced. */
export function readPacingConfig(env: Environment) {
  const d = widened(PACING_DEFAULTS);
  const [policy, whenStale] = [oneOf(POLICIES), oneOf(WHEN_STALE)];
  return {
    ...d,
    policy: env.get(
      'TIDEMARK_PACING_POLICY',
      policy,
      policy.parse(d.policy)!,
      'Policy of campaigns that specify none',
    ),
    thresholdShare: env.get(
      'TIDEMARK_PACING_THRESHOLD_SHARE',
      positiveShare,
      d.thresholdShare,
      'Share of the purchased units at which the policy `threshold` stops campaigns that specify none',
    ),
    intervalMs: env.get(
      'TIDEMARK_PACING_INTERVAL_MS',
      integer(50, DAY_MS),
      d.intervalMs,
      'Time between two decisions about campaigns',
    ),
    actuationDelayMs: env.get(
      'TIDEMARK_PACING_ACTUATION_DELAY_MS',
      integer(0, DAY_MS),
      d.actuationDelayMs,
      'Time for ad servers to act on a decision',
    ),
    staleAfterMs: env.get(
      'TIDEMARK_PACING_STALE_AFTER_MS',
      integer(1_000, DAY_MS),
      d.staleAfterMs,
      'Completeness lag from which the counts of campaigns are stale',
    ),
    whenStale: env.get(
      'TIDEMARK_PACING_WHEN_STALE',
      whenStale,
      whenStale.parse(d.whenStale)!,
      'Action for campaigns with stale counts: extrapolate the last known rate, stop them, or continue with the last decision',
    ),
    unitsPerSecondMax: env.get(
      'TIDEMARK_PACING_UNITS_PER_SECOND_MAX',
      integer(1, 1_000_000_000),
      d.unitsPerSecondMax,
      'Highest delivery rate assumed for a campaign without data, in units per second',
    ),
    trafficShape: env.get(
      'TIDEMARK_PACING_TRAFFIC_SHAPE',
      trafficShape,
      PACING_DEFAULTS.trafficShape,
      'Distribution of the traffic over the 24 hours of a day, in any unit; by default uniform',
    ),
  };
}
