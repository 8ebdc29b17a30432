import { seededRandom, type Random } from '../../../src/platform/random';

/** Seconds of the simulated day. Times are seconds since its start. */
export const DAY_SECONDS = 86_400;
export const SEGMENTS = 64;
export const DEDUP_WINDOW_SECONDS = 40;

/**
 * Parameters of the scenario. `Reported` values come from "Counting Numbers: A Debugging Story"; `Chosen` ones are
 * ours, and docs/decisions/0007-pacing.md shows what depends on them.
 */
export interface Scenario {
  /** Reported: page views per day. Each shows one campaign or none. */
  readonly views: number;
  /** Reported: units that a campaign purchases per day, on average. */
  readonly unitsPurchased: number;
  /**
   * Reported: impressions available to a campaign per minute, on average. Its reach follows from this and the views.
   */
  readonly impressionsPerMinute: number;
  /** Chosen, "hundreds": campaigns of the day. */
  readonly campaigns: number;
  /**
   * Chosen: campaigns start at any time until then, for that day, because they are created through the day and need
   * some of it.
   */
  readonly lastBeginSeconds: number;
  /** Chosen: share of campaigns that start with the day. */
  readonly fromMidnightShare: number;
  /** Chosen: maximum relative deviation of a purchase from the average. */
  readonly purchaseSpread: number;
  /** Chosen: standard deviation of the logarithm of campaigns' weights in the ad server's choice. */
  readonly weightSpread: number;
  /** Chosen: amplitude of the traffic around its average, a sine with its peak at 14:00. */
  readonly swing: number;
  /** Chosen: users of the page, and the share of views that repeat a view of the last 40 s by the same user. */
  readonly users: number;
  readonly repeatShare: number;
  /** Chosen: share of the events that wait on the phone, and their average delay. */
  readonly waitingShare: number;
  readonly waitingSeconds: number;
  /** Chosen: share of the events that are delivered twice. */
  readonly redeliveredShare: number;
}

export const GOTO: Scenario = {
  views: 30_000_000,
  unitsPurchased: 16_000,
  impressionsPerMinute: 15_000,
  campaigns: 800,
  lastBeginSeconds: 18 * 3_600,
  fromMidnightShare: 0,
  purchaseSpread: 0.5,
  weightSpread: 1,
  swing: 0.7,
  users: 10_000_000,
  repeatShare: 0.3,
  waitingShare: 0.03,
  waitingSeconds: 300,
  redeliveredShare: 0.01,
};

/** Returns the scenario with one input changed, given as `campaigns=400`, to show its effect. */
export function changed(scenario: Scenario, change: string): Scenario {
  const [name = '', value = ''] = change.split('=');
  if (name in scenario && value !== '' && Number.isFinite(Number(value)))
    return { ...scenario, [name]: Number(value) };
  throw new Error(
    `an input and a number, as in campaigns=400, not ${change}; there are ${Object.keys(scenario).join(', ')}`,
  );
}

/**
 * Returns the same day with a fraction of the views, purchases and available impressions. Only chance and estimation
 * errors weigh more, or counts are exact.
 */
export function scaledDown(scenario: Scenario, by: number): Scenario {
  const { views, unitsPurchased, impressionsPerMinute, users } = scenario;
  return {
    ...scenario,
    views: views / by,
    unitsPurchased: unitsPurchased / by,
    impressionsPerMinute: impressionsPerMinute / by,
    users: users / by,
  };
}

export interface SimulatedCampaign {
  readonly id: string;
  readonly unitsPurchased: number;
  readonly beginsAt: number;
  readonly weight: number;
  /** Whether the campaign is shown to users, by segment. */
  readonly targets: Uint8Array;
}

/** Average page views in a second of the day. */
export function viewsPerSecond({ views, swing }: Scenario, second: number): number {
  return (views / DAY_SECONDS) * relativeTraffic(swing, second);
}

export function relativeTraffic(swing: number, second: number): number {
  return 1 - swing * Math.cos(2 * Math.PI * (second / DAY_SECONDS - 2 / 24));
}

/** Returns the traffic of each hour relative to the average, as an operator can measure it on other days. */
export function hourlyTraffic({ swing }: Scenario): readonly number[] {
  return Array.from({ length: 24 }, (_, hour) => relativeTraffic(swing, (hour + 0.5) * 3_600));
}

export function drawCampaigns(scenario: Scenario, seed: number): readonly SimulatedCampaign[] {
  const random = seededRandom(seed);
  return Array.from({ length: scenario.campaigns }, (_, index) => drawCampaign(scenario, index, random));
}

function drawCampaign(scenario: Scenario, index: number, random: Random): SimulatedCampaign {
  const { unitsPurchased, impressionsPerMinute, views, purchaseSpread } = scenario;
  const reach = Math.min(1, impressionsPerMinute / (views / 1_440));
  const isEarly = random() < scenario.fromMidnightShare;
  return {
    id: `campaign-${index}`,
    unitsPurchased: Math.round(unitsPurchased * (1 + purchaseSpread * (2 * random() - 1))),
    beginsAt: isEarly ? 0 : Math.floor(random() * scenario.lastBeginSeconds),
    weight: Math.exp(scenario.weightSpread * gaussian(random)),
    targets: Uint8Array.from({ length: SEGMENTS }, () => (random() < reach ? 1 : 0)),
  };
}

/** Samples a normal distribution (Box and Muller). */
function gaussian(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}
