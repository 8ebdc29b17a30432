import { leavesRetentionAtMs } from '../columns/counted-from';
import type { EventDataType } from '../schema/schema';
import { runToCompletion, type Steps } from '../shared/steps';
import { appliesTo, type CapCandidate, type CapQuery, type CapRule } from './cap-query';
import type { Reservation, Reservations } from './reservations';
import type { RuleCounts } from './rule-counts';
import { mapped } from '../shared/lists';

/** A rule that blocks a candidate. */
export interface BlockingRule {
  readonly rule: CapRule;
  /** Entity whose count has reached the maximum. */
  readonly entity: string;
  readonly count: number;
  /**
   * First moment at which the rule no longer blocks if nothing else happens, in milliseconds since the Unix epoch.
   * Undefined: never.
   */
  readonly freesUpAtMs: number | undefined;
}

export interface CandidateDecision {
  readonly candidate: CapCandidate;
  /** Rules that block the candidate. Empty if it is allowed. */
  readonly blockedBy: readonly BlockingRule[];
  /**
   * Number of events that would still be allowed, including this one. Undefined if the candidate is blocked or no rule
   * applies.
   */
  readonly remaining: number | undefined;
}

/** Counts and reservations of the user, by which candidates are evaluated. */
export interface CapCounts {
  readonly counts: RuleCounts;
  readonly reservations: Reservations;
}

/** Callbacks that reserve allowed candidates. */
export interface ReservationHooks {
  /** Returns the candidate's existing reservation, which does not count against the candidate itself. */
  reservationOf(candidate: CapCandidate): Reservation | undefined;
  /** Called for each allowed candidate. A reservation that it adds counts for the next candidate. */
  onAllowed(candidate: CapCandidate, place: number, existing: Reservation | undefined): void;
}

/** Evaluates candidates one after the other, and reserves allowed ones if `reserving` is given. */
export function evaluateCandidates(
  query: CapQuery,
  counted: CapCounts,
  reserving?: ReservationHooks,
): readonly CandidateDecision[] {
  return runToCompletion(evaluateInSteps(query, counted, reserving));
}

/** Evaluates candidates like `evaluateCandidates`, in steps: one for each candidate, and one for all events. */
export function* evaluateInSteps(
  query: CapQuery,
  counted: CapCounts,
  reserving?: ReservationHooks,
): Steps<readonly CandidateDecision[]> {
  const evaluated: (Evaluation & { readonly candidate: CapCandidate })[] = [];
  for (const [place, candidate] of query.candidates.entries()) {
    const existing = reserving?.reservationOf(candidate);
    const evaluation = evaluateWithout(existing, query, counted, place);
    if (evaluation.blocking.length === 0) reserving?.onAllowed(candidate, place, existing);
    evaluated.push({ candidate, ...evaluation });
    yield;
  }
  const unblockTimes = new UnblockTimes(query.dataType, counted);
  unblockTimes.prepare(evaluated.flatMap(({ blocking }) => blocking));
  const decisions: CandidateDecision[] = [];
  for (const { candidate, blocking, remaining } of evaluated) {
    const blockedBy = mapped(blocking, (check) => {
      const { rule, entity, count } = check;
      return { rule, entity, count, freesUpAtMs: unblockTimes.atMs(check) };
    });
    const hasRemaining = blocking.length === 0 && remaining !== Infinity;
    decisions.push({ candidate, blockedBy, remaining: hasRemaining ? remaining : undefined });
    yield;
  }
  return decisions;
}

/** A rule's count for a candidate that it blocks. */
interface BlockingCheck {
  readonly rule: CapRule;
  /** Index of the rule in the query. */
  readonly place: number;
  readonly entity: string;
  /** Number of the entity among those of the candidates. */
  readonly number: number;
  readonly count: number;
}

interface Evaluation {
  readonly blocking: readonly BlockingCheck[];
  readonly remaining: number;
}

/** Evaluates the rules for a candidate, without its own reservation. */
function evaluateWithout(
  existing: Reservation | undefined,
  query: CapQuery,
  counted: CapCounts,
  candidate: number,
): Evaluation {
  if (existing === undefined) return evaluateRules(query, counted, candidate);
  counted.reservations.remove(existing);
  const evaluation = evaluateRules(query, counted, candidate);
  counted.reservations.add(existing);
  return evaluation;
}

function evaluateRules(
  { rules, candidates }: CapQuery,
  { counts, reservations }: CapCounts,
  candidate: number,
): Evaluation {
  const { dimensions } = candidates[candidate]!;
  const blocking: BlockingCheck[] = [];
  let remaining = Infinity;
  for (let place = 0; place < rules.length; place++) {
    const rule = rules[place]!;
    if (!appliesTo(rule, dimensions)) continue;
    const entity = dimensions[rule.level.dimension.index]!;
    const number = counts.entityOf(place, candidate);
    const count = counts.countOf(place, number) + reservations.countOf(rule, entity);
    if (count >= rule.maximum) blocking.push({ rule, place, entity, number, count });
    else remaining = Math.min(remaining, rule.maximum - count);
  }
  return { blocking, remaining };
}

/** More than the maximum number of candidates, for keys of a rule and an entity. */
const CANDIDATES_LIMIT = 2 ** 20;

/** Computes when blocking rules stop blocking. */
class UnblockTimes {
  readonly #dataType: EventDataType;
  readonly #counted: CapCounts;
  #timesOf: (rule: number, entity: number) => readonly number[] = () => [];
  readonly #known = new Map<number, number>();

  constructor(dataType: EventDataType, counted: CapCounts) {
    this.#dataType = dataType;
    this.#counted = counted;
  }

  /** Collects the times of the blocked entities' events, in another pass over the events. */
  prepare(checks: readonly BlockingCheck[]): void {
    this.#timesOf = this.#counted.counts.timesOf(checks.filter(({ rule }) => rule.maximum > 0));
  }

  atMs(check: BlockingCheck): number | undefined {
    const { rule, place, number } = check;
    if (rule.maximum === 0) return undefined;
    const key = place * CANDIDATES_LIMIT + number;
    const known = this.#known.get(key) ?? this.#computeMs(check);
    this.#known.set(key, known);
    return known;
  }

  /** Between two expiries of reservations only events leave the window, earliest first. */
  #computeMs({ rule, place, entity, number }: BlockingCheck): number {
    const times = this.#timesOf(place, number);
    const steps = this.#counted.reservations.pendingTimeline(rule, entity);
    for (const [i, [fromMs, reserved]] of steps.entries()) {
      const tooMany = times.length + reserved - rule.maximum + 1;
      if (tooMany > times.length) continue;
      const leftMs = tooMany <= 0 ? fromMs : Math.max(fromMs, this.#leavesAtMs(times[tooMany - 1]!, rule));
      if (leftMs < (steps[i + 1]?.[0] ?? Infinity)) return leftMs;
    }
    throw new Error('a reservation never expires');
  }

  #leavesAtMs(eventMs: number, { window }: CapRule): number {
    const { events, retention } = this.#dataType;
    return Math.min(window.leavesAtMs(eventMs), leavesRetentionAtMs(events, retention, eventMs));
  }
}
