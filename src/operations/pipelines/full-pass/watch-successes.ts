import type { CallOptions } from '../../../bigtable/client/types';
import type { SuccessRecord } from '../../../core/pipelines/success-record';
import type { LabelledValue, Metrics } from '../../../platform/telemetry/metrics';
import type { Logger } from '../../../platform/telemetry/logger';
import type { Clock } from '../../../platform/time/clock';
import type { Random } from '../../../platform/random';
import { supervise, type SupervisedTask } from '../../../platform/tasks/supervisor';

export interface WatchSuccessesDependencies {
  readonly readSuccesses: (call: CallOptions) => Promise<readonly SuccessRecord[]>;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly limits: { readonly watchIntervalMs: number; readonly callTimeoutMs: number };
}

const MS_PER_SECOND = 1_000;

/** Reads periodically when the full passes of all pipelines have succeeded for the last time, for metrics. */
export function watchSuccesses(dependencies: WatchSuccessesDependencies): SupervisedTask {
  const { clock, random, logger, metrics, limits, readSuccesses } = dependencies;
  let latest: readonly SuccessRecord[] = [];
  const gauge = (
    name: string,
    description: string,
    read: (record: SuccessRecord) => number | undefined,
  ): void =>
    metrics.gauges({ name, description, labels: ['pipeline'], absentValue: NaN }, () =>
      latest.flatMap((record): LabelledValue[] => {
        const value = read(record);
        return value === undefined
          ? []
          : [{ labels: { pipeline: record.pipeline }, value: value / MS_PER_SECOND }];
      }),
    );
  gauge(
    'tidemark.pipeline.success_age',
    'Seconds since the last full pass of a pipeline that has completed; since the first one if none has',
    ({ last, sinceMs }) => Math.max(0, clock.nowMs() - (last?.endedAtMs ?? sinceMs)),
  );
  gauge(
    'tidemark.pipeline.run_interval',
    'Seconds between two full passes of a pipeline, as expected by --every; NaN if none is',
    ({ everyMs }) => everyMs,
  );
  gauge(
    'tidemark.pipeline.run_duration',
    'Seconds from the begin of the last completed full pass of a pipeline to its end',
    ({ last }) => (last === undefined ? undefined : last.endedAtMs - last.runTimeMs),
  );
  return supervise({
    name: 'read the successes of pipelines',
    clock,
    random,
    intervalMs: limits.watchIntervalMs,
    timeoutMs: 2 * limits.callTimeoutMs,
    async run(signal) {
      latest = await readSuccesses({ timeoutMs: limits.callTimeoutMs, signal });
    },
    onError(error, failuresInARow) {
      if (failuresInARow === 1) logger.warn({ err: error }, 'the successes of pipelines cannot be read');
    },
  });
}
