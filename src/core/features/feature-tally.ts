import type { EventColumns } from '../columns/event-columns';
import { firstIndexAt } from '../columns/first-at';
import { addExponential, addInverse, type EventSample } from './decay-sums';
import type { FeatureSpec } from './feature-spec';
import { NOT_FOUND, type MatchedCombinations } from './matched-combinations';

/**
 * Shape of tallies. It is the same for combinations and entities, so that tallies of the former can be added to those
 * of the latter.
 */
export interface FeatureTallyShape {
  readonly spec: FeatureSpec;
  /** Distinct lengths of the windows, longest first. They divide ages into segments, which are counted separately. */
  readonly boundsMs: readonly number[];
  /**
   * Number of values per slot: a count for each segment, then the sums of the exponential and of the inverse decays.
   */
  readonly size: number;
}

/** Range of event times that count: `[fromMs, toMs)`. Ages are relative to `toMs`. */
export interface TimeRange {
  readonly fromMs: number;
  readonly toMs: number;
}

/** Values of all slots, concatenated, and the age of each slot's latest event. Infinity if it has none. */
export interface FeatureTally {
  readonly numbers: Float64Array;
  readonly lastAgesMs: Float64Array;
}

export function featureTallyShape(spec: FeatureSpec): FeatureTallyShape {
  const boundsMs = [...new Set(spec.windows.map(({ lengthMs }) => lengthMs))].sort((a, b) => b - a);
  return { spec, boundsMs, size: boundsMs.length + spec.halfLives.length + spec.scales.length };
}

export function emptyFeatureTally(slots: number, { size }: FeatureTallyShape): FeatureTally {
  const lastAgesMs = new Float64Array(slots).fill(Infinity);
  return { numbers: new Float64Array(slots * size), lastAgesMs };
}

/** Tallies the events of each slot: one pass over the columns, then one pass per decay over the matching events. */
export function tallyPart(
  columns: EventColumns,
  matched: MatchedCombinations,
  { shape, range }: { readonly shape: FeatureTallyShape; readonly range: TimeRange },
): FeatureTally | undefined {
  const sample = sampleOf(columns, matched, range);
  if (sample.count === 0) return undefined;
  const tally = emptyFeatureTally(matched.slotCount, shape);
  countSegments(sample, shape, tally);
  const { halfLives, scales } = shape.spec;
  const target = { sums: tally.numbers, offset: shape.boundsMs.length, stride: shape.size };
  for (const { lengthMs } of halfLives) {
    addExponential(sample, lengthMs, target);
    target.offset++;
  }
  for (const { lengthMs } of scales) {
    addInverse(sample, lengthMs, target);
    target.offset++;
  }
  return tally;
}

const SCRATCH_EVENTS_MIN = 1_024;
/** Larger buffers are left to the garbage collector. */
const SCRATCH_EVENTS_KEPT_MAX = 65_536;
/** Buffer shared by all queries, which cannot interleave. */
let scratch = newScratch(SCRATCH_EVENTS_MIN);

function newScratch(events: number): Pick<EventSample, 'agesMs' | 'slots'> {
  return { agesMs: new Float64Array(events), slots: new Uint32Array(events) };
}

function scratchFor(events: number): Pick<EventSample, 'agesMs' | 'slots'> {
  if (events <= scratch.slots.length) return scratch;
  const larger = newScratch(2 ** Math.ceil(Math.log2(events)));
  if (events <= SCRATCH_EVENTS_KEPT_MAX) scratch = larger;
  return larger;
}

/** Returns the events of the range that belong to a slot, oldest first. */
function sampleOf(columns: EventColumns, matched: MatchedCombinations, range: TimeRange): EventSample {
  const { timesMs, combinations } = columns;
  const first = firstIndexAt(timesMs, range.fromMs);
  const end = firstIndexAt(timesMs, range.toMs, first);
  const { agesMs, slots } = scratchFor(end - first);
  let count = 0;
  for (let i = first; i < end; i++) {
    const slot = matched.slots[combinations[i]!]!;
    if (slot === NOT_FOUND) continue;
    agesMs[count] = range.toMs - timesMs[i]!;
    slots[count++] = slot;
  }
  return { count, agesMs, slots };
}

/** Counts events by segment. Events older than the longest window only affect the slot's latest age. */
function countSegments(
  { count, agesMs, slots }: EventSample,
  { boundsMs, size }: FeatureTallyShape,
  { numbers, lastAgesMs }: FeatureTally,
): void {
  let i = 0;
  for (let segment = -1; segment < boundsMs.length; segment++) {
    const olderThanMs = boundsMs[segment + 1] ?? -1;
    for (; i < count && agesMs[i]! > olderThanMs; i++) {
      const slot = slots[i]!;
      lastAgesMs[slot] = agesMs[i]!;
      if (segment >= 0) numbers[slot * size + segment]!++;
    }
  }
}
