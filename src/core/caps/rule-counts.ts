import type { DimensionColumn, EventColumns } from '../columns/event-columns';
import { IdSet } from '../columns/id-set';
import { splitByDimensions } from '../columns/refine';
import type { CapCandidate, CapRule } from './cap-query';
import { mapped } from '../shared/lists';

/** Period of events that count, in milliseconds since the Unix epoch. */
export interface CountedPeriod {
  /** End of the rules' windows. */
  readonly atMs: number;
  /** Events from this time on do not count. */
  readonly untilMs: number;
  /** Events before this time do not count. */
  readonly countedFromMs: number;
}

/** Rules that differ only in window and maximum. */
interface CountedRules {
  readonly rule: CapRule;
  /** Slot of the first entity. The others follow in the order of their numbers. */
  readonly base: number;
}

/**
 * A part's combinations, with the slots in which their events count: combination `c` has the slots from `starts[c]` to
 * `starts[c + 1]`.
 */
interface MatchedPart {
  readonly columns: EventColumns;
  readonly starts: Uint32Array;
  readonly slots: Int32Array;
}

/**
 * Counts the events of each rule and entity of the candidates, in one pass over columns. A slot is an entity and a rule
 * without its window. All windows have the same end, so their starts divide the time axis into segments: each event
 * counts in its segment, and a window's count is the sum of its segments.
 */
export class RuleCounts {
  readonly #period: CountedPeriod;
  readonly #targets: readonly CountedRules[];
  /** Counted rules by the index of the rule. */
  readonly #targetOf: readonly CountedRules[];
  readonly #segmentOf: readonly number[];
  readonly #numbersOf: readonly (readonly number[])[];
  /** Ascending starts of the segments. */
  readonly #fromMs: readonly number[];
  /** Entities by dimension index, for the rules' levels. */
  readonly #entities: ReadonlyMap<number, Entities>;
  readonly #slots: number;
  /** Counts by segment and slot, of the events from the segment's start on. */
  readonly #counts: Uint32Array;
  readonly #parts: readonly MatchedPart[];

  constructor(
    of: { readonly rules: readonly CapRule[]; readonly candidates: readonly CapCandidate[] },
    parts: readonly EventColumns[],
    period: CountedPeriod,
  ) {
    const { rules, candidates } = of;
    this.#period = period;
    this.#entities = entitiesOf(rules, candidates);
    this.#numbersOf = mapped(rules, ({ level }) => this.#entities.get(level.dimension.index)!.numbers);
    const froms = mapped(rules, ({ window }) => Math.max(window.fromMs(period.atMs), period.countedFromMs));
    this.#fromMs = [...new Set(froms)].sort((a, b) => a - b);
    this.#segmentOf = mapped(froms, (fromMs) => this.#fromMs.indexOf(fromMs));
    const targets: CountedRules[] = [];
    let slots = 0;
    this.#targetOf = mapped(rules, (rule) => {
      const known = targets.find((target) => isAlike(target.rule, rule));
      if (known !== undefined) return known;
      const target = { rule, base: slots };
      slots += this.#entities.get(rule.level.dimension.index)!.ids.size;
      targets.push(target);
      return target;
    });
    this.#targets = targets;
    this.#slots = slots;
    this.#counts = new Uint32Array(slots * this.#fromMs.length);
    this.#parts = parts.filter(({ count }) => count > 0).map((part) => this.#match(part));
    for (const part of this.#parts) this.#count(part);
    for (let i = this.#counts.length - 1 - slots; i >= 0; i--) this.#counts[i]! += this.#counts[i + slots]!;
  }

  /** Returns the number of a candidate's entity at the rule's level. Both are given by index. */
  entityOf(rule: number, candidate: number): number {
    return this.#numbersOf[rule]![candidate]!;
  }

  /** Returns the count of a rule, given by index, and of an entity, given by number. */
  countOf(rule: number, entity: number): number {
    return this.#counts[this.#segmentOf[rule]! * this.#slots + this.#targetOf[rule]!.base + entity]!;
  }

  /** Returns a function that returns the ascending times of the counted events, for the pairs given here. */
  timesOf(
    asked: readonly { readonly place: number; readonly number: number }[],
  ): (rule: number, entity: number) => readonly number[] {
    const times = new Map<number, number[]>();
    const slotOf = (rule: number, entity: number): number => this.#targetOf[rule]!.base + entity;
    for (const { place, number } of asked) times.set(slotOf(place, number), []);
    if (times.size > 0) for (const part of this.#parts) this.#collect(part, times);
    if (this.#parts.length > 1) for (const each of times.values()) each.sort((a, b) => a - b);
    return (rule, entity) => {
      const all = times.get(slotOf(rule, entity))!;
      return all.slice(all.length - this.countOf(rule, entity));
    };
  }

  #match(part: EventColumns): MatchedPart {
    const conditions = this.#targets.flatMap(({ rule }) =>
      mapped(rule.where, ({ dimension }) => dimension.index),
    );
    const columns = splitByDimensions(part, [...new Set([...this.#entities.keys(), ...conditions])]);
    const { combinationCount } = columns;
    const numbers = new Map<number, Int32Array>();
    for (const [index, { ids }] of this.#entities)
      numbers.set(index, numbersOf(columns.dimension(index), ids));
    const matched = mapped(this.#targets, ({ rule, base }) => ({
      base,
      entities: numbers.get(rule.level.dimension.index)!,
      passing: passingCombinations(columns, rule),
    }));
    const starts = new Uint32Array(combinationCount + 1);
    const slots = new Int32Array(combinationCount * matched.length);
    let filled = 0;
    for (let c = 0; c < combinationCount; c++) {
      starts[c] = filled;
      for (const { base, entities, passing } of matched) {
        if (passing[c] === 1 && entities[c]! >= 0) slots[filled++] = base + entities[c]!;
      }
    }
    starts[combinationCount] = filled;
    return { columns, starts, slots };
  }

  #count({ columns, starts, slots }: MatchedPart): void {
    const { combinations, timesMs } = columns;
    const counts = this.#counts;
    const end = firstIndexFrom(timesMs, this.#period.untilMs);
    let event = firstIndexFrom(timesMs, this.#fromMs[0]!);
    for (let segment = 0; segment < this.#fromMs.length; segment++) {
      const nextMs = this.#fromMs[segment + 1];
      const next = nextMs === undefined ? end : Math.min(end, firstIndexFrom(timesMs, nextMs));
      const base = segment * this.#slots;
      for (; event < next; event++) {
        const combination = combinations[event]!;
        const stop = starts[combination + 1]!;
        for (let i = starts[combination]!; i < stop; i++) counts[base + slots[i]!]!++;
      }
    }
  }

  #collect({ columns, starts, slots }: MatchedPart, times: ReadonlyMap<number, number[]>): void {
    const { combinations, timesMs } = columns;
    const end = firstIndexFrom(timesMs, this.#period.untilMs);
    for (let event = firstIndexFrom(timesMs, this.#fromMs[0]!); event < end; event++) {
      const combination = combinations[event]!;
      for (let i = starts[combination]!; i < starts[combination + 1]!; i++) {
        times.get(slots[i]!)?.push(timesMs[event]!);
      }
    }
  }
}

/** Entities of one level. */
interface Entities {
  readonly ids: IdSet;
  /** Entity numbers by candidate. */
  readonly numbers: readonly number[];
}

function entitiesOf(
  rules: readonly CapRule[],
  candidates: readonly CapCandidate[],
): ReadonlyMap<number, Entities> {
  const entities = new Map<number, Entities>();
  for (const { level } of rules) {
    const { index } = level.dimension;
    if (entities.has(index)) continue;
    const ids = new IdSet();
    entities.set(index, {
      ids,
      numbers: mapped(candidates, ({ dimensions }) => ids.add(dimensions[index]!)),
    });
  }
  return entities;
}

/** Returns whether the same events count for both rules, apart from windows. */
function isAlike(a: CapRule, b: CapRule): boolean {
  if (a.level !== b.level || a.where.length + b.where.length > 0) return a === b;
  return a.actions.length === b.actions.length && a.actions.every((action) => b.actions.includes(action));
}

/** Returns for each combination the number of its value in the set, or -1. */
function numbersOf({ places, dictionary }: DimensionColumn, ids: IdSet): Int32Array {
  const known = dictionary.lookUpIn(ids);
  const numbers = new Int32Array(places.length);
  for (let c = 0; c < places.length; c++) numbers[c] = places[c] === 0 ? -1 : known[places[c]! - 1]!;
  return numbers;
}

/** Returns for each combination 1 if its events count for the rule, otherwise 0. */
function passingCombinations(columns: EventColumns, { actions, where, idSets: wanted }: CapRule): Uint8Array {
  const { actionCodes, combinationCount } = columns;
  const codes = new Uint8Array(256);
  for (const { code } of actions) codes[code] = 1;
  const passing = new Uint8Array(combinationCount);
  for (let c = 0; c < combinationCount; c++) passing[c] = codes[actionCodes[c]!]!;
  where.forEach(({ dimension, orAbsent }, i) => {
    const { places, dictionary } = columns.dimension(dimension.index);
    const ids = wanted[i];
    const isIn = ids === undefined ? undefined : dictionary.lookUpIn(new IdSet(ids));
    for (let c = 0; c < combinationCount; c++) {
      const place = places[c]!;
      const passes = place === 0 ? orAbsent : isIn === undefined || isIn[place - 1]! >= 0;
      if (!passes) passing[c] = 0;
    }
  });
  return passing;
}

/** Returns the index of the first event from this time on. */
export function firstIndexFrom(timesMs: Float64Array, fromMs: number): number {
  let least = 0;
  let most = timesMs.length;
  while (least < most) {
    const middle = (least + most) >>> 1;
    if (timesMs[middle]! < fromMs) least = middle + 1;
    else most = middle;
  }
  return least;
}
