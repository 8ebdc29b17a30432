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
  readonly backlog?: () => SubscriptionBacklog | undefined;
}

/** What a process that reads a subscription tells of how far it is. */
export class SubscriptionReporter {
  readonly progress: SubscriptionProgress;
  readonly #reported: SubscriptionReporterDependencies;
  #reporter: ProgressReporter | undefined;

  constructor(reported: SubscriptionReporterDependencies) {
    this.#reported = reported;
    this.progress = new SubscriptionProgress(systemClock, reported.config.lag);
  }

  /** Unless the configuration keeps it from telling. */
  start(subscriber: EventSubscriber): void {
    const { config, store, logger, stage, source, backlog } = this.#reported;
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

  /** One that was to read what there was has done so: nobody is missed when it is gone. */
  async end(ending: string | Error): Promise<void> {
    await (ending === 'idle' ? this.#reporter?.withdraw() : this.#reporter?.reportEnd());
  }
}
