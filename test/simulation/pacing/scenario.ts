import { seededRandom, type Random } from '../../../src/platform/random';

/** Seconds of the simulated day; times are seconds since its beginning. */
export const DAY_SECONDS = 86_400;
export const SEGMENTS = 64;
export const DEDUP_WINDOW_SECONDS = 40;

/**
 * What the world is like. `reported`: told by those who had the problem, in "Counting Numbers: A Debugging Story". `chosen`: ours,
 * with what depends on it in docs/decisions/0007-pacing.md.
 */
export interface Scenario {
  /** Reported: page views a day, each of which shows one campaign or none. */
  readonly views: number;
  /** Reported: units that a campaign purchases a day, on average. */
  readonly unitsPurchased: number;
  /** Reported: impressions that a campaign could have in a minute, on average. Its reach follows from that and the views. */
  readonly impressionsPerMinute: number;
  /** Chosen, "hundreds": campaigns of the day. */
  readonly campaigns: number;
  /** Chosen: campaigns begin at any time until then, for that day: they are created through the day, and need some of it. */
  readonly lastBeginSeconds: number;
  /** Chosen: share of them that begin with the day. */
  readonly fromMidnightShare: number;
  /** Chosen: purchases are this share smaller or larger than the average at most. */
  readonly purchaseSpread: number;
  /** Chosen: how unequal campaigns' weights are in an ad server's choice: standard deviation of their logarithm. */
  readonly weightSpread: number;
  /** Chosen: the traffic's swing around its average, a sine with its peak at 14:00. */
  readonly swing: number;
  /** Chosen: users of the page, and the share of views that repeat a view of the last 40 s by the same user. */
  readonly users: number;
  readonly repeatShare: number;
  /** Chosen: share of the events that wait on the phone, and for how long on average. */
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

/** With one input changed, told as `campaigns=400`: how much depends on it. */
export function changed(scenario: Scenario, change: string): Scenario {
  const [name = '', value = ''] = change.split('=');
  if (name in scenario && value !== '' && Number.isFinite(Number(value)))
    return { ...scenario, [name]: Number(value) };
  throw new Error(
    `an input and a number, as in campaigns=400, not ${change}; there are ${Object.keys(scenario).join(', ')}`,
  );
}

/**
 * The same day with a part of the views, and campaigns that purchase and could have that part of the impressions: nothing else
 * changes, but that chance and the errors of estimates weigh more, or counts are exact.
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
  /** By segment of users: whether it is shown to them. */
  readonly targets: Uint8Array;
}

/** Page views in a second of the day, on average. */
export function viewsPerSecond({ views, swing }: Scenario, second: number): number {
  return (views / DAY_SECONDS) * relativeTraffic(swing, second);
}

export function relativeTraffic(swing: number, second: number): number {
  return 1 - swing * Math.cos(2 * Math.PI * (second / DAY_SECONDS - 2 / 24));
}

/** What an operator who looks at the page's traffic of other days can tell: how much comes in each hour, relative to the average. */
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

/** Box and Muller. */
function gaussian(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}
