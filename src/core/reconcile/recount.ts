import { IdSet } from '../columns/id-set';
import { TidemarkError } from '../../errors';
import { HOURS_MAX, type SketchKind } from '../sketches/sketch-row';

/** Number of periods: the whole day, then its hours. */
const PERIODS = 1 + HOURS_MAX;

/** Hours in which a dedup key or user has events, as bits, first hour of the day lowest. */
export interface EventHours {
  /** Hours with an event in the log. */
  readonly hours: number;
  /** Further hours that may have had an event that compaction dropped as a duplicate of an earlier one. */
  readonly possible: number;
}

/** Numbers of dedup keys, or of users, by period. */
interface PeriodCounts {
  readonly exact: Float64Array;
  /** Numbers that may exist in addition. */
  readonly possible: Float64Array;
}

export type RecountCell = Readonly<Record<SketchKind, PeriodCounts>>;

/**
 * Exact counts of a day by entity and action, accumulated user by user. A dedup key belongs to one user, and a user to
 * one row, so counts add up over rows and workers.
 */
export class Recount {
  readonly #entities = new IdSet();
  readonly #actions: readonly string[];
  readonly #entitiesMax: number;
  /** Cells by entity and action. Absent if nothing was counted. */
  readonly #cells: (RecountCell | undefined)[] = [];

  constructor(actions: readonly string[], entitiesMax: number) {
    this.#actions = actions;
    this.#entitiesMax = entitiesMax;
  }

  /** Returns the canonical ids of all entities. */
  entities(): readonly string[] {
    return Array.from({ length: this.#entities.size }, (_, number) => this.#entities.text(number));
  }

  /**
   * Returns the number of the entity. A new entity receives the next number. Throws `answer_too_large` beyond the
   * maximum.
   */
  numberOf(entity: string): number {
    const number = this.#entities.add(entity);
    if (number < this.#entitiesMax) return number;
    throw new TidemarkError(
      'answer_too_large',
      `events have more than ${this.#entitiesMax} entities: restrict the query to some of them`,
    );
  }

  /** Returns the cell, or undefined if nothing was counted. */
  cell(entity: string, action: string): RecountCell | undefined {
    const number = this.#entities.numberOf(entity);
    return number < 0 ? undefined : this.#cells[this.slotOf(number, this.#actions.indexOf(action))];
  }

  /** Returns the slot of an entity and an action. */
  slotOf(entity: number, action: number): number {
    return entity * this.#actions.length + action;
  }

  /** Counts one dedup key, or one user. */
  add(slot: number, kind: SketchKind, seen: EventHours): void {
    const numbers = (this.#cells[slot] ??= { events: noNumbers(), users: noNumbers() })[kind];
    if (seen.hours !== 0) numbers.exact[0]!++;
    else if (seen.possible !== 0) numbers.possible[0]!++;
    countBits(seen.hours, numbers.exact);
    countBits(seen.possible, numbers.possible);
  }

  /** Adds the counts of another worker, of other users. */
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

/** Cells by entity and action. */
export type RecountJson = Readonly<Record<string, Readonly<Record<string, CellJson>>>>;

/** Exact and possible events, exact and possible users: numbers by period, without zeros. */
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
