import type { Scope } from './scopes';

/** Who asks, once that is proven. */
export interface Caller {
  /** Stable, and unique among all callers: rates are limited by it, and the log has it. */
  readonly id: string;
  readonly scopes: Granted<Scope>;
  /** What the `readers` and `writers` of DataTypes name. */
  readonly groups: Granted<string>;
}

export type Granted<T> = ReadonlySet<T> | 'all';

/** Where callers are not told apart. */
export const ANONYMOUS: Caller = Object.freeze({ id: 'anybody', scopes: 'all', groups: 'all' });

/** How much of one process a caller may take up. What is absent has no limit. */
export interface CallerLimits {
  /** On average; more than 0. */
  readonly requestsPerSecond?: number;
  /** Requests that may come at once after some quiet; at least 1. Absent: as many as a second allows. */
  readonly burst?: number;
  /** Requests that have begun and are not over, those that wait for news included. */
  readonly requestsInFlightMax?: number;
}
