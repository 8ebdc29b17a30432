/** States of reads as numbers, and each step of each worked out once: many histories of the store lead to the same reads. */
import type { RowNumber } from './cells';
import {
  afterEvent,
  beginRead,
  eventsOf,
  readKey,
  type ReadContext,
  type ReadEvent,
  type ReadState,
  shownBy,
} from './read-state';
import type { Side } from './scope';

/** The place of a read's state in `Reads`. */
export type ReadNumber = number;

/** By column, the operation whose value is shown; undefined: none. */
export type Answer = readonly (number | undefined)[];

export class Reads {
  readonly #context: ReadContext;
  readonly #states: ReadState[] = [];
  readonly #numbers = new Map<string, ReadNumber>();
  readonly #events: (readonly ReadEvent[])[] = [];
  readonly #after: Map<string | number, readonly ReadNumber[]>[] = [];
  readonly #answers: (Answer | undefined)[] = [];

  constructor(context: ReadContext) {
    this.#context = context;
  }

  begin(from: Side, asked: Parameters<typeof beginRead>[1]): readonly ReadNumber[] {
    return beginRead(from, asked, this.#context).map((read) => this.#numberOf(read));
  }

  /** None when the read is over. */
  events(read: ReadNumber): readonly ReadEvent[] {
    return this.#events[read]!;
  }

  /** The states after one of its events; `shown`: the row of the cluster that answers. */
  after(read: ReadNumber, event: ReadEvent, shown: RowNumber): readonly ReadNumber[] {
    const name = event === 'timer' ? event : 4 * shown + 2 * event.at + (event.of === 'row' ? 1 : 0);
    const known = (this.#after[read] ??= new Map());
    let after = known.get(name);
    if (after === undefined) {
      const states = afterEvent(this.#states[read]!, event, shown, this.#context);
      after = states.map((next) => this.#numberOf(next));
      known.set(name, after);
    }
    return after;
  }

  isOver(read: ReadNumber): boolean {
    return this.#states[read]!.outcome !== undefined;
  }

  /** Undefined where the read has failed, which is never wrong. */
  answer(read: ReadNumber): Answer | undefined {
    if (!(read in this.#answers)) {
      const rows = this.#states[read]!.outcome?.rows ?? [];
      this.#answers[read] = rows.length === 0 ? undefined : shownBy(rows, this.#context);
    }
    return this.#answers[read];
  }

  #numberOf(read: ReadState): ReadNumber {
    const key = readKey(read);
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    this.#numbers.set(key, this.#states.length);
    this.#events.push(eventsOf(read));
    return this.#states.push(read) - 1;
  }
}
