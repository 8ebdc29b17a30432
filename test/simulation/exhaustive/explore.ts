/** An explicit-state model checker: visits every state that a scenario can reach, and every read of each. */
import {
  EMPTY_TOKEN,
  mergeAllTokens,
  rowId,
  tokenOfWrite,
  type WriteToken,
} from '../../../src/core/tokens/write-token';
import type { Consistency } from '../../../src/core/consistency/consistency';
import { watermarkColumnOf } from '../../../src/core/consistency/row-watermark';
import { EMPTY_ROW, Rows } from './cells';
import { wrongAnswer } from './promise';
import { LateArrivals, ReadStores, type StoreNumber } from './arrivals';
import type { ReadEvent } from './read-state';
import { Reads, type ReadNumber } from './reads';
import {
  CLUSTERS,
  GROWING,
  type Guards,
  KEY,
  nameOf,
  type Scenario,
  type Side,
  SIDES,
  START_MS,
  TABLE,
} from './scope';
import {
  bitsOf,
  firstState,
  isAnnounced,
  stepsOf,
  storeKey,
  type StoreContext,
  type StoreState,
} from './store-state';

export interface Exploration {
  /** Different states of the store and its writers. */
  readonly storeStates: number;
  /** Different states of a read together with those of the store. */
  readonly readStates: number;
  readonly answers: number;
  /** The first wrong answer of the scenario, with the steps that lead to it. */
  readonly violation: string | undefined;
}

export interface ExplorationOptions {
  readonly guards: Guards;
  /** Attempts that are given up in one history. */
  readonly givenUpMax: number;
}

/** A state, and how it came about. */
interface Reached<S> {
  readonly state: S;
  readonly label: string;
  readonly from: Reached<S> | undefined;
}

/** Explores a scenario until its end, or until the first violation. */
export function explore(scenario: Scenario, { guards, givenUpMax }: ExplorationOptions): Exploration {
  const context: StoreContext = { scenario, guards, rows: new Rows() };
  const arrivals = new LateArrivals(context);
  const reads = new ReadExploration(context, arrivals);
  const seen = new Set<string>();
  const stack: Reached<StoreState>[] = [
    { state: firstState(scenario, givenUpMax), label: '', from: undefined },
  ];
  let violation: string | undefined;
  for (let reached = stack.pop(); reached !== undefined && violation === undefined; reached = stack.pop()) {
    for (const step of stepsOf(reached.state, context, arrivals)) {
      const next = { state: step.state, label: step.label, from: reached };
      const key = storeKey(step.state);
      // A read has nothing new to expect but after an acknowledgement: until the next one it is promised the same.
      const wrong = step.acknowledges === undefined ? undefined : reads.from(next.state, step.acknowledges);
      if (wrong !== undefined) violation = `${nameOf(scenario)}: ${[...labels(next), wrong].join(' → ')}`;
      if (seen.has(key)) continue;
      seen.add(key);
      stack.push(next);
    }
  }
  return { storeStates: seen.size + 1, readStates: reads.states, answers: reads.answered, violation };
}

function labels<S>(reached: Reached<S>): string[] {
  const all: string[] = [];
  for (let at: Reached<S> | undefined = reached; at?.from !== undefined; at = at.from) all.unshift(at.label);
  return all;
}

/** A read, and the store as far as it matters to reads: it goes on meanwhile, for what was sent arrives. */
interface ReadInStore {
  readonly read: ReadNumber;
  readonly store: StoreNumber;
  readonly event: ReadEvent | undefined;
  readonly from: ReadInStore | undefined;
}

/** Sets of three operations, and more states than there are. */
const PROMISES = 8;
const STORES_MAX = 2 ** 26;
const ORDERS_MAX = 2 ** 16;

class ReadExploration {
  readonly #context: StoreContext;
  readonly #reads: Reads;
  readonly #stores: ReadStores;
  readonly #seen = new Set<number>();
  /** Answers that were checked, by what they show and what was promised. */
  readonly #checked = new Set<number>();
  readonly #orders = new Map<string, number>();
  answered = 0;

  constructor(context: StoreContext, arrivals: LateArrivals) {
    this.#context = context;
    this.#reads = new Reads(context);
    this.#stores = new ReadStores(arrivals);
  }

  get states(): number {
    return this.#seen.size;
  }

  /** The first wrong answer of any read that begins in the state, just after the operation was acknowledged. */
  from(state: StoreState, acknowledged: number): string | undefined {
    const store = this.#stores.numberOf(state);
    for (const side of SIDES) {
      for (const { consistency, origins, promised } of promisesIn(state, acknowledged, {
        ...this.#context,
        side,
      })) {
        for (const read of this.#reads.begin(side, { consistency, origins })) {
          const wrong = this.#explore({ read, store, event: undefined, from: undefined }, promised);
          if (wrong !== undefined)
            return `a ${consistency.level} read begins at ${CLUSTERS[side].id} → ${wrong}`;
        }
      }
    }
    return undefined;
  }

  #explore(first: ReadInStore, promised: number): string | undefined {
    const stack: ReadInStore[] = [];
    const add = (next: ReadInStore): void => {
      const place = (next.read * PROMISES + promised) * STORES_MAX + next.store;
      if (this.#seen.has(place)) return;
      this.#seen.add(place);
      stack.push(next);
    };
    // What was promised, and which writes came before which, does not change while a read is under way.
    const order = this.#orderOf(this.#stores.state(first.store)) * PROMISES + promised;
    add(first);
    for (let reached = stack.pop(); reached !== undefined; reached = stack.pop()) {
      for (const next of this.#next(reached)) {
        if (!this.#reads.isOver(next.read)) add(next);
        else if (this.#isNew(next.read, order)) {
          const wrong = this.#wrongIn(next, promised);
          if (wrong !== undefined) return [...this.#labels(next), wrong].join(' → ');
        }
      }
    }
    return undefined;
  }

  #isNew(read: ReadNumber, order: number): boolean {
    const place = read * ORDERS_MAX + order;
    if (this.#checked.has(place)) return false;
    this.#checked.add(place);
    return true;
  }

  /** A number for which operations have begun, and which were acknowledged before which began. */
  #orderOf({ operations }: StoreState): number {
    const key = operations.map(({ status, after }) => (status === 'idle' ? '-' : after)).join();
    const known = this.#orders.get(key);
    if (known !== undefined) return known;
    this.#orders.set(key, this.#orders.size);
    return this.#orders.size - 1;
  }

  *#next(from: ReadInStore): Iterable<ReadInStore> {
    const { read, store } = from;
    for (const event of this.#reads.events(read)) {
      const stores = event === 'timer' ? [store] : this.#stores.before(store, event.at);
      for (const next of stores) {
        const shown = event === 'timer' ? EMPTY_ROW : this.#stores.state(next).rows[event.at];
        for (const after of this.#reads.after(read, event, shown)) {
          yield { read: after, store: next, event, from };
        }
      }
    }
  }

  #wrongIn({ read, store }: ReadInStore, promised: number): string | undefined {
    const answer = this.#reads.answer(read);
    if (answer === undefined) return undefined;
    this.answered += 1;
    const { scenario } = this.#context;
    return wrongAnswer(answer, { store: this.#stores.state(store), scenario, operations: promised });
  }

  #labels(reached: ReadInStore): string[] {
    const { event, from, store } = reached;
    if (from === undefined || event === undefined) return [];
    const states = [this.#stores.state(from.store), this.#stores.state(store)] as const;
    return [...this.#labels(from), labelOf(event, ...states)];
  }
}

function labelOf(event: ReadEvent, before: StoreState, after: StoreState): string {
  if (event === 'timer') return 'its lookups are overdue';
  const arrived = after.operations.flatMap(({ attempts }, index) =>
    attempts.flatMap((attempt, number) => {
      const earlier = before.operations[index]!.attempts[number]!;
      const isSame =
        earlier.isCommitted === attempt.isCommitted && earlier.isReplicated === attempt.isReplicated;
      return isSame ? [] : [`attempt ${number + 1} of operation ${index}`];
    }),
  );
  const answer = `${CLUSTERS[event.at].id} answers with its ${event.of}`;
  return arrived.length === 0 ? answer : `${answer}, after the arrival of ${arrived.join(' and ')}`;
}

interface ReadPromise {
  readonly consistency: Consistency;
  /** Clusters that take writes, in the reader's topology. */
  readonly origins: readonly Side[];
  /** Operations, as bits. */
  readonly promised: number;
}

/**
 * A strict read is promised all that is acknowledged; one with a token, what the token names. The cluster that acknowledged it
 * has it, so only the other one has something to prove. A reader with an old topology asks cluster 0 alone, which shows it the
 * announcement of the other one: then its read fails.
 */
function promisesIn(
  store: StoreState,
  acknowledged: number,
  { scenario, guards, side }: StoreContext & { readonly side: Side },
): readonly ReadPromise[] {
  const promised = bitsOf(store, ({ status }) => status === 'acknowledged');
  const strict = (origins: readonly Side[]): ReadPromise => ({
    consistency: { level: 'strict' },
    origins,
    promised,
  });
  const mayBeOld = GROWING.has(scenario) && !(guards.announcements && isAnnounced(store));
  const all = [strict(SIDES), ...(mayBeOld ? [strict([0])] : [])];
  if (store.operations[acknowledged]!.attempts.at(-1)!.at === side) return all;
  const consistency: Consistency = { level: 'at-least-as-fresh', token: tokenOf(store, acknowledged) };
  return [...all, { consistency, origins: SIDES, promised: 1 << acknowledged }];
}

function tokenOf(store: StoreState, index: number): WriteToken {
  const { attempts, writer, watermarkMs: versionMs } = store.operations[index]!;
  const column = watermarkColumnOf(CLUSTERS[attempts.at(-1)!.at].code, writer);
  const write = tokenOfWrite({ row: rowId(TABLE, KEY), column, versionMs, ackedMs: START_MS });
  return mergeAllTokens([EMPTY_TOKEN, write], { writesMax: 32, nowMs: START_MS });
}
