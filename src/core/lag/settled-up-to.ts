import type { LagLimits } from './lag-limits';
import type { StageReport } from './stage-report';
import { maxOf, minOf } from '../shared/lists';

type Limits = Pick<LagLimits, 'deadAfterMs' | 'redeliveredAfterMs' | 'backlogAgeFromMs'>;

export function isActiveProcess(
  { ended, atMs }: StageReport,
  nowMs: number,
  { deadAfterMs }: Pick<LagLimits, 'deadAfterMs'>,
): boolean {
  return !ended && nowMs - atMs <= deadAfterMs;
}

/**
 * Returns the publication time (for the API: arrival time) up to which everything from one source is durable. `reports`
 * are of one stage and source, at least one.
 *
 * An active process limits the result to its own progress. A process that went silent limits it until its messages must
 * have been redelivered to others. If no process is active, the result stays at the last report, because nothing
 * published since can have been written. For the API, whose requests end with their process, it is then undefined:
 * nothing is known, and nothing waits.
 */
export function settledUpTo(
  reports: readonly StageReport[],
  nowMs: number,
  limits: Limits,
): number | undefined {
  const active = reports.filter((report) => isActiveProcess(report, nowMs, limits));
  if (active.length === 0 && reports[0]!.stage === 'api') return undefined;
  const lastMs = maxOf(reports.map(({ atMs }) => atMs));
  const evaluatedAtMs = active.length > 0 ? nowMs : Math.min(lastMs, nowMs);
  const holders = reports.filter((report) => holdsBack(report, evaluatedAtMs, limits));
  // All processes have ended without outstanding messages, so the result is that of the farthest one.
  if (holders.length === 0) return maxOf(reports.map((report) => settledBy(report, nowMs)));
  const settledMs = minOf(holders.map((report) => settledBy(report, nowMs)));
  return Math.min(settledMs, minOf(active.map((report) => oldestOfBacklog(report, limits))));
}

function holdsBack(report: StageReport, evaluatedAtMs: number, limits: Limits): boolean {
  const { stage, ended, heldMessages, atMs, lastReportedByMs = atMs } = report;
  const silentMs = evaluatedAtMs - lastReportedByMs;
  if (ended) return stage !== 'api' && heldMessages > 0 && silentMs <= limits.redeliveredAfterMs;
  const redeliveredAfterMs = stage === 'api' ? 0 : limits.redeliveredAfterMs;
  return silentMs <= limits.deadAfterMs + redeliveredAfterMs;
}

/** A time reported by a clock that is ahead is reduced by that lead. */
function settledBy({ settledUpToMs, atMs }: StageReport, nowMs: number): number {
  return settledUpToMs - Math.max(0, atMs - nowMs);
}

/** Cloud Monitoring reports data that is minutes old, but an old backlog does not disappear at once. */
function oldestOfBacklog({ atMs, backlogAgeSeconds }: StageReport, { backlogAgeFromMs }: Limits): number {
  const ageMs = (backlogAgeSeconds ?? 0) * 1_000;
  return ageMs >= backlogAgeFromMs ? atMs - ageMs : Number.POSITIVE_INFINITY;
}
