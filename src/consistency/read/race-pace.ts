/** How long a race waits, and for what: pure. */
import { minOf } from '../../core/shared/lists';
import { backoffCeilingMs, backoffMs } from '../../platform/time/backoff';
import type { Workload } from '../../routing/topology/cluster';
import type { FreshnessRequirement } from './freshness-requirements';
import { firstReplicaTimeoutMs as firstPatienceMs } from './lookup-policy';
import type { RaceMoment, RaceAnswer, RaceState } from './race-state';

/** Instants that come of added durations are a little off. */
const ROUNDING_MS = 0.001;

/** A poll's pause is at most this share of the read's time. */
const POLLS_MIN = 16;

/**
 * The time after which a lookup counts as overdue, milliseconds. Where all clusters are slow, what is usual for this read
 * is learnt from its own answers, so that slowness alone does not multiply lookups.
 */
export function lookupTimeoutMs<W extends Workload, A extends RaceAnswer<W>>({
  plan,
  slowestLookupMs: slowestMs,
}: RaceState<W, A>): number {
  const usualMs = firstPatienceMs(plan, plan.limits);
  return Math.max(usualMs, Math.min(2 * slowestMs, (plan.deadlineMs - plan.startedMs) / 3));
}

export function isOverdue<W extends Workload, A extends RaceAnswer<W>>(
  state: RaceState<W, A>,
  sentMs: number,
  { monotonicMs }: RaceMoment<W>,
): boolean {
  return monotonicMs + ROUNDING_MS >= sentMs + lookupTimeoutMs(state);
}

/**
 * The instants at which the lookups were sent that the race waits for before it does anything more. Without an answer,
 * that is the one that has been under way for longest; with one, what the origins of the requirements in `left` are asked for. A
 * replica that is asked again is not waited for.
 */
export function awaitedLookups<W extends Workload, A extends RaceAnswer<W>>(
  state: RaceState<W, A>,
  left: readonly FreshnessRequirement[],
  at: RaceMoment<W>,
): readonly number[] {
  const since = state.answers.size === 0 ? firstRowSince(state) : originsSince(state, left);
  return since.filter((sentMs) => !isOverdue(state, sentMs, at));
}

function firstRowSince<W extends Workload, A extends RaceAnswer<W>>({
  pendingRows: rows,
}: RaceState<W, A>): readonly number[] {
  return rows.size === 0 ? [] : [minOf(rows.values())];
}

function originsSince<W extends Workload, A extends RaceAnswer<W>>(
  { pendingRows: rows, pendingWatermarks: watermarks }: RaceState<W, A>,
  left: readonly FreshnessRequirement[],
): readonly number[] {
  return left
    .flatMap(({ origin, versions }) => [
      rows.get(origin),
      versions === undefined ? watermarks.get(origin) : undefined,
    ])
    .filter((sentMs) => sentMs !== undefined);
}

/** Until the next thing is to be done, unless something happens before. */
export function waitMs<W extends Workload, A extends RaceAnswer<W>>(
  state: RaceState<W, A>,
  left: readonly FreshnessRequirement[],
  at: RaceMoment<W>,
): number {
  const awaited = awaitedLookups(state, left, at);
  if (awaited.length === 0) return pauseMs(state, at);
  return minOf(awaited) + lookupTimeoutMs(state) - at.monotonicMs;
}

/**
 * Returns the pause before the next round in milliseconds. It grows with each round, up to a share of the read's time. Only half of it
 * is random, unlike between the repeats of a call: so the number of lookups of a read is bounded, whatever its deadline.
 */
function pauseMs<W extends Workload, A extends RaceAnswer<W>>(
  {
    plan,
    answers: held,
    pendingRows: rows,
    pendingWatermarks: watermarks,
    round,
    retryDelayMs,
  }: RaceState<W, A>,
  { random }: RaceMoment<W>,
): number {
  const { limits, deadlineMs, startedMs } = plan;
  const isAnybodyAsked = held.size + rows.size + watermarks.size > 0;
  const firstMs = isAnybodyAsked ? limits.staggerDelayMs : limits.lookupInitialDelayMs;
  const mostMs = Math.max(limits.lookupMaxDelayMs / 2, (deadlineMs - startedMs) / POLLS_MIN);
  const half = { initialDelayMs: firstMs / 2, maxDelayMs: mostMs / 2 };
  return retryDelayMs + backoffCeilingMs(half, round) + backoffMs(half, round, () => random);
}
