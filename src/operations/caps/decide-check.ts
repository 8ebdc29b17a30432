import { judgeCandidates } from '../../core/caps/judge-candidates';
import { Reservations, type Reservation } from '../../core/caps/reservations';
import { RuleCounts } from '../../core/caps/rule-counts';
import { TidemarkError } from '../../errors';
import type { CapsAnswer, ReservedVerdict } from '../check-caps';
import type { UserEvents } from '../user-events';
import { untilMs } from './caps-request';
import type { CheckJob } from './caps-jobs';
import { newReservationId } from './reservation-cells';
import type { ReservingDependencies } from './reserve-caps';

export interface DecidedCheck {
  readonly job: CheckJob;
  readonly answer: CapsAnswer;
  readonly made: readonly Reservation[];
}

export interface CheckToDecide {
  readonly job: CheckJob;
  /** As the deciding cluster has them, read at `atMs` or later. */
  readonly events: UserEvents & { readonly atMs: number };
  /** At the level that was asked for, where that is another. */
  readonly proven: UserEvents | undefined;
}

/**
 * Judges a job's candidates beside the row's reservations, to which those of its own are added, each before the next
 * candidate is judged. Undefined where the job has failed and nothing was added.
 */
export function decideCheck(
  { job, events, proven }: CheckToDecide,
  ofRow: Reservations,
  { limits, tolerance, random }: ReservingDependencies,
): DecidedCheck | undefined {
  const { query } = job.request;
  const { atMs } = events;
  const { action, ttlMs } = query.reserve!;
  const read = proven ?? events;
  const reservations =
    proven === undefined
      ? ofRow
      : new Reservations(ofRow.all(), { atMs, ...tolerance }).confirm(proven.events.parts);
  const period = { atMs, untilMs: untilMs(query, atMs, tolerance), countedFromMs: read.countedFromMs };
  const counts = new RuleCounts(query, read.events.parts, period);
  const made = new Map<number, Reservation>();
  // Others' clocks may be behind: the reservation still counts when it has expired by all of them.
  const expiresAtMs = atMs + ttlMs + tolerance.clockSkewMaxMs;
  const verdicts = judgeCandidates(query, { counts, reservations }, ({ dimensions }, place) => {
    const id = newReservationId(random);
    const reservation = { id, action, dimensions, reservedAtMs: atMs, expiresAtMs };
    made.set(place, reservation);
    reservations.add(reservation);
    if (reservations !== ofRow) ofRow.add(reservation);
  });
  if (made.size > 0 && ofRow.active > limits.reservationsPerUserMax) {
    for (const each of made.values()) ofRow.remove(each);
    job.fail(tooMany(limits.reservationsPerUserMax));
    return undefined;
  }
  const reserved: readonly ReservedVerdict[] = verdicts.map((verdict, place) => {
    const id = made.get(place)?.id;
    return id === undefined ? verdict : { ...verdict, reservation: { id, expiresAtMs: atMs + ttlMs } };
  });
  const { userId } = query;
  const answer = { userId, asOfMs: atMs, verdicts: reserved, evidence: read.evidence };
  return { job, answer, made: [...made.values()] };
}

function tooMany(most: number): TidemarkError {
  const message = `the user would have more than ${most} reservations that have not expired`;
  return new TidemarkError('overloaded', message, { field: 'userId', retryAfterSeconds: 1 });
}
