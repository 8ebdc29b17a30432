import { STAGES, type Stage, type StageReport } from '../../core/lag/stage-report';
import { TidemarkError } from '../../errors';
import { tidemark } from '../../gen/tidemark';

const { StageProgress } = tidemark.v1;

/** Encodes the value of a report's cell. */
export function encodeStageReport(report: StageReport): Buffer {
  const { producerDelayP99Ms = null, backlogMessages = null, backlogAgeSeconds = null } = report;
  const message = { ...report, producerDelayP99Ms, backlogMessages, backlogAgeSeconds };
  return Buffer.from(StageProgress.encode(message).finish());
}

/** Decodes a report. Throws `data_corrupted` for bytes that are not a report, and for a report of an unknown stage. */
export function decodeStageReport(value: Uint8Array): StageReport {
  const message = decoded(value);
  const { process, source, ended, eventsPerSecond, heldMessages } = message;
  const { eventLagP50Ms, eventLagP99Ms, deliveryLagP50Ms, deliveryLagP99Ms } = message;
  const atMs = timeOf(message.atMs);
  return {
    stage: stageOf(message.stage),
    process,
    source,
    atMs,
    ended,
    heldMessages,
    eventsPerSecond,
    settledUpToMs: Math.min(Math.max(0, Number(message.settledUpToMs)), atMs),
    eventLagP50Ms,
    eventLagP99Ms,
    deliveryLagP50Ms,
    deliveryLagP99Ms,
    producerDelayP99Ms: message.producerDelayP99Ms ?? undefined,
    backlogMessages: numberOf(message.backlogMessages),
    backlogAgeSeconds: message.backlogAgeSeconds ?? undefined,
  };
}

function numberOf(value: unknown): number | undefined {
  return value === undefined || value === null ? undefined : Number(value);
}

function decoded(value: Uint8Array): tidemark.v1.StageProgress {
  try {
    return StageProgress.decode(value);
  } catch (cause) {
    throw damaged(cause);
  }
}

/** Latest time of a Date, with which a report is displayed. */
const TIME_MS_MAX = 8.64e15;

function timeOf(atMs: tidemark.v1.IStageProgress['atMs']): number {
  const ms = Number(atMs);
  if (ms < 0 || ms > TIME_MS_MAX) throw damaged();
  return ms;
}

function stageOf(name: string): Stage {
  const stage = STAGES.find((each) => each === name);
  if (stage === undefined) throw damaged();
  return stage;
}

function damaged(cause?: unknown): TidemarkError {
  return new TidemarkError('data_corrupted', 'a report of ingestion is malformed', { cause });
}
