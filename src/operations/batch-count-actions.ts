import type { CallOptions } from '../bigtable/types';
import type { Consistency } from '../core/consistency';
import type { CountTable } from '../core/counting/count-table';
import type { SharedCountQuery } from '../core/counting/parse-count-query';
import { TidemarkError } from '../errors';
import type { Clock } from '../platform/clock';
import {
  completeUpTo,
  counted,
  countsOf,
  periodOf,
  tooManyCounts,
  type CountAnswer,
  type CountLimits,
  type CountWork,
} from './count-actions';
import type { ReadUsersEvents, TakeEvents } from './users-events';

export interface BatchCountActionsRequest {
  readonly query: SharedCountQuery;
  /** Canonical and distinct. */
  readonly userIds: readonly string[];
  readonly consistency: Consistency;
}

/** One user's counts, or why there are none: `too_many_events`. */
export type CountedUser =
  { readonly table: CountTable; readonly work: CountWork } | { readonly error: TidemarkError };

export interface BatchCountAnswer extends Pick<CountAnswer, 'completeUpToMs' | 'evidence' | 'read'> {
  /** One for each user, in their order. */
  readonly users: readonly CountedUser[];
}

export interface BatchCountActionsDependencies {
  readonly readUsersEvents: ReadUsersEvents;
  readonly clock: Clock;
  readonly limits: CountLimits;
}

export type BatchCountActions = (
  request: BatchCountActionsRequest,
  options?: CallOptions,
) => Promise<BatchCountAnswer>;

/** Counts the same of several users, who are read together. */
export function createBatchCountActions(dependencies: BatchCountActionsDependencies): BatchCountActions {
  const { readUsersEvents, limits } = dependencies;
  return async ({ query, userIds, consistency }, options) => {
    const users: CountedUser[] = [];
    let counts = 0;
    const take: TakeEvents = (_at, found, countedFromMs) => {
      if (found instanceof TidemarkError) return void users.push({ error: found });
      const user = counted(query, found, countedFromMs, dependencies);
      counts += countsOf(user.table);
      if (counts > limits.answerCountsMax) throw tooManyCounts(limits);
      users.push(user);
    };
    const request = { dataType: query.dataType, userIds, ...periodOf(query) };
    const read = await readUsersEvents(request, take, consistency, options);
    return { users, completeUpToMs: completeUpTo(query, read), evidence: read.evidence, read };
  };
}
