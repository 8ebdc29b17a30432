import type { Random } from '../../src/platform/random';

/** Kinds of requests, each like those of an application. */
export const KINDS = ['counts', 'events', 'objects', 'caps'] as const;

export type RequestKind = (typeof KINDS)[number];

export interface LoadRequest {
  readonly kind: RequestKind;
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly path: string;
  /** JSON. */
  readonly body?: string;
}

export interface RequestSource {
  /** Number of users, `load-0` to `load-<users - 1>`, chosen uniformly. */
  readonly users: number;
  readonly random: Random;
  /** Milliseconds since the Unix epoch. */
  readonly nowMs: () => number;
}

const EVENTS_PER_REQUEST = 10;
const ADS = 1_000;
/** One in this many requests for objects is a write; the others read objects that such a write may have created. */
const OBJECT_READS_PER_WRITE = 10;

/** Makes requests of a kind. */
export function requestMaker(source: RequestSource): (kind: RequestKind) => LoadRequest {
  const makers: Readonly<Record<RequestKind, (source: RequestSource) => Omit<LoadRequest, 'kind'>>> = {
    counts: countsRequest,
    events: eventsRequest,
    objects: objectRequest,
    caps: capsRequest,
  };
  return (kind) => ({ kind, ...makers[kind](source) });
}

const below = ({ random }: RequestSource, end: number): number => Math.floor(random() * end);

const userOf = (source: RequestSource): string => `load-${below(source, source.users)}`;

const post = (path: string, body: object): Omit<LoadRequest, 'kind'> => ({
  method: 'POST',
  path,
  body: JSON.stringify(body),
});

/** Counts of ads and campaigns that the user has seen and clicked, in two windows. */
function countsRequest(source: RequestSource): Omit<LoadRequest, 'kind'> {
  const ads = Array.from({ length: 3 }, () => `ad-${below(source, ADS)}`);
  return post('/v1/counts:query', {
    userId: userOf(source),
    actions: ['impression', 'click'],
    entities: { ad: ads, campaign: '*' },
    windows: ['1d', '7d'],
    groupBy: ['action'],
  });
}

function eventsRequest(source: RequestSource): Omit<LoadRequest, 'kind'> {
  return post('/v1/events', { events: Array.from({ length: EVENTS_PER_REQUEST }, () => eventOf(source)) });
}

function eventOf(source: RequestSource): object {
  const { random, nowMs } = source;
  return {
    userId: userOf(source),
    action: random() < 0.1 ? 'click' : 'impression',
    eventTime: nowMs() - below(source, 60_000),
    ...placement(source),
  };
}

function placement(source: RequestSource): { adId: string; campaignId: string; insertionId: string } {
  const ad = below(source, ADS);
  return {
    adId: `ad-${ad}`,
    campaignId: `load-campaign-${ad % 100}`,
    insertionId: `load-${below(source, 1_000_000_000)}`,
  };
}

function objectRequest(source: RequestSource): Omit<LoadRequest, 'kind'> {
  const path = `/v1/corpora/users/objects/${userOf(source)}/profile/load`;
  if (below(source, OBJECT_READS_PER_WRITE) > 0) return { method: 'GET', path };
  const interests = Array.from({ length: 5 }, (_, i) => ({ topic: `topic-${i}`, score: i / 5 }));
  return { method: 'PUT', path, body: JSON.stringify({ locale: 'en', interests }) };
}

/** Which of a page's candidates a user may be shown; nothing is reserved. */
function capsRequest(source: RequestSource): Omit<LoadRequest, 'kind'> {
  const window = '7d';
  return post('/v1/caps:check', {
    userId: userOf(source),
    candidates: Array.from({ length: 20 }, (_, i) => ({ id: `slot-${i}`, ...placement(source) })),
    rules: [
      { name: 'campaign', level: 'campaign', actions: ['impression'], window, maximum: 10 },
      { name: 'ad', level: 'ad', actions: ['click'], window, maximum: 1 },
    ],
  });
}

/** Returns whether a correct server may answer with this status: an object that was never written does not exist. */
export function isExpected({ kind, method }: LoadRequest, status: number): boolean {
  return (status >= 200 && status < 300) || (kind === 'objects' && method === 'GET' && status === 404);
}
