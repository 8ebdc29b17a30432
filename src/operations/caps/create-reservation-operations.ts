import type { CallOptions } from '../../bigtable/client/types';
import type { EventDataType } from '../../core/schema/schema';
import type { Clock } from '../../platform/time/clock';
import type { Random } from '../../platform/random';
import type { RowTransactions } from '../../consistency/transactions/row-transactions';
import type { CapsAnswer, CapsObserver, CheckCapsRequest } from './check-caps';
import type { ReadUserEvents, UserEventsLimits, UserEventsObserver } from '../events/read-user-events';
import type { ClockTolerance } from './caps-events-request';
import { CheckJob, ReleaseJob, type CapsJob, type ReleaseAnswer, type ReleaseRequest } from './caps-jobs';
import { KeyedBatcher } from './keyed-batcher';
import { ReservationTransaction } from './reservation-transaction';

export interface ReservationLimits extends UserEventsLimits {
  readonly reservationsPerUserMax: number;
  readonly joinedPerTransactionMax: number;
  readonly waitingPerUserMax: number;
  readonly conflictInitialDelayMs: number;
  readonly conflictMaxDelayMs: number;
  /** Of a request that brings no deadline. */
  readonly timeoutMs: number;
  /** Writes that a token names one by one. */
  readonly tokenWritesMax: number;
}

export interface ReservationDependencies {
  readonly transactions: RowTransactions;
  /** For requests of a level that the deciding cluster cannot speak for by itself. */
  readonly readUserEvents: ReadUserEvents;
  readonly clock: Clock;
  readonly random: Random;
  readonly limits: ReservationLimits;
  readonly tolerance: ClockTolerance;
  readonly observer?: CapsObserver | undefined;
  readonly eventsObserver?: UserEventsObserver | undefined;
}

export type ReserveCaps = (request: CheckCapsRequest, options?: CallOptions) => Promise<CapsAnswer>;
export type ReleaseReservations = (request: ReleaseRequest, options?: CallOptions) => Promise<ReleaseAnswer>;

/**
 * Checks that reserve, and releases: transactions of the user's row, so that whatever comes at the same time, in this
 * process or another, no cap is overshot. Those of one user in one process are done together: one read, one decision after
 * the other, one write.
 *
 * An insertion that is reserved again gets the reservation that it has, with the same id and expiry.
 *
 * Errors: `overloaded` when too many requests wait; `too_many_reservations` when the user has too many; `conflict` when other processes went on
 * changing the row until the deadline; those of the reads and of failed calls. What failed may be tried again: a
 * reservation that was made without its caller learning of it counts until it expires.
 */
export function createReservationOperations(dependencies: ReservationDependencies): {
  readonly reserve: ReserveCaps;
  readonly release: ReleaseReservations;
} {
  const { clock, limits } = dependencies;
  const turns = new KeyedBatcher<CapsJob>((jobs) => new ReservationTransaction(dependencies, jobs).run(), {
    batchMax: limits.joinedPerTransactionMax,
    waitingMax: limits.waitingPerUserMax,
  });
  const timed = ({ timeoutMs = limits.timeoutMs, signal }: CallOptions = {}) => ({
    timeoutMs,
    ...(signal !== undefined && { signal }),
  });
  return {
    reserve(request, options) {
      const job = new CheckJob(clock, request, timed(options));
      turns.add(keyOf(request.query), job);
      return job.promise;
    },
    release(request, options) {
      const job = new ReleaseJob(clock, request, timed(options));
      turns.add(keyOf(request), job);
      return job.promise;
    },
  };
}

interface UserOfType {
  readonly dataType: EventDataType;
  readonly userId: string;
}

const keyOf = ({ dataType, userId }: UserOfType): string =>
  `${dataType.corpus}\0${dataType.family}\0${userId}`;
