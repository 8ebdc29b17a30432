import type { Clock } from '../../platform/time/clock';
import type { Logger } from '../../platform/telemetry/logger';
import type { Metrics } from '../../platform/telemetry/metrics';
import { processName } from '../../platform/process/process-name';
import type { Random } from '../../platform/random';
import type { Scanner, Writer } from '../../consistency/store';
import type { IngestEvents } from '../events/ingest-events';
import { ApiProgress } from './api-progress';
import {
  startProgressReporter,
  type ProgressReporter,
  type ProgressReporterLimits,
} from './progress-reporter';
import { createReadProgress, type ReadProgress, type ReadProgressLimits } from './read-progress';
import { watchLag, type LagWatch } from './watch-lag';

export interface ServerLagDependencies {
  readonly scanner: Pick<Scanner, 'scan'>;
  readonly writer: Writer;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly limits: ProgressReporterLimits &
    ReadProgressLimits & {
      readonly observedMs: number;
      readonly watchIntervalMs: number;
      /** False: this process keeps to itself how far it is. */
      readonly reports: boolean;
    };
}

/** What a process of the API has to do with the lag: it tells its own, and looks at that of all. */
export interface ServerLag {
  readonly readProgress: ReadProgress;
  /** Takes note of the requests in flight. */
  trackRequests(ingestEvents: IngestEvents): IngestEvents;
  /** Begins to tell; and to watch for alarms, which one of several processes does. May be called again. */
  start(options: { readonly watches: boolean }): void;
  /** To be called when no request is in flight any more. */
  stop(): Promise<void>;
}

export function createServerLag(dependencies: ServerLagDependencies): ServerLag {
  const { clock, random, limits } = dependencies;
  const progress = new ApiProgress(clock, limits);
  const readProgress = createReadProgress(dependencies);
  let reporter: ProgressReporter | undefined;
  let watch: LagWatch | undefined;
  return {
    readProgress,
    trackRequests: (ingestEvents) => progress.trackRequests(ingestEvents),
    start({ watches }) {
      if (limits.reports) {
        reporter ??= startProgressReporter({
          ...dependencies,
          stage: 'api',
          source: '',
          process: processName(random),
          currentProgress: () => progress.currentProgress(),
        });
      }
      if (watches) watch ??= watchLag({ ...dependencies, readProgress });
    },
    async stop() {
      await Promise.all([reporter?.reportEnd(), watch?.stop()]);
    },
  };
}
