import { systemClock } from '../../platform/time/clock';
import type { Logger } from '../../platform/telemetry/logger';
import type { Metrics } from '../../platform/telemetry/metrics';
import { systemRandom } from '../../platform/random';
import { supervise } from '../../platform/tasks/supervisor';
import { createMonitoringReader, readBacklog, type SubscriptionBacklog } from './subscription-backlog';

export interface WatchBacklogOptions {
  /** Full name. */
  readonly subscription: string;
  readonly project: string;
  readonly intervalMs: number;
  readonly logger: Logger;
  readonly metrics: Metrics;
}

export interface WatchedBacklog {
  /** Undefined while Cloud Monitoring does not say. */
  readonly latest: () => SubscriptionBacklog | undefined;
  stop(): Promise<void>;
}

/** Keeps the backlog and its metrics: what Pub/Sub knows beyond the messages that this process holds. */
export async function watchBacklog(watch: WatchBacklogOptions): Promise<WatchedBacklog> {
  const { subscription, project, intervalMs, logger, metrics } = watch;
  const getJson = await createMonitoringReader(project);
  let latest: SubscriptionBacklog | undefined;
  metrics.gauge(
    'tidemark.consumer.backlog_messages',
    'Messages of the subscription that nobody has acknowledged, by Cloud Monitoring; -1 while it does not say',
    () => latest?.messages ?? -1,
  );
  metrics.gauge(
    'tidemark.consumer.backlog_age',
    'Age of the oldest of them, in seconds; -1 while Cloud Monitoring does not say',
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
