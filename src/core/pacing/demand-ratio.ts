/** What one campaign needs of the traffic that is planned with, in units per second now. */
export interface CampaignDemand {
  /** What is left of its purchase, spread like that traffic. */
  readonly planned: number;
  /** At a pass share of 1. */
  readonly unitsPerSecond: number;
  /** At the share in force. */
  readonly unitsPerSecondNow: number;
}

/**
 * How much of what could be shown all campaigns together need: 0 when nothing is left to deliver, 1 when all of it. Each plans as
 * if it were alone, and what they leave for later may be more than comes then; who begins later still needs some, too.
 *
 * How much could be shown nobody tells. It is no less than what is delivered now, nor than what one campaign takes when it is let
 * in fully: of that the average is taken, each campaign weighted by what it delivers, since a rate that few units were counted for is
 * known badly. Both are less than the truth, so that crowding is overestimated: campaigns then go sooner than they need to.
 */
export function demandRatioOf(demands: readonly CampaignDemand[]): number {
  let [needed, now, weighted] = [0, 0, 0];
  for (const { planned, unitsPerSecond, unitsPerSecondNow } of demands) {
    // Nobody takes more than he gets when he is let in fully, whatever he has bought.
    needed += Math.min(planned, unitsPerSecond);
    now += unitsPerSecondNow;
    weighted += unitsPerSecondNow * unitsPerSecond;
  }
  return now === 0 ? 0 : needed / Math.max(now, weighted / now);
}
