import type { MergeSketchesSummary } from '../../operations/campaign-counts/merge-sketches';
import type { Metrics } from '../../platform/telemetry/metrics';

/** Returns a function that records the summary of merging one kind of counts, named `<corpus>/<family>`. */
export function sketchMergeMetrics(
  metrics: Metrics,
): (counts: string, summary: MergeSketchesSummary) => void {
  const tally = (name: string, description: string, labels: readonly string[], unit?: string) =>
    metrics.counter(
      { name: `tidemark.campaign_counts.merge.${name}`, description, ...(unit !== undefined && { unit }) },
      labels,
    );
  const rows = tally('rows', 'Rows of campaign counts processed by merging, by outcome', [
    'counts',
    'outcome',
  ]);
  const columns = tally('columns', 'Columns of campaign counts processed by merging, by outcome', [
    'counts',
    'outcome',
  ]);
  const bytes = tally(
    'size',
    'Bytes of the columns that merging removed and wrote',
    ['counts', 'direction'],
    'By',
  );
  const failures = tally('failures', 'Rows of campaign counts that could not be merged, by error code', [
    'counts',
    'code',
  ]);
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
