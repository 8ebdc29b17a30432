import { countOf } from '../../core/shared/count-of';
import type { ExportSummary } from '../../ingest/export/run-export';

const HEADLINE = {
  complete: 'exported',
  interrupted: 'interrupted; run the same command again to resume',
  failed: 'failed; run the same command again to resume',
} as const;

/** Returns the summary of an export as text. */
export function featureExportLines(summary: ExportSummary, file: string, output: string): string[] {
  const { records, resumedAt, seconds, features, version, layout } = summary;
  const rate = Math.round((records - resumedAt) / Math.max(seconds, 0.001));
  return [
    `${file}: ${HEADLINE[summary.status]} to ${output}`,
    row('records', records, resumedAt === 0 ? '' : `${resumedAt} of these by an earlier run`),
    row('exported', summary.exported),
    row('truncated', summary.truncated, 'of these; their lookback exceeds the current retention'),
    row('rejected', summary.rejected),
    ...summary.reasons.map(({ code, field, count, message, lines }) => {
      const where = field === undefined ? '' : `${field} `;
      return row(`  ${code}`, count, `${where}${message}; e.g. line ${lines.join(', ')}`);
    }),
    `  ${countOf(features, 'feature')} per record, version ${version}, layout ${layout}`,
    `  in ${seconds.toFixed(1)} s, ${rate} records/s`,
  ];
}

function row(label: string, count: number, note = ''): string {
  return `  ${label.padEnd(20)} ${String(count).padStart(10)}${note === '' ? '' : `  ${note}`}`;
}
