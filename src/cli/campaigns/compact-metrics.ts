import type { MergeSketchesSummary } from '../../operations/campaign-counts/merge-sketches';
import type { Metrics } from '../../platform/telemetry/metrics';

/** What merging has done, told to a collector when it is over. The returned function adds the summary of one kind of counts. */
export function sketchMergeMetrics(
  metrics: Metrics,
): (counts: string, summary: MergeSketchesSummary) => void {
  const tally = (name: string, description: string, labels: readonly string[], unit?: string) =>
    metrics.counter(
      { name: `tidemark.campaign_counts.merge.${name}`, description, ...(unit !== undefined && { unit }) },
      labels,
    );
  const rows = tally('rows', 'Rows of counts over all users, by what became of them', ['counts', 'outcome']);
  const columns = tally('columns', 'Their columns, by what became of them', ['counts', 'outcome']);
  const bytes = tally('size', 'Columns removed and written', ['counts', 'direction'], 'By');
  const failures = tally('failures', 'Rows that failed, by why', ['counts', 'code']);
  return (counts, summary) => {
    rows(summary.rowsMerged, counts, 'merged');
    rows(summary.rowsFailed, counts, 'failed');
    rows(summary.rows - summary.rowsMerged - summary.rowsFailed, counts, 'unchanged');
    columns(summary.columnsRemoved, counts, 'removed');
    columns(summary.columnsWritten, counts, 'written');
    columns(summary.columnsLeft, counts, 'left');
    bytes(summary.bytesRemoved, counts, 'removed');
    bytes(summary.bytesWritten, counts, 'written');
    for (const [code, { count }] of Object.entries(summary.failures)) failures(count, counts, code);
  };
}
