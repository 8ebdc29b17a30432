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
export const ANYBODY: Caller = Object.freeze({ id: 'anybody', scopes: 'all', groups: 'all' });
