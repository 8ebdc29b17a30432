import type { Clock } from '../../platform/time/clock';
import type { Logger } from '../../platform/telemetry/logger';
import type { Metrics } from '../../platform/telemetry/metrics';
import { processName } from '../../platform/process/process-name';
import type { Random } from '../../platform/random';
import type { Scanner, Writer } from '../../consistency/store';
import type { CallOptions } from '../../bigtable/client/types';
import type { IngestEvents } from '../events/ingest-events';
import { readFollowProgress } from '../pipelines/follow/read-follow-progress';
import { readSuccesses } from '../pipelines/full-pass/success-store';
import { watchSuccesses } from '../pipelines/full-pass/watch-successes';
import type { SupervisedTask } from '../../platform/tasks/supervisor';
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
      /** Time between two reads of the successes of pipelines, in milliseconds. */
      readonly successIntervalMs: number;
      /** Whether this process reports its own progress. */
      readonly reports: boolean;
    };
}

/** The lag functions of an API process: it reports its own progress and reads that of all processes. */
export interface ServerLag {
  readonly readProgress: ReadProgress;
  /** Returns the operation with its requests in flight tracked. */
  trackRequests(ingestEvents: IngestEvents): IngestEvents;
  /**
   * Starts to report and, with `watches`, to watch for alarms; only one of several workers does. Repeated calls have
   * no effect.
   */
  start(options: { readonly watches: boolean }): void;
  /** Stops reporting and watching. To be called when no request is in flight. */
  stop(): Promise<void>;
}

/** Creates the lag functions of an API process. */
export function createServerLag(dependencies: ServerLagDependencies): ServerLag {
  const { clock, random, limits } = dependencies;
  const progress = new ApiProgress(clock, limits);
  const { scanner } = dependencies;
  const readPipelines = (call: CallOptions) => readFollowProgress(scanner, call);
  const readProgress = createReadProgress({ ...dependencies, readPipelines });
  let reporter: ProgressReporter | undefined;
  let watch: LagWatch | undefined;
  let successes: SupervisedTask | undefined;
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
      if (!watches) return;
      watch ??= watchLag({ ...dependencies, readProgress });
      successes ??= watchSuccesses({
        ...dependencies,
        readSuccesses: (call) => readSuccesses(scanner, call),
        limits: { ...limits, watchIntervalMs: limits.successIntervalMs },
      });
    },
    async stop() {
      await Promise.all([reporter?.reportEnd(), watch?.stop(), successes?.stop()]);
    },
  };
}
