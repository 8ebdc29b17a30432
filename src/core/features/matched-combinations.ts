import type { DimensionColumn, EventColumns } from '../columns/event-columns';
import { IdSet } from '../columns/id-set';
import type { FeatureSpec } from './feature-spec';
import { mapped } from '../shared/lists';

export const NOT_FOUND = -1;

/** A query's ids as sets, created once for all parts of a row. */
export interface QuerySets {
  readonly spec: FeatureSpec;
  /** Entities of all candidates, by level. */
  readonly entities: readonly IdSet[];
  /** Ids of each condition of the spec's `where`. Undefined if any value matches. */
  readonly idSets: readonly (IdSet | undefined)[];
  /** Index of each action in the spec, by action code, or -1. */
  readonly actionOfCode: Int16Array;
}

/** Combinations of one EventColumns that match a query. Each has a slot in which its events are summed. */
export interface MatchedCombinations {
  readonly slotCount: number;
  /** Slot by combination, or -1. */
  readonly slots: Int32Array;
  /** Index of the action in the spec, by slot. This array and those of the entities are longer than there are slots. */
  readonly actions: Int16Array;
  /** Number of the entity by level and slot, or -1. */
  readonly entities: readonly Int32Array[];
}

export function querySets(spec: FeatureSpec, entities: readonly IdSet[]): QuerySets {
  const actionOfCode = new Int16Array(256).fill(NOT_FOUND);
  spec.actions.forEach(({ code }, i) => (actionOfCode[code] = i));
  const wanted = mapped(spec.where, ({ ids }) => (ids === undefined ? undefined : new IdSet(ids)));
  return { spec, entities, idSets: wanted, actionOfCode };
}

/** Matches combinations of the spec's actions that meet all conditions and belong to a candidate at any level. */
export function matchCombinations(columns: EventColumns, sets: QuerySets): MatchedCombinations {
  const actions = passingActions(columns, sets);
  const entities = mapped(sets.spec.levels, ({ dimension }, level) =>
    numbersOf(columns.dimension(dimension.index), sets.entities[level]!),
  );
  const count = columns.combinationCount;
  const matched = matches(actions, entities);
  const slots = new Int32Array(count).fill(NOT_FOUND);
  let slotCount = 0;
  // Matches move down to their slot, which is never above them, so that arrays by combination become arrays by slot.
  for (let c = 0; c < count; c++) {
    if (matched[c] === 0) continue;
    actions[slotCount] = actions[c]!;
    for (const numbers of entities) numbers[slotCount] = numbers[c]!;
    slots[c] = slotCount++;
  }
  return { slotCount, slots, actions, entities };
}

/** Returns for each combination whether its action and one of its entities match. */
function matches(actions: Int16Array, entities: readonly Int32Array[]): Uint8Array {
  const matched = new Uint8Array(actions.length);
  for (const numbers of entities) {
    for (let c = 0; c < matched.length; c++) {
      if (numbers[c] !== NOT_FOUND && actions[c] !== NOT_FOUND) matched[c] = 1;
    }
  }
  return matched;
}

/**
 * Returns for each combination the index of its action in the spec, or -1 if the action or a condition does not match.
 */
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

/** Returns for each combination the number of its value in the set, or -1. */
function numbersOf({ places, dictionary }: DimensionColumn, ids: IdSet): Int32Array {
  const found = dictionary.lookUpIn(ids);
  const numbers = new Int32Array(places.length);
  for (let c = 0; c < numbers.length; c++) numbers[c] = places[c] === 0 ? NOT_FOUND : found[places[c]! - 1]!;
  return numbers;
}
