import type { DimensionColumn, EventColumns } from '../columns/event-columns';
import { IdSet } from '../columns/id-set';
import type { FeatureSpec } from './feature-spec';

export const NOT_FOUND = -1;

/** What a query asks about, as sets: made once for all parts of a row. */
export interface QuerySets {
  readonly spec: FeatureSpec;
  /** By level the entities of all candidates. */
  readonly entities: readonly IdSet[];
  /** By condition of the spec's `where`; undefined where any value will do. */
  readonly idSets: readonly (IdSet | undefined)[];
  /** By the action's code its place in the spec, or -1. */
  readonly actionOfCode: Int16Array;
}

/** The combinations of one EventColumns that a query is about: each has a slot, in which its events add up. */
export interface MatchedCombinations {
  readonly slotCount: number;
  /** By combination, or -1. */
  readonly slots: Int32Array;
  /** By slot: the action's place in the spec. Longer than there are slots, as are the entities. */
  readonly actions: Int16Array;
  /** By level and slot: the entity's number, or -1. */
  readonly entities: readonly Int32Array[];
}

export function querySets(spec: FeatureSpec, entities: readonly IdSet[]): QuerySets {
  const actionOfCode = new Int16Array(256).fill(NOT_FOUND);
  spec.actions.forEach(({ code }, i) => (actionOfCode[code] = i));
  const wanted = spec.where.map(({ ids }) => (ids === undefined ? undefined : new IdSet(ids)));
  return { spec, entities, idSets: wanted, actionOfCode };
}

/** Those of an action asked for that pass all filters and are about some candidate, at whatever level. */
export function matchCombinations(columns: EventColumns, sets: QuerySets): MatchedCombinations {
  const actions = passingActions(columns, sets);
  const entities = sets.spec.levels.map(({ dimension }, level) =>
    numbersOf(columns.dimension(dimension.index), sets.entities[level]!),
  );
  const count = columns.combinationCount;
  const matched = matches(actions, entities);
  const slots = new Int32Array(count).fill(NOT_FOUND);
  let slotCount = 0;
  // What matches moves down to its slot, which is never above it: the arrays by combination become those by slot.
  for (let c = 0; c < count; c++) {
    if (matched[c] === 0) continue;
    actions[slotCount] = actions[c]!;
    for (const numbers of entities) numbers[slotCount] = numbers[c]!;
    slots[c] = slotCount++;
  }
  return { slotCount, slots, actions, entities };
}

/** By combination whether it is of an action asked for, and about an entity asked for. */
function matches(actions: Int16Array, entities: readonly Int32Array[]): Uint8Array {
  const matched = new Uint8Array(actions.length);
  for (const numbers of entities) {
    for (let c = 0; c < matched.length; c++) {
      if (numbers[c] !== NOT_FOUND && actions[c] !== NOT_FOUND) matched[c] = 1;
    }
  }
  return matched;
}

/** By combination the action's place in the spec, or -1 where it was not asked for or a filter keeps it out. */
function passingActions(
  columns: EventColumns,
  { spec, idSets: wanted, actionOfCode }: QuerySets,
): Int16Array {
  const actions = new Int16Array(columns.combinationCount);
  for (let c = 0; c < actions.length; c++) actions[c] = actionOfCode[columns.actionCodes[c]!]!;
  spec.where.forEach(({ dimension, orAbsent }, i) => {
    const { places, dictionary } = columns.dimension(dimension.index);
    const isIn = wanted[i] === undefined ? undefined : dictionary.lookUpIn(wanted[i]);
    for (let c = 0; c < actions.length; c++) {
      const place = places[c]!;
      const passes = place === 0 ? orAbsent : isIn === undefined || isIn[place - 1] !== NOT_FOUND;
      if (!passes) actions[c] = NOT_FOUND;
    }
  });
  return actions;
}

/** By combination the number of its value in the set, or -1. */
function numbersOf({ places, dictionary }: DimensionColumn, ids: IdSet): Int32Array {
  const found = dictionary.lookUpIn(ids);
  const numbers = new Int32Array(places.length);
  for (let c = 0; c < numbers.length; c++) numbers[c] = places[c] === 0 ? NOT_FOUND : found[places[c]! - 1]!;
  return numbers;
}
