import type { ImportSummary } from '../../ingest/import/import-summary';

const HEADLINE = {
  complete: 'imported',
  interrupted: 'interrupted; give the same command again',
  failed: 'failed; give the same command again',
} as const;

/** The summary of an import, for a person. */
export function importLines(summary: ImportSummary, file: string): string[] {
  const rate = Math.round((summary.records - summary.resumedAt) / Math.max(summary.seconds, 0.001));
  return [
    `${file}: ${HEADLINE[summary.status]}`,
    row('records', summary.records, resumed(summary)),
    row('accepted', summary.accepted),
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
  return resumedAt === 0 ? '' : `${resumedAt} of them by an earlier run`;
}

function hints({ reasons, shiftDays, duplicatesUndetected, unreadBytes = 0 }: ImportSummary): string[] {
  const hints: string[] = [];
  if (shiftDays !== 0) hints.push(`  event times were moved by ${shiftDays} days (--shift-to-now)`);
  if (shiftDays === 0 && reasons.some(({ code }) => code === 'event_too_old')) {
    hints.push('  hint: --shift-to-now tries out an old log as if it had just ended');
  }
  if (reasons.some(({ code, field }) => code === 'invalid_argument' && field === 'eventTime')) {
    hints.push('  hint: --time-zone tells the zone of times that name none, --time-format any other form');
  }
  if (unreadBytes > 0) {
    hints.push(`  the file grew by ${unreadBytes} bytes while it was read: import it again to take them in`);
  }
  if (duplicatesUndetected)
    hints.push('  some duplicates may stand under accepted: too many keys to remember');
  return hints;
}
