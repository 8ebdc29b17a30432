import type { CallOptions } from '../../bigtable/client/types';
import type { CapQuery } from '../../core/caps/cap-query';
import { evaluateInSteps, type CandidateDecision } from '../../core/caps/evaluate-candidates';
import { Reservations } from '../../core/caps/reservations';
import { RuleCounts } from '../../core/caps/rule-counts';
import type { Consistency, ReadEvidence } from '../../core/consistency/consistency';
import type { Steps } from '../../core/shared/steps';
import type { Clock } from '../../platform/time/clock';
import { runInSlices } from '../../platform/tasks/time-slices';
import { capsEventsRequest, countedUntilMs, type ClockTolerance } from './caps-events-request';
import { decodeReservations } from './reservation-cells';
import type { ReserveCaps } from './create-reservation-operations';
import type { ReadUserEvents } from '../events/read-user-events';

export interface CheckCapsRequest {
  readonly query: CapQuery;
  readonly consistency: Consistency;
}

/** A candidate's verdict, with its reservation where one was made. */
export type VerdictWithReservation = CandidateDecision & {
  readonly reservation?: { readonly id: string; readonly expiresAtMs: number };
};

export interface CapsAnswer {
  readonly userId: string;
  /** Milliseconds since the Unix epoch. */
  readonly asOfMs: number;
  /** One for each candidate, in their order. */
  readonly verdicts: readonly VerdictWithReservation[];
  readonly evidence: ReadEvidence;
}

export type CheckCaps = (request: CheckCapsRequest, options?: CallOptions) => Promise<CapsAnswer>;

/** Is told of answers, for metrics. */
export interface CapsObserver {
  onVerdicts(verdicts: readonly CandidateDecision[], reserving: boolean): void;
  /** What became of reservations: `confirmed` and `expired` ones are those that a later transaction cleared away. */
  onReservations(outcome: 'made' | 'confirmed' | 'expired' | 'released', count: number): void;
  /** A transaction found that another had come in between. */
  onConflict(): void;
}

export interface CheckCapsDependencies {
  readonly readUserEvents: ReadUserEvents;
  readonly reserve: ReserveCaps;
  readonly clock: Clock;
  readonly tolerance: ClockTolerance;
  readonly observer?: CapsObserver | undefined;
}

/**
 * Which candidates may be shown to a user: one read of one row, whatever the number of candidates, rules and windows. With
 * `reserve` it is part of a transaction of the row.
 */
export function createCheckCaps(dependencies: CheckCapsDependencies): CheckCaps {
  const { readUserEvents, reserve, clock, tolerance, observer } = dependencies;
  return async ({ query, consistency }, options) => {
    if (query.reserve !== undefined) return reserve({ query, consistency }, options);
    const atMs = clock.nowMs();
    const request = capsEventsRequest([query], atMs, tolerance);
    const {
      events,
      extraCells: besides,
      countedFromMs,
      evidence,
    } = await readUserEvents(request, consistency, options);
    const asOfMs = query.asOfMs ?? atMs;
    const period = { atMs: asOfMs, untilMs: countedUntilMs(query, atMs, tolerance), countedFromMs };
    const reserved = query.asOfMs === undefined ? decodeReservations(query.dataType, besides) : [];
    const reservations = new Reservations(reserved, { atMs: asOfMs, ...tolerance }).confirm(events.parts);
    const verdicts = await runInSlices(
      (function* (): Steps<readonly CandidateDecision[]> {
        const counts = new RuleCounts(query, events.parts, period);
        yield;
        return yield* evaluateInSteps(query, { counts, reservations });
      })(),
      { clock, signal: options?.signal },
    );
    observer?.onVerdicts(verdicts, false);
    return { userId: query.userId, asOfMs, verdicts, evidence };
  };
}
