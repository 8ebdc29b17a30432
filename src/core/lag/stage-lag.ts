import type { LagLimits } from './lag-limits';
import { isActiveProcess, settledUpTo } from './settled-up-to';
import { STAGES, type Stage, type StageReport } from './stage-report';
import { maxOf } from '../shared/lists';

/** Progress of one stage with one source: the reports of its processes combined. */
export interface StageLag {
  readonly stage: Stage;
  readonly source: string;
  /**
   * Number of active processes. 0: no process reads the source, and the stage is where it was when the last one ended.
   */
  readonly processes: number;
  /** Processes that stopped reporting without ending. Their outstanding messages limit the stage for a while. */
  readonly silent: readonly string[];
  /** Processes whose clocks are further ahead than the allowance. */
  readonly clocksAhead: readonly string[];
  /** Time of the last report. */
  readonly reportedMs: number;
  /** Publication or arrival time up to which everything is durable. */
  readonly settledUpToMs: number;
  /** Event time up to which counts include what passes this stage, except for events later than the allowance. */
  readonly completeUpToMs: number;
  /** Maximum over the processes. Undefined if no event was decoded. */
  readonly producerDelayP99Ms: number | undefined;
  readonly eventLagP50Ms: number;
  readonly eventLagP99Ms: number;
  readonly deliveryLagP50Ms: number;
  readonly deliveryLagP99Ms: number;
  /** Sum over all active processes. */
  readonly heldMessages: number;
  readonly eventsPerSecond: number;
  /** Undefined if unknown. */
  readonly backlogMessages: number | undefined;
  readonly backlogAgeSeconds: number | undefined;
}

/**
 * Combines reports by stage and source, in the order of the stages. API processes count while they are active: a
 * request that was cut off was never acknowledged, and its sender still has its events.
 */
export function stageLags(reports: readonly StageReport[], nowMs: number, limits: LagLimits): StageLag[] {
  const judged = STAGES.flatMap((stage) =>
    bySource(reports.filter((report) => report.stage === stage)).flatMap(
      (group) => combineReports(group, nowMs, limits) ?? [],
    ),
  );
  const known = judged.flatMap(({ producerDelayP99Ms }) => producerDelayP99Ms ?? []);
  return judged.map((lag) => {
    // A filter does not decode events. The events that it holds are as late as those that other stages decode.
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

/** Combines the reports of one stage and source. Returns undefined if they mean nothing any more. */
function combineReports(
  reports: readonly StageReport[],
  nowMs: number,
  limits: LagLimits,
): Omit<StageLag, 'completeUpToMs'> | undefined {
  const settledUpToMs = settledUpTo(reports, nowMs, limits);
  if (settledUpToMs === undefined) return undefined;
  const { stage, source } = reports[0]!;
  const active = reports.filter((report) => isActiveProcess(report, nowMs, limits));
  // If no process is active or has decoded an event yet, the last reports are all there is.
  const relevant = active.length > 0 ? active : reports;
  const seen = relevant.some(({ producerDelayP99Ms }) => producerDelayP99Ms !== undefined)
    ? relevant
    : reports;
  return {
    stage,
    source,
    settledUpToMs,
    processes: active.length,
    silent: silentOf(reports, nowMs, limits),
    clocksAhead: active.filter(({ atMs }) => atMs > nowMs + limits.deadAfterMs).map(({ process }) => process),
    reportedMs: maxOf(reports.map(({ atMs }) => atMs)),
    ...worstDelays(seen),
    backlogMessages: worst(relevant, ({ backlogMessages }) => backlogMessages),
    backlogAgeSeconds: worst(relevant, ({ backlogAgeSeconds }) => backlogAgeSeconds),
    heldMessages: sum(active.map(({ heldMessages }) => heldMessages)),
    eventsPerSecond: sum(active.map(({ eventsPerSecond }) => eventsPerSecond)),
  };
}

/** Returns the silent processes, for as long as the stage waits for their outstanding messages. */
function silentOf(reports: readonly StageReport[], nowMs: number, limits: LagLimits): string[] {
  const listedForMs = limits.deadAfterMs + limits.redeliveredAfterMs;
  const others = reports.some((report) => isActiveProcess(report, nowMs, limits));
  return reports
    .filter(({ atMs, ended }) => !ended && nowMs - atMs > limits.deadAfterMs)
    .filter(({ atMs }) => !others || nowMs - atMs <= listedForMs)
    .map(({ process }) => process);
}

type Delays =
  | 'producerDelayP99Ms'
  | 'eventLagP50Ms'
  | 'eventLagP99Ms'
  | 'deliveryLagP50Ms'
  | 'deliveryLagP99Ms';

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
  const known = reports.flatMap((report) => pick(report) ?? []);
  return known.length === 0 ? undefined : maxOf(known);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}
