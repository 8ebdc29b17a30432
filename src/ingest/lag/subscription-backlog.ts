import type { Clock } from '../../platform/time/clock';

/** What Pub/Sub has for a subscription that nobody has acknowledged yet, by its own account of a minute or more ago. */
export interface SubscriptionBacklog {
  readonly messages: number;
  readonly oldestUnackedSeconds: number;
}

export interface SubscriptionBacklogSource {
  /** Full name. */
  readonly subscription: string;
  readonly clock: Clock;
  /** The JSON at an address of Cloud Monitoring's API. */
  readonly getJson: (url: string) => Promise<unknown>;
  readonly endpoint?: string;
}

const ENDPOINT = 'https://monitoring.googleapis.com';
/** Values come once a minute, up to some minutes late. */
const LOOK_BACK_MS = 10 * 60_000;

/** Pub/Sub's own API does not tell it; Cloud Monitoring does, for real subscriptions. Undefined while it has no value. */
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
  /** Of each series the points, the newest first. */
  readonly timeSeries?: readonly { readonly points?: readonly { readonly value?: PointValue }[] }[];
}

interface PointValue {
  /** As JSON has 64-bit numbers. */
  readonly int64Value?: string;
}

function newestPoint(answer: unknown): number | undefined {
  const value = (answer as TimeSeriesList).timeSeries?.[0]?.points?.[0]?.value?.int64Value;
  return value === undefined ? undefined : Number(value);
}

/** Reads Cloud Monitoring with the process's own credentials. */
export async function createMonitoringReader(project: string): Promise<SubscriptionBacklogSource['getJson']> {
  const { GoogleAuth } = await import('google-auth-library');
  const scopes = ['https://www.googleapis.com/auth/monitoring.read'];
  const auth = new GoogleAuth({ projectId: project, scopes });
  return async (url) => (await auth.request<unknown>({ url })).data;
}
