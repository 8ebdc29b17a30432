import type { LagLimits } from './lag-limits';
import { stageLags } from './stage-lag';
import type { StageReport } from './stage-report';
import { minOf } from '../shared/lists';

/**
 * Returns the event time up to which counts are complete: the least settled time of all stages, minus the producers'
 * delay up to its allowance. Undefined without reports. It may decrease when a process receives unexpectedly old
 * messages. Events that arrive later than the allowance, such as those buffered on a phone, are not included: see
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
