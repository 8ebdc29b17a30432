import { hash64 } from '../../../src/core/shared/hash64';
import { Sketch } from '../../../src/core/sketches/sketch';
import { ExpiringKeys } from './expiring-keys';

const USERS_MAX = 2 ** 24;
const WINDOWS_MAX = 2 ** 12;
const KEYS_PER_CAMPAIGN = USERS_MAX * WINDOWS_MAX;

/** Returns a whole number for each dedup key: campaign, user and window of the event time. */
export const dedupKey = (campaign: number, user: number, window: number): number =>
  (campaign * WINDOWS_MAX + window) * USERS_MAX + user;

const campaignOf = (key: number): number => Math.floor(key / KEYS_PER_CAMPAIGN);

/** Counts impressions by their dedup keys when they arrive from the pipeline. */
export interface Counter {
  add(key: number, now: number): void;
  count(campaign: number): number;
  relativeError(campaign: number): number;
}

/** One counter per campaign, increased when a key is not in the cache. Keys expire some time after their arrival. */
export class CacheCounter implements Counter {
  readonly #keys: ExpiringKeys;
  readonly #counts: Float64Array;

  constructor(campaigns: number, ttlSeconds: number) {
    this.#keys = new ExpiringKeys(ttlSeconds);
    this.#counts = new Float64Array(campaigns);
  }

  add(key: number, now: number): void {
    if (this.#keys.setIfAbsent(key, now)) this.#counts[campaignOf(key)]!++;
  }

  count(campaign: number): number {
    return this.#counts[campaign]!;
  }

  relativeError(): number {
    return 0;
  }
}

/** The product's sketch for each campaign. */
export class SketchCounter implements Counter {
  readonly #sketches: readonly Sketch[];
  readonly #bytes = Buffer.alloc(8);

  constructor(campaigns: number) {
    this.#sketches = Array.from({ length: campaigns }, () => new Sketch());
  }

  add(key: number): void {
    this.#bytes.writeDoubleLE(key);
    const { first, second } = hash64(this.#bytes);
    this.#sketches[campaignOf(key)]!.add(first, second);
  }

  count(campaign: number): number {
    return this.#sketches[campaign]!.estimate();
  }

  relativeError(campaign: number): number {
    return this.#sketches[campaign]!.relativeError();
  }
}
