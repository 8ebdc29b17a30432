import type { CountExplanation } from '../../core/counts/count-explanation';
import type { Clock } from '../../platform/time/clock';
import type { BatchCountAnswer } from './batch-count-actions';
import type { CountCost } from './count-actions';
import type { UserEventsReadInfo } from '../events/read-user-events';

/** The read of an answer, and the costs of counting each distinct user. */
export interface AnswerCosts {
  readonly read: UserEventsReadInfo;
  readonly costs: readonly CountCost[];
}

/** Returns the costs of an answer for several users. A user that is listed twice was counted once. */
export function batchCosts({ read, users }: Pick<BatchCountAnswer, 'read' | 'users'>): AnswerCosts {
  return { read, costs: [...new Set(users)].flatMap((user) => ('cost' in user ? [user.cost] : [])) };
}

/** Returns a function for the explanation of an answer. Its write time runs until that function is called. */
export function explainWhenWritten(
  answer: AnswerCosts,
  { clock, parseMs }: { readonly clock: Pick<Clock, 'monotonicMs'>; readonly parseMs: number },
): () => CountExplanation {
  const startedMs = clock.monotonicMs();
  return () => explainCounts(answer, { parseMs, writeMs: clock.monotonicMs() - startedMs });
}

/** Adds up the costs. */
export function explainCounts(
  { read, costs }: AnswerCosts,
  { parseMs, writeMs }: { readonly parseMs: number; readonly writeMs: number },
): CountExplanation {
  const sum = (valueOf: (cost: CountCost) => number): number =>
    costs.reduce((total, cost) => total + valueOf(cost), 0);
  const [rawBytes, blockBytes] = [sum(({ stats }) => stats.rawBytes), sum(({ stats }) => stats.blockBytes)];
  const micros = {
    parse: parseMs * 1_000,
    read: read.readMs * 1_000,
    decode: sum(({ decodeMs }) => decodeMs) * 1_000,
    count: sum(({ countMs }) => countMs) * 1_000,
    write: writeMs * 1_000,
  };
  return {
    columns: read.range,
    countedFromMs: read.countedFromMs,
    rows: read.range === undefined ? 0 : costs.length,
    lookups: read.evidence.lookups,
    bytes: rawBytes + blockBytes,
    rawBytes,
    blockBytes,
    rawCells: sum(({ stats }) => stats.rawCells),
    blocks: sum(({ stats }) => stats.blocks),
    events: sum(({ events }) => events),
    duplicates: sum(({ stats }) => stats.duplicates),
    micros: mapped(micros, (value) => Math.round(value * 10) / 10),
  };
}

function mapped<K extends string>(
  values: Readonly<Record<K, number>>,
  change: (value: number) => number,
): Record<K, number> {
  const entries = Object.entries<number>(values).map(([name, value]) => [name, change(value)]);
  return Object.fromEntries(entries) as Record<K, number>;
}
