import { summarizeRun, type RunRecord } from '../../core/pipelines/run-rows';
import type { RunState } from '../../operations/pipelines/full-pass/run-store';

/** Returns a run as commands print it. */
export function jsonOfRun({ record, ranges }: RunState): object {
  return { ...record, runTime: timeOf(record), ...summarizeRun(record, ranges), rangesTotal: record.ranges };
}

/** Returns the logical time of the run as text. */
export const timeOf = ({ runTimeMs }: RunRecord): string => new Date(runTimeMs).toISOString();
