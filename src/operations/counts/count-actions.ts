import type { CallOptions } from '../../bigtable/client/types';
import { inArena, type ArrayArena } from '../../core/columns/array-arena';
import type { ReadStats } from '../../core/columns/read-events';
import type { Consistency, ReadEvidence } from '../../core/consistency/consistency';
import { countEventsInSteps } from '../../core/counts/count-events';
import type { CountQuery } from '../../core/counts/count-query';
import type { CountTable } from '../../core/counts/count-table';
import type { EventPeriod } from '../../core/counts/event-range';
import type { SharedCountQuery } from '../../core/counts/parse-count-query';
import type { Omission } from '../../core/privacy/omissions';
import { timedSteps, type Steps } from '../../core/shared/steps';
import { TidemarkError } from '../../errors';
import type { Clock } from '../../platform/time/clock';
import { runInSlices } from '../../platform/tasks/time-slices';
import type { UserEventsReadInfo, DecodedUserEvents, ReadUserEvents } from '../events/read-user-events';

interface CountActionsRequest {
  readonly query: CountQuery;
  readonly consistency: Consistency;
  /** Memory of the events and the counts, which the caller releases once it has used the answer. Default: none. */
  readonly arena?: ArrayArena | undefined;
}

/** Counts of one user. */
export interface CountAnswer {
  readonly table: CountTable;
  /** The DataType, if the user has not allowed its purpose; then all counts are 0. */
  readonly omitted: readonly Omission[];
  /** Time up to which the counts are complete; see `countsCompleteUpTo`. */
  readonly completeUpToMs: number | undefined;
  readonly evidence: ReadEvidence;
  readonly read: UserEventsReadInfo;
  readonly cost: CountCost;
}

/** Cost of counting one user, for `explain`. */
export interface CountCost {
  readonly stats: ReadStats;
  /** Number of distinct events scanned. */
  readonly events: number;
  readonly decodeMs: number;
  readonly countMs: number;
}

/** Limits of one answer. */
export interface CountLimits {
  /** Maximum number of counts in one answer. */
  readonly answerCountsMax: number;
  /** Counters in memory while counting, as a multiple of `answerCountsMax`. */
  readonly countersPerAnswerCount: number;
}

export interface CountActionsDependencies {
  readonly readUserEvents: ReadUserEvents;
  readonly clock: Clock;
  readonly limits: CountLimits;
}

export type CountActions = (request: CountActionsRequest, options?: CallOptions) => Promise<CountAnswer>;

/**
 * Returns an operation that counts one user's actions: one ReadRows of one row and one range of columns, counted in
 * one pass.
 */
export function createCountActions(dependencies: CountActionsDependencies): CountActions {
  const { readUserEvents, clock } = dependencies;
  return async ({ query, consistency, arena }, options) => {
    const { dataType, userId } = query;
    const { actions, fromMs, toMs } = queryPeriod(query);
    const request = { dataType, userId, actions, fromMs, toMs, arena };
    const read = await readUserEvents(request, consistency, options);
    const steps = inArena(arena, countWithCost(query, read, read.countedFromMs, dependencies));
    const { table, cost } = await runInSlices(steps, { clock, signal: options?.signal });
    if (countsInAnswer(table) > dependencies.limits.answerCountsMax) throw tooManyCounts(dependencies.limits);
    const { evidence, omitted } = read;
    return { table, omitted, completeUpToMs: countsCompleteUpTo(query, read), evidence, read, cost };
  };
}

/** Returns the period that covers all windows. */
export function queryPeriod({
  actions,
  windows,
}: Pick<SharedCountQuery, 'actions' | 'windows'>): EventPeriod {
  let [fromMs, toMs] = [Infinity, -Infinity];
  for (const window of windows) {
    fromMs = Math.min(fromMs, window.fromMs);
    toMs = Math.max(toMs, window.toMs);
  }
  return { actions, fromMs, toMs };
}

/** Counts one user's events, in steps. */
export function* countWithCost(
  query: SharedCountQuery,
  { events, decodeMs }: DecodedUserEvents,
  countedFromMs: number,
  { clock, limits }: { readonly clock: Clock; readonly limits: CountLimits },
): Steps<{ readonly table: CountTable; readonly cost: CountCost }> {
  const countersMax = limits.answerCountsMax * limits.countersPerAnswerCount;
  const counting = countEventsInSteps(query, events.parts, countedFromMs, countersMax);
  const { value: table, ms: countMs } = yield* timedSteps(counting, clock);
  const count = events.parts.reduce((sum, part) => sum + part.count, 0);
  return { table, cost: { stats: events.stats, events: count, decodeMs, countMs } };
}

/** Returns the number of counts in the answer. */
export function countsInAnswer({ windows, total, levels }: CountTable): number {
  return levels.reduce((sum, { rows }) => sum + rows, total.rows) * windows.length;
}

/** Returns the error of an answer with too many counts. */
export function tooManyCounts({ answerCountsMax }: CountLimits): TidemarkError {
  return new TidemarkError(
    'answer_too_large',
    `would have more than ${answerCountsMax} counts: request fewer windows, groups or levels, or list the ids`,
    { field: 'groupBy' },
  );
}

/**
 * Returns the time up to which the counts are complete, in milliseconds since the Unix epoch: every event
 * acknowledged before it and dated before the query's `asOf` is counted. It is measured by the server's clock before
 * the read and reduced by the answer's staleness; undefined when the staleness is unknown.
 */
export function countsCompleteUpTo(
  { asOfMs }: Pick<CountQuery, 'asOfMs'>,
  { readAtMs, evidence: { stalenessMs } }: Pick<UserEventsReadInfo, 'readAtMs' | 'evidence'>,
): number | undefined {
  return stalenessMs === undefined ? undefined : Math.min(asOfMs, Math.floor(readAtMs - stalenessMs));
}
