import type { Clock } from '../../platform/time/clock';

/** Unacknowledged messages of a subscription, as Cloud Monitoring reports them: one minute old or older. */
export interface SubscriptionBacklog {
  readonly messages: number;
  readonly oldestUnackedSeconds: number;
}

export interface SubscriptionBacklogSource {
  /** Full name: `projects/<project>/subscriptions/<name>`. */
  readonly subscription: string;
  readonly clock: Clock;
  /** Fetches the JSON at a URL of the Cloud Monitoring API. */
  readonly getJson: (url: string) => Promise<unknown>;
  readonly endpoint?: string;
}

const ENDPOINT = 'https://monitoring.googleapis.com';
/** Length of the period to search, in milliseconds. A value comes once a minute and may be some minutes late. */
const LOOK_BACK_MS = 10 * 60_000;

/**
 * Reads the backlog from Cloud Monitoring, since Pub/Sub's own API does not expose it. Returns undefined while there
 * is no value; emulators never have one.
 */
export async function readBacklog(
  source: SubscriptionBacklogSource,
): Promise<SubscriptionBacklog | undefined> {
  const [messages, oldestUnackedSeconds] = await Promise.all([
    latestValue(source, 'num_undelivered_messages'),
    latestValue(source, 'oldest_unacked_message_age'),
  ]);
  if (messages === undefined || oldestUnackedSeconds === undefined) return undefined;
  return { messages, oldestUnackedSeconds };
}

async function latestValue(source: SubscriptionBacklogSource, metric: string): Promise<number | undefined> {
  const { subscription, clock, getJson, endpoint = ENDPOINT } = source;
  const [, project, , id] = subscription.split('/');
  const nowMs = clock.nowMs();
  const query = new URLSearchParams({
    filter: `metric.type="pubsub.googleapis.com/subscription/${metric}" AND resource.labels.subscription_id="${id}"`,
    'interval.startTime': new Date(nowMs - LOOK_BACK_MS).toISOString(),
    'interval.endTime': new Date(nowMs).toISOString(),
  });
  return newestPoint(await getJson(`${endpoint}/v3/projects/${project}/timeSeries?${query.toString()}`));
}

interface TimeSeriesList {
  /** The points of each series, newest first. */
  readonly timeSeries?: readonly { readonly points?: readonly { readonly value?: PointValue }[] }[];
}

interface PointValue {
  /** A 64-bit integer, which JSON carries as a string. */
  readonly int64Value?: string;
}

function newestPoint(answer: unknown): number | undefined {
  const value = (answer as TimeSeriesList).timeSeries?.[0]?.points?.[0]?.value?.int64Value;
  return value === undefined ? undefined : Number(value);
}

/** Returns a function that reads Cloud Monitoring with the credentials of the process. */
export async function createMonitoringReader(project: string): Promise<SubscriptionBacklogSource['getJson']> {
  const { GoogleAuth } = await import('google-auth-library');
  const scopes = ['https://www.googleapis.com/auth/monitoring.read'];
  const auth = new GoogleAuth({ projectId: project, scopes });
  return async (url) => (await auth.request<unknown>({ url })).data;
}
