/**
 * List of objects in the order in which they were added, each removed in constant time. Use it instead of a `Set` or
 * `Map` for objects that are added and removed with every request.
 *
 * V8 replaces the hash table of a Set or Map after a few additions and removals. Each replaced table keeps the objects
 * that it had, and a link to the table that followed. Once one of them has survived two minor collections, all later
 * tables survive with it, and everything that can be reached from their objects, until the next full collection: of
 * requests that pass through a Set, up to a third, with their bodies and answers. A removed entry of this list has no
 * link to any other.
 */
export class LinkedList<T> implements Iterable<T> {
  #first: ListEntry<T> | undefined;
  #last: ListEntry<T> | undefined;
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** Entry of the oldest object; undefined if the list is empty. */
  get first(): ListEntry<T> | undefined {
    return this.#first;
  }

  /** Adds an object at the end. Returns its entry, by which it is removed. */
  add(value: T): ListEntry<T> {
    const entry: ListEntry<T> = { value, previous: this.#last, next: undefined, isListed: true };
    if (this.#last === undefined) this.#first = entry;
    else this.#last.next = entry;
    this.#last = entry;
    this.#size += 1;
    return entry;
  }

  /** Removes an entry of this list. Returns false if it was removed before. */
  remove(entry: ListEntry<T>): boolean {
    if (!entry.isListed) return false;
    const { previous, next } = entry;
    if (previous === undefined) this.#first = next;
    else previous.next = next;
    if (next === undefined) this.#last = previous;
    else next.previous = previous;
    entry.previous = undefined;
    entry.next = undefined;
    entry.isListed = false;
    this.#size -= 1;
    return true;
  }

  /** Iterates from the oldest object on. The list must not change meanwhile. */
  *[Symbol.iterator](): Iterator<T> {
    for (let entry = this.#first; entry !== undefined; entry = entry.next) yield entry.value;
  }
}

/** Place of an object in a `LinkedList`. Only the list changes it. */
export interface ListEntry<T> {
  readonly value: T;
  previous: ListEntry<T> | undefined;
  next: ListEntry<T> | undefined;
  isListed: boolean;
}
