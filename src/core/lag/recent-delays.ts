/** Number of buckets per power of two. A quantile is at most a sixteenth too large, and never too small. */
const PER_POWER = 16;
const DELAY_MS_MAX = 2 ** 31 - 1;
const BUCKETS = bucketOf(DELAY_MS_MAX) + 1;

/**
 * Recent delays in milliseconds, of the last one to two windows, or the last ones there were. Adding a delay is an
 * increment, because it happens for every event.
 */
export class RecentDelays {
  #current = new Uint32Array(BUCKETS);
  #previous = new Uint32Array(BUCKETS);
  #windowEndMs = Number.NEGATIVE_INFINITY;

  constructor(readonly windowMs: number) {}

  /** Adds a delay. `nowMs` is a monotonic time. Negative delays, caused by clocks that differ, count as 0. */
  add(delayMs: number, nowMs: number): void {
    if (nowMs >= this.#windowEndMs) this.#turn(nowMs);
    this.#current[bucketOf(Math.min(Math.max(0, delayMs), DELAY_MS_MAX))]!++;
  }

  /** Returns a quantile, or undefined if no delay was added yet. `share` is above 0 and at most 1. */
  quantile(share: number): number | undefined {
    const [current, previous] = [this.#current, this.#previous];
    let count = 0;
    for (let bucket = 0; bucket < BUCKETS; bucket++) count += current[bucket]! + previous[bucket]!;
    let left = Math.ceil(count * share);
    for (let bucket = 0; bucket < BUCKETS; bucket++) {
      left -= current[bucket]! + previous[bucket]!;
      if (count > 0 && left <= 0) return largestOf(bucket);
    }
    return undefined;
  }

  #turn(nowMs: number): void {
    const isLongPast = nowMs >= this.#windowEndMs + this.windowMs;
    [this.#current, this.#previous] = [this.#previous.fill(0), this.#current];
    if (isLongPast) this.#previous.fill(0);
    this.#windowEndMs = nowMs + this.windowMs;
  }
}

function bucketOf(delayMs: number): number {
  const whole = Math.trunc(delayMs);
  const shift = Math.max(0, 27 - Math.clz32(whole));
  return shift * PER_POWER + (whole >>> shift);
}

function largestOf(bucket: number): number {
  const shift = Math.max(0, Math.trunc(bucket / PER_POWER) - 1);
  return (bucket - shift * PER_POWER + 1) * 2 ** shift - 1;
}
