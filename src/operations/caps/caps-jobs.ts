import type { EventDataType } from '../../core/schema/schema';
import type { CapsAnswer } from '../../core/caps/caps-answer';
import type { CheckCapsRequest } from './check-caps-request';
import { Job } from './keyed-batcher';

/** Reservations of one user to release. */
export interface ReleaseRequest {
  readonly dataType: EventDataType;
  readonly userId: string;
  /** Distinct reservation ids. */
  readonly ids: readonly string[];
}

/** Result of a release. */
export interface ReleaseAnswer {
  readonly released: readonly string[];
  /** Ids that were released before, have expired and been removed, or never existed. */
  readonly notFound: readonly string[];
}

/**
 * A check that waits for its reservation transaction. `uncertain` has the answers of transactions with unknown
 * outcome; the caller gets one of them when its reservations turn out to be stored.
 */
export class CheckJob extends Job<CheckCapsRequest, CapsAnswer> {
  readonly kind = 'check';
  readonly uncertain: { readonly answer: CapsAnswer; readonly ids: readonly string[] }[] = [];
}

/** A release that waits for its reservation transaction. */
export class ReleaseJob extends Job<ReleaseRequest, ReleaseAnswer> {
  readonly kind = 'release';
  /** Ids that a transaction with unknown outcome may have released. */
  readonly uncertain = new Set<string>();
}

export type CapsJob = CheckJob | ReleaseJob;
