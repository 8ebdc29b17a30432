import type { Recount, EventHours } from './recount';

/** Dedup keys found in one user's row. They are counted after all of the row has been read. */
export class RowFindings {
  /** Finished keys: slot, hours, possible hours. */
  readonly #done: number[] = [];
  /** Key whose events are being read: slot and hours. It nearly always has one slot. */
  #current: number[] = [];
  /** Keys that may recur, by key and slot. */
  readonly #byKey = new Map<string, { readonly slot: number; hours: number; possible: number }>();

  /** Adds an event of the current key. */
  addToCurrentKey(slot: number, hours: number): void {
    const current = this.#current;
    for (let at = 0; at < current.length; at += 2) {
      if (current[at] !== slot) continue;
      current[at + 1]! |= hours;
      return;
    }
    current.push(slot, hours);
  }

  /** Ends the current key. */
  endKey(): void {
    const current = this.#current;
    for (let at = 0; at < current.length; at += 2) this.#done.push(current[at]!, current[at + 1]!, 0);
    current.length = 0;
  }

  /** Adds the only event of a key. */
  addSingle(slot: number, { hours, possible }: EventHours): void {
    this.#done.push(slot, hours, possible);
  }

  /** Adds an event of a key that may recur anywhere in the row. */
  addKeyed(key: string, slot: number, { hours, possible }: EventHours): void {
    const id = `${key}${slot}`;
    const known = this.#byKey.get(id);
    if (known === undefined) this.#byKey.set(id, { slot, hours, possible });
    else {
      known.hours |= hours;
      known.possible |= possible;
    }
  }

  /** Counts each key once, and the user once per entity and action. */
  addTo(recount: Recount): void {
    const users = new Map<number, { hours: number; possible: number }>();
    this.#forEach((slot, hours, possible) => {
      recount.add(slot, 'events', { hours, possible: possible & ~hours });
      const user = users.get(slot);
      if (user === undefined) users.set(slot, { hours, possible });
      else {
        user.hours |= hours;
        user.possible |= possible;
      }
    });
    users.forEach(({ hours, possible }, slot) =>
      recount.add(slot, 'users', { hours, possible: possible & ~hours }),
    );
  }

  #forEach(use: (slot: number, hours: number, possible: number) => void): void {
    const done = this.#done;
    for (let at = 0; at < done.length; at += 3) use(done[at]!, done[at + 1]!, done[at + 2]!);
    for (const { slot, hours, possible } of this.#byKey.values()) use(slot, hours, possible);
  }
}
