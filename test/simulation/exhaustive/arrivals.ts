import type { Side } from './scope';
import {
  arrived,
  type Arrivals,
  type AttemptPlace,
  deliveriesOf,
  type StoreContext,
  storeKey,
  type StoreState,
} from './store-state';

/**
 * Delays arrivals until they matter. A query of a cluster sees only what has arrived there, so arrivals elsewhere may as well
 * come later, until a query sees them. Hence only queries of a cluster are explored with each set of arrivals there, in each
 * order, and nothing in between: fewer states, and the same answers. It is a partial-order reduction, as in Godefroid, "Partial-
 * Order Methods for the Verification of Concurrent Systems", 1996.
 */
export class LateArrivals implements Arrivals {
  readonly #context: StoreContext;
  readonly #before = new Map<string, readonly StoreState[]>();

  constructor(context: StoreContext) {
    this.#context = context;
  }

  before(store: StoreState, at: Side): readonly StoreState[] {
    const name = `${at} ${storeKey(store)}`;
    let states = this.#before.get(name);
    if (states === undefined) {
      states = this.#reach(store, at);
      this.#before.set(name, states);
    }
    return states;
  }

  whenCommitted(store: StoreState, { operation, attempt }: AttemptPlace): readonly StoreState[] {
    const { at, isCommitted } = store.operations[operation]!.attempts[attempt]!;
    if (isCommitted) return [store];
    if (this.#commute(store, at)) {
      return [arrived(store, { index: operation, number: attempt, to: at }, this.#context.rows)];
    }
    return this.before(store, at).filter(
      ({ operations }) => operations[operation]!.attempts[attempt]!.isCommitted,
    );
  }

  /** Whether the row is the same in whatever order the next ones arrive, two by two: then they may as well arrive later. */
  #commute(store: StoreState, at: Side): boolean {
    const { rows } = this.#context;
    const first = store.rows[at];
    const mutations = deliveriesOf(store, this.#context).map(({ mutation }) => mutation);
    const both = (a: number, b: number): number => rows.apply(rows.apply(first, a), b);
    return mutations.every((a) => mutations.every((b) => both(a, b) === both(b, a)));
  }

  #reach(first: StoreState, at: Side): readonly StoreState[] {
    const states = new Map([[storeKey(first), first]]);
    for (const store of states.values()) {
      for (const next of this.#arrivalsAt(store, at)) {
        const key = storeKey(next);
        if (!states.has(key)) states.set(key, next);
      }
    }
    return [...states.values()];
  }

  /** Returns the states after one more arrival at the cluster. What arrives from elsewhere was committed there before. */
  #arrivalsAt(store: StoreState, at: Side): readonly StoreState[] {
    return deliveriesOf(store, this.#context).flatMap(({ to, state, then }) =>
      to === at ? [state] : then === undefined ? [] : [then],
    );
  }
}

/** The place of a state in `ReadStores`. */
export type StoreNumber = number;

/** States of the store as numbers, equal for those that are alike to reads which have begun. */
export class ReadStores {
  readonly #arrivals: Arrivals;
  readonly #states: StoreState[] = [];
  readonly #numbers = new Map<string, StoreNumber>();
  readonly #before = new Map<number, readonly StoreNumber[]>();

  constructor(arrivals: Arrivals) {
    this.#arrivals = arrivals;
  }

  state(store: StoreNumber): StoreState {
    return this.#states[store]!;
  }

  numberOf(store: StoreState): StoreNumber {
    const key = keyForReads(store);
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    this.#numbers.set(key, this.#states.length);
    return this.#states.push(store) - 1;
  }

  /** See `Arrivals.before`. */
  before(store: StoreNumber, at: Side): readonly StoreNumber[] {
    const place = 2 * store + at;
    let before = this.#before.get(place);
    if (before === undefined) {
      const states = this.#arrivals.before(this.#states[store]!, at);
      before = [...new Set(states.map((each) => this.numberOf(each)))];
      this.#before.set(place, before);
    }
    return before;
  }
}

/**
 * Returns a key of what matters to a read that has begun: what is shown, what has yet to arrive, and which writes came before
 * which.
 */
function keyForReads({ rows, operations, knows }: StoreState): string {
  const pending = operations.map(({ status, after, attempts }) => {
    const sent = attempts.filter(({ isReplicated }) => !isReplicated);
    const names = sent.map(({ mutation, isCommitted }) => `${mutation}${isCommitted ? 'c' : 's'}`);
    return `${status === 'idle' ? '-' : after},${names.join(';')}`;
  });
  return `${knows.join()}|${rows.join()}|${pending.join('|')}`;
}
