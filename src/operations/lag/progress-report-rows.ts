/**
 * Where the reports of ingestion's processes are. Each process writes one a second, and a row keeps what was overwritten until
 * Bigtable compacts it, which may take a week. So a row is a process's for one minute only; who asks how far ingestion is
 * reads the rows of the last minutes, and never comes by what lies before them, however much of it there is.
 *
 * Of a subscription that nobody reads any more the last words count for long. What reads one writes its report to a second row, too,
 * every ten minutes and when it ends: that row has some versions an hour, and is all that is left to be read.
 *
 *     <shard>$ingestion/kept/<stage>/<process>
 *     <shard>$ingestion/now/<minute>/<stage>/<process>
 */
import type { RowRange } from '../../bigtable/client/types';
import type { Stage } from '../../core/lag/stage-report';
import { INTERNAL_ROWS_PREFIX, rowsWithPrefix } from '../shared/internal-rows';

export const PROGRESS_TABLE = 'campaigns';
export const PROGRESS_FAMILY = 'stage_progress';
/** The one SubType. */
export const PROGRESS_QUALIFIER = Buffer.from('current');
/** As the DataType's retention has it. */
export const PROGRESS_RETENTION_MS = 31 * 86_400_000;
/** No process tells anything for longer than that after what is kept of it. */
export const RETAINED_REPORT_INTERVAL_MS = 600_000;

const KEPT = `${INTERNAL_ROWS_PREFIX}ingestion/kept/`;
const NOW = `${INTERNAL_ROWS_PREFIX}ingestion/now/`;
const MINUTE_MS = 60_000;
const MINUTE_CHARACTERS = 'yyyy-mm-ddThh:mm'.length;

interface ReportingProcess {
  readonly stage: Stage;
  readonly process: string;
}

/** Reports of these are kept; requests end with their process, and nobody waits for it. */
export function isReportRetained(stage: Stage): boolean {
  return stage !== 'api';
}

export function retainedReportKey(of: ReportingProcess): Buffer {
  return Buffer.from(KEPT + reportName(of));
}

/** Of the minute in which it is told. */
export function currentReportKey(of: ReportingProcess, toldMs: number): Buffer {
  return Buffer.from(`${NOW}${minuteOf(toldMs)}/${reportName(of)}`);
}

/** As keys and alarms have it. */
export function reportName({ stage, process }: ReportingProcess): string {
  return `${stage}/${process}`;
}

export function reportNameOf(key: Buffer): string {
  const text = key.toString();
  return text.slice(isRetainedReportKey(key) ? KEPT.length : NOW.length + MINUTE_CHARACTERS + 1);
}

export function isRetainedReportKey(key: Buffer): boolean {
  return key.toString('utf8', 0, KEPT.length) === KEPT;
}

/** From then on all that was told is read: whoever is silent is seen to be for as long as anybody waits for what he held. */
export function reportsReadFromMs(
  nowMs: number,
  limits: { readonly deadAfterMs: number; readonly redeliveredAfterMs: number },
): number {
  const memoryMs = Math.max(MINUTE_MS, limits.deadAfterMs + limits.redeliveredAfterMs);
  return Math.floor((nowMs - memoryMs) / MINUTE_MS) * MINUTE_MS;
}

/** All rows that count. A clock may be ahead: what is told in minutes to come is told now. */
export function reportRowRanges(fromMs: number): readonly RowRange[] {
  const { end } = rowsWithPrefix(NOW);
  const start = { key: Buffer.from(NOW + minuteOf(fromMs)), inclusive: true };
  return [rowsWithPrefix(KEPT), { start, end }];
}

const minuteOf = (ms: number): string => new Date(ms).toISOString().slice(0, MINUTE_CHARACTERS);
