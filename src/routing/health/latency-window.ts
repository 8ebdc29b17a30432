/**
 * Histogram of the latencies of the last one to two windows, with eight buckets per octave. Adding and quantiles are
 * cheap; quantiles are exact to the width of a bucket.
 */
export class LatencyWindow {
  readonly #windowMs: number;
  #current = new Uint32Array(BUCKETS);
  #previous = new Uint32Array(BUCKETS);
  #currentCount = 0;
  #previousCount = 0;
  #windowFromMs = -Infinity;

  constructor(windowMs: number) {
    this.#windowMs = windowMs;
  }

  record(latencyMs: number, nowMs: number): void {
    this.#rotate(nowMs);
    this.#current[bucketOf(latencyMs)]! += 1;
    this.#currentCount += 1;
  }

  /** Returns the number of samples in the window at this time. */
  sampleCount(nowMs: number): number {
    this.#rotate(nowMs);
    return this.#currentCount + this.#previousCount;
  }

  /** Returns the latency in milliseconds that `share` of the samples do not exceed; 0 without samples. */
  quantileMs(share: number, nowMs: number): number {
    const bucket = this.#quantileBucket(share, nowMs);
    return bucket < 0 ? 0 : bucketUpperBoundMs(bucket);
  }

  /** Returns whether the latency is at or above the quantile `share`, to the precision of a bucket. */
  isAtLeastQuantile(share: number, latencyMs: number, nowMs: number): boolean {
    return bucketOf(latencyMs) >= this.#quantileBucket(share, nowMs);
  }

  clear(): void {
    this.#current.fill(0);
    this.#previous.fill(0);
    this.#currentCount = this.#previousCount = 0;
  }

  /** Returns the bucket of the quantile; -1 without samples. */
  #quantileBucket(share: number, nowMs: number): number {
    let left = Math.ceil(this.sampleCount(nowMs) * share);
    let bucket = -1;
    while (left > 0 && bucket < BUCKETS - 1) {
      bucket += 1;
      left -= this.#current[bucket]! + this.#previous[bucket]!;
    }
    return bucket;
  }

  #rotate(nowMs: number): void {
    const passedMs = nowMs - this.#windowFromMs;
    if (passedMs < this.#windowMs) return;
    if (passedMs < 2 * this.#windowMs) {
      [this.#current, this.#previous] = [this.#previous, this.#current];
      this.#previousCount = this.#currentCount;
    } else {
      this.#previous.fill(0);
      this.#previousCount = 0;
    }
    this.#current.fill(0);
    this.#currentCount = 0;
    this.#windowFromMs = nowMs;
  }
}

const LATENCY_MIN_MS = 0.05;
const BUCKETS_PER_OCTAVE = 8;
/** 22 octaves: up to 200 s. */
const BUCKETS = 22 * BUCKETS_PER_OCTAVE;

function bucketOf(latencyMs: number): number {
  const bucket = Math.floor(Math.log2(latencyMs / LATENCY_MIN_MS) * BUCKETS_PER_OCTAVE);
  return Math.min(BUCKETS - 1, Math.max(0, bucket));
}

const bucketUpperBoundMs = (bucket: number): number =>
  LATENCY_MIN_MS * 2 ** ((bucket + 1) / BUCKETS_PER_OCTAVE);
