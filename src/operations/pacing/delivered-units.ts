import type { CampaignDay } from '../../core/pacing/pacing';
import { TrafficForecast } from '../../core/pacing/traffic-forecast';
import type { Clock } from '../../platform/time/clock';
import type { PacingRound } from './pacing-session';

/** Tolerance for over-delivery, as a share of the units purchased: counts are estimates. */
const OVER_DELIVERY_TOLERANCE = 0.01;
/** A campaign is starved when it has less than this share of the units due by now. */
const STARVED_SHARE = 0.5;
/** Time that a campaign must be admitted before it can count as starved, in milliseconds. */
const STARVED_AFTER_MS = 3_600_000;

/**
 * Returns a part of each campaign's units, summed over all campaigns, as a share of all units purchased for the day.
 */
export function shareOfUnits(round: PacingRound | undefined, part: (day: DeliveredDay) => number): number {
  let [parts, purchased] = [0, 0];
  for (const day of deliveredDays(round)) {
    parts += part(day);
    purchased += day.unitsPurchased;
  }
  return purchased === 0 ? 0 : parts / purchased;
}

/** Returns the number of campaigns whose count exceeds the day's units by more than the tolerance. */
export function countOverDelivered(round: PacingRound | undefined): number {
  return deliveredDays(round).filter(
    ({ count, unitsPurchased }) => count > (1 + OVER_DELIVERY_TOLERANCE) * unitsPurchased,
  ).length;
}

/**
 * Counts the campaigns that are admitted and still get far fewer units than are due: there is too little traffic for
 * them.
 */
export class StarvationDetector {
  readonly #clock: Clock;
  readonly #forecast: TrafficForecast;
  /**
   * Admitted campaigns as of the last call, by id: the day, and the start of the admission by the monotonic clock.
   */
  #admitted: ReadonlyMap<string, { readonly day: string; readonly sinceMs: number }> = new Map();

  constructor(clock: Clock, trafficShape: readonly number[]) {
    this.#clock = clock;
    this.#forecast = new TrafficForecast(trafficShape);
  }

  /**
   * Returns the number of starved campaigns. To be called about once a minute: a stop between two calls goes
   * unnoticed.
   */
  count(round: PacingRound | undefined): number {
    const nowMs = this.#clock.monotonicMs();
    const admitted = new Map<string, { readonly day: string; readonly sinceMs: number }>();
    for (const { campaignId, day, state } of round?.states ?? []) {
      const known = this.#admitted.get(campaignId);
      if (state !== 'stopped') admitted.set(campaignId, known?.day === day ? known : { day, sinceMs: nowMs });
    }
    this.#admitted = admitted;
    const isDue = ({ campaignId }: CampaignDay): boolean =>
      nowMs - (admitted.get(campaignId)?.sinceMs ?? nowMs) >= STARVED_AFTER_MS;
    return deliveredDays(round).filter(
      (day) => isDue(day) && day.count < STARVED_SHARE * this.#due(day, round!),
    ).length;
  }

  /**
   * Returns the units due by the time up to which counts are complete, so that a lag of ingestion does not look like
   * starvation.
   */
  #due({ dayStartMs, dayEndMs, unitsPurchased }: CampaignDay, { seen }: PacingRound): number {
    const atMs = seen.completeUpToMs ?? dayStartMs;
    return unitsPurchased * this.#forecast.until((atMs - dayStartMs) / (dayEndMs - dayStartMs));
  }
}

interface DeliveredDay extends CampaignDay {
  readonly count: number;
}

function deliveredDays(round: PacingRound | undefined): readonly DeliveredDay[] {
  return (round?.days ?? []).map((day) => ({
    ...day,
    count: round?.seen.counts.get(day.campaignId)?.count ?? 0,
  }));
}
