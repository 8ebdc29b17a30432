import type { Location } from '../core/residency/location';
import type { SubjectKey } from '../core/residency/subject-key';

/**
 * Locations of the subjects that were used lately, within a bounded memory: some 70 bytes each. Two maps: new entries and
 * those that are used go to the younger; when it is full, it becomes the older, and what was only in that is forgotten.
 */
export class LocationCache {
  readonly #halfMax: number;
  #young = new Map<SubjectKey, Location>();
  #old = new Map<SubjectKey, Location>();
  /** One object for equal locations: nearly all subjects have one of a few. */
  #interned = new Map<string, Location>();

  /** `entriesMax`: largest number of entries, at least 2. */
  constructor(entriesMax: number) {
    this.#halfMax = Math.max(1, Math.floor(entriesMax / 2));
  }

  get size(): number {
    return this.#young.size + this.#old.size;
  }

  get(key: SubjectKey): Location | undefined {
    const found = this.#young.get(key);
    if (found !== undefined) return found;
    const older = this.#old.get(key);
    if (older === undefined) return undefined;
    this.#old.delete(key);
    this.#add(key, older);
    return older;
  }

  set(key: SubjectKey, location: Location): void {
    this.#old.delete(key);
    this.#add(key, this.#intern(location));
  }

  delete(key: SubjectKey): void {
    this.#young.delete(key);
    this.#old.delete(key);
  }

  clear(): void {
    this.#young = new Map();
    this.#old = new Map();
    this.#interned = new Map();
  }

  #add(key: SubjectKey, location: Location): void {
    this.#young.set(key, location);
    if (this.#young.size < this.#halfMax) return;
    this.#old = this.#young;
    this.#young = new Map();
  }

  #intern({ epoch, state, from, to }: Location): Location {
    const text = `${epoch} ${state} ${from} ${to}`;
    const known = this.#interned.get(text);
    if (known !== undefined) return known;
    const location = Object.freeze({ epoch, state, from, to });
    if (this.#interned.size < INTERNED_MAX) this.#interned.set(text, location);
    return location;
  }
}

const INTERNED_MAX = 10_000;
