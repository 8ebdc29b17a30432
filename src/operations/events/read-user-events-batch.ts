import type { CallOptions, Row } from '../../bigtable/client/types';
import type { Consistency, ReadEvidence } from '../../core/consistency/consistency';
import { rowKey } from '../../core/rows/row-key';
import type { Steps } from '../../core/shared/steps';
import { TidemarkError } from '../../errors';
import { runInSlices } from '../../platform/tasks/time-slices';
import { mergeEvidence } from '../../consistency/read/read-together';
import type { Reader } from '../../consistency/store';
import {
  createReadUserEvents,
  EVENTS_MAY_JOIN,
  decodeUserEvents,
  isAnswerTooLarge,
  NO_CELLS,
  NO_EVENTS,
  withoutRead,
  planUserEventsRead,
  type UserEventsReadInfo,
  type EventsRequest,
  type DecodedUserEvents,
  type UserEvents,
  type UserEventsDependencies,
} from './read-user-events';

export interface UserEventsBatchRequest extends EventsRequest {
  /** Canonical and distinct. */
  readonly userIds: readonly string[];
}

/**
 * Is handed each user's events, one after the other in their order, or the `too_many_events` why there are none, so that
 * those of all need not be held. What it does with them it does in steps.
 */
export type HandleUserEvents = (
  at: number,
  found: DecodedUserEvents | TidemarkError,
  countedFromMs: number,
) => Steps<void>;

/** Throws what failed reads throw; a user with too many events fails nobody else. */
export type ReadUserEventsBatch = (
  request: UserEventsBatchRequest,
  take: HandleUserEvents,
  consistency: Consistency,
  options?: CallOptions,
) => Promise<UserEventsReadInfo>;

export interface UserEventsBatchDependencies extends UserEventsDependencies {
  readonly reader: Reader;
  readonly limits: UserEventsDependencies['limits'] & {
    /** Of all users that are read in one request. */
    readonly batchBytesMax: number;
  };
  readonly tokens: { readonly writesMax: number };
}

/**
 * Reads the events of several users in one ReadRows for each cluster that is the nearest of some; user by user where they
 * are too large to be held together, or one of them is so by himself.
 */
export function createReadUserEventsBatch(dependencies: UserEventsBatchDependencies): ReadUserEventsBatch {
  const { reader, clock, limits, tokens } = dependencies;
  const readAlone = createReadUserEvents(dependencies);
  return async (request, take, consistency, options) => {
    const { filter, ...plan } = planUserEventsRead(request, limits, clock.nowMs());
    const inTurns = (steps: Steps<void>) => runInSlices(steps, { clock, signal: options?.signal });
    if (filter === undefined) {
      for (const at of request.userIds.keys()) await inTurns(take(at, NOTHING, plan.countedFromMs));
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
    const together = await reader.readRows(read, consistency, options).catch(unlessTooLarge);
    if (together === undefined) {
      const alone = (userId: string): Promise<UserEvents> =>
        readAlone({ ...request, userId }, consistency, leftOf(options, clock.monotonicMs() - startedMs));
      const parts = await readOneByOne(request.userIds, alone, (...found) => inTurns(take(...found)));
      const evidence = mergeEvidence(consistency.level, parts, { ...tokens, nowMs: clock.nowMs() });
      return { ...plan, evidence, readMs: clock.monotonicMs() - startedMs };
    }
    const readMs = clock.monotonicMs() - startedMs;
    await inTurns(takeAll(together.rows, { request, dependencies, take, plan }));
    return { ...plan, evidence: together.evidence, readMs };
  };
}

function unlessTooLarge(error: unknown): undefined {
  if (!isAnswerTooLarge(error)) throw error;
}

const NOTHING: DecodedUserEvents = Object.freeze({ events: NO_EVENTS, extraCells: NO_CELLS, decodeMs: 0 });

async function readOneByOne(
  userIds: readonly string[],
  read: (userId: string) => Promise<UserEvents>,
  take: (...found: Parameters<HandleUserEvents>) => void | Promise<void>,
): Promise<ReadEvidence[]> {
  const evidence: ReadEvidence[] = [];
  for (const [at, userId] of userIds.entries()) {
    const found = await read(userId).catch(asTooMany);
    if (found instanceof TidemarkError) await take(at, found, 0);
    else {
      evidence.push(found.evidence);
      await take(at, found, found.countedFromMs);
    }
  }
  return evidence;
}

function leftOf(options: CallOptions | undefined, passedMs: number): CallOptions | undefined {
  if (options?.timeoutMs === undefined) return options;
  return { ...options, timeoutMs: Math.max(1, options.timeoutMs - passedMs) };
}

function asTooMany(error: unknown): TidemarkError {
  if (error instanceof TidemarkError && error.code === 'too_many_events') return error;
  throw error;
}

interface Taking {
  readonly request: EventsRequest;
  readonly dependencies: UserEventsDependencies;
  readonly take: HandleUserEvents;
  readonly plan: Pick<UserEventsReadInfo, 'countedFromMs'>;
}

function* takeAll(
  rows: readonly (Row | undefined)[],
  { request, dependencies, take, plan }: Taking,
): Steps<void> {
  for (const [at, row] of rows.entries()) {
    const found = yield* foundOrTooMany(row, request, dependencies);
    yield* take(at, found, plan.countedFromMs);
    yield;
  }
}

function* foundOrTooMany(
  row: Row | undefined,
  request: EventsRequest,
  dependencies: UserEventsDependencies,
): Steps<DecodedUserEvents | TidemarkError> {
  try {
    return yield* decodeUserEvents(row, request, dependencies);
  } catch (error) {
    return asTooMany(error);
  }
}
