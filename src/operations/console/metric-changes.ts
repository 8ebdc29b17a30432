import type { Labels, MetricSamples } from './metric-samples';

/** Changes of counters between two collections of metrics. */
export class MetricChanges {
  readonly #seconds: number;

  constructor(
    readonly now: MetricSamples,
    private readonly before: MetricSamples,
    elapsedMs: number,
  ) {
    this.#seconds = Math.max(elapsedMs, 1) / 1_000;
  }

  /** Returns the rate of a counter per second. A counter that a restarted worker began anew counts from 0. */
  perSecond(name: string, where: Labels = {}): number {
    return rounded(this.increase(name, where) / this.#seconds);
  }

  increase(name: string, where: Labels = {}): number {
    return Math.max(0, this.now.sum(name, where) - this.before.sum(name, where));
  }

  /**
   * Returns a quantile of a histogram of seconds in milliseconds, interpolated within its bucket; undefined if nothing was
   * recorded meanwhile.
   */
  quantileMs(name: string, quantile: number, where: Labels = {}): number | undefined {
    const before = new Map(this.before.buckets(name, where));
    const buckets = this.now
      .buckets(name, where)
      .map(([bound, count]) => [bound, count - (before.get(bound) ?? 0)] as const);
    const total = buckets.at(-1)?.[1] ?? 0;
    if (total <= 0) return undefined;
    const wanted = quantile * total;
    let [lowBound, lowCount] = [0, 0];
    for (const [bound, count] of buckets) {
      if (count >= wanted) {
        if (!Number.isFinite(bound) || count === lowCount) return rounded(lowBound * 1_000);
        return rounded((lowBound + ((bound - lowBound) * (wanted - lowCount)) / (count - lowCount)) * 1_000);
      }
      [lowBound, lowCount] = [bound, count];
    }
    return undefined;
  }
}

function rounded(value: number): number {
  return Math.round(value * 1_000) / 1_000;
}
