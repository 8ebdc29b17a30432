/** Users and their events, the same for all contestants. */
import { seededRandom, type Random } from '../../../src/platform/random';

export const DAY_MS = 86_400_000;

/** A user; the id and the number of events are the seed of the user's events. */
export interface BenchUser {
  readonly userId: string;
  readonly events: number;
  /** Whether the events of past days are in blocks, as compaction leaves them; else each event is a cell. */
  readonly isPacked: boolean;
}

/** One action on one ad, no two of them duplicates of each other. */
export interface BenchEvent {
  readonly action: 'impression' | 'click';
  readonly eventTimeMs: number;
  readonly viewType: string;
  readonly adId: string;
  readonly adGroupId: string;
  readonly campaignId: string;
  readonly advertiserId: string;
  readonly insertionId: string;
}

/** `unpacked` users are typical ones before their first compaction. */
export const KINDS = ['light', 'typical', 'unpacked', 'heavy'] as const;
export type Kind = (typeof KINDS)[number];
export const EVENTS: Readonly<Record<Kind, number>> = {
  light: 50,
  typical: 1_000,
  unpacked: 1_000,
  heavy: 20_000,
};

const DAYS = 30;
const ADS = 2_000;
const VIEW_TYPES = ['home_feed', 'search', 'related'] as const;
const CLICK_SHARE = 0.05;
/** Clicks on one ad within one window of so long are one. */
const CLICK_WINDOW_MS = 10_000;

export function usersOf(kind: Kind, count: number, events = EVENTS[kind]): readonly BenchUser[] {
  return Array.from({ length: count }, (_, i) => ({
    userId: `${kind}-${i}`,
    events,
    isPacked: kind !== 'unpacked',
  }));
}

/** In the order of their times, over the thirty days before `nowMs`. */
export function eventsOf({ userId, events }: BenchUser, nowMs: number): readonly BenchEvent[] {
  const random = seededRandom(hashOf(userId));
  const stepMs = (DAYS * DAY_MS - 60_000) / events;
  const clicked = new Set<string>();
  return Array.from({ length: events }, (_, i) => {
    const eventTimeMs = Math.floor(nowMs - DAYS * DAY_MS + 30_000 + (i + random()) * stepMs);
    return eventAt(eventTimeMs, `${hashOf(userId)}${String(i).padStart(6, '0')}`, { random, clicked });
  });
}

function eventAt(
  eventTimeMs: number,
  insertionId: string,
  { random, clicked }: { readonly random: Random; readonly clicked: Set<string> },
): BenchEvent {
  const ids = idsOf(Math.floor(ADS * random() ** 2));
  const click = `${ids.adId}@${Math.floor(eventTimeMs / CLICK_WINDOW_MS)}`;
  const isClick = random() < CLICK_SHARE && !clicked.has(click);
  if (isClick) clicked.add(click);
  const viewType = VIEW_TYPES[Math.floor(random() * VIEW_TYPES.length)]!;
  return { action: isClick ? 'click' : 'impression', eventTimeMs, viewType, ...ids, insertionId };
}

/** An ad and what it belongs to. Ids are numbers of ten digits, as text. */
function idsOf(ad: number): Pick<BenchEvent, 'adId' | 'adGroupId' | 'campaignId' | 'advertiserId'> {
  return {
    adId: String(7_100_000_000 + 31 * ad),
    adGroupId: String(7_200_000_000 + 37 * (ad >> 1)),
    campaignId: String(7_300_000_000 + 41 * (ad >> 3)),
    advertiserId: String(7_400_000_000 + 43 * (ad >> 5)),
  };
}

function hashOf(text: string): number {
  let hash = 2_166_136_261;
  for (const char of text) hash = Math.imul(hash ^ char.charCodeAt(0), 16_777_619) >>> 0;
  return hash;
}

const CANDIDATES = 100;

/** The body of `POST /v1/counts:query`: 100 candidates, what they belong to at four levels, three windows. */
export interface BenchQuery {
  readonly userId: string;
  readonly actions: readonly string[];
  readonly entities: Readonly<Record<Level, readonly string[]>>;
  readonly windows: readonly string[];
  readonly asOf: number;
}

export const LEVELS = ['advertiser', 'campaign', 'adGroup', 'ad'] as const;
export type Level = (typeof LEVELS)[number];
const WINDOWS = ['1d', '7d', '30d'] as const;
export const WINDOW_DAYS: Readonly<Record<string, number>> = { '1d': 1, '7d': 7, '30d': 30 };
export const LEVEL_FIELDS = {
  advertiser: 'advertiserId',
  campaign: 'campaignId',
  adGroup: 'adGroupId',
  ad: 'adId',
} as const satisfies Record<Level, keyof BenchEvent>;

export function queryOf({ userId }: BenchUser, nowMs: number): BenchQuery {
  const candidates = Array.from({ length: CANDIDATES }, (_, i) => idsOf(7 * i));
  const idsAt = (level: Level): readonly string[] => [
    ...new Set(candidates.map((ids) => ids[LEVEL_FIELDS[level]])),
  ];
  const [advertiser, campaign, adGroup, ad] = LEVELS.map(idsAt) as [string[], string[], string[], string[]];
  const entities = { advertiser, campaign, adGroup, ad };
  return { userId, actions: ['impression', 'click'], entities, windows: WINDOWS, asOf: nowMs };
}

/** Window → `total`, and level → id → count: as the API answers. */
export type Counts = Readonly<
  Record<string, Readonly<Record<string, number | Readonly<Record<string, number>>>>>
>;
