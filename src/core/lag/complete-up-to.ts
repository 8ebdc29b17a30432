import type { LagLimits } from './lag-limits';
import { stageLags } from './stage-lag';
import type { StageReport } from './stage-report';
import { minOf } from '../shared/lists';

/**
 * Event time up to which counts are complete: what all stages have settled, less what producers take, as far as that is
 * allowed for. Undefined where nobody tells. It may go back: when a process comes upon messages older than any were to be
 * expected. Events that reach us later than is allowed for, such as those that wait on a phone, are not in it: see
 * docs/lag.md.
 */
export function completeUpTo(
  reports: readonly StageReport[],
  nowMs: number,
  limits: LagLimits,
): number | undefined {
  return minCompleteUpTo(stageLags(reports, nowMs, limits));
}

export function minCompleteUpTo(stages: readonly { readonly completeUpToMs: number }[]): number | undefined {
  return stages.length === 0 ? undefined : minOf(stages.map(({ completeUpToMs }) => completeUpToMs));
}
