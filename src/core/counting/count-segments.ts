import type { EventColumns } from '../columns/columns';
import { firstAt } from '../columns/first-at';
import type { Segments } from './segments';

/** The counts of one tally: a run of rows for each segment, the first of which takes what counts for nothing. */
export class SegmentCounts {
  readonly #rows: number;
  readonly #counts: Uint32Array;

  constructor(rows: number, segments: number) {
    this.#rows = rows + 1;
    this.#counts = new Uint32Array(this.#rows * segments);
  }

  of(segment: number): Uint32Array {
    return this.#counts.subarray(segment * this.#rows, (segment + 1) * this.#rows);
  }

  /** The counts of each window, without the first row. A window is the difference of two sums of all segments up to one. */
  ofWindows({ ranges, count }: Segments): Uint32Array {
    const rows = this.#rows - 1;
    for (let segment = 1; segment < count; segment++) add(this.of(segment - 1), this.of(segment));
    const counts = new Uint32Array(ranges.length * rows);
    ranges.forEach(([first, end], window) => {
      if (first === end) return;
      const own = counts.subarray(window * rows, (window + 1) * rows);
      own.set(this.of(end - 1).subarray(1));
      if (first > 0) subtract(this.of(first - 1).subarray(1), own);
    });
    return counts;
  }
}

function add(values: Uint32Array, to: Uint32Array): void {
  for (let i = 0; i < to.length; i++) to[i]! += values[i]!;
}

function subtract(values: Uint32Array, from: Uint32Array): void {
  for (let i = 0; i < from.length; i++) from[i]! -= values[i]!;
}

export interface Counting {
  /** For each tally the row that each combination counts for. */
  readonly rows: readonly Uint32Array[];
  /** For each tally. */
  readonly counts: readonly SegmentCounts[];
  readonly segments: Segments;
}

/** Counts the events of one part. */
export function countSegments(part: EventColumns, { rows, counts, segments }: Counting): void {
  const { combinations, combinationCount, timesMs } = part;
  const byCombination = new Uint32Array(combinationCount);
  let start = firstAt(timesMs, segments.edgesMs[0]!);
  for (let segment = 0; segment < segments.count; segment++) {
    const end = firstAt(timesMs, segments.edgesMs[segment + 1]!, start);
    const events = combinations.subarray(start, end);
    start = end;
    if (events.length === 0) continue;
    // Where combinations recur, each is counted first, one increment per event, and added to every tally once.
    const recur = events.length > combinationCount;
    if (recur) countCombinations(events, byCombination);
    for (let tally = 0; tally < rows.length; tally++) {
      const run = counts[tally]!.of(segment);
      if (recur) addCombinations(byCombination, rows[tally]!, run);
      else addEvents(events, rows[tally]!, run);
    }
  }
}

function countCombinations(events: Uint32Array, counts: Uint32Array): void {
  counts.fill(0);
  for (let i = 0; i < events.length; i++) counts[events[i]!]!++;
}

function addCombinations(counts: Uint32Array, rows: Uint32Array, run: Uint32Array): void {
  for (let c = 0; c < counts.length; c++) run[rows[c]!]! += counts[c]!;
}

function addEvents(events: Uint32Array, rows: Uint32Array, run: Uint32Array): void {
  for (let i = 0; i < events.length; i++) run[rows[events[i]!]!]!++;
}
