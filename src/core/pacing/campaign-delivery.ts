import { Exposure } from './exposure';
import type { CampaignCount, CampaignDay, PacingDecision } from './pacing';
import type { PacingSettings } from './pacing-settings';
import type { DeliveryRate } from './delivery-rate';

/**
 * State of one campaign's day: the counted units, the time up to which they are complete, and the pass share since
 * then. Counts only grow: of two counts the lower one is older.
 */
export class CampaignDelivery {
  readonly day: string;
  readonly rate: DeliveryRate;
  /** Last decision. Undefined before the first one. */
  decision: PacingDecision | undefined;
  /** Time when the campaign was last listed. */
  listedAtMs: number;
  #count = 0;
  #relativeError = 0;
  #exposure: Exposure;
  /** Event time up to which the last snapshot with that information was complete. */
  #completeUpToMs: number | undefined;
  #countAtComplete = 0;
  /** Units that count as delivered until counts are complete up to `untilMs`. */
  #expected = { units: 0, untilMs: -Infinity };

  private constructor(day: string, rate: DeliveryRate, nowMs: number) {
    this.day = day;
    this.rate = rate;
    this.listedAtMs = nowMs;
    this.#exposure = new Exposure(nowMs, 0);
  }

  /** Starts a day without history, or with the rate of the day before. */
  static start({ day }: CampaignDay, nowMs: number, rate: DeliveryRate): CampaignDelivery {
    return new CampaignDelivery(day, rate, nowMs);
  }

  /**
   * Continues from the previous leader's decision, whose pass share is in force. If the previous leader stopped the
   * campaign because the rest was expected to be delivered, only that leader knew why: its expectation holds until
   * counts are complete up to now.
   */
  static resume(decision: PacingDecision, nowMs: number, rate: DeliveryRate): CampaignDelivery {
    const delivery = new CampaignDelivery(decision.day, rate, nowMs);
    const sinceMs = Math.min(nowMs, decision.completeUpToMs ?? nowMs);
    delivery.#exposure = new Exposure(sinceMs, decision.passShare);
    delivery.#completeUpToMs = decision.completeUpToMs === undefined ? undefined : sinceMs;
    delivery.#count = delivery.#countAtComplete = decision.count;
    if (decision.reason === 'units_expected') {
      delivery.#expected = { units: decision.unitsPurchased, untilMs: nowMs };
    }
    delivery.decision = decision;
    return delivery;
  }

  get count(): number {
    return this.#count;
  }

  get relativeError(): number {
    return this.#relativeError;
  }

  get completeUpToMs(): number | undefined {
    return this.#completeUpToMs;
  }

  /** Delivery rate at a pass share of 1, in units per second. */
  get fullPassUnitsPerSecond(): number {
    return this.rate.fullPassUnitsPerSecond;
  }

  /** Delivery rate at the current pass share, in units per second. */
  get unitsPerSecond(): number {
    return this.rate.fullPassUnitsPerSecond * this.#exposure.share;
  }

  /** Records a count. For times before the previous snapshot only the count is used. */
  recordCount(seen: CampaignCount, completeUpToMs: number | undefined, settings: PacingSettings): void {
    if (seen.count >= this.#count) {
      this.#count = seen.count;
      this.#relativeError = seen.relativeError;
    }
    if (completeUpToMs === undefined) return;
    const before = this.#completeUpToMs;
    if (before !== undefined && completeUpToMs <= before) return;
    if (before !== undefined) this.#observe(before, completeUpToMs, settings);
    this.#completeUpToMs = completeUpToMs;
    this.#countAtComplete = this.#count;
    this.#exposure.forgetBefore(completeUpToMs);
  }

  #observe(fromMs: number, toMs: number, { rateMemoryMs }: PacingSettings): void {
    const units = this.#count - this.#countAtComplete;
    const seconds = this.#exposure.fullPassSecondsAt(toMs) - this.#exposure.fullPassSecondsAt(fromMs);
    this.rate.observe({ units, seconds, elapsedMs: toMs - fromMs }, rateMemoryMs);
  }

  /** Returns the estimated number of units delivered but not counted yet. */
  estimatedUncounted(nowMs: number): number {
    const from = this.#completeUpToMs;
    const seconds =
      this.#exposure.fullPassSecondsAt(nowMs) -
      (from === undefined ? 0 : this.#exposure.fullPassSecondsAt(from));
    const { units, untilMs } = this.#expected;
    const inherited = from !== undefined && from >= untilMs ? 0 : units - this.#count;
    return Math.max(0, seconds * this.rate.fullPassUnitsPerSecond, inherited);
  }

  /** Returns the age of the counts, in milliseconds. Infinity before the first complete count. */
  dataAgeMs(nowMs: number): number {
    if (this.#completeUpToMs === undefined) return Infinity;
    return Math.max(0, nowMs - this.#completeUpToMs);
  }

  /** Sets the pass share that is in force from `atMs` on. */
  setPassShare(atMs: number, share: number): void {
    this.#exposure.setShare(atMs, share);
  }

  /**
   * Restarts after the clock was set back: information about later times is meaningless. Counts and the rate remain.
   */
  restartAt(nowMs: number): void {
    this.#exposure = new Exposure(nowMs, this.#exposure.share);
    this.#completeUpToMs = undefined;
    this.#countAtComplete = this.#count;
    this.#expected = { ...this.#expected, untilMs: Math.min(this.#expected.untilMs, nowMs) };
    this.listedAtMs = nowMs;
  }
}
