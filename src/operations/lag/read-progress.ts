import { cellsPerColumnLimit, chain, familyIs, timestampRange } from '../../bigtable/read/filters';
import type { CallOptions, Cell, Filter } from '../../bigtable/client/types';
import { decodeStageReport } from '../../codec/messages/stage-report';
import { minCompleteUpTo } from '../../core/lag/complete-up-to';
import type { FollowProgress } from '../../core/lag/follow-progress';
import type { IngestionProgress } from '../../core/lag/ingestion-progress';
import { lagAlarms } from '../../core/lag/lag-alarms';
import type { LagLimits } from '../../core/lag/lag-limits';
import { stageLags } from '../../core/lag/stage-lag';
import type { StageReport } from '../../core/lag/stage-report';
import { TidemarkError } from '../../errors';
import type { Clock } from '../../platform/time/clock';
import type { Scanner } from '../../consistency/store';
import {
  isRetainedReportKey,
  RETAINED_REPORT_INTERVAL_MS,
  reportNameOf,
  PROGRESS_FAMILY,
  PROGRESS_RETENTION_MS,
  PROGRESS_TABLE,
  reportsReadFromMs,
  reportRowRanges,
} from './progress-report-rows';
import type { ProgressReportCell } from './remove-reports';

/** Rejects with the error of the call when the store cannot be read. */
export type ReadProgress = () => Promise<IngestionProgress>;

export interface ReadProgressDependencies {
  readonly scanner: Pick<Scanner, 'scan'>;
  readonly clock: Clock;
  readonly limits: ReadProgressLimits;
  /** Reads the progress of pipelines that follow changes. Absent: it is left out. */
  readonly readPipelines?: ((call: CallOptions) => Promise<readonly FollowProgress[]>) | undefined;
}

/** The section `lag` of the configuration. */
export interface ReadProgressLimits extends LagLimits {
  /** Cache lifetime of a result, in milliseconds. Processes report no more often. */
  readonly intervalMs: number;
  readonly callTimeoutMs: number;
}

/**
 * Returns an operation that reads the progress, at most once per interval for all callers. A lagging replica has
 * older reports, so the result may understate progress but never overstates it.
 */
export function createReadProgress(dependencies: ReadProgressDependencies): ReadProgress {
  const { clock, limits } = dependencies;
  let latest: Promise<IngestionProgress> | undefined;
  let freshUntilMs = 0;
  return () => {
    const nowMs = clock.monotonicMs();
    if (latest !== undefined && nowMs < freshUntilMs) return latest;
    const reading = readProgress(dependencies);
    latest = reading;
    freshUntilMs = nowMs + limits.intervalMs;
    // After a failure the next caller reads again.
    reading.catch(() => latest === reading && (latest = undefined));
    return reading;
  };
}

async function readProgress(dependencies: ReadProgressDependencies): Promise<IngestionProgress> {
  const { clock, limits } = dependencies;
  const [{ reports, unreadable }, pipelines] = await Promise.all([
    readProgressReports(dependencies),
    dependencies.readPipelines?.({ timeoutMs: limits.callTimeoutMs }) ?? [],
  ]);
  const nowMs = clock.nowMs();
  const stages = stageLags(reports, nowMs, limits);
  const alarms = lagAlarms(stages, nowMs, limits);
  return {
    atMs: nowMs,
    completeUpToMs: minCompleteUpTo(stages),
    stages,
    alarms: unreadable.length === 0 ? alarms : [...alarms, { kind: 'unreadable', processes: unreadable }],
    pipelines,
  };
}

/** Reports of all processes as read from the store. */
export interface ProgressReports {
  /** The newest report of each process. */
  readonly reports: readonly StageReport[];
  /** Names of processes whose reports are corrupted or of a later version. */
  readonly unreadable: readonly string[];
  /** Cells of the reports, readable or not, by process name. */
  readonly cells: ReadonlyMap<string, readonly ProgressReportCell[]>;
}

export type ReadProgressReportsDependencies = Pick<ReadProgressDependencies, 'scanner' | 'clock'> & {
  readonly limits: Pick<ReadProgressLimits, 'callTimeoutMs' | 'deadAfterMs' | 'redeliveredAfterMs'>;
};

/** Reads all reports in one request; `progress-report-rows.ts` describes the rows. */
export async function readProgressReports({
  scanner,
  clock,
  limits,
}: ReadProgressReportsDependencies): Promise<ProgressReports> {
  const nowMs = clock.nowMs();
  const fromMs = reportsReadFromMs(nowMs, limits);
  const newest = new Map<string, FoundReport>();
  const found = new Map<string, ProgressReportCell[]>();
  const unreadable = new Set<string>();
  const scan = { table: PROGRESS_TABLE, ranges: reportRowRanges(fromMs), filter: unexpiredFilter(nowMs) };
  for await (const { key, cells } of scanner.scan(scan, { timeoutMs: limits.callTimeoutMs })) {
    const [{ timestampMicros, value }] = cells as [Cell];
    const name = reportNameOf(key);
    found.set(name, [...(found.get(name) ?? []), { key, timestampMicros }]);
    const report = tryDecodeReport(value);
    if (report === undefined) unreadable.add(name);
    else if (timestampMicros >= (newest.get(name)?.timestampMicros ?? 0)) {
      newest.set(name, { report, key, timestampMicros });
    }
  }
  const reports = [...newest.values()].map((found) => withLastReportBound(found, fromMs));
  return { reports, unreadable: [...unreadable], cells: found };
}

interface FoundReport extends ProgressReportCell {
  readonly report: StageReport;
}

/** Excludes expired cells, which Bigtable may retain for another week. */
function unexpiredFilter(nowMs: number): Filter {
  const keptFromMs = Math.max(0, nowMs - PROGRESS_RETENTION_MS);
  return chain(familyIs(PROGRESS_FAMILY), timestampRange(keptFromMs * 1_000), cellsPerColumnLimit(1));
}

function tryDecodeReport(value: Uint8Array): StageReport | undefined {
  try {
    return decodeStageReport(value);
  } catch (error) {
    if (error instanceof TidemarkError) return undefined;
    throw error;
  }
}

/**
 * Adds an upper bound for the time of the last report: later reports are outside the rows that are read, and were
 * written before them.
 */
function withLastReportBound({ report, key }: FoundReport, fromMs: number): StageReport {
  if (!isRetainedReportKey(key) || report.ended) return report;
  return {
    ...report,
    lastReportedByMs: Math.max(report.atMs, Math.min(report.atMs + RETAINED_REPORT_INTERVAL_MS, fromMs)),
  };
}
