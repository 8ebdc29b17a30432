import type { Scope } from './scopes';

/** An authenticated caller. */
export interface Caller {
  /** Stable id, unique among all callers. Rate limits and logs use it. */
  readonly id: string;
  readonly scopes: Granted<Scope>;
  /** Groups, which the `readers` and `writers` of DataTypes name. */
  readonly groups: Granted<string>;
  /**
   * Purposes for which the caller may use data, by a claim of its token. Undefined without such a claim in the access file:
   * then purposes do not restrict it.
   */
  readonly purposes?: ReadonlySet<string> | undefined;
  /** Country that a claim of the caller's token states; undefined without such a claim. */
  readonly accessLocation?: string | undefined;
}

type Granted<T> = ReadonlySet<T> | 'all';

/** The caller of all requests when authentication is off. */
export const ANONYMOUS: Caller = Object.freeze({ id: 'anonymous', scopes: 'all', groups: 'all' });

/** Limits of one caller in one process. An absent limit is not enforced. */
export interface CallerLimits {
  /** Average rate, above 0. */
  readonly requestsPerSecond?: number | undefined;
  /** Maximum number of requests at once after a quiet period, at least 1. Absent: as many as a second allows. */
  readonly burst?: number | undefined;
  /** Maximum number of unfinished requests, including those that wait for news. */
  readonly requestsInFlightMax?: number | undefined;
}
