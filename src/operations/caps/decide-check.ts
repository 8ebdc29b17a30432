import { evaluateCandidates } from '../../core/caps/evaluate-candidates';
import { Reservations, type Reservation } from '../../core/caps/reservations';
import { RuleCounts } from '../../core/caps/rule-counts';
import { minOf } from '../../core/shared/lists';
import { TidemarkError } from '../../errors';
import type { CapsAnswer, DecisionWithReservation } from '../../core/caps/caps-answer';
import type { UserEvents } from '../events/read-user-events';
import { countedUntilMs } from './caps-events-request';
import type { CheckJob } from './caps-jobs';
import { newReservationId } from './reservation-cells';
import type { ReservationDependencies } from './reservation-dependencies';

/** A job with its answer and its new reservations. */
export interface DecidedCheck {
  readonly job: CheckJob;
  readonly answer: CapsAnswer;
  readonly newReservations: readonly Reservation[];
}

/** A job with the events that its decision is based on. */
export interface CheckInput {
  readonly job: CheckJob;
  /** Events as read from the deciding cluster, at `atMs` or later. */
  readonly events: UserEvents & { readonly atMs: number };
  /** Events read at the requested consistency level; undefined when the deciding cluster alone satisfies it. */
  readonly proven: UserEvents | undefined;
}

/**
 * Evaluates the candidates of a job against the reservations of the row. A new reservation is added before the next
 * candidate is evaluated. A candidate that is already reserved keeps its reservation and expiry. Returns undefined
 * when the job has failed; nothing is added then.
 */
export function decideCheck(
  { job, events, proven }: CheckInput,
  rowReservations: Reservations,
  { limits, tolerance, random }: ReservationDependencies,
): DecidedCheck | undefined {
  const { query } = job.request;
  const { atMs } = events;
  const { action, ttlMs } = query.reserve!;
  const read = proven ?? events;
  const reservations =
    proven === undefined
      ? rowReservations
      : new Reservations(rowReservations.all(), { atMs, ...tolerance }).confirm(proven.events.parts);
  const period = { atMs, untilMs: countedUntilMs(query, atMs, tolerance), countedFromMs: read.countedFromMs };
  const counts = new RuleCounts(query, read.events.parts, period);
  const newReservations: Reservation[] = [];
  const reservedAt = new Map<number, Reservation>();
  // Other clocks may be behind: the reservation counts until it has expired by all of them.
  const expiresAtMs = atMs + ttlMs + tolerance.clockSkewMaxMs;
  const verdicts = evaluateCandidates(
    query,
    { counts, reservations },
    {
      reservationOf: ({ dimensions }) => reservations.existing({ action, dimensions }),
      onAllowed({ dimensions }, index, held) {
        const id = held?.id ?? newReservationId(random);
        const reservation = held ?? { id, action, dimensions, reservedAtMs: atMs, expiresAtMs };
        reservedAt.set(index, reservation);
        if (held !== undefined) return;
        newReservations.push(reservation);
        reservations.add(reservation);
        if (reservations !== rowReservations) rowReservations.add(reservation);
      },
    },
  );
  if (newReservations.length > 0 && rowReservations.active().length > limits.reservationsPerUserMax) {
    for (const each of newReservations) rowReservations.remove(each);
    job.fail(
      tooMany(rowReservations.active(), newReservations.length, {
        atMs,
        most: limits.reservationsPerUserMax,
      }),
    );
    return undefined;
  }
  const reserved: readonly DecisionWithReservation[] = verdicts.map((verdict, index) => {
    const reservation = reservedAt.get(index);
    if (reservation === undefined) return verdict;
    const { id, expiresAtMs } = reservation;
    return { ...verdict, reservation: { id, expiresAtMs: expiresAtMs - tolerance.clockSkewMaxMs } };
  });
  const { userId } = query;
  const answer = { userId, asOfMs: atMs, verdicts: reserved, omitted: read.omitted, evidence: read.evidence };
  return { job, answer, newReservations };
}

/** Returns the error, with the expiry of the user's next reservation as the time of a retry. */
function tooMany(
  active: readonly Reservation[],
  count: number,
  { atMs, most: maximum }: { readonly atMs: number; readonly most: number },
): TidemarkError {
  const firstMs = minOf(active.map(({ expiresAtMs }) => expiresAtMs));
  const message =
    `would make ${count} reservations in addition to ${active.length} active ones; a user may have at most ` +
    `${maximum}: release those that are not needed, or reserve fewer candidates`;
  const waitMs = Number.isFinite(firstMs) ? firstMs - atMs : 1_000;
  return new TidemarkError('too_many_reservations', message, {
    field: 'candidates',
    retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1_000)),
  });
}
