import { leavesRetentionAtMs } from '../columns/counted-from';
import type { EventDataType } from '../schema/schema';
import { runToCompletion, type Steps } from '../shared/steps';
import { appliesTo, type CapCandidate, type CapQuery, type CapRule } from './cap-query';
import type { Reservation, Reservations } from './reservations';
import type { RuleCounts } from './rule-counts';

/** A rule that blocks a candidate. */
export interface BlockingRule {
  readonly rule: CapRule;
  /** Whose events are at their maximum. */
  readonly entity: string;
  readonly count: number;
  /** The first moment at which the rule will not block, if nothing else happens; undefined: never. Milliseconds. */
  readonly freesUpAtMs: number | undefined;
}

export interface CandidateDecision {
  readonly candidate: CapCandidate;
  /** Empty: it is allowed. */
  readonly blockedBy: readonly BlockingRule[];
  /** How many more would be allowed now, itself included; undefined where no rule is about it, and where it is blocked. */
  readonly remaining: number | undefined;
}

/** What candidates are judged by. */
export interface CapCounts {
  readonly counts: RuleCounts;
  readonly reservations: Reservations;
}

/** Reserves what is allowed. */
export interface ReservationHooks {
  /** The reservation that the candidate already has, which does not count against the candidate itself. */
  reservationOf(candidate: CapCandidate): Reservation | undefined;
  /** Called for each allowed candidate; a reservation that it adds counts for the next one. */
  onAllowed(candidate: CapCandidate, place: number, held: Reservation | undefined): void;
}

/** Judges candidates one after the other, and reserves those that are allowed where `reserving` is given. */
export function evaluateCandidates(
  query: CapQuery,
  counted: CapCounts,
  reserving?: ReservationHooks,
): readonly CandidateDecision[] {
  return runToCompletion(evaluateInSteps(query, counted, reserving));
}

/** The same in steps, each of one candidate or of all events. */
export function* evaluateInSteps(
  query: CapQuery,
  counted: CapCounts,
  reserving?: ReservationHooks,
): Steps<readonly CandidateDecision[]> {
  const judged: (Looked & { readonly candidate: CapCandidate })[] = [];
  for (const [place, candidate] of query.candidates.entries()) {
    const held = reserving?.reservationOf(candidate);
    const looked = lookBeside(held, query, counted, place);
    if (looked.blocking.length === 0) reserving?.onAllowed(candidate, place, held);
    judged.push({ candidate, ...looked });
    yield;
  }
  const frees = new FreeingUp(query.dataType, counted);
  frees.prepare(judged.flatMap(({ blocking }) => blocking));
  const verdicts: CandidateDecision[] = [];
  for (const { candidate, blocking, remaining } of judged) {
    const blockedBy = blocking.map((check) => {
      const { rule, entity, count } = check;
      return { rule, entity, count, freesUpAtMs: frees.atMs(check) };
    });
    const isFree = blocking.length === 0 && remaining !== Infinity;
    verdicts.push({ candidate, blockedBy, remaining: isFree ? remaining : undefined });
    yield;
  }
  return verdicts;
}

/** A rule's count for a candidate, where it blocks. */
interface Check {
  readonly rule: CapRule;
  /** The rule's place among the query's. */
  readonly place: number;
  readonly entity: string;
  /** The entity's number among those of the candidates. */
  readonly number: number;
  readonly count: number;
}

interface Looked {
  readonly blocking: readonly Check[];
  readonly remaining: number;
}

/** What the rules say of a candidate, its own reservation left out. */
function lookBeside(
  held: Reservation | undefined,
  query: CapQuery,
  counted: CapCounts,
  candidate: number,
): Looked {
  if (held === undefined) return look(query, counted, candidate);
  counted.reservations.remove(held);
  const looked = look(query, counted, candidate);
  counted.reservations.add(held);
  return looked;
}

function look(
  { rules, candidates }: CapQuery,
  { counts, reservations }: CapCounts,
  candidate: number,
): Looked {
  const { dimensions } = candidates[candidate]!;
  const blocking: Check[] = [];
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

/** More candidates than there can be: for keys of a rule and an entity. */
const CANDIDATES_LIMIT = 2 ** 20;

/** When rules that block will not any more. */
class FreeingUp {
  readonly #dataType: EventDataType;
  readonly #counted: CapCounts;
  #timesOf: (rule: number, entity: number) => readonly number[] = () => [];
  readonly #known = new Map<number, number>();

  constructor(dataType: EventDataType, counted: CapCounts) {
    this.#dataType = dataType;
    this.#counted = counted;
  }

  /** Another pass over the events, for those that are blocked. */
  prepare(checks: readonly Check[]): void {
    this.#timesOf = this.#counted.counts.timesOf(checks.filter(({ rule }) => rule.maximum > 0));
  }

  atMs(check: Check): number | undefined {
    const { rule, place, number } = check;
    if (rule.maximum === 0) return undefined;
    const key = place * CANDIDATES_LIMIT + number;
    const known = this.#known.get(key) ?? this.#workOut(check);
    this.#known.set(key, known);
    return known;
  }

  /** From one expiry of a reservation to the next, only events leave, the earliest first. */
  #workOut({ rule, place, entity, number }: Check): number {
    const times = this.#timesOf(place, number);
    const steps = this.#counted.reservations.pendingTimeline(rule, entity);
    for (const [i, [fromMs, reserved]] of steps.entries()) {
      const tooMany = times.length + reserved - rule.maximum + 1;
      if (tooMany > times.length) continue;
      const leftMs = tooMany <= 0 ? fromMs : Math.max(fromMs, this.#leavesMs(times[tooMany - 1]!, rule));
      if (leftMs < (steps[i + 1]?.[0] ?? Infinity)) return leftMs;
    }
    throw new Error('reservations that never expire');
  }

  #leavesMs(eventMs: number, { window }: CapRule): number {
    const { events, retention } = this.#dataType;
    return Math.min(window.leavesAtMs(eventMs), leavesRetentionAtMs(events, retention, eventMs));
  }
}
