import type { Clock } from '../../platform/time/clock';
import type { Metrics } from '../../platform/telemetry/metrics';
import type { CompactionObserver } from '../../operations/compaction/compact';

export interface CompactionMetrics extends CompactionObserver {
  /** Called when the worker's whole share is done. */
  onRoundComplete(): void;
}

/** Returns an observer that records the metrics of compaction: whether it keeps up, and how much it saves. */
export function compactionMetrics(metrics: Metrics, clock: Clock): CompactionMetrics {
  const startedMs = clock.monotonicMs();
  let completedMs = startedMs;
  const rows = metrics.counter(
    { name: 'tidemark.compaction.rows', description: 'Rows processed by compaction, by outcome' },
    ['outcome'],
  );
  const events = metrics.counter(
    {
      name: 'tidemark.compaction.events',
      description: 'Events packed into blocks, duplicates dropped, and hidden events removed',
    },
    ['kind'],
  );
  const cells = metrics.counter(
    { name: 'tidemark.compaction.cells', description: 'Cells processed by compaction, by outcome' },
    ['outcome'],
  );
  const bytes = metrics.counter(
    {
      name: 'tidemark.compaction.size',
      description: 'Bytes of the cells removed and of the blocks written by compaction',
      unit: 'By',
    },
    ['direction'],
  );
  const openDays = metrics.counter(
    {
      name: 'tidemark.compaction.open_days',
      description: 'Days packed before they were over, of users with many events',
    },
    [],
  );
  metrics.gauge(
    'tidemark.compaction.round_age',
    'Seconds since the last complete compaction round, or since the start of the process',
    () => (clock.monotonicMs() - completedMs) / 1_000,
  );
  return {
    onRow: (tally) => {
      rows(1, tally.rowsFailed > 0 ? 'failed' : tally.rowsPacked > 0 ? 'packed' : 'unchanged');
      openDays(tally.openDaysPacked);
      events(tally.eventsPacked, 'packed');
      events(tally.duplicatesDropped, 'duplicate');
      events(tally.hiddenEventsRemoved, 'hidden');
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
