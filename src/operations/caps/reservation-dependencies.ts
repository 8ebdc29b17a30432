import type { Clock } from '../../platform/time/clock';
import type { Random } from '../../platform/random';
import type { RowTransactions } from '../../consistency/transactions/row-transactions';
import type { CapsObserver } from './caps-observer';
import type { ReadUserEvents, UserEventsLimits, UserEventsObserver } from '../events/read-user-events';
import type { ClockTolerance } from './caps-events-request';

/** Limits of reservation transactions. */
export interface ReservationLimits extends UserEventsLimits {
  readonly reservationsPerUserMax: number;
  readonly joinedPerTransactionMax: number;
  readonly waitingPerUserMax: number;
  readonly conflictInitialDelayMs: number;
  readonly conflictMaxDelayMs: number;
  /** Timeout of a request without a deadline, in milliseconds. */
  readonly timeoutMs: number;
  /** Maximum number of writes that a token lists individually. */
  readonly tokenWritesMax: number;
}

export interface ReservationDependencies {
  readonly transactions: RowTransactions;
  /** Reads events for requests at a level that the deciding cluster alone cannot satisfy. */
  readonly readUserEvents: ReadUserEvents;
  readonly clock: Clock;
  readonly random: Random;
  readonly limits: ReservationLimits;
  readonly tolerance: ClockTolerance;
  readonly observer?: CapsObserver | undefined;
  readonly eventsObserver?: UserEventsObserver | undefined;
}
