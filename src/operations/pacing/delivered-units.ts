import type { CampaignDay } from '../../core/pacing/pacing';
import { TrafficForecast } from '../../core/pacing/traffic-forecast';
import type { Clock } from '../../platform/time/clock';
import type { PacingRound } from './pacing-session';

/** Counts are estimates: what is over by less need not be over. */
const OVER_DELIVERY_TOLERANCE = 0.01;
/** Of what is due by now: who has less gets far less than he has bought. */
const STARVED_SHARE = 0.5;
/** A campaign that was let in a moment ago has had no time to be delivered. */
const STARVED_AFTER_MS = 3_600_000;

/** A part of each campaign's units, as a share of all that is purchased for the day. */
export function shareOfUnits(round: PacingRound | undefined, part: (day: DeliveredDay) => number): number {
  let [parts, purchased] = [0, 0];
  for (const day of deliveredDays(round)) {
    parts += part(day);
    purchased += day.unitsPurchased;
  }
  return purchased === 0 ? 0 : parts / purchased;
}

/** Campaigns whose count is more than the day's units, by more than an estimate may be off. */
export function countOverDelivered(round: PacingRound | undefined): number {
  return deliveredDays(round).filter(
    ({ count, unitsPurchased }) => count > (1 + OVER_DELIVERY_TOLERANCE) * unitsPurchased,
  ).length;
}

/** Which campaigns get far less than they have bought though they are let in: there is too little traffic for them. */
export class StarvationDetector {
  readonly #clock: Clock;
  readonly #forecast: TrafficForecast;
  /** By campaign, as of the last look: which day it is about, and since when it is let in; monotonic. */
  #letIn: ReadonlyMap<string, { readonly day: string; readonly sinceMs: number }> = new Map();

  constructor(clock: Clock, trafficShape: readonly number[]) {
    this.#clock = clock;
    this.#forecast = new TrafficForecast(trafficShape);
  }

  /** To be asked every minute or so: a campaign that was stopped in between without being seen is taken for let in. */
  count(round: PacingRound | undefined): number {
    const nowMs = this.#clock.monotonicMs();
    const letIn = new Map<string, { readonly day: string; readonly sinceMs: number }>();
    for (const { campaignId, day, state } of round?.states ?? []) {
      const known = this.#letIn.get(campaignId);
      if (state !== 'stopped') letIn.set(campaignId, known?.day === day ? known : { day, sinceMs: nowMs });
    }
    this.#letIn = letIn;
    const isDue = ({ campaignId }: CampaignDay): boolean =>
      nowMs - (letIn.get(campaignId)?.sinceMs ?? nowMs) >= STARVED_AFTER_MS;
    return deliveredDays(round).filter(
      (day) => isDue(day) && day.count < STARVED_SHARE * this.#due(day, round!),
    ).length;
  }

  /** By the time up to which counts are complete: what lags behind is not missing. */
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
