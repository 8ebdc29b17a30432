import type { Metrics } from '../../platform/telemetry/metrics';
import type { FlushObserver } from './flusher';
import type { SketchWriter } from './sketch-writer';

/** Returns an observer that exports flushes as metrics. */
export function observeFlushes(metrics: Metrics): FlushObserver {
  const rows = metrics.counter(
    {
      name: 'tidemark.sketches.rows',
      description: 'Mutations of sketch rows, by outcome',
    },
    ['outcome'],
  );
  const bytes = metrics.counter(
    { name: 'tidemark.sketches.written', description: 'Bytes written to sketch rows', unit: 'By' },
    [],
  );
  const seconds = metrics.latency(
    'tidemark.sketches.flush.duration',
    'Duration of a call that writes sketch rows, retries included',
  );
  return {
    onRow(bytesOfRow, isAcknowledged) {
      rows(1, isAcknowledged ? 'acknowledged' : 'failed');
      bytes(bytesOfRow);
    },
    onEnded: (durationMs) => seconds.record(durationMs / 1_000),
  };
}

export function registerSketchGauges(metrics: Metrics, sketches: SketchWriter): void {
  metrics.gauge('tidemark.sketches.buffered', 'Sketches in memory', () => sketches.state().held);
  metrics.gauge(
    'tidemark.sketches.dirty',
    'Sketches with data that waits to be written',
    () => sketches.state().dirty,
  );
  metrics.gauges(
    {
      name: 'tidemark.sketches.row',
      description: 'Maximum bytes that this process has written to one of the sketch rows in memory',
      unit: 'By',
      absentValue: 0,
    },
    () => [{ value: sketches.state().rowBytesMax, labels: {} }],
  );
}
