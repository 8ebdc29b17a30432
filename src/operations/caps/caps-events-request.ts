import type { CapQuery } from '../../core/caps/cap-query';
import { RESERVATION_TTL_MAX_MS } from '../../core/caps/reservation-family';
import type { UserEventsRequest } from '../events/read-user-events';
import { RESERVATIONS_FILTER } from './reservation-cells';
import { maxOf, minOf } from '../../core/shared/lists';

/** Tolerances for clocks of processes and producers that are ahead or behind. */
export interface ClockTolerance {
  /** Maximum difference between the clocks of two processes, in milliseconds. */
  readonly clockSkewMaxMs: number;
  /** Maximum lead of an event's time over the clock of the receiving process, in milliseconds. */
  readonly futureToleranceMs: number;
}

/**
 * Returns the time before which events count, in milliseconds since the Unix epoch. A query for now counts all
 * events, also those dated by a clock that is ahead.
 */
export function countedUntilMs({ asOfMs }: CapQuery, atMs: number, tolerance: ClockTolerance): number {
  return asOfMs ?? atMs + tolerance.futureToleranceMs + tolerance.clockSkewMaxMs + 1;
}

/**
 * Returns the read that the queries need at this time; all of them concern one user and DataType. A query for the
 * past has no reservations. A query for now also needs the events that may have confirmed its reservations.
 */
export function capsEventsRequest(
  queries: readonly CapQuery[],
  atMs: number,
  tolerance: ClockTolerance,
): UserEventsRequest {
  const { dataType, userId } = queries[0]!;
  const rules = queries.flatMap((query) => query.rules.map((rule) => ({ rule, atMs: query.asOfMs ?? atMs })));
  const isNow = queries.some(({ asOfMs }) => asOfMs === undefined);
  const froms = rules.map(({ rule, atMs: endMs }) => rule.window.fromMs(endMs));
  if (isNow) froms.push(Math.max(0, atMs - RESERVATION_TTL_MAX_MS - 2 * tolerance.clockSkewMaxMs));
  return {
    dataType,
    userId,
    actions: [...new Set(rules.flatMap(({ rule }) => rule.actions))],
    fromMs: minOf(froms),
    toMs: maxOf(queries.map((query) => countedUntilMs(query, atMs, tolerance))),
    extraFilter: isNow ? RESERVATIONS_FILTER : undefined,
  };
}
