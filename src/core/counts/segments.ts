import type { TimeWindow } from './windows';

/** The time axis, cut at the edges of all windows: no window cuts a segment. */
export interface Segments {
  /** Ascending; segment i is from edge i up to, not including, edge i + 1. Milliseconds since the Unix epoch. */
  readonly edgesMs: readonly number[];
  readonly count: number;
  /** For each window its first segment, and the one after its last. */
  readonly ranges: readonly (readonly [first: number, end: number])[];
}

/** What lies before `fromMs` is in no segment. */
export function segmentsOf(windows: readonly TimeWindow[], fromMs: number): Segments {
  const clipped = windows.map((window) => {
    const startMs = Math.max(window.fromMs, fromMs);
    return [startMs, Math.max(window.toMs, startMs)] as const;
  });
  const full = clipped.filter(([startMs, endMs]) => startMs < endMs);
  const edgesMs = [...new Set(full.flat())].sort((a, b) => a - b);
  const ranges = clipped.map(([startMs, endMs]): [number, number] =>
    startMs < endMs ? [edgesMs.indexOf(startMs), edgesMs.indexOf(endMs)] : [0, 0],
  );
  return { edgesMs, count: Math.max(0, edgesMs.length - 1), ranges };
}
