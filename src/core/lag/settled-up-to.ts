import type { LagLimits } from './lag-limits';
import type { StageReport } from './stage-report';
import { maxOf, minOf } from '../shared/lists';

type Limits = Pick<LagLimits, 'deadAfterMs' | 'redeliveredAfterMs' | 'backlogAgeFromMs'>;

export function isActive(
  { ended, atMs }: StageReport,
  nowMs: number,
  { deadAfterMs }: Pick<LagLimits, 'deadAfterMs'>,
): boolean {
  return !ended && nowMs - atMs <= deadAfterMs;
}

/**
 * Publication (arrival, in the API) up to which all that came from one source is durable. `reports` are of one stage and
 * source, at least one.
 *
 * A process that is at work holds it back to where it is. One that went silent does so until its messages must have come
 * to others. Where nobody is at work, time stands still at the last report: nothing that was published since can have been
 * written. Undefined in the API, whose requests end with their process: nothing is known then, and nothing waits.
 */
export function settledUpTo(
  reports: readonly StageReport[],
  nowMs: number,
  limits: Limits,
): number | undefined {
  const atWork = reports.filter((report) => isActive(report, nowMs, limits));
  if (atWork.length === 0 && reports[0]!.stage === 'api') return undefined;
  const lastMs = maxOf(reports.map(({ atMs }) => atMs));
  const asOfMs = atWork.length > 0 ? nowMs : Math.min(lastMs, nowMs);
  const holders = reports.filter((report) => holdsBack(report, asOfMs, limits));
  // All have ended, and had nothing left: then it is as far as whoever got farthest.
  if (holders.length === 0) return maxOf(reports.map((report) => settledBy(report, nowMs)));
  const settledMs = minOf(holders.map((report) => settledBy(report, nowMs)));
  return Math.min(settledMs, minOf(atWork.map((report) => oldestOfBacklog(report, limits))));
}

function holdsBack(report: StageReport, asOfMs: number, limits: Limits): boolean {
  const { stage, ended, heldMessages, atMs, lastReportedByMs: lastWordsByMs = atMs } = report;
  const silentMs = asOfMs - lastWordsByMs;
  if (ended) return stage !== 'api' && heldMessages > 0 && silentMs <= limits.redeliveredAfterMs;
  const redeliveredAfterMs = stage === 'api' ? 0 : limits.redeliveredAfterMs;
  return silentMs <= limits.deadAfterMs + redeliveredAfterMs;
}

/** What a clock that is ahead tells is taken for as much older. */
function settledBy({ settledUpToMs, atMs }: StageReport, nowMs: number): number {
  return settledUpToMs - Math.max(0, atMs - nowMs);
}

/** Cloud Monitoring tells of minutes ago, but what is as old as that now will not have gone at once. */
function oldestOfBacklog({ atMs, backlogAgeSeconds }: StageReport, { backlogAgeFromMs }: Limits): number {
  const ageMs = (backlogAgeSeconds ?? 0) * 1_000;
  return ageMs >= backlogAgeFromMs ? atMs - ageMs : Number.POSITIVE_INFINITY;
}
