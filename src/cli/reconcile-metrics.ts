import { damageTelemetry, type DamageObserver } from '../operations/campaign-counts/damaged-sketches';
import type { Comparison } from '../operations/reconcile/compare-day';
import type { RecountState } from '../operations/reconcile/recount-state';
import type { LabelledValue, Metrics } from '../platform/metrics';

export interface ReconciliationObserver extends DamageObserver {
  /** After each row. */
  onProgress(state: RecountState): void;
  onComparison(comparison: Comparison): void;
}

/** What tells how far a recount is, and alarms of sketches that it finds to be wrong. */
export function reconciliationMetrics(metrics: Metrics): ReconciliationObserver {
  let latest: RecountState | undefined;
  metrics.gauges(
    {
      name: 'tidemark.reconciliation.rows',
      description: 'Users gone through so far, by outcome',
      ...{ labels: ['outcome'], gone: 0 },
    },
    () => (latest === undefined ? [] : rowsOf(latest)),
  );
  const comparisons = metrics.tally(
    { name: 'tidemark.reconciliation.comparisons', description: 'Sketches held against the log' },
    ['verdict'],
  );
  return {
    ...damageTelemetry(metrics),
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
