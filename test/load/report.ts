import { textTable } from '../../src/cli/shared/text-table';
import { evaluateObjective, type ObjectiveResult, type Objective, type MeasuredLoad } from './objectives';
import { KINDS, type RequestKind } from './requests';
import type { LoadResult } from './run-load';
import { PERCENTILES, type Distribution, type LatencyTally } from './tally';

interface RequestStatistics {
  readonly requests: number;
  readonly ok: number;
  readonly errors: Readonly<Record<string, number>>;
  /** Milliseconds from when a request was due. */
  readonly latencyMs: Distribution;
  /** Milliseconds from when it had a connection. Much less than the latency: requests waited for one, or for this process. */
  readonly serviceMs: Distribution;
}

export interface LoadReport extends RequestStatistics, MeasuredLoad {
  readonly url: string;
  readonly seconds: number;
  readonly ratePerSecond: number;
  readonly kinds: Readonly<Partial<Record<RequestKind, RequestStatistics>>>;
  readonly objectives: readonly ObjectiveResult[];
  readonly interrupted: boolean;
}

export function reportOf(
  result: LoadResult,
  {
    url,
    ratePerSecond,
    objectives,
  }: { url: string; ratePerSecond: number; objectives: readonly Objective[] },
): LoadReport {
  const { all, byKind, elapsedMs, interrupted } = result;
  const seconds = elapsedMs / 1_000;
  const asked = KINDS.flatMap((kind) =>
    byKind.has(kind) ? [[kind, partOf(byKind.get(kind)!)] as const] : [],
  );
  const kinds = Object.fromEntries(asked);
  const shown = {
    ...partOf(all),
    kinds,
    errorShare: all.requests === 0 ? 1 : 1 - all.ok / all.requests,
    okPerSecond: seconds === 0 ? 0 : all.ok / seconds,
  };
  const judged = objectives.map((objective) => evaluateObjective(objective, shown));
  return { url, seconds, ratePerSecond, ...shown, objectives: judged, interrupted };
}

const partOf = ({ requests, ok, errors, latencyMs, serviceMs }: LatencyTally): RequestStatistics => ({
  requests,
  ok,
  errors,
  latencyMs,
  serviceMs,
});

/** Returns whether the test passed: all objectives are met; without objectives, at least one request succeeded. */
export function isPassed({ objectives, ok }: LoadReport): boolean {
  return ok > 0 && objectives.every(({ met }) => met);
}

export function reportText(report: LoadReport): string {
  const { requests, ok, seconds, okPerSecond, kinds, errors, objectives } = report;
  const rows = Object.entries(kinds).map(([kind, part]) => rowOf(kind, part.requests, part.latencyMs));
  const lines = [
    `${requests} requests in ${seconds.toFixed(1)} s; ${ok} succeeded, ${okPerSecond.toFixed(1)} a second`,
    '',
    textTable(
      ['milliseconds', 'requests', ...PERCENTILES],
      [
        ...rows,
        rowOf('all', requests, report.latencyMs),
        rowOf('all, once sent', requests, report.serviceMs),
      ],
    ),
  ];
  const failed = Object.entries(errors).map(([code, count]) => [code, String(count)]);
  if (failed.length > 0) lines.push('', textTable(['error', 'requests'], failed));
  if (objectives.length > 0)
    lines.push('', textTable(['objective', 'actual', ''], objectives.map(judgedRow)));
  return lines.join('\n');
}

function rowOf(name: string, requests: number, distribution: Distribution): string[] {
  return [name, String(requests), ...PERCENTILES.map((each) => distribution[each].toFixed(2))];
}

function judgedRow({ objective, actual, met }: ObjectiveResult): string[] {
  return [objective, String(Number(actual.toPrecision(4))), met ? 'met' : 'MISSED'];
}
