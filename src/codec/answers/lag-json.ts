import type { FollowProgress } from '../../core/lag/follow-progress';
import type { IngestionProgress } from '../../core/lag/ingestion-progress';
import type { StageLag } from '../../core/lag/stage-lag';
import { formatInstant } from '../../core/time/instant';

/** Returns the JSON of `GET /v1/ingestion/lag` and `tidemark lag --json`. */
export function lagJson(progress: IngestionProgress): Readonly<Record<string, unknown>> {
  const { atMs, completeUpToMs, stages, alarms, pipelines } = progress;
  return {
    at: formatInstant(atMs),
    completeUpTo: completeUpToMs === undefined ? undefined : formatInstant(completeUpToMs),
    lagMs: completeUpToMs === undefined ? undefined : atMs - completeUpToMs,
    stages: stages.map((lag) => stageJson(lag, atMs)),
    alarms,
    pipelines: pipelines.length === 0 ? undefined : pipelines.map((each) => followJson(each, atMs)),
  };
}

function followJson({ processedUpToMs, ...progress }: FollowProgress, atMs: number) {
  const lagMs = Math.max(0, atMs - processedUpToMs);
  return { ...progress, processedUpTo: formatInstant(processedUpToMs), lagMs };
}

function stageJson(lag: StageLag, atMs: number): Readonly<Record<string, unknown>> {
  const { stage, source, processes, silent } = lag;
  return {
    stage,
    source,
    processes,
    silent,
    reportedAt: formatInstant(lag.reportedMs),
    settledUpTo: formatInstant(lag.settledUpToMs),
    completeUpTo: formatInstant(lag.completeUpToMs),
    lagMs: atMs - lag.completeUpToMs,
    producerDelayMs: { p99: lag.producerDelayP99Ms },
    eventLagMs: { p50: lag.eventLagP50Ms, p99: lag.eventLagP99Ms },
    deliveryLagMs: { p50: lag.deliveryLagP50Ms, p99: lag.deliveryLagP99Ms },
    eventsPerSecond: Number(lag.eventsPerSecond.toFixed(1)),
    held: lag.heldMessages,
    backlog:
      lag.backlogMessages === undefined
        ? undefined
        : { messages: lag.backlogMessages, oldestSeconds: lag.backlogAgeSeconds },
  };
}
