import { countOf } from '../../core/shared/count-of';
import type { ImportSummary } from '../../ingest/import/import-summary';

const HEADLINE = {
  complete: 'imported',
  interrupted: 'interrupted; run the same command again to resume',
  failed: 'failed; run the same command again to resume',
} as const;

/** Returns the summary of an import as text. */
export function importLines(
  summary: ImportSummary,
  { file, dryRun }: { readonly file: string; readonly dryRun: boolean },
): string[] {
  const rate = Math.round((summary.records - summary.resumedAt) / Math.max(summary.seconds, 0.001));
  return [
    `${file}: ${dryRun && summary.status === 'complete' ? 'checked, nothing written' : HEADLINE[summary.status]}`,
    row('records', summary.records, resumed(summary)),
    row(dryRun ? 'valid' : 'accepted', summary.accepted),
    row('duplicate', summary.duplicates, 'same dedup key as an earlier record'),
    row('rejected', summary.rejected),
    ...summary.reasons.map(({ code, field, count, message, lines }) => {
      const where = field === undefined ? '' : `${field} `;
      return row(`  ${code}`, count, `${where}${message}; e.g. line ${lines.join(', ')}`);
    }),
    `  in ${summary.seconds.toFixed(1)} s, ${rate} records/s`,
    ...hints(summary),
  ];
}

function row(label: string, count: number, note = ''): string {
  return `  ${label.padEnd(20)} ${String(count).padStart(10)}${note === '' ? '' : `  ${note}`}`;
}

function resumed({ resumedAt }: ImportSummary): string {
  return resumedAt === 0 ? '' : `${resumedAt} of these by an earlier run`;
}

function hints({ reasons, shiftDays, duplicatesUndetected, ...summary }: ImportSummary): string[] {
  const { unreadBytes = 0, unreadDimensions = [] } = summary;
  const hints: string[] = [];
  for (const { column, dimension } of unreadDimensions) {
    hints.push(
      `  hint: ${dimension} was not read, but there is a column ${column}: --column ${dimension}=${column}`,
    );
  }
  if (shiftDays !== 0)
    hints.push(`  event times were shifted by ${countOf(shiftDays, 'day')} (--shift-to-now)`);
  if (shiftDays === 0 && reasons.some(({ code }) => code === 'event_too_old')) {
    hints.push('  hint: --shift-to-now imports an old log as if it had just ended');
  }
  if (reasons.some(({ code, field }) => code === 'invalid_argument' && field === 'eventTime')) {
    hints.push('  hint: --time-zone sets the zone of event times without one, --time-format their format');
  }
  if (unreadBytes > 0) {
    hints.push(
      `  the file grew by ${countOf(unreadBytes, 'byte')} during the import: import it again to include them`,
    );
  }
  if (duplicatesUndetected)
    hints.push('  some duplicates may be counted as accepted: the log has more dedup keys than are tracked');
  return hints;
}
