import { evaluateCandidates } from '../../core/caps/evaluate-candidates';
import { Reservations, type Reservation } from '../../core/caps/reservations';
import { RuleCounts } from '../../core/caps/rule-counts';
import { minOf } from '../../core/shared/lists';
import { TidemarkError } from '../../errors';
import type { CapsAnswer, VerdictWithReservation } from './check-caps';
import type { UserEvents } from '../events/read-user-events';
import { countedUntilMs } from './caps-events-request';
import type { CheckJob } from './caps-jobs';
import { newReservationId } from './reservation-cells';
import type { ReservationDependencies } from './create-reservation-operations';

export interface DecidedCheck {
  readonly job: CheckJob;
  readonly answer: CapsAnswer;
  readonly newReservations: readonly Reservation[];
}

export interface CheckInput {
  readonly job: CheckJob;
  /** As the deciding cluster has them, read at `atMs` or later. */
  readonly events: UserEvents & { readonly atMs: number };
  /** At the level that was asked for, where that is another. */
  readonly proven: UserEvents | undefined;
}

/**
 * Judges a job's candidates beside the row's reservations, to which those of its own are added, each before the next
 * candidate is judged. A candidate that is reserved already keeps its reservation, with its expiry. Undefined where the job has failed and nothing was added.
 */
export function decideCheck(
  { job, events, proven }: CheckInput,
  ofRow: Reservations,
  { limits, tolerance, random }: ReservationDependencies,
): DecidedCheck | undefined {
  const { query } = job.request;
  const { atMs } = events;
  const { action, ttlMs } = query.reserve!;
  const read = proven ?? events;
  const reservations =
    proven === undefined
      ? ofRow
      : new Reservations(ofRow.all(), { atMs, ...tolerance }).confirm(proven.events.parts);
  const period = { atMs, untilMs: countedUntilMs(query, atMs, tolerance), countedFromMs: read.countedFromMs };
  const counts = new RuleCounts(query, read.events.parts, period);
  const made: Reservation[] = [];
  const reservedAt = new Map<number, Reservation>();
  // Others' clocks may be behind: the reservation still counts when it has expired by all of them.
  const expiresAtMs = atMs + ttlMs + tolerance.clockSkewMaxMs;
  const verdicts = evaluateCandidates(
    query,
    { counts, reservations },
    {
      reservationOf: ({ dimensions }) => reservations.existing({ action, dimensions }),
      onAllowed({ dimensions }, place, held) {
        const id = held?.id ?? newReservationId(random);
        const reservation = held ?? { id, action, dimensions, reservedAtMs: atMs, expiresAtMs };
        reservedAt.set(place, reservation);
        if (held !== undefined) return;
        made.push(reservation);
        reservations.add(reservation);
        if (reservations !== ofRow) ofRow.add(reservation);
      },
    },
  );
  if (made.length > 0 && ofRow.active().length > limits.reservationsPerUserMax) {
    for (const each of made) ofRow.remove(each);
    job.fail(tooMany(ofRow.active(), made.length, { atMs, most: limits.reservationsPerUserMax }));
    return undefined;
  }
  const reserved: readonly VerdictWithReservation[] = verdicts.map((verdict, place) => {
    const reservation = reservedAt.get(place);
    if (reservation === undefined) return verdict;
    const { id, expiresAtMs } = reservation;
    return { ...verdict, reservation: { id, expiresAtMs: expiresAtMs - tolerance.clockSkewMaxMs } };
  });
  const { userId } = query;
  const answer = { userId, asOfMs: atMs, verdicts: reserved, evidence: read.evidence };
  return { job, answer, newReservations: made };
}

/** Says when the first of those that the user has will expire: a retry may succeed then. */
function tooMany(
  active: readonly Reservation[],
  more: number,
  { atMs, most }: { readonly atMs: number; readonly most: number },
): TidemarkError {
  const firstMs = minOf(active.map(({ expiresAtMs }) => expiresAtMs));
  const message =
    `would make ${more} reservations beside ${active.length} of the user that have not expired; a user may have at most ` +
    `${most}: release those that are not needed, or reserve fewer candidates`;
  const waitMs = Number.isFinite(firstMs) ? firstMs - atMs : 1_000;
  return new TidemarkError('too_many_reservations', message, {
    field: 'candidates',
    retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1_000)),
  });
}
