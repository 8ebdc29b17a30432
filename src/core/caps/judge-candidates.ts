import { leavesRetentionMs } from '../columns/counted-from';
import type { EventDataType } from '../schema';
import { isAbout, type CapCandidate, type CapQuery, type CapRule } from './cap-query';
import type { Reservations } from './reservations';
import type { RuleCounts } from './rule-counts';

/** A rule that blocks a candidate. */
export interface Blocking {
  readonly rule: CapRule;
  /** Whose events are at their maximum. */
  readonly entity: string;
  readonly count: number;
  /** The first moment at which the rule will not block, if nothing else happens; undefined: never. Milliseconds. */
  readonly freesUpAtMs: number | undefined;
}

export interface Verdict {
  readonly candidate: CapCandidate;
  /** Empty: it is allowed. */
  readonly blockedBy: readonly Blocking[];
  /** How many more would be allowed now, itself included; undefined where no rule is about it, and where it is blocked. */
  readonly remaining: number | undefined;
}

/** What candidates are judged by. */
export interface Counted {
  readonly counts: RuleCounts;
  readonly reservations: Reservations;
}

/**
 * Judges candidates one after the other. Whoever is told of one that is allowed, by `onAllowed`, may add its reservation,
 * which then counts for the next.
 */
export function judgeCandidates(
  query: CapQuery,
  counted: Counted,
  onAllowed: (candidate: CapCandidate, place: number) => void = () => undefined,
): readonly Verdict[] {
  const judged = query.candidates.map((candidate, place) => {
    const checks = checksOf(query, counted, candidate);
    const blocking = checks.filter(({ rule, count }) => count >= rule.maximum);
    if (blocking.length === 0) onAllowed(candidate, place);
    return { candidate, checks, blocking };
  });
  const frees = new FreeingUp(query.dataType, counted);
  frees.prepare(judged.flatMap(({ blocking }) => blocking));
  return judged.map(({ candidate, checks, blocking }) => ({
    candidate,
    blockedBy: blocking.map((check) => {
      const { rule, entity, count } = check;
      return { rule, entity, count, freesUpAtMs: frees.atMs(check) };
    }),
    remaining: blocking.length > 0 || checks.length === 0 ? undefined : remainingOf(checks),
  }));
}

/** A rule's count for a candidate. */
interface Check {
  readonly rule: CapRule;
  readonly entity: string;
  readonly slot: number;
  readonly count: number;
}

function checksOf(
  { rules }: CapQuery,
  { counts, reservations }: Counted,
  { dimensions }: CapCandidate,
): readonly Check[] {
  const checks: Check[] = [];
  for (let r = 0; r < rules.length; r++) {
    const rule = rules[r]!;
    if (!isAbout(rule, dimensions)) continue;
    const entity = dimensions[rule.level.dimension.index]!;
    const slot = counts.slotOf(r, entity);
    checks.push({ rule, entity, slot, count: counts.countOf(slot) + reservations.countOf(rule, entity) });
  }
  return checks;
}

const remainingOf = (checks: readonly Check[]): number =>
  Math.min(...checks.map(({ rule, count }) => rule.maximum - count));

/** When rules that block will not any more. */
class FreeingUp {
  readonly #dataType: EventDataType;
  readonly #counted: Counted;
  #times: ReadonlyMap<number, readonly number[]> = new Map();
  readonly #known = new Map<number, number | undefined>();

  constructor(dataType: EventDataType, counted: Counted) {
    this.#dataType = dataType;
    this.#counted = counted;
  }

  /** Another pass over the events, for those that are blocked. */
  prepare(checks: readonly Check[]): void {
    const slots = checks.filter(({ rule }) => rule.maximum > 0).map(({ slot }) => slot);
    this.#times = this.#counted.counts.timesOf(new Set(slots));
  }

  atMs(check: Check): number | undefined {
    const { slot, rule } = check;
    if (rule.maximum === 0) return undefined;
    if (!this.#known.has(slot)) this.#known.set(slot, this.#workOut(check));
    return this.#known.get(slot);
  }

  /** From one expiry of a reservation to the next, only events leave, the earliest first. */
  #workOut({ rule, entity, slot }: Check): number {
    const times = this.#times.get(slot)!;
    const steps = this.#counted.reservations.stepsOf(rule, entity);
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
    return Math.min(window.leftAtMs(eventMs), leavesRetentionMs(events, retention, eventMs));
  }
}
