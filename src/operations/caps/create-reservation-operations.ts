import type { WriteOptions } from '../../consistency/store';
import type { EventDataType } from '../../core/schema/schema';
import type { CapsAnswer } from '../../core/caps/caps-answer';
import type { CheckCapsRequest } from './check-caps-request';
import { CheckJob, ReleaseJob, type CapsJob, type ReleaseAnswer, type ReleaseRequest } from './caps-jobs';
import { KeyedBatcher } from './keyed-batcher';
import { ReservationTransaction } from './reservation-transaction';
import type { ReservationDependencies } from './reservation-dependencies';

export type ReserveCaps = (request: CheckCapsRequest, options?: WriteOptions) => Promise<CapsAnswer>;
export type ReleaseReservations = (request: ReleaseRequest, options?: WriteOptions) => Promise<ReleaseAnswer>;

/**
 * Creates the operations that reserve and release. Both are transactions of the user's row, so no cap is exceeded by
 * concurrent requests of any process. Requests for one user in one process run together: one read, sequential
 * decisions, one write.
 *
 * An insertion that is reserved again gets its existing reservation, with the same id and expiry.
 *
 * Errors: `overloaded` when too many requests wait; `too_many_reservations` when the user has too many; `conflict`
 * when other processes kept changing the row until the deadline; and the errors of reads and failed calls. A failed
 * request may be retried: a reservation whose caller did not get the answer counts until it expires.
 */
export function createReservationOperations(dependencies: ReservationDependencies): {
  readonly reserve: ReserveCaps;
  readonly release: ReleaseReservations;
} {
  const { clock, limits } = dependencies;
  const batcher = new KeyedBatcher<CapsJob>((jobs) => new ReservationTransaction(dependencies, jobs).run(), {
    batchMax: limits.joinedPerTransactionMax,
    waitingMax: limits.waitingPerUserMax,
  });
  const withTimeout = ({ timeoutMs = limits.timeoutMs, signal, accessLocation }: WriteOptions = {}) => ({
    timeoutMs,
    signal,
    accessLocation,
  });
  return {
    reserve(request, options) {
      const job = new CheckJob(clock, request, withTimeout(options));
      batcher.add(keyOf(request.query), job);
      return job.promise;
    },
    release(request, options) {
      const job = new ReleaseJob(clock, request, withTimeout(options));
      batcher.add(keyOf(request), job);
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
