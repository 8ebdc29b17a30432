import type { EventColumns } from '../columns/event-columns';
import { firstIndexAt } from '../columns/first-at';
import { int32s, uint32s } from '../columns/pooled-arrays';
import type { Segments } from './segments';

/**
 * Counts of one tally: a run of rows for each segment. The first row of a run collects events that count for nothing.
 */
export class SegmentCounts {
  /** Length of a run, including its first row. */
  readonly width: number;
  readonly counts: Uint32Array;

  constructor(rows: number, segments: number) {
    this.width = rows + 1;
    this.counts = uint32s(this.width * segments);
  }

  /**
   * Returns the counts of each window, without the first rows. A window is the difference of two prefix sums over the
   * segments.
   */
  windowCounts({ ranges }: Segments): Uint32Array {
    const { width, counts: sums } = this;
    for (let at = width; at < sums.length; at++) sums[at]! += sums[at - width]!;
    const rows = width - 1;
    const counts = uint32s(ranges.length * rows);
    ranges.forEach(([first, end], window) => {
      if (first === end) return;
      const last = (end - 1) * width + 1;
      const before = (first - 1) * width + 1;
      for (let row = 0, at = window * rows; row < rows; row++, at++) {
        counts[at] = first === 0 ? sums[last + row]! : sums[last + row]! - sums[before + row]!;
      }
    });
    return counts;
  }
}

export interface SegmentCounting {
  /** For each tally, the row of each combination. */
  readonly rows: readonly Uint32Array[];
  /** Counts of each tally. */
  readonly counts: readonly SegmentCounts[];
  readonly segments: Segments;
}

/** Counts the events of one part. */
export function countSegments(part: EventColumns, counting: SegmentCounting): void {
  const { timesOfCombinations } = part;
  if (timesOfCombinations === undefined) countSorted(part, counting);
  else countUnsorted(segmentsAt(timesOfCombinations, counting.segments), counting);
}

/** Counts events that are combinations of their own, given the segment of each. */
function countUnsorted(segmentOf: Int32Array, { rows, counts }: SegmentCounting): void {
  for (let tally = 0; tally < rows.length; tally++) {
    const { counts: all, width } = counts[tally]!;
    const rowOf = rows[tally]!;
    for (let c = 0; c < segmentOf.length; c++) {
      const segment = segmentOf[c]!;
      if (segment >= 0) all[segment * width + rowOf[c]!]!++;
    }
  }
}

/** Returns the segment of each time, or -1. Neighbouring times are mostly in the same segment. */
function segmentsAt(timesMs: Float64Array, { edgesMs, count }: Segments): Int32Array {
  const segments = int32s(timesMs.length);
  let segment = 0;
  for (let i = 0; i < timesMs.length; i++) {
    const timeMs = timesMs[i]!;
    while (segment < count - 1 && timeMs >= edgesMs[segment + 1]!) segment++;
    while (segment > 0 && timeMs < edgesMs[segment]!) segment--;
    segments[i] = timeMs >= edgesMs[segment]! && timeMs < edgesMs[segment + 1]! ? segment : -1;
  }
  return segments;
}

/** Counts events by ranges of their times, which ascend. */
function countSorted(part: EventColumns, { rows, counts, segments }: SegmentCounting): void {
  const { combinations, combinationCount, timesMs } = part;
  const byCombination = uint32s(combinationCount);
  let start = firstIndexAt(timesMs, segments.edgesMs[0]!);
  for (let segment = 0; segment < segments.count && start < part.count; segment++) {
    const end = firstIndexAt(timesMs, segments.edgesMs[segment + 1]!, start);
    const events = { combinations, start, end };
    start = end;
    if (events.start === end) continue;
    // If combinations recur, events are first counted by combination, one increment each, and each combination is added
    // to every tally once.
    const recur = end - events.start > combinationCount;
    if (recur) countCombinations(events, byCombination);
    for (let tally = 0; tally < rows.length; tally++) {
      const { counts: all, width } = counts[tally]!;
      const run = { counts: all, at: segment * width };
      if (recur) addCombinations(byCombination, rows[tally]!, run);
      else addEvents(events, rows[tally]!, run);
    }
  }
}

/** Combinations of events, from `start` up to, not including, `end`. */
interface Events {
  readonly combinations: Uint32Array;
  readonly start: number;
  readonly end: number;
}

/** Counts that begin at `at`. A subarray would be an allocation. */
interface Run {
  readonly counts: Uint32Array;
  readonly at: number;
}

function countCombinations({ combinations, start, end }: Events, counts: Uint32Array): void {
  counts.fill(0);
  for (let i = start; i < end; i++) counts[combinations[i]!]!++;
}

function addCombinations(byCombination: Uint32Array, rows: Uint32Array, { counts, at }: Run): void {
  for (let c = 0; c < byCombination.length; c++) counts[at + rows[c]!]! += byCombination[c]!;
}

function addEvents({ combinations, start, end }: Events, rows: Uint32Array, { counts, at }: Run): void {
  for (let i = start; i < end; i++) counts[at + rows[combinations[i]!]!]!++;
}
