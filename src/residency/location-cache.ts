import type { Location } from '../core/residency/location';
import type { SubjectKey } from '../core/residency/subject-key';
import { TwoGenerations } from '../platform/memory/two-generations';

/** Locations of the subjects that were used lately, within a bounded memory: some 70 bytes each. */
export class LocationCache {
  readonly #locations: TwoGenerations<SubjectKey, Location>;
  /** One object for equal locations: nearly all subjects have one of a few. */
  readonly #interned = new Map<string, Location>();

  /** `entriesMax`: largest number of entries, at least 2. */
  constructor(entriesMax: number) {
    this.#locations = new TwoGenerations(entriesMax);
  }

  get size(): number {
    return this.#locations.size;
  }

  get(key: SubjectKey): Location | undefined {
    return this.#locations.get(key);
  }

  set(key: SubjectKey, location: Location): void {
    this.#locations.set(key, this.#intern(location));
  }

  delete(key: SubjectKey): void {
    this.#locations.delete(key);
  }

  clear(): void {
    this.#locations.clear();
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
