import { IdSet } from '../columns/id-set';
import { TidemarkError } from '../../errors';
import { HOURS_MAX, type SketchKind } from '../sketches/sketch-row';

/** Of each kind: the whole day first, then its hours, counted from its beginning. */
export const PERIODS = 1 + HOURS_MAX;

/** What is counted: bits of the hours of the day, the first one lowest. */
export interface EventHours {
  /** There is an event in the log. */
  readonly hours: number;
  /** There may have been one, which compaction has dropped as a duplicate of an earlier one; those above left out. */
  readonly possible: number;
}

/** By period, numbers of dedup keys, or of users. */
export interface PeriodCounts {
  readonly exact: Float64Array;
  /** Beyond these: what there may have been. */
  readonly possible: Float64Array;
}

export type RecountCell = Readonly<Record<SketchKind, PeriodCounts>>;

/**
 * Exact counts of a day, by entity and action, as they come in user by user: a dedup key is of one user, and a user of one row,
 * so they add up, over rows and over workers.
 */
export class Recount {
  readonly #entities = new IdSet();
  readonly #actions: readonly string[];
  readonly #entitiesMax: number;
  /** By entity and action; absent where nothing was seen. */
  readonly #cells: (RecountCell | undefined)[] = [];

  constructor(actions: readonly string[], entitiesMax: number) {
    this.#actions = actions;
    this.#entitiesMax = entitiesMax;
  }

  /** Of ids, canonical. */
  entities(): readonly string[] {
    return Array.from({ length: this.#entities.size }, (_, number) => this.#entities.text(number));
  }

  /** The entity's number, which is the next one if it is new. Throws `answer_too_large` where that is one too many. */
  numberOf(entity: string): number {
    const number = this.#entities.add(entity);
    if (number < this.#entitiesMax) return number;
    throw new TidemarkError(
      'answer_too_large',
      `events are about more than ${this.#entitiesMax} entities: ask for some of them`,
    );
  }

  /** Undefined where nothing was seen. */
  cell(entity: string, action: string): RecountCell | undefined {
    const number = this.#entities.numberOf(entity);
    return number < 0 ? undefined : this.#cells[this.slotOf(number, this.#actions.indexOf(action))];
  }

  /** Where an entity and an action are counted. */
  slotOf(entity: number, action: number): number {
    return entity * this.#actions.length + action;
  }

  /** One more dedup key, or user. */
  add(slot: number, kind: SketchKind, seen: EventHours): void {
    const numbers = (this.#cells[slot] ??= { events: noNumbers(), users: noNumbers() })[kind];
    if (seen.hours !== 0) numbers.exact[0]!++;
    else if (seen.possible !== 0) numbers.possible[0]!++;
    countBits(seen.hours, numbers.exact);
    countBits(seen.possible, numbers.possible);
  }

  /** Adds what another worker has counted, of other users. */
  merge(other: RecountJson): void {
    for (const [entity, actions] of Object.entries(other)) {
      const number = this.numberOf(entity);
      for (const [action, [events, eventsPossible, users, usersPossible]] of Object.entries(actions)) {
        const slot = this.slotOf(number, this.#actions.indexOf(action));
        const cell = (this.#cells[slot] ??= { events: noNumbers(), users: noNumbers() });
        addSparse(cell.events.exact, events);
        addSparse(cell.events.possible, eventsPossible);
        addSparse(cell.users.exact, users);
        addSparse(cell.users.possible, usersPossible);
      }
    }
  }

  toJSON(): RecountJson {
    const all: Record<string, Record<string, CellJson>> = {};
    this.#cells.forEach((cell, slot) => {
      if (cell === undefined) return;
      const entity = this.#entities.text(Math.floor(slot / this.#actions.length));
      const action = this.#actions[slot % this.#actions.length]!;
      const { events, users } = cell;
      const json: CellJson = [
        sparse(events.exact),
        sparse(events.possible),
        sparse(users.exact),
        sparse(users.possible),
      ];
      (all[entity] ??= {})[action] = json;
    });
    return all;
  }
}

/** By entity and action. */
export type RecountJson = Readonly<Record<string, Readonly<Record<string, CellJson>>>>;

/** Events, and what there may have been beyond; users, and what there may have been beyond: by period, zeros left out. */
type CellJson = readonly [events: Sparse, eventsPossible: Sparse, users: Sparse, usersPossible: Sparse];
type Sparse = Readonly<Record<number, number>>;

const noNumbers = (): PeriodCounts => ({
  exact: new Float64Array(PERIODS),
  possible: new Float64Array(PERIODS),
});

function countBits(hours: number, numbers: Float64Array): void {
  for (let left = hours; left !== 0; left &= left - 1) numbers[1 + 31 - Math.clz32(left & -left)]!++;
}

function sparse(numbers: Float64Array): Sparse {
  const some: Record<number, number> = {};
  numbers.forEach((number, period) => {
    if (number > 0) some[period] = number;
  });
  return some;
}

function addSparse(numbers: Float64Array, more: Sparse): void {
  for (const [period, number] of Object.entries(more)) numbers[Number(period)]! += number;
}
