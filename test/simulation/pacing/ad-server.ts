import type { Random } from '../../../src/platform/random';
import { SEGMENTS, type SimulatedCampaign } from './scenario';

/**
 * Chooses the campaign that a view shows. Each campaign is admitted with its pass share, independently for each view.
 * Among the admitted campaigns that target the user, the choice is by weight.
 */
export class AdServer {
  readonly #campaigns: readonly SimulatedCampaign[];
  readonly #random: Random;
  readonly #shares: Float64Array;
  /** Campaigns that are always admitted, with running sums of weights, by user segment. */
  #always: readonly Crowd[] = [];
  #alwaysChanged = true;
  /** Campaigns that are sometimes admitted, with running sums of their hazards, -ln(1 - share). */
  #throttled: number[] = [];
  #hazards: number[] = [];
  #throttledChanged = true;

  constructor(campaigns: readonly SimulatedCampaign[], random: Random) {
    this.#campaigns = campaigns;
    this.#random = random;
    this.#shares = new Float64Array(campaigns.length);
  }

  setShare(campaign: number, share: number): void {
    const before = this.#shares[campaign]!;
    if (before === share) return;
    this.#shares[campaign] = share;
    if (before === 1 || share === 1) this.#alwaysChanged = true;
    this.#throttledChanged = true;
  }

  /** Returns the number of the campaign, or -1. */
  choose(segment: number): number {
    if (this.#alwaysChanged) this.#listAlways();
    if (this.#throttledChanged) this.#listThrottled();
    const always = this.#always[segment]!;
    const passing = this.#choosePassing(segment);
    const total = passing.weight + always.weight;
    if (total === 0) return -1;
    const drawn = this.#random() * total;
    return drawn < passing.weight
      ? passing.campaign
      : always.members[findSum(always.sums, drawn - passing.weight)]!;
  }

  readonly #passing = { campaign: -1, weight: 0 };

  /**
   * Samples the throttled campaigns without a draw for each: campaigns lie side by side, each as long as its hazard,
   * and are admitted when a Poisson process of rate 1 has a point in them. The probability of that is exactly their
   * pass share.
   */
  #choosePassing(segment: number): { readonly campaign: number; readonly weight: number } {
    const passing = this.#passing;
    passing.campaign = -1;
    passing.weight = 0;
    const hazards = this.#hazards;
    const end = hazards.at(-1) ?? 0;
    for (let at = this.#gap(); at < end;) {
      const place = findSum(hazards, at);
      const campaign = this.#throttled[place]!;
      const { targets, weight } = this.#campaigns[campaign]!;
      if (targets[segment] === 1) {
        passing.weight += weight;
        if (this.#random() * passing.weight < weight) passing.campaign = campaign;
      }
      at = hazards[place]! + this.#gap();
    }
    return passing;
  }

  #gap(): number {
    return -Math.log(1 - this.#random());
  }

  #listAlways(): void {
    const members = [...this.#shares.keys()].filter((campaign) => this.#shares[campaign] === 1);
    this.#always = Array.from({ length: SEGMENTS }, (_, segment) => this.#crowd(members, segment));
    this.#alwaysChanged = false;
  }

  #crowd(all: readonly number[], segment: number): Crowd {
    const members = all.filter((campaign) => this.#campaigns[campaign]!.targets[segment] === 1);
    let weight = 0;
    const sums = members.map((campaign) => (weight += this.#campaigns[campaign]!.weight));
    return { members, sums, weight };
  }

  #listThrottled(): void {
    this.#throttled = [];
    this.#hazards = [];
    let sum = 0;
    this.#shares.forEach((share, campaign) => {
      if (share <= 0 || share >= 1) return;
      this.#throttled.push(campaign);
      this.#hazards.push((sum -= Math.log1p(-share)));
    });
    this.#throttledChanged = false;
  }
}

interface Crowd {
  readonly members: readonly number[];
  readonly sums: readonly number[];
  readonly weight: number;
}

/** Returns the first index whose running sum exceeds `value`. */
function findSum(sums: readonly number[], value: number): number {
  let low = 0;
  let high = sums.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sums[middle]! > value) high = middle;
    else low = middle + 1;
  }
  return low;
}
