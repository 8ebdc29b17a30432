import type { DimensionColumn, EventColumns } from '../columns/columns';
import { IdSet } from '../columns/id-set';
import { refine } from '../columns/refine';
import type { CapCandidate, CapRule } from './cap-query';

/** Which events count at all, milliseconds since the Unix epoch. */
export interface CountedPeriod {
  /** Where the rules' windows end. */
  readonly atMs: number;
  /** Exclusive: events from then on don't count. */
  readonly untilMs: number;
  /** Events from before then don't count. */
  readonly countedFromMs: number;
}

/** A part's combinations, each with the slots that its events count in. */
interface MatchedPart {
  readonly columns: EventColumns;
  /** Combination `c`'s are those from `starts[c]` up to, not including, `starts[c + 1]`. */
  readonly starts: Uint32Array;
  readonly slots: Int32Array;
  /** The rule of each. */
  readonly rules: Uint16Array;
  /** By rule the first event in its window. */
  readonly firstEvents: Uint32Array;
  /** The first event in any window, and the first one behind all. */
  readonly first: number;
  readonly end: number;
}

/**
 * How many events count for each rule and entity of the candidates, in one pass over columns: filters and entities are
 * looked up once per combination. A rule and an entity are a slot.
 */
export class RuleCounts {
  readonly #rules: readonly CapRule[];
  readonly #period: CountedPeriod;
  readonly #fromMs: readonly number[];
  /** By dimension's index, of the rules' levels. */
  readonly #entities: ReadonlyMap<number, IdSet>;
  readonly #bases: number[] = [];
  readonly #counts: Uint32Array;
  readonly #parts: readonly MatchedPart[];

  constructor(
    of: { readonly rules: readonly CapRule[]; readonly candidates: readonly CapCandidate[] },
    parts: readonly EventColumns[],
    period: CountedPeriod,
  ) {
    this.#rules = of.rules;
    this.#period = period;
    this.#fromMs = of.rules.map(({ window }) => Math.max(window.fromMs(period.atMs), period.countedFromMs));
    this.#entities = entitiesOf(of.rules, of.candidates);
    let slots = 0;
    for (const { level } of of.rules) {
      this.#bases.push(slots);
      slots += this.#entities.get(level.dimension.index)!.size;
    }
    this.#counts = new Uint32Array(slots);
    this.#parts = parts.filter(({ count }) => count > 0).map((part) => this.#match(part));
    for (const part of this.#parts) this.#count(part);
  }

  /** `rule` is the rule's place; `entity` one of the candidates' at its level. */
  slotOf(rule: number, entity: string): number {
    const { level } = this.#rules[rule]!;
    return this.#bases[rule]! + this.#entities.get(level.dimension.index)!.numberOf(entity);
  }

  countOf(slot: number): number {
    return this.#counts[slot]!;
  }

  /** The times of the events that count in these slots, ascending. */
  timesOf(slots: Iterable<number>): ReadonlyMap<number, readonly number[]> {
    const times = new Map<number, number[]>();
    for (const slot of slots) times.set(slot, []);
    if (times.size === 0) return times;
    for (const part of this.#parts) collectTimes(part, times);
    if (this.#parts.length > 1) for (const each of times.values()) each.sort((a, b) => a - b);
    return times;
  }

  #match(part: EventColumns): MatchedPart {
    const conditions = this.#rules.flatMap(({ where }) => where.map(({ dimension }) => dimension.index));
    const columns = refine(part, [...new Set([...this.#entities.keys(), ...conditions])]);
    const { timesMs, combinationCount } = columns;
    const numbers = new Map<number, Int32Array>();
    for (const [index, ids] of this.#entities) numbers.set(index, numbersOf(columns.dimension(index), ids));
    const passing = this.#rules.map((rule) => passingCombinations(columns, rule));
    const starts = new Uint32Array(combinationCount + 1);
    const slots: number[] = [];
    const rules: number[] = [];
    for (let c = 0; c < combinationCount; c++) {
      starts[c] = slots.length;
      for (let r = 0; r < this.#rules.length; r++) {
        const entity = numbers.get(this.#rules[r]!.level.dimension.index)![c]!;
        if (entity < 0 || passing[r]![c] === 0) continue;
        slots.push(this.#bases[r]! + entity);
        rules.push(r);
      }
    }
    starts[combinationCount] = slots.length;
    const firstEvents = Uint32Array.from(this.#fromMs, (fromMs) => firstFrom(timesMs, fromMs));
    return {
      ...{ columns, starts, firstEvents },
      slots: Int32Array.from(slots),
      rules: Uint16Array.from(rules),
      first: Math.min(...firstEvents),
      end: firstFrom(timesMs, this.#period.untilMs),
    };
  }

  #count({ columns, starts, slots, rules, firstEvents, first, end }: MatchedPart): void {
    const { combinations } = columns;
    const counts = this.#counts;
    for (let event = first; event < end; event++) {
      const combination = combinations[event]!;
      for (let i = starts[combination]!; i < starts[combination + 1]!; i++) {
        if (event >= firstEvents[rules[i]!]!) counts[slots[i]!]!++;
      }
    }
  }
}

function collectTimes(part: MatchedPart, times: ReadonlyMap<number, number[]>): void {
  const { columns, starts, slots, rules, firstEvents, first, end } = part;
  const { combinations, timesMs } = columns;
  for (let event = first; event < end; event++) {
    const combination = combinations[event]!;
    for (let i = starts[combination]!; i < starts[combination + 1]!; i++) {
      if (event >= firstEvents[rules[i]!]!) times.get(slots[i]!)?.push(timesMs[event]!);
    }
  }
}

function entitiesOf(
  rules: readonly CapRule[],
  candidates: readonly CapCandidate[],
): ReadonlyMap<number, IdSet> {
  const indexes = new Set(rules.map(({ level }) => level.dimension.index));
  return new Map(
    Array.from(indexes, (index) => [
      index,
      new IdSet(candidates.flatMap(({ dimensions }) => dimensions[index] ?? [])),
    ]),
  );
}

/** By combination the number of its value in the set, or -1. */
function numbersOf({ places, dictionary }: DimensionColumn, ids: IdSet): Int32Array {
  const numbers = dictionary.numbersIn(ids);
  return Int32Array.from(places, (place) => (place === 0 ? -1 : numbers[place - 1]!));
}

/** By combination 1 where its events count for the rule, otherwise 0. */
function passingCombinations(columns: EventColumns, { actions, where, wanted }: CapRule): Uint8Array {
  const codes = new Uint8Array(256);
  for (const { code } of actions) codes[code] = 1;
  const passing = Uint8Array.from(columns.actionCodes, (code) => codes[code]!);
  where.forEach(({ dimension, orAbsent }, i) => {
    const { places, dictionary } = columns.dimension(dimension.index);
    const ids = wanted[i];
    const isIn = ids === undefined ? undefined : dictionary.numbersIn(new IdSet(ids));
    for (let c = 0; c < passing.length; c++) {
      const place = places[c]!;
      const passes = place === 0 ? orAbsent : isIn === undefined || isIn[place - 1]! >= 0;
      if (!passes) passing[c] = 0;
    }
  });
  return passing;
}

/** The place of the first event from then on. */
export function firstFrom(timesMs: Float64Array, fromMs: number): number {
  let least = 0;
  let most = timesMs.length;
  while (least < most) {
    const middle = (least + most) >>> 1;
    if (timesMs[middle]! < fromMs) least = middle + 1;
    else most = middle;
  }
  return least;
}
