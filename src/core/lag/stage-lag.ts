import type { LagLimits } from './lag-limits';
import { isActive, settledUpTo } from './settled-up-to';
import { STAGES, type Stage, type StageReport } from './stage-report';
import { maxOf } from '../shared/lists';

/** How far one stage is with one source: what its processes tell, put together. */
export interface StageLag {
  readonly stage: Stage;
  readonly source: string;
  /** Processes at work. 0: nobody reads the source, and the stage is as far as it was when the last one ended. */
  readonly processes: number;
  /** Those that tell nothing any more though they have not ended: what they held holds the stage back for a while. */
  readonly silent: readonly string[];
  /** Those whose clocks are further ahead than clocks may be. */
  readonly clocksAhead: readonly string[];
  /** When the last report was made. */
  readonly reportedMs: number;
  /** Publication, or arrival, up to which all is durable. */
  readonly settledUpToMs: number;
  /** Event time up to which counts have what comes through here, but for events that come later than is allowed for. */
  readonly completeUpToMs: number;
  /** The worst of the processes'; undefined where no event was looked into. */
  readonly producerDelayP99Ms: number | undefined;
  readonly eventLagP50Ms: number;
  readonly eventLagP99Ms: number;
  readonly deliveryLagP50Ms: number;
  readonly deliveryLagP99Ms: number;
  /** Of all processes at work together. */
  readonly heldMessages: number;
  readonly eventsPerSecond: number;
  /** Undefined where nobody tells. */
  readonly backlogMessages: number | undefined;
  readonly backlogAgeSeconds: number | undefined;
}

/**
 * Puts reports together by stage and source, stages in their order. The API's processes count while they are at work: what
 * came in a request that was cut off was never acknowledged, and is its sender's.
 */
export function stageLags(reports: readonly StageReport[], nowMs: number, limits: LagLimits): StageLag[] {
  const judged = STAGES.flatMap((stage) =>
    bySource(reports.filter((report) => report.stage === stage)).flatMap(
      (group) => combineReports(group, nowMs, limits) ?? [],
    ),
  );
  const known = judged.flatMap(({ producerDelayP99Ms }) => producerDelayP99Ms ?? []);
  return judged.map((lag) => {
    // A filter does not look into events: those that it holds back come as late as those that others have looked into.
    const delayMs = lag.producerDelayP99Ms ?? Math.max(0, maxOf(known));
    return { ...lag, completeUpToMs: lag.settledUpToMs - Math.min(delayMs, limits.producerDelayMaxMs) };
  });
}

function bySource(reports: readonly StageReport[]): (readonly StageReport[])[] {
  const groups = new Map<string, StageReport[]>();
  for (const report of reports) {
    const group = groups.get(report.source);
    if (group === undefined) groups.set(report.source, [report]);
    else group.push(report);
  }
  return [...groups.values()].sort(([a], [b]) => (a!.source < b!.source ? -1 : 1));
}

/** `reports` are of one stage and source. Undefined where they say nothing any more. */
function combineReports(
  reports: readonly StageReport[],
  nowMs: number,
  limits: LagLimits,
): Omit<StageLag, 'completeUpToMs'> | undefined {
  const settledUpToMs = settledUpTo(reports, nowMs, limits);
  if (settledUpToMs === undefined) return undefined;
  const { stage, source } = reports[0]!;
  const atWork = reports.filter((report) => isActive(report, nowMs, limits));
  // Where nobody is at work any more, or has seen an event yet, what was told at last is all there is.
  const telling = atWork.length > 0 ? atWork : reports;
  const seen = telling.some(({ producerDelayP99Ms }) => producerDelayP99Ms !== undefined) ? telling : reports;
  return {
    stage,
    source,
    settledUpToMs,
    processes: atWork.length,
    silent: silentOf(reports, nowMs, limits),
    clocksAhead: atWork.filter(({ atMs }) => atMs > nowMs + limits.deadAfterMs).map(({ process }) => process),
    reportedMs: maxOf(reports.map(({ atMs }) => atMs)),
    ...worstDelays(seen),
    backlogMessages: worst(telling, ({ backlogMessages }) => backlogMessages),
    backlogAgeSeconds: worst(telling, ({ backlogAgeSeconds }) => backlogAgeSeconds),
    heldMessages: sum(atWork.map(({ heldMessages }) => heldMessages)),
    eventsPerSecond: sum(atWork.map(({ eventsPerSecond }) => eventsPerSecond)),
  };
}

/** Whoever is silent is told of as long as somebody waits for what he held. */
function silentOf(reports: readonly StageReport[], nowMs: number, limits: LagLimits): string[] {
  const toldOfMs = limits.deadAfterMs + limits.redeliveredAfterMs;
  const others = reports.some((report) => isActive(report, nowMs, limits));
  return reports
    .filter(({ atMs, ended }) => !ended && nowMs - atMs > limits.deadAfterMs)
    .filter(({ atMs }) => !others || nowMs - atMs <= toldOfMs)
    .map(({ process }) => process);
}

type Delays =
  'producerDelayP99Ms' | 'eventLagP50Ms' | 'eventLagP99Ms' | 'deliveryLagP50Ms' | 'deliveryLagP99Ms';

function worstDelays(reports: readonly StageReport[]): Pick<StageLag, Delays> {
  return {
    producerDelayP99Ms: worst(reports, ({ producerDelayP99Ms }) => producerDelayP99Ms),
    eventLagP50Ms: worst(reports, ({ eventLagP50Ms }) => eventLagP50Ms)!,
    eventLagP99Ms: worst(reports, ({ eventLagP99Ms }) => eventLagP99Ms)!,
    deliveryLagP50Ms: worst(reports, ({ deliveryLagP50Ms }) => deliveryLagP50Ms)!,
    deliveryLagP99Ms: worst(reports, ({ deliveryLagP99Ms }) => deliveryLagP99Ms)!,
  };
}

function worst(
  reports: readonly StageReport[],
  pick: (report: StageReport) => number | undefined,
): number | undefined {
  const told = reports.flatMap((report) => pick(report) ?? []);
  return told.length === 0 ? undefined : maxOf(told);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}
