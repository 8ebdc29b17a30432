import type { CapQuery } from '../../core/caps/cap-query';
import { evaluateInSteps, type CandidateDecision } from '../../core/caps/evaluate-candidates';
import { Reservations } from '../../core/caps/reservations';
import { RuleCounts, type CountedPeriod } from '../../core/caps/rule-counts';
import { inArena, withArena } from '../../core/columns/array-arena';
import type { StoredEvents } from '../../core/columns/read-events';
import type { Steps } from '../../core/shared/steps';
import type { Clock } from '../../platform/time/clock';
import { runInSlices } from '../../platform/tasks/time-slices';
import { capsEventsRequest, countedUntilMs, type ClockTolerance } from './caps-events-request';
import { decodeReservations } from './reservation-cells';
import type { ReserveCaps } from './create-reservation-operations';
import type { ReadUserEvents } from '../events/read-user-events';
import type { WriteOptions } from '../../consistency/store';
import type { CapsAnswer } from '../../core/caps/caps-answer';
import type { CheckCapsRequest } from './check-caps-request';
import type { CapsObserver } from './caps-observer';

export type CheckCaps = (request: CheckCapsRequest, options?: WriteOptions) => Promise<CapsAnswer>;

export interface CheckCapsDependencies {
  readonly readUserEvents: ReadUserEvents;
  readonly reserve: ReserveCaps;
  readonly clock: Clock;
  readonly tolerance: ClockTolerance;
  readonly observer?: CapsObserver | undefined;
}

/**
 * Returns an operation that evaluates which candidates may be shown to a user: one read of one row, whatever the
 * number of candidates, rules and windows. With `reserve` it runs as part of a transaction of the row.
 */
export function createCheckCaps(dependencies: CheckCapsDependencies): CheckCaps {
  const { readUserEvents, reserve, clock, tolerance, observer } = dependencies;
  return async ({ query, consistency }, options) => {
    if (query.reserve !== undefined) return reserve({ query, consistency }, options);
    return withArena(async (arena) => {
      const atMs = clock.nowMs();
      const request = { ...capsEventsRequest([query], atMs, tolerance), arena };
      const {
        events,
        extraCells: besides,
        countedFromMs,
        omitted,
        evidence,
      } = await readUserEvents(request, consistency, options);
      const asOfMs = query.asOfMs ?? atMs;
      const period = { atMs: asOfMs, untilMs: countedUntilMs(query, atMs, tolerance), countedFromMs };
      const reserved = query.asOfMs === undefined ? decodeReservations(query.dataType, besides) : [];
      const reservations = new Reservations(reserved, { atMs: asOfMs, ...tolerance }).confirm(events.parts);
      const steps = inArena(arena, evaluate(query, { events, period, reservations }));
      const verdicts = await runInSlices(steps, { clock, signal: options?.signal });
      observer?.onVerdicts(verdicts, false);
      return { userId: query.userId, asOfMs, verdicts, omitted, evidence };
    });
  };
}

function* evaluate(
  query: CapQuery,
  {
    events,
    period,
    reservations,
  }: {
    readonly events: StoredEvents;
    readonly period: CountedPeriod;
    readonly reservations: Reservations;
  },
): Steps<readonly CandidateDecision[]> {
  const counts = new RuleCounts(query, events.parts, period);
  yield;
  return yield* evaluateInSteps(query, { counts, reservations });
}
