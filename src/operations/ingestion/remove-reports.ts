import { deleteFromColumn } from '../../bigtable/mutations';
import type { CallOptions } from '../../bigtable/types';
import type { Writer } from '../../watermark/store';
import { PROGRESS_COLUMN, PROGRESS_FAMILY, PROGRESS_TABLE } from './progress-rows';

/** A report, where it is and as it was when it was read or written. */
export interface ReportCell {
  readonly key: Buffer;
  readonly timestampMicros: number;
}

/** What was told after these reports stays: whoever is not gone after all tells a newer version. */
export async function removeReports(
  writer: Writer,
  cells: readonly ReportCell[],
  options: CallOptions,
): Promise<void> {
  const rows = cells.map(({ key, timestampMicros }) => {
    const upToThis = { endMicros: timestampMicros + 1_000 };
    return { key, mutations: [deleteFromColumn(PROGRESS_FAMILY, PROGRESS_COLUMN, upToThis)] };
  });
  await Promise.all(rows.map((row) => writer.mutateRow(PROGRESS_TABLE, row, options)));
}
