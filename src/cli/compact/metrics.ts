import type { Clock } from '../../platform/time/clock';
import type { Metrics } from '../../platform/telemetry/metrics';
import type { CompactionObserver } from '../../operations/compaction/compact';

export interface CompactionMetrics extends CompactionObserver {
  /** All of the worker's share is done. */
  onRoundComplete(): void;
}

/** What tells whether compaction keeps up, and what it gains. */
export function compactionMetrics(metrics: Metrics, clock: Clock): CompactionMetrics {
  const startedMs = clock.monotonicMs();
  let completedMs = startedMs;
  const rows = metrics.counter(
    { name: 'tidemark.compaction.rows', description: 'Rows by what became of them' },
    ['outcome'],
  );
  const events = metrics.counter(
    { name: 'tidemark.compaction.events', description: 'Events packed, and duplicates among them' },
    ['kind'],
  );
  const cells = metrics.counter(
    { name: 'tidemark.compaction.cells', description: 'Cells by what became of them' },
    ['outcome'],
  );
  const bytes = metrics.counter(
    { name: 'tidemark.compaction.size', description: 'Cells removed and blocks written', unit: 'By' },
    ['direction'],
  );
  metrics.gauge(
    'tidemark.compaction.round_age',
    'Since the last complete round, or the start, in seconds',
    () => (clock.monotonicMs() - completedMs) / 1_000,
  );
  return {
    onRow: (tally) => {
      rows(1, tally.rowsFailed > 0 ? 'failed' : tally.rowsPacked > 0 ? 'packed' : 'unchanged');
      events(tally.eventsPacked, 'packed');
      events(tally.duplicatesDropped, 'duplicate');
      cells(tally.cellsRemoved, 'removed');
      cells(tally.blocksWritten, 'written');
      cells(tally.cellsLeft, 'left');
      bytes(tally.bytesRemoved, 'removed');
      bytes(tally.bytesWritten, 'written');
    },
    onRoundComplete: () => {
      completedMs = clock.monotonicMs();
    },
  };
}
