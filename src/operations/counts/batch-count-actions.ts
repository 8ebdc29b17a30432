import type { CallOptions } from '../../bigtable/client/types';
import type { Consistency } from '../../core/consistency/consistency';
import type { CountTable } from '../../core/counts/count-table';
import type { SharedCountQuery } from '../../core/counts/parse-count-query';
import type { Omission } from '../../core/privacy/omissions';
import type { Steps } from '../../core/shared/steps';
import { TidemarkError } from '../../errors';
import type { Clock } from '../../platform/time/clock';
import {
  countsCompleteUpTo,
  countWithCost,
  countsInAnswer,
  queryPeriod,
  tooManyCounts,
  type CountAnswer,
  type CountLimits,
  type CountCost,
} from './count-actions';
import type { DecodedUserEvents } from '../events/read-user-events';
import type { ReadUserEventsBatch, HandleUserEvents } from '../events/read-user-events-batch';

interface BatchCountActionsRequest {
  readonly query: SharedCountQuery;
  /** Canonical user ids. A user that is listed twice is read once and returned twice. */
  readonly userIds: readonly string[];
  readonly consistency: Consistency;
}

/** Counts of one user, or the error `too_many_events`. */
type CountedUser =
  | { readonly table: CountTable; readonly omitted: readonly Omission[]; readonly cost: CountCost }
  | { readonly error: TidemarkError };

export interface BatchCountAnswer extends Pick<CountAnswer, 'completeUpToMs' | 'evidence' | 'read'> {
  /** One entry for each of `userIds`, in order. Entries of the same user share one object. */
  readonly users: readonly CountedUser[];
}

export interface BatchCountActionsDependencies {
  readonly readUserEventsBatch: ReadUserEventsBatch;
  readonly clock: Clock;
  readonly limits: CountLimits;
}

export type BatchCountActions = (
  request: BatchCountActionsRequest,
  options?: CallOptions,
) => Promise<BatchCountAnswer>;

/** Returns an operation that applies one count query to several users, who are read together. */
export function createBatchCountActions(dependencies: BatchCountActionsDependencies): BatchCountActions {
  const { readUserEventsBatch, limits } = dependencies;
  return async ({ query, userIds, consistency }, options) => {
    const entriesOf = new Map<string, number>();
    for (const userId of userIds) entriesOf.set(userId, (entriesOf.get(userId) ?? 0) + 1);
    const distinct = [...entriesOf.keys()];
    const answers = new Map<string, CountedUser>();
    let counts = 0;
    const add = (userId: string, user: CountedUser): void => {
      if ('table' in user) counts += countsInAnswer(user.table) * entriesOf.get(userId)!;
      if (counts > limits.answerCountsMax) throw tooManyCounts(limits);
      answers.set(userId, user);
    };
    const handle: HandleUserEvents = (at, events, countedFromMs) =>
      countUser({ query, events, countedFromMs }, dependencies, (user) => add(distinct[at]!, user));
    const request = { dataType: query.dataType, userIds: distinct, ...queryPeriod(query) };
    const read = await readUserEventsBatch(request, handle, consistency, options);
    const users = userIds.map((userId) => answers.get(userId)!);
    return { users, completeUpToMs: countsCompleteUpTo(query, read), evidence: read.evidence, read };
  };
}

/** Counts one user in steps, and passes the counts or the error on. */
function* countUser(
  { query, events, countedFromMs }: UserToCount,
  dependencies: BatchCountActionsDependencies,
  onCounted: (user: CountedUser) => void,
): Steps<void> {
  if (events instanceof TidemarkError) return onCounted({ error: events });
  const { table, cost } = yield* countWithCost(query, events, countedFromMs, dependencies);
  onCounted({ table, omitted: events.omitted, cost });
}

interface UserToCount {
  readonly query: SharedCountQuery;
  readonly events: DecodedUserEvents | TidemarkError;
  readonly countedFromMs: number;
}
