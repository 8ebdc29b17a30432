import type { TimeWindow } from './windows';
import { mapped } from '../shared/lists';

/** The time axis, divided at the edges of all windows. No window divides a segment. */
export interface Segments {
  /**
   * Ascending edges, in milliseconds since the Unix epoch. Segment i is from edge i up to, not including, edge i + 1.
   */
  readonly edgesMs: readonly number[];
  readonly count: number;
  /** First segment of each window, and the one after its last. */
  readonly ranges: readonly (readonly [first: number, end: number])[];
}

/** Divides the time axis. Times before `fromMs` are in no segment. */
export function segmentsOf(windows: readonly TimeWindow[], fromMs: number): Segments {
  const clipped = mapped(windows, (window) => {
    const startMs = Math.max(window.fromMs, fromMs);
    return [startMs, Math.max(window.toMs, startMs)] as const;
  });
  const full = clipped.filter(([startMs, endMs]) => startMs < endMs);
  const edgesMs = [...new Set(full.flat())].sort((a, b) => a - b);
  const ranges = mapped(clipped, ([startMs, endMs]): [number, number] =>
    startMs < endMs ? [edgesMs.indexOf(startMs), edgesMs.indexOf(endMs)] : [0, 0],
  );
  return { edgesMs, count: Math.max(0, edgesMs.length - 1), ranges };
}
