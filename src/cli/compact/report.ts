import { countOf } from '../../core/shared/count-of';
import type { CompactionSummary } from '../../operations/compaction/compact';

const HEADLINE = {
  complete: 'packed',
  interrupted: 'interrupted; the next round continues',
  failed: 'failed; the next round continues',
} as const;

/** Returns the summary of a compaction round as text. */
export function compactionLines(summary: CompactionSummary, isDryRun: boolean): string[] {
  const { dataType, status, rows, rowsPacked, openDaysPacked, cellsRemoved, seconds } = summary;
  if (isDryRun) {
    return [
      `${dataType}: ${countOf(cellsRemoved, 'cell')} to pack, in ${rowsPacked} of ${countOf(rows, 'row')}. Nothing was changed.`,
    ];
  }
  return [
    `${dataType}: ${HEADLINE[status]}`,
    line(
      'rows',
      rows,
      `with events; ${rowsPacked} packed, with ${countOf(openDaysPacked, 'day')} not yet over`,
    ),
    line('cells', cellsRemoved, `packed into ${countOf(summary.blocksWritten, 'block')}`),
    line(
      'events',
      summary.eventsPacked,
      `packed; ${countOf(summary.duplicatesDropped, 'duplicate')} dropped`,
    ),
    line('bytes', summary.bytesRemoved, bytesNote(summary)),
    ...hiddenLines(summary),
    ...recentLines(summary),
    ...problemLines(summary),
    `  in ${seconds.toFixed(1)} s, ${Math.round(summary.eventsPacked / Math.max(seconds, 0.001))} events/s`,
  ];
}

function bytesNote({ bytesWritten, bytesPerEvent }: CompactionSummary): string {
  const each = bytesPerEvent === undefined ? '' : `: ${bytesPerEvent.toFixed(1)} per event`;
  return `replaced by ${bytesWritten}${each}`;
}

function hiddenLines({ hiddenEventsRemoved }: CompactionSummary): string[] {
  const note = 'removed: an erasure, a withdrawal or a deletion hides them';
  return hiddenEventsRemoved > 0 ? [line('hidden', hiddenEventsRemoved, note)] : [];
}

/** Returns how much a query over 30 days reads of a packed row, before and after, or nothing. */
function recentLines({ recent }: CompactionSummary): string[] {
  if (recent.rows === 0) return [];
  const each = (sum: number): number => Math.round(sum / recent.rows);
  const before = `${countOf(each(recent.cellsBefore), 'cell')} of ${each(recent.bytesBefore)} bytes`;
  const after = `${each(recent.cellsAfter)} of ${each(recent.bytesAfter)}`;
  return [`  the packed part of a row's last 30 days had ${before} on average, and now has ${after}`];
}

function problemLines({ rowsOverBlock, rowsFailed, cellsLeft, failures }: CompactionSummary): string[] {
  return [
    ...(rowsOverBlock > 0
      ? [line('rows', rowsOverBlock, 'with more events of a day or week than one block holds')]
      : []),
    ...(rowsFailed > 0 ? [line('rows', rowsFailed, 'skipped: not packable')] : []),
    ...(cellsLeft > 0 ? [line('cells', cellsLeft, 'skipped: not packable')] : []),
    ...Object.entries(failures).map(([code, { count, example }]) => line(`  ${code}`, count, example)),
  ];
}

function line(label: string, count: number, note: string): string {
  return `  ${label.padEnd(10)} ${String(count).padStart(12)}  ${note}`;
}
