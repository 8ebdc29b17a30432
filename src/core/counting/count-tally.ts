import type { CountGroups } from './count-groups';

/** A count, or counts nested by the query's group-by dimensions in their order. */
export type GroupedCount = number | { readonly [value: string]: GroupedCount };
type MutableGroups = { [value: string]: GroupedCount };

const PAIR_BASE = 2 ** 26;
const SLOTS_MIN = 16;
const NO_COUNTERS = new Uint32Array(0);

/** The windows' counters of every (entity, group) that occurs at one level. */
export class CountTally {
  readonly #windows: number;
  readonly #grouped: boolean;
  readonly #slots = new Map<number, number>();
  /** Grows with the first event that is counted: most levels of most queries have none. */
  #counters = NO_COUNTERS;

  constructor(shape: { readonly windows: number; readonly grouped: boolean }) {
    this.#windows = shape.windows;
    this.#grouped = shape.grouped;
  }

  /** Counts one event in the first `hitCount` windows of `hits`. */
  add(entity: number, group: number, hits: Uint8Array, hitCount: number): void {
    const base = this.#slotOf(entity, group) * this.#windows;
    if (base + this.#windows > this.#counters.length) this.#grow(base + this.#windows);
    const counters = this.#counters;
    for (let i = 0; i < hitCount; i++) counters[base + hits[i]!]!++;
  }

  /** One entity's counts in one window: a number, or the non-zero groups, nested and sorted. */
  answer(entity: number, window: number, groups: CountGroups): GroupedCount {
    if (!this.#grouped) return this.#counters[entity * this.#windows + window] ?? 0;
    const nested = emptyGroups();
    for (const { path, slot } of this.#sortedGroups(groups).get(entity) ?? []) {
      const count = this.#counters[slot * this.#windows + window]!;
      if (count > 0) place(nested, path, count);
    }
    return nested;
  }

  #slotOf(entity: number, group: number): number {
    if (!this.#grouped) return entity;
    const key = entity * PAIR_BASE + group;
    const known = this.#slots.get(key);
    if (known !== undefined) return known;
    this.#slots.set(key, this.#slots.size);
    return this.#slots.size - 1;
  }

  #grow(length: number): void {
    const larger = new Uint32Array(Math.max(length * 2, SLOTS_MIN * this.#windows));
    larger.set(this.#counters);
    this.#counters = larger;
  }

  #sorted: Map<number, GroupSlot[]> | undefined;

  /** Each entity's groups in the order of their labels, whatever order the events came in. */
  #sortedGroups(groups: CountGroups): Map<number, GroupSlot[]> {
    if (this.#sorted !== undefined) return this.#sorted;
    const byEntity = new Map<number, GroupSlot[]>();
    for (const [key, slot] of this.#slots) {
      const entity = Math.floor(key / PAIR_BASE);
      const found = { path: groups.pathOf(key % PAIR_BASE), slot };
      const others = byEntity.get(entity);
      if (others === undefined) byEntity.set(entity, [found]);
      else others.push(found);
    }
    for (const slots of byEntity.values()) slots.sort((a, b) => comparePaths(a.path, b.path));
    this.#sorted = byEntity;
    return byEntity;
  }
}

interface GroupSlot {
  readonly path: readonly string[];
  readonly slot: number;
}

export function isZero(count: GroupedCount): boolean {
  return typeof count === 'number' ? count === 0 : Object.keys(count).length === 0;
}

/** Without a prototype, so that an id such as `__proto__` is a key like any other. */
export function emptyGroups(): MutableGroups {
  return Object.create(null) as MutableGroups;
}

function place(root: MutableGroups, path: readonly string[], count: number): void {
  let node = root;
  for (const label of path.slice(0, -1)) node = (node[label] ??= emptyGroups()) as MutableGroups;
  node[path.at(-1)!] = count;
}

function comparePaths(a: readonly string[], b: readonly string[]): number {
  for (let i = 0; i < a.length; i++) {
    if (a[i] !== b[i]) return a[i]! < b[i]! ? -1 : 1;
  }
  return 0;
}
