import { deleteFromColumn } from '../../bigtable/write/mutations';
import type { CallOptions } from '../../bigtable/client/types';
import type { Writer } from '../../consistency/store';
import { PROGRESS_QUALIFIER, PROGRESS_FAMILY, PROGRESS_TABLE } from './progress-report-rows';

/** Location and timestamp of a report. */
export interface ProgressReportCell {
  readonly key: Buffer;
  readonly timestampMicros: number;
}

/** Removes these reports but no newer ones, so a process that is still active stays visible. */
export async function removeProgressReports(
  writer: Writer,
  cells: readonly ProgressReportCell[],
  options: CallOptions,
): Promise<void> {
  const rows = cells.map(({ key, timestampMicros }) => {
    const upToThis = { endMicros: timestampMicros + 1_000 };
    return { key, mutations: [deleteFromColumn(PROGRESS_FAMILY, PROGRESS_QUALIFIER, upToThis)] };
  });
  await Promise.all(rows.map((row) => writer.mutateRow(PROGRESS_TABLE, row, options)));
}
