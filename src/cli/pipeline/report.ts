import { summarizeRun, type RunRecord } from '../../core/pipelines/run-rows';
import { countOf } from '../../core/shared/count-of';
import { describeFailure, TidemarkError } from '../../errors';
import type { WorkerShare } from '../../operations/compaction/key-sections';
import type { FullPassSummary } from '../../operations/pipelines/full-pass/full-pass';
import type { RunState } from '../../operations/pipelines/full-pass/run-store';
import type { Workload } from '../../routing/topology/cluster';
import { print, printError } from '../shared/terminal';
import { formatWorkerShare } from '../shared/worker-option';

interface RunReport {
  readonly summary: FullPassSummary;
  readonly run: RunRecord;
  readonly worker: WorkerShare;
  /** State of the whole run; undefined after a dry run. */
  readonly state: RunState | undefined;
  readonly isDryRun: boolean;
  readonly workload: Workload;
}

const HEADLINE = {
  complete: 'all objects of this worker are processed',
  interrupted: 'interrupted; continue with the same --run-id',
  failed: 'failed; continue with the same --run-id',
} as const;

/** Prints what a worker of a run has done. */
export function reportRun(report: RunReport, asJson: boolean): void {
  const { summary, run, worker, state, isDryRun: dryRun, workload } = report;
  const { pipeline, runId, runTimeMs } = run;
  const whole = state === undefined ? undefined : summarizeRun(state.record, state.ranges);
  if (asJson) {
    const about = { pipeline, runId, runTimeMs, worker: formatWorkerShare(worker), workload, dryRun };
    print(JSON.stringify({ ...about, ...summary, run: whole }));
  } else textLines(report).forEach((line) => print(line));
  const { error } = summary;
  if (error !== undefined) printError(describeFailure(new TidemarkError(error.code, error.message)));
  if (whole !== undefined && summary.status === 'complete' && !whole.isComplete)
    printError(
      `tidemark: ${whole.rangesDone} of ${countOf(run.ranges, 'range')} of the run done: other workers have the others`,
    );
}

function textLines({ summary, run, worker, isDryRun }: RunReport): readonly string[] {
  const { status, objects, written, deleted, withheld, failed, seconds } = summary;
  const name = isDryRun
    ? run.pipeline
    : `${run.pipeline}, run ${run.runId}, worker ${formatWorkerShare(worker)}`;
  return [
    `${name}: ${HEADLINE[status]}`,
    line(
      'objects',
      objects,
      `in ${seconds.toFixed(1)} s, ${Math.round(objects / Math.max(seconds, 0.001))}/s`,
    ),
    line('written', written, isDryRun ? 'cells would be written' : 'cells have the version of the run'),
    ...(deleted > 0 ? [line('deleted', deleted, 'cells')] : []),
    ...(withheld > 0 ? [line('withheld', withheld, "cells that the users' choices or erasures hide")] : []),
    ...(failed > 0 ? [line('failed', failed, 'objects; nothing of them was written')] : []),
  ];
}

function line(label: string, count: number, note: string): string {
  return `  ${label.padEnd(10)} ${String(count).padStart(12)}  ${note}`;
}
