import { cellsPerColumnLimit, chain, familyIs, timestampRange } from '../../bigtable/filters';
import { decodeStageReport } from '../../codec/stage-progress';
import { EVENTUAL } from '../../core/consistency';
import { leastComplete } from '../../core/lag/complete-up-to';
import { lagAlarms, type LagAlarm } from '../../core/lag/lag-alarms';
import type { LagLimits } from '../../core/lag/lag-limits';
import { stageLags, type StageLag } from '../../core/lag/stage-lag';
import type { StageReport } from '../../core/lag/stage-report';
import { TidemarkError } from '../../errors';
import type { Clock } from '../../platform/clock';
import type { Reader } from '../../watermark/store';
import { PROGRESS_FAMILY, PROGRESS_KEY, PROGRESS_RETENTION_MS, PROGRESS_TABLE } from './progress-row';

/** How far ingestion is. Times are milliseconds since the Unix epoch. */
export interface IngestionProgress {
  /** When this was read. */
  readonly atMs: number;
  /** Event time up to which counts are complete, as far as can be told; undefined: nobody tells. See docs/lag.md. */
  readonly completeUpToMs: number | undefined;
  readonly stages: readonly StageLag[];
  readonly alarms: readonly LagAlarm[];
}

/** Rejects with the failure of the call where the store cannot be read. */
export type ReadProgress = () => Promise<IngestionProgress>;

export interface ReadProgressDependencies {
  readonly reader: Reader;
  readonly clock: Clock;
  readonly limits: ReadProgressLimits;
}

/** `DEFAULTS.lag` of the configuration. */
export interface ReadProgressLimits extends LagLimits {
  /** How long an answer is given again; processes tell no more often. */
  readonly intervalMs: number;
  readonly callTimeoutMs: number;
}

/**
 * One small read for all who ask within the interval. A replica that lags behind the reports' origins shows older ones: it
 * tells of less than there is, never of more.
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
    // Whoever comes after a failure tries again.
    reading.catch(() => latest === reading && (latest = undefined));
    return reading;
  };
}

async function readProgress(dependencies: ReadProgressDependencies): Promise<IngestionProgress> {
  const { clock, limits } = dependencies;
  const { reports, unreadable } = await readReports(dependencies);
  const nowMs = clock.nowMs();
  const stages = stageLags(reports, nowMs, limits);
  const alarms = lagAlarms(stages, nowMs, limits);
  return {
    atMs: nowMs,
    completeUpToMs: leastComplete(stages),
    stages,
    alarms: unreadable.length === 0 ? alarms : [...alarms, { kind: 'unreadable', processes: unreadable }],
  };
}

export interface ReportsRead {
  readonly reports: readonly StageReport[];
  /** Columns of reports that are damaged, or of a later version. */
  readonly unreadable: readonly string[];
}

export async function readReports({
  reader,
  clock,
  limits,
}: Pick<ReadProgressDependencies, 'reader' | 'clock'> & {
  readonly limits: Pick<ReadProgressLimits, 'callTimeoutMs'>;
}): Promise<ReportsRead> {
  const keptFromMs = clock.nowMs() - PROGRESS_RETENTION_MS;
  const filter = chain(
    familyIs(PROGRESS_FAMILY),
    timestampRange(Math.max(0, keptFromMs) * 1_000),
    cellsPerColumnLimit(1),
  );
  const read = { table: PROGRESS_TABLE, key: PROGRESS_KEY, filter };
  const { row } = await reader.readRow(read, EVENTUAL, { timeoutMs: limits.callTimeoutMs });
  const reports: StageReport[] = [];
  const unreadable: string[] = [];
  for (const { qualifier, value } of row?.cells ?? []) {
    try {
      reports.push(decodeStageReport(value));
    } catch (error) {
      if (!(error instanceof TidemarkError)) throw error;
      unreadable.push(qualifier.toString());
    }
  }
  return { reports, unreadable };
}
