import type { DimensionColumn, EventColumns } from '../columns/columns';
import { IdSet } from '../columns/id-set';
import type { FeatureSpec } from './feature-spec';

export const NONE = -1;

/** What a query asks about, as sets: made once for all parts of a row. */
export interface QuerySets {
  readonly spec: FeatureSpec;
  /** By level the entities of all candidates. */
  readonly entities: readonly IdSet[];
  /** By condition of the spec's `where`; undefined where any value will do. */
  readonly wanted: readonly (IdSet | undefined)[];
  /** By the action's code its place in the spec, or -1. */
  readonly actionOfCode: Int16Array;
}

/** The combinations of one EventColumns that a query is about: each has a slot, in which its events add up. */
export interface MatchedCombinations {
  readonly slotCount: number;
  /** By combination, or -1. */
  readonly slots: Int32Array;
  /** By slot: the action's place in the spec. */
  readonly actions: Int16Array;
  /** By level and slot: the entity's number, or -1. */
  readonly entities: readonly Int32Array[];
}

export function querySets(spec: FeatureSpec, entities: readonly IdSet[]): QuerySets {
  const actionOfCode = new Int16Array(256).fill(NONE);
  spec.actions.forEach(({ code }, i) => (actionOfCode[code] = i));
  const wanted = spec.where.map(({ ids }) => (ids === undefined ? undefined : new IdSet(ids)));
  return { spec, entities, wanted, actionOfCode };
}

/** Those of an action asked for that pass all filters and are about some candidate, at whatever level. */
export function matchCombinations(columns: EventColumns, sets: QuerySets): MatchedCombinations {
  const actions = passingActions(columns, sets);
  const entities = sets.spec.levels.map(({ dimension }, level) =>
    numbersOf(columns.dimension(dimension.index), sets.entities[level]!),
  );
  const slots = new Int32Array(columns.combinationCount).fill(NONE);
  const combinations: number[] = [];
  for (let c = 0; c < slots.length; c++) {
    if (actions[c] === NONE || entities.every((numbers) => numbers[c] === NONE)) continue;
    slots[c] = combinations.push(c) - 1;
  }
  return {
    slotCount: combinations.length,
    slots,
    actions: Int16Array.from(combinations, (c) => actions[c]!),
    entities: entities.map((numbers) => Int32Array.from(combinations, (c) => numbers[c]!)),
  };
}

/** By combination the action's place in the spec, or -1 where it was not asked for or a filter keeps it out. */
function passingActions(columns: EventColumns, { spec, wanted, actionOfCode }: QuerySets): Int16Array {
  const actions = Int16Array.from(columns.actionCodes, (code) => actionOfCode[code]!);
  spec.where.forEach(({ dimension, orAbsent }, i) => {
    const column = columns.dimension(dimension.index);
    const isIn = wanted[i] === undefined ? undefined : column.dictionary.numbersIn(wanted[i]);
    for (let c = 0; c < actions.length; c++) {
      const place = column.places[c]!;
      const passes = place === 0 ? orAbsent : isIn === undefined || isIn[place - 1] !== NONE;
      if (!passes) actions[c] = NONE;
    }
  });
  return actions;
}

/** By combination the number of its value in the set, or -1. */
function numbersOf({ places, dictionary }: DimensionColumn, ids: IdSet): Int32Array {
  const numbers = dictionary.numbersIn(ids);
  return Int32Array.from(places, (place) => (place === 0 ? NONE : numbers[place - 1]!));
}
