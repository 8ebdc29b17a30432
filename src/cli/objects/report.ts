import type { ObjectExportSummary } from '../../ingest/objects/export-objects-files';
import type { ObjectLoadSummary } from '../../ingest/objects/run-object-load';

const RESUME = 'run the same command again to resume';

/** Returns the summary of an export as text. */
export function objectExportLines(
  summary: ObjectExportSummary,
  { corpus, dryRun }: { readonly corpus: string; readonly dryRun: boolean },
): string[] {
  const { status, files, objects, cells, unreadable, resumedAt, bytes, valueBytes } = summary;
  const done = dryRun ? 'counted, nothing written' : `exported to ${namesOf(files)}`;
  return [
    `${corpus}: ${status === 'complete' ? done : `${status}; ${RESUME}`}`,
    row('objects', objects),
    row('cells', cells, resumedAt === 0 ? '' : `${resumedAt} of these by an earlier run`),
    ...Object.entries(summary.dataTypes).map(([dataType, count]) => row(`  ${dataType}`, count)),
    ...(unreadable === 0 ? [] : [row('unreadable', unreadable, 'left out: the id or SubType is not UTF-8')]),
    row('value bytes', valueBytes),
    ...(dryRun ? [] : [row('file bytes', bytes)]),
    rate(cells - resumedAt, summary.seconds, 'cells'),
  ];
}

function namesOf(files: readonly string[]): string {
  return files.length === 1 ? files[0]! : `${files[0]} and ${files.length - 1} more`;
}

/** Returns the summary of a load as text. */
export function loadLines(summary: ObjectLoadSummary, file: string, dryRun: boolean): string[] {
  const { status, records, loaded, rejected, resumedAt } = summary;
  const done = dryRun ? 'checked, nothing written' : 'loaded';
  return [
    `${file}: ${status === 'complete' ? done : `${status}; ${RESUME}`}`,
    row('records', records, resumedAt === 0 ? '' : `${resumedAt} of these by an earlier run`),
    row(dryRun ? 'valid' : 'loaded', loaded),
    row('rejected', rejected),
    ...summary.reasons.map(({ code, field, count, message, lines }) => {
      const where = field === undefined ? '' : `${field} `;
      return row(`  ${code}`, count, `${where}${message}; e.g. line ${lines.join(', ')}`);
    }),
    rate(records - resumedAt, summary.seconds, 'records'),
  ];
}

function row(label: string, count: number, note = ''): string {
  return `  ${label.padEnd(20)} ${String(count).padStart(10)}${note === '' ? '' : `  ${note}`}`;
}

function rate(count: number, seconds: number, unit: string): string {
  return `  in ${seconds.toFixed(1)} s, ${Math.round(count / Math.max(seconds, 0.001))} ${unit}/s`;
}
