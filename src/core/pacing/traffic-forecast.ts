/** Forecasts the share of a day's traffic between two times, from a shape of equal parts, even within each part. */
export class TrafficForecast {
  /** Cumulative share of the day's traffic before each part. */
  readonly #before: readonly number[];
  readonly #parts: number;

  /** `shape`: weights of equal parts of the day. Empty: an even day. */
  constructor(shape: readonly number[]) {
    const weights = shape.length === 0 ? [1] : shape;
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    const before = [0];
    for (const weight of weights) before.push(before.at(-1)! + weight / total);
    this.#before = before;
    this.#parts = weights.length;
  }

  /** Returns the share of the day's traffic that comes until `dayShare` of the day is over. */
  until(dayShare: number): number {
    const place = Math.min(1, Math.max(0, dayShare)) * this.#parts;
    const part = Math.min(this.#parts - 1, Math.floor(place));
    const before = this.#before[part]!;
    return before + (place - part) * (this.#before[part + 1]! - before);
  }
}
