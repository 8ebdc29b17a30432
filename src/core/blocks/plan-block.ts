/**
 * Plans the layout of a block: which dimensions form combinations, and the order of everything. The plan depends only
 * on the set of events, not on the columns in which they are given, so that two packers write the same bytes.
 */
import type { EventColumns } from '../columns/event-columns';
import { gather } from '../columns/gather';
import { PairNumbers } from '../columns/pair-numbers';
import type { Dimension, EventType } from '../schema/schema';
import { compareValues } from './packed-values';

/** Values of a dimension that at least one event has. */
export interface DimensionValues {
  readonly dimension: Dimension;
  /** Distinct ids in canonical order. */
  readonly ids: readonly string[];
  /** For each event, in the order of the given columns: 0, or 1 + the index of its id. */
  readonly places: Uint32Array;
}

export interface BlockPlan {
  /** For each event of the block, its index in the given columns. */
  readonly order: Uint32Array;
  /** For each event of the block, its combination. */
  readonly combinations: Uint32Array;
  /** For each combination, the index of one event that has it, in the given columns. */
  readonly examples: Uint32Array;
  /** Dimensions that form combinations, those with the most values first. */
  readonly shared: readonly DimensionValues[];
  readonly byEvent: readonly DimensionValues[];
}

/** A dimension with at most this many values never becomes a column by event. */
const FEW_VALUES = 16;

export function planBlock(columns: EventColumns, type: EventType): BlockPlan {
  const fields = type.dimensions
    .map((dimension) => fieldOf(columns, dimension))
    .filter(({ ids }) => ids.length > 0);
  const grouping = group(columns, fields, type);
  const shared = fields.filter((field) => grouping.shared.has(field)).sort(byValues);
  const byEvent = fields.filter((field) => !grouping.shared.has(field)).sort(byFieldNumber);
  const actions = actionsOf(columns);
  const { combinations, examples } = sortCombinations(grouping, [
    ...shared.map(({ places }) => places),
    actions,
  ]);
  const order = sortEvents(columns.timesMs, [combinations, ...byEvent.map(({ places }) => places)]);
  return { order, combinations: gather(combinations, order), examples, shared, byEvent };
}

function fieldOf(columns: EventColumns, dimension: Dimension): DimensionValues {
  const { by, places, dictionary } = columns.dimension(dimension.index);
  const byEvent = by === 'event' ? places : gather(places, columns.combinations);
  const texts = new Array<string | undefined>(dictionary.size + 1);
  for (const place of byEvent) if (place > 0) texts[place] ??= dictionary.text(place - 1);
  const ids = [...new Set(texts.filter((text) => text !== undefined))].sort(compareValues);
  const ranks = new Map(ids.map((id, i) => [id, i + 1]));
  const canonical = Uint32Array.from(texts, (text) => (text === undefined ? 0 : ranks.get(text)!));
  return { dimension, ids, places: gather(canonical, byEvent) };
}

function actionsOf({ combinations, actionCodes }: EventColumns): Uint32Array {
  return combinations.map((combination) => actionCodes[combination]!);
}

interface Grouping {
  readonly shared: ReadonlySet<DimensionValues>;
  /** For each event, the number of its combination, in any order. */
  readonly numbers: Uint32Array;
  readonly count: number;
}

/**
 * Chooses the dimensions that form combinations. The action and the levels do, because counts are by them. Further
 * dimensions are added, those with few values first, while a combination has at least two events on average.
 */
function group(columns: EventColumns, fields: readonly DimensionValues[], type: EventType): Grouping {
  const levels = new Set(type.levels.map(({ dimension }) => dimension));
  const candidates = [...fields].sort((a, b) => -byValues(a, b));
  const shared = new Set<DimensionValues>();
  let numbers = actionsOf(columns);
  let count = 0;
  for (const field of candidates.filter(({ dimension }) => levels.has(dimension))) {
    ({ numbers, count } = combine(numbers, field.places));
    shared.add(field);
  }
  for (const field of candidates.filter(({ dimension }) => !levels.has(dimension))) {
    const more = combine(numbers, field.places);
    if (field.ids.length > FEW_VALUES && more.count * 2 > columns.count) continue;
    ({ numbers, count } = more);
    shared.add(field);
  }
  return shared.size > 0 ? { shared, numbers, count } : { shared, ...combine(numbers, numbers) };
}

function combine(a: Uint32Array, b: Uint32Array): { readonly numbers: Uint32Array; readonly count: number } {
  const pairs = new PairNumbers();
  const numbers = a.map((value, i) => pairs.add(value, b[i]!));
  return { numbers, count: pairs.size };
}

function byValues(a: DimensionValues, b: DimensionValues): number {
  return b.ids.length - a.ids.length || byFieldNumber(a, b);
}

function byFieldNumber(a: DimensionValues, b: DimensionValues): number {
  return a.dimension.fieldNumber - b.dimension.fieldNumber;
}

/** Numbers the combinations in the order of their indexes in `keys`. */
function sortCombinations(
  { numbers, count }: Grouping,
  keys: readonly Uint32Array[],
): { readonly combinations: Uint32Array; readonly examples: Uint32Array } {
  const examples = new Uint32Array(count);
  numbers.forEach((number, event) => (examples[number] = event));
  examples.sort((a, b) => compareAt(keys, a, b));
  const ranks = new Uint32Array(count);
  examples.forEach((event, rank) => (ranks[numbers[event]!] = rank));
  return { combinations: gather(ranks, numbers), examples };
}

/** Sorts events by time, and those with equal times by their content. */
function sortEvents(timesMs: Float64Array, keys: readonly Uint32Array[]): Uint32Array {
  const order = Uint32Array.from(timesMs.keys());
  for (let start = 0, end = 0; start < order.length; start = end) {
    while (end < order.length && timesMs[end] === timesMs[start]) end++;
    if (end - start > 1) order.subarray(start, end).sort((a, b) => compareAt(keys, a, b));
  }
  return order;
}

function compareAt(keys: readonly Uint32Array[], a: number, b: number): number {
  for (const key of keys) if (key[a] !== key[b]) return key[a]! - key[b]!;
  return 0;
}
