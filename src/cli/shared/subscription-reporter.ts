import type { Config } from '../../config/index';
import type { Stage } from '../../core/lag/stage-report';
import type { SubscriptionBacklog } from '../../ingest/lag/subscription-backlog';
import type { EventSubscriber } from '../../ingest/pubsub/subscriber';
import { SubscriptionProgress } from '../../ingest/lag/subscription-progress';
import { startProgressReporter, type ProgressReporter } from '../../operations/lag/progress-reporter';
import { systemClock } from '../../platform/time/clock';
import type { Logger } from '../../platform/telemetry/logger';
import { processName } from '../../platform/process/process-name';
import { systemRandom } from '../../platform/random';
import type { Store } from '../../store/open-store';

interface SubscriptionReporterDependencies {
  readonly config: Pick<Config, 'lag'>;
  readonly store: Pick<Store, 'scanner' | 'writer'>;
  readonly logger: Logger;
  readonly stage: Stage;
  /** Full name of the subscription. */
  readonly source: string;
  readonly backlog?: (() => SubscriptionBacklog | undefined) | undefined;
}

/** Publishes the ingestion progress of a process that reads a subscription, for `tidemark lag`. */
export class SubscriptionReporter {
  readonly progress: SubscriptionProgress;
  readonly #dependencies: SubscriptionReporterDependencies;
  #reporter: ProgressReporter | undefined;

  constructor(dependencies: SubscriptionReporterDependencies) {
    this.#dependencies = dependencies;
    this.progress = new SubscriptionProgress(systemClock, dependencies.config.lag);
  }

  /** Starts to publish reports, unless the configuration turns them off. */
  start(subscriber: EventSubscriber): void {
    const { config, store, logger, stage, source, backlog } = this.#dependencies;
    if (!config.lag.reports) return;
    this.#reporter = startProgressReporter({
      scanner: store.scanner,
      writer: store.writer,
      clock: systemClock,
      random: systemRandom,
      logger,
      limits: config.lag,
      stage,
      source,
      process: processName(systemRandom),
      currentProgress: () => this.progress.currentProgress(subscriber, backlog?.()),
    });
  }

  /**
   * Ends the reports. After `idle` the process has read everything it was started for: its report is withdrawn, so that
   * its absence raises no alarm.
   */
  async end(ending: string | Error): Promise<void> {
    await (ending === 'idle' ? this.#reporter?.withdraw() : this.#reporter?.reportEnd());
  }
}
