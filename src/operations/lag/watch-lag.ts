import type { LagAlarm } from '../../core/lag/lag-alarms';
import type { StageLag } from '../../core/lag/stage-lag';
import type { Clock } from '../../platform/time/clock';
import type { Logger } from '../../platform/telemetry/logger';
import type { LabelledValue, Metrics } from '../../platform/telemetry/metrics';
import type { Random } from '../../platform/random';
import { supervise } from '../../platform/tasks/supervisor';
import { LagAlarmLog } from './alarm-log';
import type { IngestionProgress, ReadProgress } from './read-progress';

export interface LagWatchDependencies {
  readonly readProgress: ReadProgress;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly limits: { readonly watchIntervalMs: number; readonly callTimeoutMs: number };
}

export interface LagWatch {
  alarms(): readonly LagAlarm[];
  stop(): Promise<void>;
}

/** Looks how far ingestion is now and then, for metrics and alarms; alarms are logged when they begin and when they end. */
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
      if (failuresInARow === 1) logger.warn({ err: error }, 'how far ingestion is cannot be read');
    },
  });
  return { alarms: () => log.list(), stop: () => task.stop() };
}

interface Watched {
  readonly clock: Clock;
  readonly latest: () => IngestionProgress | undefined;
  readonly alarms: () => readonly LagAlarm[];
}

const UNTOLD = -1;
const OF_STAGES = ['stage', 'source'];

function registerGauges(metrics: Metrics, { clock, latest, alarms }: Watched): void {
  const ageSeconds = (timeMs: number): number => (clock.nowMs() - timeMs) / 1_000;
  const byStage = (read: (lag: StageLag) => number | undefined): Iterable<LabelledValue> =>
    (latest()?.stages ?? []).map((lag) => ({ labels: labelsOf(lag), value: read(lag) ?? UNTOLD }));
  metrics.gauge(
    'tidemark.ingestion.completeness_lag',
    'Seconds that counts are complete up to before now; -1 while nobody tells',
    () => {
      const completeUpToMs = latest()?.completeUpToMs;
      return completeUpToMs === undefined ? UNTOLD : ageSeconds(completeUpToMs);
    },
  );
  const gauge = (name: string, description: string, read: (lag: StageLag) => number | undefined): void =>
    metrics.gauges(
      { name: `tidemark.ingestion.${name}`, description, labels: OF_STAGES, absentValue: UNTOLD },
      () => byStage(read),
    );
  gauge('stage_lag', 'The same, of one stage', ({ completeUpToMs }) => ageSeconds(completeUpToMs));
  gauge('processes', 'Processes at work', ({ processes }) => processes);
  gauge('outstanding', 'Messages, or requests, that are being worked on', ({ heldMessages }) => heldMessages);
  gauge(
    'backlog_messages',
    'What waits in the subscription, where known',
    ({ backlogMessages }) => backlogMessages,
  );
  gauge(
    'backlog_seconds',
    'Age of the oldest of it, where known',
    ({ backlogAgeSeconds }) => backlogAgeSeconds,
  );
  metrics.gauges(
    {
      name: 'tidemark.ingestion.event_lag',
      description: 'Age of events when they are written: half of them, and 99 in 100, are younger',
      unit: 's',
      labels: [...OF_STAGES, 'quantile'],
      absentValue: 0,
    },
    () => (latest()?.stages ?? []).flatMap(eventLags),
  );
  const alarmsOn = { name: 'tidemark.ingestion.alarms', description: 'Alarms that are on' };
  metrics.gauges({ ...alarmsOn, labels: ['alarm', ...OF_STAGES], absentValue: 0 }, () =>
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
