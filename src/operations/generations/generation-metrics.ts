/** Metrics of the pointers to published generations. */
import type { Metrics } from '../../platform/telemetry/metrics';
import type { GenerationPointers } from './served-generations';

interface GenerationObserver {
  /** Counts a failed read of the pointers. */
  readonly onError: (code: string) => void;
  /** Registers the gauges, which are computed whenever metrics are collected. */
  readonly observe: (pointers: Pick<GenerationPointers, 'ageMs' | 'isUnused'>) => void;
}

export function observeGenerations(metrics: Metrics): GenerationObserver {
  const errors = metrics.counter(
    {
      name: 'tidemark.generations.pointer.errors',
      description: 'Failed reads of the pointers to published generations',
    },
    ['code'],
  );
  errors(0, 'store_unavailable');
  return {
    onError: (code) => errors(1, code),
    observe: (pointers) =>
      metrics.gauge(
        'tidemark.generations.pointer_age',
        'Seconds since the last read of the pointers to published generations was sent; NaN if no DataType has generations',
        () => (pointers.isUnused ? NaN : pointers.ageMs / 1_000),
      ),
  };
}
