import { Exposure } from './exposure';
import type { CampaignCount, CampaignDay, PacingDecision } from './pacing';
import type { PacingSettings } from './pacing-settings';
import type { DeliveryRate } from './delivery-rate';

/**
 * What is known about one campaign's day: what is counted, up to when, and how far the campaign has been let in since. Counts
 * only grow: of two, the lower one is the older.
 */
export class CampaignDelivery {
  readonly day: string;
  readonly rate: DeliveryRate;
  /** Undefined: not decided yet. */
  decision: PacingDecision | undefined;
  /** When the campaign was last asked about. */
  listedAtMs: number;
  #count = 0;
  #relativeError = 0;
  #exposure: Exposure;
  /** Event time up to which counts were complete at the last look that told it. */
  #completeUpToMs: number | undefined;
  #countAtComplete = 0;
  /** Until counts are complete up to then, all of this is taken for delivered. */
  #expected = { units: 0, untilMs: -Infinity };

  private constructor(day: string, rate: DeliveryRate, nowMs: number) {
    this.day = day;
    this.rate = rate;
    this.listedAtMs = nowMs;
    this.#exposure = new Exposure(nowMs, 0);
  }

  /** Of a campaign that nothing is known of, or whose rate is known from the day before. */
  static start({ day }: CampaignDay, nowMs: number, rate: DeliveryRate): CampaignDelivery {
    return new CampaignDelivery(day, rate, nowMs);
  }

  /**
   * Goes on where a predecessor stopped, whose share is in force. Where he stopped the campaign since the rest must have been
   * delivered, nobody else knows what made him think so: he is believed until counts are complete up to now.
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

  /** Units that a share of 1 brings each second. */
  get unitsPerSecond(): number {
    return this.rate.unitsPerSecond;
  }

  /** Units that the shares now in force bring each second. */
  get unitsPerSecondNow(): number {
    return this.rate.unitsPerSecond * this.#exposure.share;
  }

  /** Takes a look into account; of times before the last look's only the count. */
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

  /** Units that must be expected to have been delivered beyond those counted. */
  estimatedUncounted(nowMs: number): number {
    const from = this.#completeUpToMs;
    const seconds =
      this.#exposure.fullPassSecondsAt(nowMs) -
      (from === undefined ? 0 : this.#exposure.fullPassSecondsAt(from));
    const { units, untilMs } = this.#expected;
    const inherited = from !== undefined && from >= untilMs ? 0 : units - this.#count;
    return Math.max(0, seconds * this.rate.unitsPerSecond, inherited);
  }

  /** For how long nothing has been known; without end before anything was. */
  dataAgeMs(nowMs: number): number {
    if (this.#completeUpToMs === undefined) return Infinity;
    return Math.max(0, nowMs - this.#completeUpToMs);
  }

  /** The share is in force from `atMs` on. */
  setPassShare(atMs: number, share: number): void {
    this.#exposure.setShare(atMs, share);
  }

  /** The clock was set back: what was said about times after that means nothing any more. Counts and the rate stay. */
  restartAt(nowMs: number): void {
    this.#exposure = new Exposure(nowMs, this.#exposure.share);
    this.#completeUpToMs = undefined;
    this.#countAtComplete = this.#count;
    this.#expected = { ...this.#expected, untilMs: Math.min(this.#expected.untilMs, nowMs) };
    this.listedAtMs = nowMs;
  }
}
