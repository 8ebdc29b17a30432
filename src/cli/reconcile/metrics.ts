import {
  observeCorruption,
  type CorruptionObserver,
} from '../../operations/campaign-counts/corrupted-sketches';
import type { CountComparison } from '../../operations/reconcile/compare-day';
import type { RecountState } from '../../operations/reconcile/recount-state';
import type { LabelledValue, Metrics } from '../../platform/telemetry/metrics';

export interface ReconciliationObserver extends CorruptionObserver {
  /** Called after each row. */
  onProgress(state: RecountState): void;
  onComparison(comparison: CountComparison): void;
}

/** Returns an observer that records the progress of a recount, and the sketches that it finds to be wrong. */
export function reconciliationMetrics(metrics: Metrics): ReconciliationObserver {
  let latest: RecountState | undefined;
  metrics.gauges(
    {
      name: 'tidemark.reconciliation.rows',
      description: 'Users recounted so far, by outcome',
      labels: ['outcome'],
      absentValue: 0,
    },
    () => (latest === undefined ? [] : rowsOf(latest)),
  );
  const comparisons = metrics.counter(
    {
      name: 'tidemark.reconciliation.comparisons',
      description: 'Counts of sketches compared with the log, by verdict',
    },
    ['verdict'],
  );
  return {
    ...observeCorruption(metrics),
    onProgress: (state) => void (latest = state),
    onComparison: ({ verdict }) => comparisons(1, verdict),
  };
}

function rowsOf({ tally: { rows, rowsFailed } }: RecountState): LabelledValue[] {
  return [
    { labels: { outcome: 'counted' }, value: rows - rowsFailed },
    { labels: { outcome: 'failed' }, value: rowsFailed },
  ];
}
