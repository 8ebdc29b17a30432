import type { Metrics } from '../../platform/telemetry/metrics';
import type { FlushObserver } from './flusher';
import type { SketchWriter } from './sketch-writer';

/** What the writing of sketches reports, as metrics. */
export function observeFlushes(metrics: Metrics): FlushObserver {
  const rows = metrics.counter(
    {
      name: 'tidemark.sketches.rows',
      description: 'Mutations of rows of sketches, by whether they were acknowledged',
    },
    ['outcome'],
  );
  const bytes = metrics.counter(
    { name: 'tidemark.sketches.written', description: 'Bytes of them', unit: 'By' },
    [],
  );
  const seconds = metrics.latency(
    'tidemark.sketches.flush.duration',
    'Time of a call that writes rows of sketches, retries included',
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
    'Sketches of which something waits to be written',
    () => sketches.state().dirty,
  );
  metrics.gauges(
    {
      name: 'tidemark.sketches.row',
      description: 'The most that this process has written of one row of sketches, of those that it holds',
      unit: 'By',
      absentValue: 0,
    },
    () => [{ value: sketches.state().rowBytesMax, labels: {} }],
  );
}
