/**
 * Campaigns of the demo, and their events. The events are generated from a seed, and arrive in random order with
 * repeats.
 */
import { join } from 'node:path';
import type { App } from '../../app';
import { dayAt, addDays } from '../../core/time/calendar-day';
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
  readonly over: object;
  readonly views: number;
}

const CAMPAIGNS: readonly DemoCampaign[] = [
  { name: 'Autumn sale', unitsPerDay: 16_000, over: { priority: 20 }, views: 700 },
  { name: 'City bikes', unitsPerDay: 50, over: { policy: 'predictive' }, views: 400 },
  { name: 'Garden tools', unitsPerDay: 2_000, over: { priority: 80, paused: true }, views: 60 },
];

const SEED = 20_260_102;
const USERS = 60;
const HOUR_MS = 3_600_000;
/** Time before the start that has events. It is longer than a day, so that today has events at any time of day. */
const SPAN_MS = 30 * HOUR_MS;
const DAYS_BEFORE = 2;
const DAYS_AFTER = 180;
const CLICK_RATE = 0.05;
const REDELIVERY_RATE = 0.1;
const CALL_TIMEOUT_MS = 30_000;

export const DEMO_CAMPAIGN_IDS: readonly string[] = CAMPAIGNS.map((_, index) => uuid('c0ffee00', index + 1));

/** Returns campaigns whose flights began some days ago and end in some months. */
export function makeDemoCampaigns(endMs: number, timeZone: string): readonly Campaign[] {
  const { day } = dayAt(endMs, timeZone);
  return CAMPAIGNS.map(({ name, unitsPerDay, over }, index) => {
    const flights = [
      { firstDay: addDays(day, -DAYS_BEFORE), lastDay: addDays(day, DAYS_AFTER), unitsPerDay },
    ];
    const json = { name, action: 'view', flights, ...over };
    return parseCampaign(json, { id: DEMO_CAMPAIGN_IDS[index]! });
  });
}

/** Returns events in the order of their arrival. */
export function makeDemoCampaignEvents(endMs: number): readonly NamedEvent[] {
  const random = seededRandom(SEED);
  const distinct = CAMPAIGNS.flatMap(({ views }, index) =>
    Array.from({ length: views }, () => viewOf(random, DEMO_CAMPAIGN_IDS[index]!, endMs)).flatMap((view) =>
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

function viewOf(random: Random, campaignId: string, endMs: number): NamedEvent {
  const user = 1 + Math.floor(random() * USERS);
  return {
    userId: uuid('5eed0000', user),
    action: 'view',
    eventTimeMs: endMs - HOUR_MS / 60 - Math.floor(random() * SPAN_MS),
    ids: { campaignId, sessionId: uuid('5e550000', user) },
  };
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
  const deliveries = makeDemoCampaignEvents(state.endMs);
  if (!state.loaded) {
    writeDemoState(path, state);
    const options = { timeoutMs: CALL_TIMEOUT_MS };
    await Promise.all(campaigns.map((each) => operations.putCampaign(each, options)));
    await ingestDemoEvents(operations, dataType, deliveries);
    writeDemoState(path, { ...state, loaded: true });
  }
  return { campaigns: campaigns.length, deliveries: deliveries.length };
}
