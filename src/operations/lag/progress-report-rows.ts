/**
 * Rows of the progress reports of ingestion. Each process writes a report every second, and a row retains overwritten
 * cells until Bigtable compacts it, which may take a week. A process therefore uses a new row every minute. Readers
 * read the rows of the last minutes only, whatever the amount of older data.
 *
 * The last report of a subscription that is no longer consumed matters for a long time. A consumer therefore also
 * writes its report to a second row, every ten minutes and at its end. That row gets a few versions an hour and
 * remains readable.
 *
 *     <shard>$ingestion/kept/<stage>/<process>
 *     <shard>$ingestion/now/<minute>/<stage>/<process>
 */
import type { RowRange } from '../../bigtable/client/types';
import type { Stage } from '../../core/lag/stage-report';
import { INTERNAL_ROWS_PREFIX, rowsWithPrefix } from '../shared/internal-rows';

export const PROGRESS_TABLE = 'campaigns';
export const PROGRESS_FAMILY = 'stage_progress';
/** Qualifier of reports: the only SubType. */
export const PROGRESS_QUALIFIER = Buffer.from('current');
/** Retention that the DataType declares. */
export const PROGRESS_RETENTION_MS = 31 * 86_400_000;
/**
 * Interval of retained reports, in milliseconds: the maximum time by which a current report is newer than the
 * retained one.
 */
export const RETAINED_REPORT_INTERVAL_MS = 600_000;

const KEPT = `${INTERNAL_ROWS_PREFIX}ingestion/kept/`;
const NOW = `${INTERNAL_ROWS_PREFIX}ingestion/now/`;
const MINUTE_MS = 60_000;
const MINUTE_CHARACTERS = 'yyyy-mm-ddThh:mm'.length;

interface ReportingProcess {
  readonly stage: Stage;
  readonly process: string;
}

/** Whether reports of the stage are retained. Requests end with their process, so those of the API are not. */
export function isReportRetained(stage: Stage): boolean {
  return stage !== 'api';
}

/** Returns the row of the retained report of a process. */
export function retainedReportKey(reporter: ReportingProcess): Buffer {
  return Buffer.from(KEPT + reportName(reporter));
}

/** Returns the row of the minute in which a report is written. */
export function currentReportKey(reporter: ReportingProcess, writtenMs: number): Buffer {
  return Buffer.from(`${NOW}${minuteOf(writtenMs)}/${reportName(reporter)}`);
}

/** Returns the name of a process, as used in keys and alarms. */
export function reportName({ stage, process }: ReportingProcess): string {
  return `${stage}/${process}`;
}

/** Returns the name of the process in a row key. */
export function reportNameOf(key: Buffer): string {
  const text = key.toString();
  return text.slice(isRetainedReportKey(key) ? KEPT.length : NOW.length + MINUTE_CHARACTERS + 1);
}

/** Whether the row is that of a retained report. */
export function isRetainedReportKey(key: Buffer): boolean {
  return key.toString('utf8', 0, KEPT.length) === KEPT;
}

/**
 * Returns the time from which reports are read, in milliseconds since the Unix epoch: long enough to notice a silent
 * process while its messages are not redelivered yet.
 */
export function reportsReadFromMs(
  nowMs: number,
  limits: { readonly deadAfterMs: number; readonly redeliveredAfterMs: number },
): number {
  const memoryMs = Math.max(MINUTE_MS, limits.deadAfterMs + limits.redeliveredAfterMs);
  return Math.floor((nowMs - memoryMs) / MINUTE_MS) * MINUTE_MS;
}

/** Returns the ranges of all relevant rows. A clock may be ahead, so minutes in the future are included. */
export function reportRowRanges(fromMs: number): readonly RowRange[] {
  const { end } = rowsWithPrefix(NOW);
  const start = { key: Buffer.from(NOW + minuteOf(fromMs)), inclusive: true };
  return [rowsWithPrefix(KEPT), { start, end }];
}

const minuteOf = (ms: number): string => new Date(ms).toISOString().slice(0, MINUTE_CHARACTERS);
