import { systemClock } from '../../platform/time/clock';
import type { Logger } from '../../platform/telemetry/logger';
import type { Metrics } from '../../platform/telemetry/metrics';
import { systemRandom } from '../../platform/random';
import { supervise } from '../../platform/tasks/supervisor';
import { createMonitoringReader, readBacklog, type SubscriptionBacklog } from './subscription-backlog';

export interface WatchBacklogOptions {
  /** Full name: `projects/<project>/subscriptions/<name>`. */
  readonly subscription: string;
  readonly project: string;
  readonly intervalMs: number;
  readonly logger: Logger;
  readonly metrics: Metrics;
}

export interface WatchedBacklog {
  /** Returns the latest backlog; undefined while Cloud Monitoring has no value. */
  readonly latest: () => SubscriptionBacklog | undefined;
  stop(): Promise<void>;
}

/** Polls the backlog and exports it as metrics: the messages that Pub/Sub has beyond those held by this process. */
export async function watchBacklog(watch: WatchBacklogOptions): Promise<WatchedBacklog> {
  const { subscription, project, intervalMs, logger, metrics } = watch;
  const getJson = await createMonitoringReader(project);
  let latest: SubscriptionBacklog | undefined;
  metrics.gauge(
    'tidemark.consumer.backlog_messages',
    'Unacknowledged messages of the subscription, from Cloud Monitoring; -1 while unknown',
    () => latest?.messages ?? -1,
  );
  metrics.gauge(
    'tidemark.consumer.backlog_age',
    'Age of the oldest unacknowledged message of the subscription, in seconds, from Cloud Monitoring; -1 while unknown',
    () => latest?.oldestUnackedSeconds ?? -1,
  );
  const task = supervise({
    name: 'backlog',
    intervalMs,
    timeoutMs: intervalMs,
    clock: systemClock,
    random: systemRandom,
    run: async () => {
      latest = await readBacklog({ subscription, clock: systemClock, getJson });
      logger.debug({ ...latest }, 'backlog');
    },
    onError: (error, failuresInARow) => {
      latest = undefined;
      if (failuresInARow === 1)
        logger.warn({ err: error }, 'the backlog cannot be read from Cloud Monitoring');
    },
  });
  return { latest: () => latest, stop: () => task.stop() };
}
