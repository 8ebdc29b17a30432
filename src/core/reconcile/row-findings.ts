import type { Recount, EventHours } from './recount';

/** What was found in one user's row, which is counted when all of it has been read. */
export class RowFindings {
  /** Of keys that need not be told apart any more: slot, hours, possible hours. */
  readonly #done: number[] = [];
  /** Of the key whose events come now, one after the other: slot and hours. It is nearly always one. */
  #current: number[] = [];
  /** Of keys that may come again, by slot and key. */
  readonly #byKey = new Map<string, { readonly slot: number; hours: number; possible: number }>();

  /** Another event of the key whose events come now. */
  addToCurrentKey(slot: number, hours: number): void {
    const current = this.#current;
    for (let at = 0; at < current.length; at += 2) {
      if (current[at] !== slot) continue;
      current[at + 1]! |= hours;
      return;
    }
    current.push(slot, hours);
  }

  /** No event of that key comes any more. */
  endKey(): void {
    const current = this.#current;
    for (let at = 0; at < current.length; at += 2) this.#done.push(current[at]!, current[at + 1]!, 0);
    current.length = 0;
  }

  /** The one event of a key. */
  addSingle(slot: number, { hours, possible }: EventHours): void {
    this.#done.push(slot, hours, possible);
  }

  /** An event of a key that others may come of, from anywhere in the row. */
  addKeyed(key: string, slot: number, { hours, possible }: EventHours): void {
    const id = `${key}${slot}`;
    const known = this.#byKey.get(id);
    if (known === undefined) this.#byKey.set(id, { slot, hours, possible });
    else {
      known.hours |= hours;
      known.possible |= possible;
    }
  }

  /** Each key counts once, and the user once for each entity and action. */
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
