/**
 * Sends a few requests per second, as the applications of a product would: so that the numbers of the console move. Its users are
 * not those of the demo event log, whose counts stay as the documentation shows them.
 */
import { seededRandom, type Random } from '../../platform/random';
import type { Clock } from '../../platform/time/clock';
import { DEMO_CAMPAIGN_IDS } from './demo-campaigns';

/** Average time between two requests, in milliseconds. */
const INTERVAL_MS = 250;
const REQUEST_TIMEOUT_MS = 5_000;
const VISITORS = 120;
const SEED = 20_260_103;
/** Units that the first two campaigns of the demo still get per day, of 900 and 600. */
const VIEWS_PER_DAY = [850, 240] as const;
const DAY_MS = 86_400_000;

interface TrafficDependencies {
  readonly clock: Clock;
  /** Address of the server. */
  readonly url: string;
}

interface DemoRequest {
  readonly path: string;
  /** Absent for GET. */
  readonly body?: object | undefined;
}

/** Starts the traffic. Call the returned function to end it. A failed request is not repeated. */
export function startDemoTraffic({ clock, url }: TrafficDependencies): () => void {
  const random = seededRandom(SEED);
  let isStopped = false;
  let cancel = (): void => undefined;
  const next = (): void => {
    if (isStopped) return;
    void send(url, requestAt(clock.nowMs(), random));
    cancel = clock.schedule(INTERVAL_MS * (0.5 + random()), next);
  };
  next();
  return () => {
    isStopped = true;
    cancel();
  };
}

async function send(url: string, { path, body }: DemoRequest): Promise<void> {
  const signal = AbortSignal.timeout(REQUEST_TIMEOUT_MS);
  const post = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  };
  try {
    const answer = await fetch(url + path, { ...(body === undefined ? {} : post), signal });
    await answer.arrayBuffer();
  } catch {
    // The server is busy, or is shutting down.
  }
}

function requestAt(nowMs: number, random: Random): DemoRequest {
  const userId = `visitor-${1 + Math.floor(random() * VISITORS)}`;
  const campaign = VIEWS_PER_DAY.findIndex((views) => random() < (views * INTERVAL_MS) / DAY_MS);
  if (campaign >= 0) return campaignView(userId, DEMO_CAMPAIGN_IDS[campaign]!, nowMs);
  const choice = random();
  if (choice < 0.3) return { path: '/v1/events', body: impression(userId, nowMs, random) };
  if (choice < 0.7) return { path: '/v1/counts:query', body: countsOf(userId) };
  const user = 1 + Math.floor(random() * 40);
  return { path: `/v1/corpora/users/objects/user-${user}/profile/default` };
}

function impression(userId: string, nowMs: number, random: Random): object {
  const ids = [1, 2].map(() => 1 + Math.floor(random() * 2));
  return {
    userId,
    action: random() < 0.1 ? 'click' : 'impression',
    eventTime: new Date(nowMs).toISOString(),
    viewType: 'home_feed',
    insertionId: `ins-${nowMs}-${userId}`,
    adId: `ad-${ids.join('')}11`,
    adGroupId: `grp-${ids.join('')}1`,
    campaignId: `cmp-${ids.join('')}`,
    advertiserId: `adv-${ids[0]}`,
  };
}

function campaignView(userId: string, campaignId: string, nowMs: number): DemoRequest {
  const eventTime = new Date(nowMs).toISOString();
  const body = { dataType: 'campaign_action', userId, eventType: 'view', eventTime, campaignId };
  return { path: '/v1/events', body };
}

function countsOf(userId: string): object {
  return { userId, actions: ['impression', 'click'], entities: { campaign: '*' }, windows: ['1d', '7d'] };
}
