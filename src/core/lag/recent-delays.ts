/** 16 buckets for each power of two: a quantile is at most a sixteenth too large, and never too small. */
const PER_POWER = 16;
const DELAY_MS_MAX = 2 ** 31 - 1;
const BUCKETS = bucketOf(DELAY_MS_MAX) + 1;

/**
 * Delays of late, in milliseconds: of one to two windows, or of the last ones there were. Adding one is an increment, for
 * there is one with every event.
 */
export class RecentDelays {
  #current = new Uint32Array(BUCKETS);
  #previous = new Uint32Array(BUCKETS);
  #windowEndMs = Number.NEGATIVE_INFINITY;

  constructor(readonly windowMs: number) {}

  /** `nowMs` by a monotonic clock. What is below 0, by clocks that differ, counts as 0. */
  add(delayMs: number, nowMs: number): void {
    if (nowMs >= this.#windowEndMs) this.#turn(nowMs);
    this.#current[bucketOf(Math.min(Math.max(0, delayMs), DELAY_MS_MAX))]!++;
  }

  /** Undefined where there has been none yet. `share` is over 0 and at most 1. */
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
