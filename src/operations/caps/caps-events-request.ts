import type { CapQuery } from '../../core/caps/cap-query';
import { RESERVATION_TTL_MAX_MS } from '../../core/caps/reservation-family';
import type { UserEventsRequest } from '../events/read-user-events';
import { RESERVATIONS_FILTER } from './reservation-cells';
import { maxOf, minOf } from '../../core/shared/lists';

/** Of what processes' and producers' clocks may be ahead or behind. */
export interface ClockTolerance {
  /** Two clocks of the fleet are never further apart. */
  readonly clockSkewMaxMs: number;
  /** Events may be dated so far ahead of the clock of who took them in. */
  readonly futureToleranceMs: number;
}

/** Events until when count: of now all, also those that a clock ahead of this one has dated. */
export function countedUntilMs({ asOfMs }: CapQuery, atMs: number, tolerance: ClockTolerance): number {
  return asOfMs ?? atMs + tolerance.futureToleranceMs + tolerance.clockSkewMaxMs + 1;
}

/**
 * What has to be read to judge the candidates of all the queries, which are of one user and DataType, at that moment. As of
 * the past there are no reservations; for those of now, the events that may have followed them are wanted too.
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
    ...(isNow && { extraFilter: RESERVATIONS_FILTER }),
  };
}
