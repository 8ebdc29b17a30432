/**
 * Keys that expire some seconds after they were set, as in a cache with a time to live. It uses open addressing over
 * typed arrays, since tens of millions of keys pass through it.
 */
const LOAD_MAX = 0.6;

export class ExpiringKeys {
  readonly #ttlSeconds: number;
  #keys = new Float64Array(1 << 16).fill(-1);
  #expiries = new Float64Array(1 << 16);
  #used = 0;

  constructor(ttlSeconds: number) {
    this.#ttlSeconds = ttlSeconds;
  }

  /**
   * Sets the key if it is absent, with an expiry after the time to live. Returns whether it was absent. Keys are
   * whole numbers from 0.
   */
  setIfAbsent(key: number, now: number): boolean {
    const mask = this.#keys.length - 1;
    let place = placeOf(key, mask);
    while (this.#keys[place] !== -1) {
      if (this.#keys[place] === key) {
        if (this.#expiries[place]! > now) return false;
        this.#expiries[place] = now + this.#ttlSeconds;
        return true;
      }
      place = (place + 1) & mask;
    }
    this.#keys[place] = key;
    this.#expiries[place] = now + this.#ttlSeconds;
    if (++this.#used > LOAD_MAX * this.#keys.length) this.#rebuild(now);
    return true;
  }

  /** Rebuilds the table without expired keys, at most half full. */
  #rebuild(now: number): void {
    const [keys, expiries] = [this.#keys, this.#expiries];
    let live = 0;
    for (let i = 0; i < keys.length; i++) if (keys[i] !== -1 && expiries[i]! > now) live++;
    let size = 1 << 16;
    while (size < 4 * live) size *= 2;
    this.#keys = new Float64Array(size).fill(-1);
    this.#expiries = new Float64Array(size);
    this.#used = 0;
    for (let i = 0; i < keys.length; i++) {
      if (keys[i] !== -1 && expiries[i]! > now) this.#put(keys[i]!, expiries[i]!);
    }
  }

  #put(key: number, expiry: number): void {
    const mask = this.#keys.length - 1;
    let place = placeOf(key, mask);
    while (this.#keys[place] !== -1) place = (place + 1) & mask;
    this.#keys[place] = key;
    this.#expiries[place] = expiry;
    this.#used++;
  }
}

/** Hashes both halves of a whole number up to 2^53 by multiplication. */
function placeOf(key: number, mask: number): number {
  const mixed = Math.imul(key | 0, 0x9e3779b1) ^ Math.imul((key / 0x100000000) | 0, 0x85ebca6b);
  return (mixed ^ (mixed >>> 15)) & mask;
}
