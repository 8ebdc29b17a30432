import type { CompactionSummary } from '../../operations/compaction/compact';

const HEADLINE = {
  complete: 'packed',
  interrupted: 'interrupted; the next round goes on',
  failed: 'failed; the next round goes on',
} as const;

/** What compaction did, for a person. */
export function compactionLines(summary: CompactionSummary, isDryRun: boolean): string[] {
  const { dataType, status, rows, rowsPacked, cellsRemoved, seconds } = summary;
  if (isDryRun) {
    return [
      `${dataType}: ${rowsPacked} of ${rows} rows have something to pack: ${cellsRemoved} cells. Nothing was changed.`,
    ];
  }
  return [
    `${dataType}: ${HEADLINE[status]}`,
    line('rows', rows, `with events of days that are over; ${rowsPacked} were packed`),
    line('cells', cellsRemoved, `became ${summary.blocksWritten} blocks`),
    line('events', summary.eventsPacked, `in them; ${summary.duplicatesDropped} duplicates were dropped`),
    line('bytes', summary.bytesRemoved, bytesNote(summary)),
    ...recentLines(summary),
    ...troubleLines(summary),
    `  in ${seconds.toFixed(1)} s, ${Math.round(summary.eventsPacked / Math.max(seconds, 0.001))} events/s`,
  ];
}

function bytesNote({ bytesWritten, bytesPerEvent }: CompactionSummary): string {
  const each = bytesPerEvent === undefined ? '' : `: ${bytesPerEvent.toFixed(1)} for each event`;
  return `became ${bytesWritten}${each}`;
}

/** What a query over 30 days reads of a row that was packed. */
function recentLines({ recent }: CompactionSummary): string[] {
  if (recent.rows === 0) return [];
  const each = (sum: number): number => Math.round(sum / recent.rows);
  const before = `${each(recent.cellsBefore)} cells of ${each(recent.bytesBefore)} bytes`;
  const after = `${each(recent.cellsAfter)} of ${each(recent.bytesAfter)}`;
  return [`  of a row's last 30 days, what was packed had ${before}, and has ${after}`];
}

function troubleLines({ rowsOverBlock, rowsFailed, cellsLeft, failures }: CompactionSummary): string[] {
  return [
    ...(rowsOverBlock > 0
      ? [line('rows', rowsOverBlock, 'have more events of a day or week than a block takes')]
      : []),
    ...(rowsFailed > 0 ? [line('rows', rowsFailed, 'were left: they cannot be packed')] : []),
    ...(cellsLeft > 0 ? [line('cells', cellsLeft, 'were left: they cannot be packed')] : []),
    ...Object.entries(failures).map(([code, { count, example }]) => line(`  ${code}`, count, example)),
  ];
}

function line(label: string, count: number, note: string): string {
  return `  ${label.padEnd(10)} ${String(count).padStart(12)}  ${note}`;
}
