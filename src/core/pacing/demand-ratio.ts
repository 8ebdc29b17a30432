/** Demand of one campaign on the traffic in the planning period, in units per second now. */
export interface CampaignDemand {
  /** Rest of its purchase, spread like the planned traffic. */
  readonly planned: number;
  /** Delivery rate at a pass share of 1. */
  readonly fullPassUnitsPerSecond: number;
  /** Delivery rate at the current pass share. */
  readonly unitsPerSecond: number;
}

/**
 * Returns the ratio of the campaigns' total demand to the units that could be shown: 0 when nothing is left to deliver,
 * 1 when all of them are needed. Each campaign plans as if it were alone, and what all leave for later may be more than
 * comes then. Campaigns that begin later need some, too.
 *
 * The number of units that could be shown is unknown. It is no less than the current delivery, and no less than the
 * delivery of one campaign at a pass share of 1. For the latter the average is taken, weighted by delivery, since a
 * rate based on few counted units is uncertain. Both are below the truth, so the ratio is overestimated and campaigns
 * deliver sooner than they need to.
 */
export function demandRatioOf(demands: readonly CampaignDemand[]): number {
  let [needed, now, weighted] = [0, 0, 0];
  for (const { planned, fullPassUnitsPerSecond, unitsPerSecond } of demands) {
    // A campaign cannot receive more than at a pass share of 1, whatever its purchase.
    needed += Math.min(planned, fullPassUnitsPerSecond);
    now += unitsPerSecond;
    weighted += unitsPerSecond * fullPassUnitsPerSecond;
  }
  return now === 0 ? 0 : needed / Math.max(now, weighted / now);
}
