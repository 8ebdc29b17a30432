/**
 * How many units a campaign takes each second at a pass share of 1: what was counted, by how far it was let in meanwhile. Both
 * are forgotten slowly, so that the rate follows traffic and competition; before anything was counted it is the most that
 * any campaign could take, which is why nobody's day is burnt in its first seconds.
 */
const SURGE_MEMORY_MS = 10_000;
/** Standard deviations of a Poisson count by which a surge must stand out. */
const SURGE_DEVIATIONS = 2;
/** Units that the rate before anything was counted is worth: a first unit counted weighs as much as it does. */
const GUESS_UNITS = 1;
/** Units that yesterday's rate, or a predecessor's, is worth. */
const INHERITED_UNITS = 10;

export class DeliveryRate {
  #units: number;
  #seconds: number;
  #surgeUnits = 0;
  #surgeSeconds = 0;

  private constructor(units: number, unitsPerSecond: number) {
    this.#units = units;
    this.#seconds = units / unitsPerSecond;
  }

  static fromMaximum(unitsPerSecondMax: number): DeliveryRate {
    return new DeliveryRate(GUESS_UNITS, unitsPerSecondMax);
  }

  static fromPrevious(unitsPerSecond: number): DeliveryRate {
    return new DeliveryRate(INHERITED_UNITS, unitsPerSecond);
  }

  /** The long memory's, unless the short one's is higher beyond chance: then the traffic has just grown. */
  get unitsPerSecond(): number {
    const usual = this.#units / this.#seconds;
    if (this.#surgeUnits <= SURGE_DEVIATIONS * SURGE_DEVIATIONS) return usual;
    const sure = this.#surgeUnits - SURGE_DEVIATIONS * Math.sqrt(this.#surgeUnits);
    return Math.max(usual, sure / this.#surgeSeconds);
  }

  /** `units` were counted for a stretch of event time in which the campaign was let in for `seconds` of full passing. */
  observe({ units, seconds, elapsedMs }: RateObservation, memoryMs: number): void {
    if (!(seconds > 0)) return;
    const kept = Math.exp(-elapsedMs / memoryMs);
    this.#units = this.#units * kept + units;
    this.#seconds = this.#seconds * kept + seconds;
    const keptShort = Math.exp(-elapsedMs / SURGE_MEMORY_MS);
    this.#surgeUnits = this.#surgeUnits * keptShort + units;
    this.#surgeSeconds = this.#surgeSeconds * keptShort + seconds;
  }
}

export interface RateObservation {
  readonly units: number;
  readonly seconds: number;
  readonly elapsedMs: number;
}
