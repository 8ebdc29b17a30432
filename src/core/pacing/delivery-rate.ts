/** Time constant of the short memory, in milliseconds. */
const SURGE_MEMORY_MS = 10_000;
/** Number of standard deviations of a Poisson count by which a surge must exceed the usual rate. */
const SURGE_DEVIATIONS = 2;
/** Weight of the maximum rate, in units: one counted unit weighs as much. */
const GUESS_UNITS = 1;
/** Weight of the rate of the day before or of the previous leader, in units. */
const INHERITED_UNITS = 10;

/**
 * Estimates the delivery rate of a campaign at a pass share of 1: counted units divided by the integral of the pass
 * share. Both decay slowly, so that the rate follows traffic and competition. Before the first count it is the maximum
 * rate of any campaign, so that no purchase is used up in the first seconds of a day.
 */
export class DeliveryRate {
  #units: number;
  #seconds: number;
  #surgeUnits = 0;
  #surgeSeconds = 0;

  private constructor(units: number, fullPassUnitsPerSecond: number) {
    this.#units = units;
    this.#seconds = units / fullPassUnitsPerSecond;
  }

  static fromMaximum(unitsPerSecondMax: number): DeliveryRate {
    return new DeliveryRate(GUESS_UNITS, unitsPerSecondMax);
  }

  static fromPrevious(fullPassUnitsPerSecond: number): DeliveryRate {
    return new DeliveryRate(INHERITED_UNITS, fullPassUnitsPerSecond);
  }

  /**
   * Delivery rate of the long memory, unless that of the short memory is significantly higher: then the traffic has
   * just grown.
   */
  get fullPassUnitsPerSecond(): number {
    const usual = this.#units / this.#seconds;
    if (this.#surgeUnits <= SURGE_DEVIATIONS * SURGE_DEVIATIONS) return usual;
    const sure = this.#surgeUnits - SURGE_DEVIATIONS * Math.sqrt(this.#surgeUnits);
    return Math.max(usual, sure / this.#surgeSeconds);
  }

  /** Observes `units` counted in an interval of event time with `seconds` at a pass share of 1. */
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
