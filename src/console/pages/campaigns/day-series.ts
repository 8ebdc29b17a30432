/** The day of a campaign as lines of a chart: what was bought, planned, delivered, and what is uncertain. */
import type { Delivered } from './campaign-numbers';

export interface DayInput {
  readonly dayStartMs: number;
  readonly dayEndMs: number;
  readonly bought: number;
  /** Policy of the campaign. Absent: the controller's, whose default is `proportional`. */
  readonly policy: string | undefined;
  /** Counts of the hours in their order. */
  readonly hours: readonly {
    readonly fromMs: number;
    readonly toMs: number;
    readonly delivered: Delivered;
  }[];
  /** Event time up to which the counts are complete. Undefined if unknown. */
  readonly completeUpToMs: number | undefined;
  /** Estimated units per second at present, of which those after `completeUpToMs` are not counted yet. */
  readonly unitsPerSecond: number;
  readonly nowMs: number;
}

export interface DaySeries {
  /** Seconds since the Unix epoch, ascending. */
  readonly times: readonly number[];
  readonly bought: readonly (number | null)[];
  readonly plan: readonly (number | null)[];
  readonly delivered: readonly (number | null)[];
  /** Delivered with what the counts may lack: their error, and events that are under way. */
  readonly upper: readonly (number | null)[];
}

const STEP_MS = 15 * 60_000;

/**
 * Share of the remaining time over which `proportional` spreads the remaining units: half of it, so that the rest is a
 * reserve. Spread anew at each moment, a share of (1 - elapsed) ^ 2 remains.
 */
const PROPORTIONAL_EXPONENT = 2;

/** Returns the lines at every quarter of an hour, at the ends of the hours, and at present. */
export function daySeries(input: DayInput): DaySeries {
  const { dayStartMs, dayEndMs, bought, nowMs } = input;
  const times = timesOf(input);
  return {
    times: times.map((ms) => ms / 1_000),
    bought: times.map(() => bought),
    plan: times.map((ms) => bought * plannedShare(input.policy, (ms - dayStartMs) / (dayEndMs - dayStartMs))),
    delivered: times.map((ms) => (ms > nowMs ? null : countAt(input, ms, ({ count }) => count))),
    upper: times.map((ms) => (ms > nowMs ? null : upperAt(input, ms))),
  };
}

/**
 * Returns the share of the purchase that is planned until then, for even traffic and no demand beyond supply. `predictive`
 * and `threshold` plan nothing but the purchase itself: they deliver as early as they can.
 */
export function plannedShare(policy: string | undefined, elapsedShare: number): number {
  if (policy === 'predictive' || policy === 'threshold') return 1;
  const left = 1 - Math.min(1, Math.max(0, elapsedShare));
  return 1 - left ** PROPORTIONAL_EXPONENT;
}

function timesOf({ dayStartMs, dayEndMs, hours, nowMs, completeUpToMs }: DayInput): readonly number[] {
  const times = new Set(hours.flatMap(({ fromMs, toMs }) => [fromMs, toMs]));
  for (let ms = dayStartMs; ms <= dayEndMs; ms += STEP_MS) times.add(ms);
  for (const ms of [nowMs, completeUpToMs])
    if (ms !== undefined && ms >= dayStartMs && ms <= dayEndMs) times.add(ms);
  return [...times].filter((ms) => ms >= dayStartMs && ms <= dayEndMs).sort((a, b) => a - b);
}

/** Within an hour events are taken as even, up to the present or the end of what is counted. */
function countAt({ hours, nowMs }: DayInput, ms: number, valueOf: (delivered: Delivered) => number): number {
  return hours.reduce((sum, { fromMs, toMs, delivered }) => {
    if (ms <= fromMs) return sum;
    const endMs = Math.min(toMs, Math.max(nowMs, fromMs + 1));
    return sum + valueOf(delivered) * Math.min(1, (ms - fromMs) / (endMs - fromMs));
  }, 0);
}

function upperAt(input: DayInput, ms: number): number {
  const { completeUpToMs, unitsPerSecond } = input;
  const counted = countAt(input, ms, ({ count, upper }) => upper ?? count);
  const uncountedMs = completeUpToMs === undefined ? 0 : Math.max(0, ms - completeUpToMs);
  return counted + (uncountedMs / 1_000) * unitsPerSecond;
}
