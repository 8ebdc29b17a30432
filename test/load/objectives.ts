import { InvalidArgumentError } from 'commander';
import { parseDuration, parseShare } from '../../src/cli/shared/units';
import { KINDS, type RequestKind } from './requests';
import { PERCENTILES, type Distribution } from './tally';

/** Condition that a load test checks. */
export type Objective =
  | {
      readonly kind: 'latency';
      readonly text: string;
      readonly of: RequestKind | undefined;
      readonly percentile: keyof Distribution;
      readonly maxMs: number;
    }
  | { readonly kind: 'errors'; readonly text: string; readonly maxShare: number }
  | { readonly kind: 'rate'; readonly text: string; readonly minPerSecond: number };

/** Measurements that objectives use. */
export interface MeasuredLoad {
  readonly latencyMs: Distribution;
  readonly kinds: Readonly<Partial<Record<RequestKind, { readonly latencyMs: Distribution }>>>;
  readonly errorShare: number;
  readonly okPerSecond: number;
}

export interface ObjectiveResult {
  readonly objective: string;
  readonly actual: number;
  readonly met: boolean;
}

const FORMS =
  'An objective is p99=8ms (or p50, p90, p99.9, max), counts.p99=8ms for one kind of request, errors=0.1% or rate=1900.';

/** `p99=8ms`, `counts.p99=8ms`, `errors=0.1%`, `rate=1900` (requests that succeed each second). */
export function parseObjective(text: string): Objective {
  const [, name = '', value = ''] = /^([a-z0-9.]+)=(.+)$/.exec(text) ?? [];
  if (name === 'errors') return { kind: 'errors', text, maxShare: parseShare(value) };
  if (name === 'rate' && /^\d+(\.\d+)?$/.test(value))
    return { kind: 'rate', text, minPerSecond: Number(value) };
  const of = KINDS.find((kind) => name.startsWith(`${kind}.`));
  const percentile = PERCENTILES.find(
    (each) => each === (of === undefined ? name : name.slice(of.length + 1)),
  );
  if (percentile === undefined) throw new InvalidArgumentError(FORMS);
  return { kind: 'latency', text, of, percentile, maxMs: parseDuration(value) };
}

export function evaluateObjective(objective: Objective, shown: MeasuredLoad): ObjectiveResult {
  const { text } = objective;
  switch (objective.kind) {
    case 'errors':
      return { objective: text, actual: shown.errorShare, met: shown.errorShare <= objective.maxShare };
    case 'rate':
      return { objective: text, actual: shown.okPerSecond, met: shown.okPerSecond >= objective.minPerSecond };
    case 'latency': {
      const latency = objective.of === undefined ? shown.latencyMs : shown.kinds[objective.of]?.latencyMs;
      // A kind that was never asked for has shown nothing.
      const actual = latency?.[objective.percentile] ?? Infinity;
      return { objective: text, actual, met: actual <= objective.maxMs };
    }
  }
}
