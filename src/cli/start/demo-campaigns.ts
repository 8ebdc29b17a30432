/**
 * Campaigns of the demo, and their events. The events are generated from a seed, and arrive in random order with
 * repeats.
 */
import { join } from 'node:path';
import type { App } from '../../app';
import { addDays, dayAt, parseDay } from '../../core/time/calendar-day';
import type { Campaign } from '../../core/campaigns/campaign';
import { campaignScopeOf } from '../../core/campaigns/campaign-scope';
import { parseCampaign } from '../../core/campaigns/parse-campaign';
import type { NamedEvent } from '../../core/events/event';
import { seededRandom, type Random } from '../../platform/random';
import { ingestDemoEvents } from './ingest-demo-events';
import { readDemoState, writeDemoState } from './demo-state';

interface DemoCampaign {
  readonly name: string;
  readonly unitsPerDay: number;
  /** Share of each day's units that is delivered, 0 to 1. It leaves room for the error of counts: none is over-delivered. */
  readonly delivered: number;
  readonly over?: object;
  /** Whether the last day of the flight was yesterday. */
  readonly isFinished?: boolean;
}

/** One campaign on its plan, one behind it, one that was paused, and one that has just ended. */
const CAMPAIGNS: readonly DemoCampaign[] = [
  { name: 'Autumn sale', unitsPerDay: 900, delivered: 0.96, over: { priority: 20 } },
  { name: 'City bikes', unitsPerDay: 600, delivered: 0.4, over: { policy: 'predictive' } },
  { name: 'Garden tools', unitsPerDay: 400, delivered: 0.3, over: { priority: 80, paused: true } },
  { name: 'Winter boots', unitsPerDay: 500, delivered: 0.97, isFinished: true },
];

const SEED = 20_260_102;
const USERS = 400;
/** Time before the start without events, in milliseconds: the latest are on their way. */
const LATEST_MS = 60_000;
/** Days with events before that of the start. */
const DAYS_WITH_EVENTS = 1;
const DAYS_BEFORE = 2;
const DAYS_AFTER = 180;
const CLICK_RATE = 0.05;
const REDELIVERY_RATE = 0.1;
const CALL_TIMEOUT_MS = 30_000;

export const DEMO_CAMPAIGN_IDS: readonly string[] = CAMPAIGNS.map((_, index) => uuid('c0ffee00', index + 1));

/** Returns campaigns whose flights began some days ago. They end in some months, or ended yesterday. */
export function makeDemoCampaigns(endMs: number, timeZone: string): readonly Campaign[] {
  const { day } = dayAt(endMs, timeZone);
  return CAMPAIGNS.map(({ name, unitsPerDay, over, isFinished = false }, index) => {
    const lastDay = addDays(day, isFinished ? -1 : DAYS_AFTER);
    const flights = [{ firstDay: addDays(day, -DAYS_BEFORE), lastDay, unitsPerDay }];
    const json = { name, action: 'view', flights, ...over };
    return parseCampaign(json, { id: DEMO_CAMPAIGN_IDS[index]! });
  });
}

/** Returns events in the order of their arrival: those of yesterday, and of today until the start. */
export function makeDemoCampaignEvents(endMs: number, timeZone: string): readonly NamedEvent[] {
  const random = seededRandom(SEED);
  const distinct = CAMPAIGNS.flatMap((campaign, index) =>
    daysOf(campaign, endMs, timeZone)
      .flatMap((day) => viewsOn(day, campaign, { random, campaignId: DEMO_CAMPAIGN_IDS[index]! }))
      .flatMap((view) =>
        random() < CLICK_RATE
          ? [view, { ...view, action: 'click', eventTimeMs: view.eventTimeMs + 2_000 }]
          : [view],
      ),
  );
  const repeated = distinct.filter(() => random() < REDELIVERY_RATE);
  return [...distinct, ...repeated]
    .map((event) => ({ event, arrival: random() }))
    .sort((a, b) => a.arrival - b.arrival)
    .map(({ event }) => event);
}

/** Part of a day that has events. */
interface DayPart {
  readonly startMs: number;
  readonly endMs: number;
  /** Share of the day, 0 to 1. */
  readonly share: number;
}

function daysOf({ isFinished = false }: DemoCampaign, nowMs: number, timeZone: string): readonly DayPart[] {
  const today = dayAt(nowMs, timeZone);
  const before = Array.from({ length: DAYS_WITH_EVENTS }, (_, index) =>
    parseDay(addDays(today.day, index - DAYS_WITH_EVENTS), timeZone),
  );
  return (isFinished ? before : [...before, today]).map(({ startMs, endMs }) => {
    const until = Math.max(startMs, Math.min(endMs, nowMs - LATEST_MS));
    return { startMs, endMs: until, share: (until - startMs) / (endMs - startMs) };
  });
}

interface ViewSource {
  readonly random: Random;
  readonly campaignId: string;
}

function viewsOn(
  { startMs, endMs, share }: DayPart,
  { unitsPerDay, delivered }: DemoCampaign,
  { random, campaignId }: ViewSource,
): readonly NamedEvent[] {
  const length = Math.floor(unitsPerDay * delivered * share);
  return Array.from({ length }, () => {
    const user = 1 + Math.floor(random() * USERS);
    return {
      userId: uuid('5eed0000', user),
      action: 'view',
      eventTimeMs: startMs + Math.floor(random() * (endMs - startMs)),
      ids: { campaignId, sessionId: uuid('5e550000', user) },
    };
  });
}

function uuid(head: string, n: number): string {
  return `${head}-0000-4000-8000-${String(n).padStart(12, '0')}`;
}

interface DemoCampaignsState {
  readonly endMs: number;
  readonly loaded: boolean;
}

export interface DemoCampaignsSummary {
  readonly campaigns: number;
  readonly deliveries: number;
}

/**
 * Loads the campaigns of the demo and then their events, unless an earlier start did. An interrupted load is repeated
 * with the same events. Returns undefined, and loads nothing, when the schema declares campaigns for the application's
 * own events.
 */
export async function loadDemoCampaigns(
  { operations, schema }: Pick<App, 'operations' | 'schema'>,
  dataDir: string,
  nowMs: number,
): Promise<DemoCampaignsSummary | undefined> {
  const { dataType, timeZone } = campaignScopeOf(schema.eventTypes());
  if (dataType.family !== 'campaign_action') return undefined;
  const path = join(dataDir, 'demo-campaigns.json');
  const state = readDemoState<DemoCampaignsState>(path) ?? { endMs: nowMs, loaded: false };
  const campaigns = makeDemoCampaigns(state.endMs, timeZone);
  const deliveries = makeDemoCampaignEvents(state.endMs, timeZone);
  if (!state.loaded) {
    writeDemoState(path, state);
    const options = { timeoutMs: CALL_TIMEOUT_MS };
    await Promise.all(campaigns.map((each) => operations.putCampaign(each, options)));
    await ingestDemoEvents(operations, dataType, deliveries);
    writeDemoState(path, { ...state, loaded: true });
  }
  return { campaigns: campaigns.length, deliveries: deliveries.length };
}
