/**
 * Map that forgets what was not used for long, within a bounded size. New entries and those that are used go to the
 * younger generation; when it is full, it becomes the older one, and what was only in that is forgotten. It needs less
 * memory than a list of the order of use, and no work for each use of what is young.
 */
export class TwoGenerations<K, V extends object | string> {
  readonly #halfMax: number;
  #young = new Map<K, V>();
  #old = new Map<K, V>();

  /** `entriesMax`: largest number of entries, at least 2. */
  constructor(entriesMax: number) {
    this.#halfMax = Math.max(1, Math.floor(entriesMax / 2));
  }

  /** Number of entries; those of both generations count twice. */
  get size(): number {
    return this.#young.size + this.#old.size;
  }

  get(key: K): V | undefined {
    const found = this.#young.get(key);
    if (found !== undefined) return found;
    const older = this.#old.get(key);
    if (older !== undefined) this.set(key, older);
    return older;
  }

  set(key: K, value: V): void {
    this.#young.set(key, value);
    if (this.#young.size < this.#halfMax) return;
    this.#old = this.#young;
    this.#young = new Map();
  }

  delete(key: K): void {
    this.#young.delete(key);
    this.#old.delete(key);
  }

  clear(): void {
    this.#young = new Map();
    this.#old = new Map();
  }
}
