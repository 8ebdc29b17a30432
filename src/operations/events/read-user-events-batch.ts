import type { CallOptions } from '../../bigtable/client/types';
import type { Consistency, ReadEvidence } from '../../core/consistency/consistency';
import { rowKey } from '../../core/rows/row-key';
import type { Steps } from '../../core/shared/steps';
import { TidemarkError } from '../../errors';
import { runInSlices } from '../../platform/tasks/time-slices';
import { mergeEvidence } from '../../consistency/read/merge-evidence';
import type { Reader, RowsAnswer } from '../../consistency/store';
import {
  createReadUserEvents,
  EVENTS_MAY_JOIN,
  decodeUserEvents,
  isAnswerTooLarge,
  NO_USER_EVENTS,
  withoutRead,
  planUserEventsRead,
  type UserEventsReadInfo,
  type EventsRequest,
  type DecodedUserEvents,
  type ReadRow,
  type UserEvents,
  type UserEventsDependencies,
} from './read-user-events';

interface UserEventsBatchRequest extends EventsRequest {
  /** Canonical, distinct user ids. */
  readonly userIds: readonly string[];
}

/**
 * Handles one user's events, or the error `too_many_events`. Users are passed one after the other, in order, so that
 * not all events are in memory at once. It works in steps.
 */
export type HandleUserEvents = (
  at: number,
  found: DecodedUserEvents | TidemarkError,
  countedFromMs: number,
) => Steps<void>;

/** Throws the errors of failed reads. A user with too many events does not fail the others. */
export type ReadUserEventsBatch = (
  request: UserEventsBatchRequest,
  handle: HandleUserEvents,
  consistency: Consistency,
  options?: CallOptions,
) => Promise<UserEventsReadInfo>;

export interface UserEventsBatchDependencies extends UserEventsDependencies {
  readonly reader: Reader;
  readonly limits: UserEventsDependencies['limits'] & {
    /** Maximum size of all users' events in one request, in bytes. */
    readonly batchBytesMax: number;
  };
  readonly tokens: { readonly writesMax: number };
}

/**
 * Returns an operation that reads the events of several users, with one ReadRows per cluster that is nearest for some
 * of them. It reads user by user when the events do not fit into memory together, or when one user exceeds the limit.
 */
export function createReadUserEventsBatch(dependencies: UserEventsBatchDependencies): ReadUserEventsBatch {
  const { reader, clock, limits, tokens } = dependencies;
  const readUserEvents = createReadUserEvents(dependencies);
  return async (request, handle, consistency, options) => {
    const { filter, ...plan } = planUserEventsRead(request, limits, clock.nowMs());
    const inSteps = (steps: Steps<void>) => runInSlices(steps, { clock, signal: options?.signal });
    if (filter === undefined) {
      for (const at of request.userIds.keys()) await inSteps(handle(at, NO_USER_EVENTS, plan.countedFromMs));
      return { ...plan, ...withoutRead(consistency) };
    }
    const startedMs = clock.monotonicMs();
    const read = {
      table: request.dataType.corpus,
      keys: request.userIds.map((userId) => rowKey(userId)),
      filter,
      bytesMax: limits.batchBytesMax,
      rowBytesMax: limits.eventBytesMax,
      allowsJoin: EVENTS_MAY_JOIN,
    };
    const answer = await reader.readRows(read, consistency, options).catch(unlessTooLarge);
    if (answer === undefined) {
      const readUser = (userId: string): Promise<UserEvents> =>
        readUserEvents(
          { ...request, userId },
          consistency,
          withRemainingTime(options, clock.monotonicMs() - startedMs),
        );
      const parts = await readOneByOne(request.userIds, readUser, (...found) => inSteps(handle(...found)));
      const evidence = mergeEvidence(consistency.level, parts, { ...tokens, nowMs: clock.nowMs() });
      return { ...plan, evidence, readMs: clock.monotonicMs() - startedMs };
    }
    const readMs = clock.monotonicMs() - startedMs;
    await inSteps(handleAll(readRowsOf(answer), { request, dependencies, take: handle, plan }));
    return { ...plan, evidence: answer.evidence, readMs };
  };
}

function unlessTooLarge(error: unknown): undefined {
  if (!isAnswerTooLarge(error)) throw error;
}

async function readOneByOne(
  userIds: readonly string[],
  read: (userId: string) => Promise<UserEvents>,
  handle: (...found: Parameters<HandleUserEvents>) => void | Promise<void>,
): Promise<ReadEvidence[]> {
  const evidence: ReadEvidence[] = [];
  for (const [at, userId] of userIds.entries()) {
    const found = await read(userId).catch(asTooMany);
    if (found instanceof TidemarkError) await handle(at, found, 0);
    else {
      evidence.push(found.evidence);
      await handle(at, found, found.countedFromMs);
    }
  }
  return evidence;
}

function withRemainingTime(options: CallOptions | undefined, elapsedMs: number): CallOptions | undefined {
  if (options?.timeoutMs === undefined) return options;
  return { ...options, timeoutMs: Math.max(1, options.timeoutMs - elapsedMs) };
}

function asTooMany(error: unknown): TidemarkError {
  if (error instanceof TidemarkError && error.code === 'too_many_events') return error;
  throw error;
}

interface HandleContext {
  readonly request: EventsRequest;
  readonly dependencies: UserEventsDependencies;
  readonly take: HandleUserEvents;
  readonly plan: Pick<UserEventsReadInfo, 'countedFromMs'>;
}

function readRowsOf({ rows, privacy, hiddenCells }: RowsAnswer): readonly ReadRow[] {
  return rows.map((row, at) => ({ row, privacy: privacy?.[at], hiddenCells: hiddenCells?.[at] }));
}

function* handleAll(
  rows: readonly ReadRow[],
  { request, dependencies, take: handle, plan }: HandleContext,
): Steps<void> {
  for (const [at, row] of rows.entries()) {
    const found = yield* foundOrTooMany(row, request, dependencies);
    yield* handle(at, found, plan.countedFromMs);
    yield;
  }
}

function* foundOrTooMany(
  row: ReadRow,
  request: EventsRequest,
  dependencies: UserEventsDependencies,
): Steps<DecodedUserEvents | TidemarkError> {
  try {
    return yield* decodeUserEvents(row, request, dependencies);
  } catch (error) {
    return asTooMany(error);
  }
}
