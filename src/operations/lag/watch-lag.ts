import type { LagAlarm } from '../../core/lag/lag-alarms';
import type { StageLag } from '../../core/lag/stage-lag';
import type { Clock } from '../../platform/time/clock';
import type { Logger } from '../../platform/telemetry/logger';
import type { LabelledValue, Metrics } from '../../platform/telemetry/metrics';
import type { Random } from '../../platform/random';
import { supervise } from '../../platform/tasks/supervisor';
import { LagAlarmLog } from './alarm-log';
import type { IngestionProgress } from '../../core/lag/ingestion-progress';
import type { ReadProgress } from './read-progress';

export interface LagWatchDependencies {
  readonly readProgress: ReadProgress;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly limits: { readonly watchIntervalMs: number; readonly callTimeoutMs: number };
}

/** Watch of the progress of ingestion. */
export interface LagWatch {
  alarms(): readonly LagAlarm[];
  stop(): Promise<void>;
}

/**
 * Checks the progress of ingestion periodically, for metrics and alarms. Alarms are logged when they begin and when
 * they end.
 */
export function watchLag(dependencies: LagWatchDependencies): LagWatch {
  const { readProgress, clock, random, logger, metrics, limits } = dependencies;
  const log = new LagAlarmLog(logger);
  let latest: IngestionProgress | undefined;
  registerGauges(metrics, { clock, latest: () => latest, alarms: () => log.list() });
  const task = supervise({
    name: 'look at the lag',
    clock,
    random,
    intervalMs: limits.watchIntervalMs,
    timeoutMs: 2 * limits.callTimeoutMs,
    async run() {
      latest = await readProgress();
      log.update(latest.alarms);
    },
    onError(error, failuresInARow) {
      latest = undefined;
      if (failuresInARow === 1) logger.warn({ err: error }, 'the progress of ingestion cannot be read');
    },
  });
  return { alarms: () => log.list(), stop: () => task.stop() };
}

interface Watched {
  readonly clock: Clock;
  readonly latest: () => IngestionProgress | undefined;
  readonly alarms: () => readonly LagAlarm[];
}

const UNKNOWN = -1;
const STAGE_LABELS = ['stage', 'source'];

function registerGauges(metrics: Metrics, { clock, latest, alarms }: Watched): void {
  const ageSeconds = (timeMs: number): number => (clock.nowMs() - timeMs) / 1_000;
  const byStage = (read: (lag: StageLag) => number | undefined): Iterable<LabelledValue> =>
    (latest()?.stages ?? []).map((lag) => ({ labels: labelsOf(lag), value: read(lag) ?? UNKNOWN }));
  metrics.gauge(
    'tidemark.ingestion.completeness_lag',
    'Seconds between the time up to which counts are complete and now; -1 while unknown',
    () => {
      const completeUpToMs = latest()?.completeUpToMs;
      return completeUpToMs === undefined ? UNKNOWN : ageSeconds(completeUpToMs);
    },
  );
  const gauge = (name: string, description: string, read: (lag: StageLag) => number | undefined): void =>
    metrics.gauges(
      { name: `tidemark.ingestion.${name}`, description, labels: STAGE_LABELS, absentValue: UNKNOWN },
      () => byStage(read),
    );
  gauge(
    'stage_lag',
    'Seconds between the time up to which a stage is complete and now',
    ({ completeUpToMs }) => ageSeconds(completeUpToMs),
  );
  metrics.gauges(
    {
      name: 'tidemark.follow.lag',
      description:
        'Seconds since the time up to which a followed pipeline has processed all changes, estimated',
      labels: ['pipeline'],
      absentValue: 0,
    },
    () =>
      (latest()?.pipelines ?? []).map(({ pipeline, processedUpToMs }) => ({
        labels: { pipeline },
        value: Math.max(0, ageSeconds(processedUpToMs)),
      })),
  );
  gauge('processes', 'Active processes of a stage', ({ processes }) => processes);
  gauge('outstanding', 'Messages or requests in progress', ({ heldMessages }) => heldMessages);
  gauge(
    'backlog_messages',
    'Unacknowledged messages of the subscription; -1 while unknown',
    ({ backlogMessages }) => backlogMessages,
  );
  gauge(
    'backlog_seconds',
    'Age of the oldest unacknowledged message of the subscription, in seconds; -1 while unknown',
    ({ backlogAgeSeconds }) => backlogAgeSeconds,
  );
  metrics.gauges(
    {
      name: 'tidemark.ingestion.event_lag',
      description: 'Age of events when they are written, by quantile',
      unit: 's',
      labels: [...STAGE_LABELS, 'quantile'],
      absentValue: 0,
    },
    () => (latest()?.stages ?? []).flatMap(eventLags),
  );
  const alarmGauge = { name: 'tidemark.ingestion.alarms', description: 'Active alarms' };
  metrics.gauges({ ...alarmGauge, labels: ['alarm', ...STAGE_LABELS], absentValue: 0 }, () =>
    alarms().map(({ kind, ...of }) => ({ labels: { alarm: kind, ...labelsOf(of) }, value: 1 })),
  );
}

function eventLags(lag: StageLag): LabelledValue[] {
  return [
    { labels: { ...labelsOf(lag), quantile: '0.5' }, value: lag.eventLagP50Ms / 1_000 },
    { labels: { ...labelsOf(lag), quantile: '0.99' }, value: lag.eventLagP99Ms / 1_000 },
  ];
}

function labelsOf({ stage = '', source = '' }: { stage?: string; source?: string }): Record<string, string> {
  return { stage, source };
}
