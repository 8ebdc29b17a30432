/** The share of a day's traffic that comes between two times of it, by a shape of equal parts, evened out within each. */
export class TrafficForecast {
  /** Running sums: what comes before each part's beginning, as a share of the day. */
  readonly #before: readonly number[];
  readonly #parts: number;

  /** `shape`: weights of equal parts of the day; empty: an even day. */
  constructor(shape: readonly number[]) {
    const weights = shape.length === 0 ? [1] : shape;
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    const before = [0];
    for (const weight of weights) before.push(before.at(-1)! + weight / total);
    this.#before = before;
    this.#parts = weights.length;
  }

  /** Of the day's traffic, what comes until `dayShare` of the day is over. */
  until(dayShare: number): number {
    const place = Math.min(1, Math.max(0, dayShare)) * this.#parts;
    const part = Math.min(this.#parts - 1, Math.floor(place));
    const before = this.#before[part]!;
    return before + (place - part) * (this.#before[part + 1]! - before);
  }
}
