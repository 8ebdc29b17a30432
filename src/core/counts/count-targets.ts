import type { DimensionColumn, EventColumns } from '../columns/event-columns';
import { IdSet } from '../columns/id-set';
import { PairNumbers } from '../columns/pair-numbers';
import { uint32s, uint8s } from '../columns/pooled-arrays';
import type { CountedQuery } from './count-query';
import { EventGroups } from './groups';
import { mapped } from '../shared/lists';

/** Row of events that count for nothing. Counting them too keeps branches out of the loops. */
const NO_ROW = 0;

/** Targets of a query's counts: the total and the entities of its levels, in groups if it has any. */
export class CountTargets {
  readonly groups: EventGroups | undefined;
  /** The total, then the levels in the order of the query. */
  readonly targets: readonly CountTarget[];
  readonly #query: CountedQuery;
  readonly #conditions: readonly (IdSet | undefined)[];
  /** By action code: 1 if the action is counted. */
  readonly #asked = uint8s(256);

  constructor(query: CountedQuery) {
    const { actions, where, entities, groupBy } = query;
    this.#query = query;
    for (const { code } of actions) this.#asked[code] = 1;
    this.#conditions = mapped(where, ({ ids }) =>
      ids === undefined ? undefined : new IdSet(ids, ids.length),
    );
    const isGrouped = groupBy.length > 0;
    this.groups = isGrouped ? new EventGroups(query) : undefined;
    const levels = mapped(entities, ({ ids }) => (ids === '*' ? new IdSet() : ids));
    this.targets = mapped([undefined, ...levels], (ids) => new CountTarget(ids, isGrouped));
  }

  /** Returns for each target the row of each combination of the part. */
  rowsOf(part: EventColumns): readonly Uint32Array[] {
    const counted = this.#countedCombinations(part);
    const groups = this.groups?.of(part, counted);
    const [total, ...levels] = this.targets;
    const entities = mapped(this.#query.entities, (selection, i) => {
      const column = part.dimension(selection.level.dimension.index);
      const ids = levels[i]!.ids!;
      const numbers = selection.ids === '*' ? column.dictionary.addTo(ids) : column.dictionary.lookUpIn(ids);
      return levels[i]!.rowsOf(entitiesOf(column, numbers, counted), groups);
    });
    return [total!.rowsOf(counted, groups), ...entities];
  }

  /** Returns 1 for each combination whose events count, otherwise 0. */
  #countedCombinations(part: EventColumns): Uint32Array {
    const { actionCodes, combinationCount } = part;
    const counted = uint32s(combinationCount);
    for (let c = 0; c < combinationCount; c++) counted[c] = this.#asked[actionCodes[c]!]!;
    this.#query.where.forEach(({ dimension, orAbsent }, i) => {
      const { places, dictionary } = part.dimension(dimension.index);
      const ids = this.#conditions[i];
      const numbers = ids === undefined ? undefined : dictionary.lookUpIn(ids);
      const holds = uint8s(dictionary.size + 1);
      holds[0] = Number(orAbsent);
      for (let place = 1; place < holds.length; place++) {
        holds[place] = Number(numbers === undefined || numbers[place - 1]! >= 0);
      }
      for (let c = 0; c < counted.length; c++) counted[c]! &= holds[places[c]!]!;
    });
    return counted;
  }
}

/** Returns for each combination 1 + the number of its entity, or 0 if it counts for none. */
function entitiesOf(column: DimensionColumn, numbers: Int32Array, counted: Uint32Array): Uint32Array {
  const entities = uint32s(counted.length);
  if (column.isOneToOne === true) {
    for (let c = 0; c < entities.length; c++) entities[c] = counted[c] === 1 ? numbers[c]! + 1 : 0;
    return entities;
  }
  const { places } = column;
  for (let c = 0; c < entities.length; c++) {
    const place = places[c]!;
    if (place > 0 && counted[c] === 1) entities[c] = numbers[place - 1]! + 1;
  }
  return entities;
}

/** Rows of a tally, numbered from 1: entities, or the pairs of entity and group that occur. */
export class CountTarget {
  /** Ids of the entities. Undefined for the total, whose only entity is 0. */
  readonly ids: IdSet | undefined;
  readonly #pairs: PairNumbers | undefined;

  constructor(ids: IdSet | undefined, isGrouped: boolean) {
    this.ids = ids;
    this.#pairs = isGrouped ? new PairNumbers() : undefined;
  }

  get rows(): number {
    return this.#pairs?.size ?? this.ids?.size ?? 1;
  }

  /** Returns the row of each combination. `entities` are the result of `entitiesOf`. */
  rowsOf(entities: Uint32Array, groups: Uint32Array | undefined): Uint32Array {
    const pairs = this.#pairs;
    if (pairs === undefined || groups === undefined) return entities;
    return entities.map((entity, c) => (entity === 0 ? NO_ROW : 1 + pairs.add(entity - 1, groups[c]!)));
  }

  entityOf(row: number): number {
    return this.#pairs?.first(row - 1) ?? row - 1;
  }

  groupOf(row: number): number {
    return this.#pairs!.second(row - 1);
  }
}
