import { integer, oneOf, share, type Environment, type VariableParser } from '../environment';

const DAY_MS = 86_400_000;

/** How campaigns are paced, as far as it differs between those who run it. */
export interface PacingDefaults {
  readonly policy: string;
  readonly thresholdShare: number;
  readonly intervalMs: number;
  readonly actuationDelayMs: number;
  readonly staleAfterMs: number;
  readonly whenStale: string;
  readonly unitsPerSecondMax: number;
  readonly trafficShape: readonly number[];
}

export interface PacingChoices<P extends string, S extends string> {
  readonly policies: readonly P[];
  readonly whenStale: readonly S[];
}

const HOURS = 24;

/** Weights of the hours of a day. */
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

export function readPacing<D extends PacingDefaults, P extends string, S extends string>(
  env: Environment,
  d: D,
  choices: PacingChoices<P, S>,
) {
  const policy = oneOf(choices.policies);
  const whenStale = oneOf(choices.whenStale);
  return {
    ...d,
    policy: env.get(
      'TIDEMARK_PACING_POLICY',
      policy,
      policy.parse(d.policy)!,
      'Policy of campaigns that name none',
    ),
    thresholdShare: env.get(
      'TIDEMARK_PACING_THRESHOLD_SHARE',
      positiveShare,
      d.thresholdShare,
      'Share of the units purchased at which the policy `threshold` stops campaigns that name none',
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
      'How long ad servers take to act on a decision',
    ),
    staleAfterMs: env.get(
      'TIDEMARK_PACING_STALE_AFTER_MS',
      integer(1_000, DAY_MS),
      d.staleAfterMs,
      'Counts of campaigns are stale when they are complete only up to longer ago',
    ),
    whenStale: env.get(
      'TIDEMARK_PACING_WHEN_STALE',
      whenStale,
      whenStale.parse(d.whenStale)!,
      'What is done for campaigns whose counts are stale: go on by the last known rate, stop them, or leave them as they are',
    ),
    unitsPerSecondMax: env.get(
      'TIDEMARK_PACING_UNITS_PER_SECOND_MAX',
      integer(1, 1_000_000_000),
      d.unitsPerSecondMax,
      'What a campaign of which nothing is known yet could be delivered at most',
    ),
    trafficShape: env.get(
      'TIDEMARK_PACING_TRAFFIC_SHAPE',
      trafficShape,
      d.trafficShape,
      "How the traffic is spread over a day's 24 hours, in any unit; by default evenly",
    ),
  };
}
