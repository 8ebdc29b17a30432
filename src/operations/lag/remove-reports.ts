import { deleteFromColumn } from '../../bigtable/write/mutations';
import type { CallOptions } from '../../bigtable/client/types';
import type { Writer } from '../../consistency/store';
import { PROGRESS_QUALIFIER, PROGRESS_FAMILY, PROGRESS_TABLE } from './progress-report-rows';

/** A report, where it is and as it was when it was read or written. */
export interface ProgressReportCell {
  readonly key: Buffer;
  readonly timestampMicros: number;
}

/** What was told after these reports stays: whoever is not gone after all tells a newer version. */
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
