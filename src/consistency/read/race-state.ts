/**
 * The state of the race by which one row is read, and what follows from it at a given moment: which answers prove
 * enough, which cluster to query next, and how long to wait. Pure: no clock, no timers, no I/O. The state is plain
 * data, so that simulations can run and enumerate it. The diagram of the states is in README.md.
 */
import type { OnUnmet } from '../../core/consistency/consistency';
import type { OriginCode, RowWatermark } from '../../core/consistency/row-watermark';
import { minOf } from '../../core/shared/lists';
import { backoffCeilingMs, backoffMs } from '../../platform/time/backoff';
import type { Reachability } from '../../routing/affinity/router';
import type { Cluster, Workload } from '../../routing/topology/cluster';
import type { FreshnessRequirement } from './freshness-requirements';
import {
  acceptsHeartbeatProof,
  canProve,
  evaluateProof,
  type ProofResult,
  type ProofRules,
  type ReplicaState,
} from './proof';
import type { LookupKind, LookupSubject } from './read-observer';

/** The part of a replica's answer that the race depends on. */
export interface RaceAnswer<W extends Workload> extends ReplicaState {
  readonly replica: Cluster<W>;
  readonly kind: LookupKind;
}

/** Limits of a race, in milliseconds: see `DEFAULTS.reading`. */
export type RaceLimits = {
  readonly [
    Name in 'lookupInitialDelayMs' | 'lookupMaxDelayMs' | 'staggerDelayMs' | 'firstReplicaTimeoutMs'
  ]: number;
};

/** The part of a race that never changes. */
export interface RacePlan<W extends Workload> {
  /** Replicas, nearest first, as the router ordered them when the read began. Never empty. */
  readonly candidates: readonly Cluster<W>[];
  /** Start of the read, monotonic milliseconds. */
  readonly startedMs: number;
  /** End of the read's time, monotonic milliseconds. */
  readonly deadlineMs: number;
  readonly onUnmet: OnUnmet;
  /** See `RowRead.allowsJoin`. */
  readonly allowsJoin: boolean;
  /** See `RowRead.wasMoved`. */
  readonly wasMoved: boolean;
  readonly rules: ProofRules;
  readonly limits: RaceLimits;
}

export interface RaceState<W extends Workload, A extends RaceAnswer<W>> {
  readonly plan: RacePlan<W>;
  readonly requirements: readonly FreshnessRequirement[];
  /** Newest answer of each replica, by cluster code. */
  readonly answers: ReadonlyMap<OriginCode, A>;
  /** Row lookups in flight: monotonic send time in milliseconds, by cluster code. */
  readonly pendingRows: ReadonlyMap<OriginCode, number>;
  /** Watermark lookups in flight: monotonic send time in milliseconds, by cluster code. */
  readonly pendingWatermarks: ReadonlyMap<OriginCode, number>;
  /** Subject that each cluster was queried for in this round. A round ends when no replica is left to query. */
  readonly askedInRound: ReadonlyMap<OriginCode, LookupSubject>;
  /** Replicas that this round has still to query, in this order. */
  readonly queue: readonly Cluster<W>[];
  /** Rounds that have ended. */
  readonly round: number;
  /** Clusters whose health this read probes. */
  readonly probes: ReadonlySet<OriginCode>;
  /** Longest time that an answered lookup of this read took, in milliseconds. */
  readonly slowestLookupMs: number;
  /** Pause that the server of the last failed lookup asked for, in milliseconds. */
  readonly retryDelayMs: number;
  /** Extra lookup that waits for the decision of the shared budget. */
  readonly extraLookup: ExtraLookup | undefined;
  readonly isOver: boolean;
}

/** A lookup that is sent although no other has failed, because those in flight are slow. */
export interface ExtraLookup {
  /**
   * Whether the first replica is slower than usual. Otherwise its time is over, and the next replica is queried in its
   * place.
   */
  readonly isHedge: boolean;
  /** Pause until the next extra lookup may be sent, in milliseconds. */
  readonly pauseMs: number;
}

/** An origin that lookups can be sent to. */
export interface ReachableOrigin<W extends Workload> {
  readonly cluster: Cluster<W>;
  readonly reach: Reachability;
}

/** Time, chance and topology at the moment of an event. */
export interface RaceMoment<W extends Workload> {
  readonly monotonicMs: number;
  /** Wall clock. */
  readonly nowMs: number;
  /** Writes with an older version are in every cluster. Wall clock, milliseconds. */
  readonly replicatedBeforeMs: number;
  /** Random number in [0, 1). */
  readonly random: number;
  /** Origins of the requirements, by code, without those that left the topology or belong to another instance. */
  readonly origins: ReadonlyMap<OriginCode, ReachableOrigin<W>>;
}

/** An answer, and which requirements it proves. */
export interface Evaluated<W extends Workload, A extends RaceAnswer<W>> {
  readonly answer: A;
  readonly proof: ProofResult;
}

/** A lookup that an origin is to be sent. */
export interface OriginLookup<W extends Workload> {
  readonly cluster: Cluster<W>;
  readonly subject: LookupSubject;
}

/**
 * Returns the state before the first event, which is `begun`, `slow`, `row` or `failed`. `pendingRows`: row lookups
 * that are in flight already.
 */
export function startRace<W extends Workload, A extends RaceAnswer<W>>(
  plan: RacePlan<W>,
  requirements: readonly FreshnessRequirement[],
  pendingRows: ReadonlyMap<OriginCode, number> = new Map(),
): RaceState<W, A> {
  const nearest = plan.candidates[0]!;
  return {
    plan,
    requirements,
    answers: new Map(),
    pendingRows,
    pendingWatermarks: new Map(),
    askedInRound: new Map([[nearest.code, 'row']]),
    queue: plan.candidates.slice(1),
    round: 0,
    probes: new Set(),
    slowestLookupMs: 0,
    retryDelayMs: 0,
    extraLookup: undefined,
    isOver: false,
  };
}

/** Send times that are sums of durations carry rounding errors of this size, in milliseconds. */
const ROUNDING_MS = 0.001;

/**
 * A pause between two rounds may grow to the read's time divided by this, or to half of `lookupMaxDelayMs` if that is
 * more.
 */
const POLLS_MIN = 16;

/**
 * Time that the first replica has for itself before others are queried, in milliseconds: the configured limit, or a
 * third of the read's time if that is less. A slow store must not be sent twice the requests at once, and enough time
 * must be left for a second replica.
 */
export function firstReplicaTimeoutMs(
  { deadlineMs, startedMs }: { readonly deadlineMs: number; readonly startedMs: number },
  limits: Pick<RaceLimits, 'firstReplicaTimeoutMs'>,
): number {
  return Math.min(limits.firstReplicaTimeoutMs, (deadlineMs - startedMs) / 3);
}

/**
 * Time after which a lookup counts as overdue, in milliseconds. Where all clusters are slow, the read learns from its
 * own answers what is usual, so that slowness alone does not multiply lookups.
 */
export function lookupTimeoutMs<W extends Workload, A extends RaceAnswer<W>>({
  plan,
  slowestLookupMs,
}: RaceState<W, A>): number {
  const usualMs = firstReplicaTimeoutMs(plan, plan.limits);
  return Math.max(usualMs, Math.min(2 * slowestLookupMs, (plan.deadlineMs - plan.startedMs) / 3));
}

/** The state of a race at one moment, and every question that a transition asks of it. */
export class RaceView<W extends Workload, A extends RaceAnswer<W>> {
  readonly #state: RaceState<W, A>;
  readonly #at: RaceMoment<W>;

  constructor(state: RaceState<W, A>, at: RaceMoment<W>) {
    this.#state = state;
    this.#at = at;
  }

  // Which answers prove enough.

  /**
   * Returns the answer with the fewest unproven requirements; of equals, the nearest replica's. Undefined without an
   * answer.
   */
  bestAnswer(): Evaluated<W, A> | undefined {
    const { candidates } = this.#state.plan;
    const rank = ({ answer }: Evaluated<W, A>): number =>
      candidates.findIndex(({ code }) => code === answer.replica.code) + 1 || candidates.length + 1;
    let best: Evaluated<W, A> | undefined;
    for (const each of this.#evaluateAll()) {
      const gain = best === undefined ? 1 : best.proof.unproven.length - each.proof.unproven.length;
      if (gain > 0 || (gain === 0 && rank(each) < rank(best!))) best = each;
    }
    return best;
  }

  /** Returns what the best answer leaves unproven: all requirements while there is no answer. */
  unproven(): readonly FreshnessRequirement[] {
    return this.bestAnswer()?.proof.unproven ?? this.#state.requirements;
  }

  /**
   * Returns the answers whose join proves every requirement, or undefined. One answer alone is preferred, so answers
   * are joined only when each origin in question has answered with its row, has failed to, or is overdue. `isLast`: no
   * time is left.
   */
  provingJoin(isLast = false): readonly Evaluated<W, A>[] | undefined {
    const best = this.bestAnswer();
    if (!this.#state.plan.allowsJoin || best === undefined || this.#unprovenByAll().length > 0)
      return undefined;
    const isAwaited = ({ origin }: FreshnessRequirement): boolean => {
      const sentMs = this.#state.pendingRows.get(origin);
      return sentMs !== undefined && !this.#isOverdue(sentMs);
    };
    if (!isLast && best.proof.unproven.some(isAwaited)) return undefined;
    return [best, ...complementaryAnswers(best, this.#evaluateAll())];
  }

  /**
   * Returns the requirements that cannot be proven before their origin is back: only the origin knows its writes, it is
   * ejected, and no lookup of this read can still hear from it. Empty while there is no answer, because then any
   * replica is worth a query.
   */
  unavailableRequirements(): readonly FreshnessRequirement[] {
    if (this.#state.answers.size === 0) return [];
    return this.#unprovenByAll().filter(
      ({ versions, origin }) =>
        versions === undefined &&
        this.#at.origins.get(origin)?.reach === 'ejected' &&
        !this.#mayStillAnswer(origin),
    );
  }

  #evaluateAll(): readonly Evaluated<W, A>[] {
    const { answers, requirements, plan } = this.#state;
    return Array.from(answers.values(), (answer) => ({
      answer,
      proof: evaluateProof(answer, requirements, plan.rules),
    }));
  }

  #unprovenByAll(): readonly FreshnessRequirement[] {
    const all = this.#evaluateAll();
    return this.#state.requirements.filter((requirement) =>
      all.every(({ proof }) => proof.unproven.includes(requirement)),
    );
  }

  /** A probe has as much time as it needs: it is the only way to notice that the origin is back. */
  #mayStillAnswer(origin: OriginCode): boolean {
    const { probes } = this.#state;
    return this.#sentTo(origin).some((sentMs) => probes.has(origin) || !this.#isOverdue(sentMs));
  }

  // Which cluster to query.

  /**
   * Returns the lookups that the origins of unproven requirements are to be sent now. An origin is sent a row lookup
   * where the replicas that have answered are known to lack its writes, or where it is the only origin in question, so
   * that its answer decides; otherwise a watermark lookup. Ejected origins are skipped, and so are those that another
   * read probes.
   */
  originsToQuery(unproven: readonly FreshnessRequirement[]): readonly OriginLookup<W>[] {
    const { askedInRound, answers, pendingRows } = this.#state;
    const codes = originsOf(unproven).filter((code) => this.#at.origins.has(code));
    // The first row is in flight: it may well contain what the origin has reported.
    const isFirstRowPending = answers.size === 0 && pendingRows.size > 0;
    return codes.flatMap((code): readonly OriginLookup<W>[] => {
      const { cluster, reach } = this.#at.origins.get(code)!;
      if (reach === 'ejected' || reach === 'probed') return [];
      const asked = askedInRound.get(code);
      if (hasKnownVersions(code, unproven)) {
        return asked === 'row' || isFirstRowPending ? [] : [{ cluster, subject: 'row' }];
      }
      if (asked !== undefined) return [];
      return [{ cluster, subject: codes.length === 1 ? 'row' : 'watermark' }];
    });
  }

  /** Returns an origin whose writes are known by version: the best replica to query while the first row is overdue. */
  knownVersionsOrigin(): Cluster<W> | undefined {
    const { requirements, askedInRound, answers, pendingRows } = this.#state;
    if (answers.size > 0) return undefined;
    const found = originsOf(requirements).find(
      (code) =>
        hasKnownVersions(code, requirements) &&
        askedInRound.get(code) !== 'row' &&
        !pendingRows.has(code) &&
        ['open', 'half-open'].includes(this.#at.origins.get(code)?.reach ?? 'ejected'),
    );
    return found === undefined ? undefined : this.#at.origins.get(found)!.cluster;
  }

  /** Returns the next replica in the queue that is worth a query, and the queue behind it. */
  nextReplica(): { readonly next: Cluster<W> | undefined; readonly queue: readonly Cluster<W>[] } {
    const { queue } = this.#state;
    const index = queue.findIndex((cluster) => this.#isWorthQuery(cluster));
    if (index < 0) return { next: undefined, queue: [] };
    return { next: queue[index], queue: queue.slice(index + 1) };
  }

  hasNextReplica(): boolean {
    return this.knownVersionsOrigin() !== undefined || this.nextReplica().next !== undefined;
  }

  /** Whether a row is here or on its way, and the origins are about to report whether it is proven. */
  isAwaitingOriginsOnly(): boolean {
    if (this.#state.answers.size + this.#state.pendingRows.size === 0) return false;
    const unproven = this.unproven();
    return unproven.length > 0 && unproven.every((requirement) => this.#isAwaitingOrigin(requirement));
  }

  #isWorthQuery(cluster: Cluster<W>): boolean {
    const { askedInRound, pendingRows, answers, requirements, plan } = this.#state;
    if (askedInRound.get(cluster.code) === 'row' || pendingRows.has(cluster.code)) return false;
    // Without any answer yet, an unproven one is better than none.
    if (answers.size === 0) return true;
    const { rules } = plan;
    const answer = answers.get(cluster.code);
    const mayShowMore =
      answer === undefined ||
      acceptsHeartbeatProof(cluster, rules) ||
      evaluateProof(answer, requirements, rules).unproven.some(({ versions }) => versions !== undefined);
    const isAwaited = (requirement: FreshnessRequirement): boolean => this.#isAwaitingOrigin(requirement);
    return mayShowMore && canProve(cluster, requirements, isAwaited, { rules, nowMs: this.#at.nowMs });
  }

  /** The origin has been asked for its versions and is not overdue. */
  #isAwaitingOrigin({ versions, origin }: FreshnessRequirement): boolean {
    return versions === undefined && this.#sentTo(origin).some((sentMs) => !this.#isOverdue(sentMs));
  }

  #sentTo(origin: OriginCode): readonly number[] {
    const { pendingRows, pendingWatermarks } = this.#state;
    return [pendingWatermarks.get(origin), pendingRows.get(origin)].filter((sentMs) => sentMs !== undefined);
  }

  // How long to wait.

  /** Whether a lookup is in flight that the race waits for before it does anything more. */
  isWaiting(): boolean {
    return this.#awaitedSince().length > 0;
  }

  /** Returns the time in milliseconds until the race acts on its own, if no event comes first. */
  waitMs(): number {
    const awaited = this.#awaitedSince();
    if (awaited.length === 0) return this.#pauseMs();
    return minOf(awaited) + lookupTimeoutMs(this.#state) - this.#at.monotonicMs;
  }

  /**
   * Send times of the lookups that the race waits for. Without an answer, that is the one that has been in flight for
   * longest; with one, the lookups at the origins of unproven requirements. A replica that is queried again is not
   * waited for.
   */
  #awaitedSince(): readonly number[] {
    const { answers, pendingRows } = this.#state;
    const firstRow = pendingRows.size === 0 ? [] : [minOf(pendingRows.values())];
    const since = answers.size === 0 ? firstRow : this.unproven().flatMap((each) => this.#pendingFor(each));
    return since.filter((sentMs) => !this.#isOverdue(sentMs));
  }

  #pendingFor({ origin, versions }: FreshnessRequirement): readonly number[] {
    const { pendingRows, pendingWatermarks } = this.#state;
    const watermark = versions === undefined ? pendingWatermarks.get(origin) : undefined;
    return [pendingRows.get(origin), watermark].filter((sentMs) => sentMs !== undefined);
  }

  #isOverdue(sentMs: number): boolean {
    return this.#at.monotonicMs + ROUNDING_MS >= sentMs + lookupTimeoutMs(this.#state);
  }

  /**
   * Pause before the next round, in milliseconds. It grows with each round up to a share of the read's time. Only half
   * of it is random, unlike the pause between retries of a call: this bounds the number of lookups of a read, whatever
   * its deadline.
   */
  #pauseMs(): number {
    const { plan, answers, pendingRows, pendingWatermarks, round, retryDelayMs } = this.#state;
    const { limits, deadlineMs, startedMs } = plan;
    const isAnyCounted = answers.size + pendingRows.size + pendingWatermarks.size > 0;
    const firstMs = isAnyCounted ? limits.staggerDelayMs : limits.lookupInitialDelayMs;
    const mostMs = Math.max(limits.lookupMaxDelayMs / 2, (deadlineMs - startedMs) / POLLS_MIN);
    const half = { initialDelayMs: firstMs / 2, maxDelayMs: mostMs / 2 };
    return retryDelayMs + backoffCeilingMs(half, round) + backoffMs(half, round, () => this.#at.random);
  }
}

const originsOf = (requirements: readonly FreshnessRequirement[]): readonly OriginCode[] => [
  ...new Set(requirements.map(({ origin }) => origin)),
];

const hasKnownVersions = (code: OriginCode, requirements: readonly FreshnessRequirement[]): boolean =>
  requirements.every(({ origin, versions }) => origin !== code || versions !== undefined);

/** Returns answers that prove what the best one does not, each origin's own first. */
function complementaryAnswers<W extends Workload, A extends RaceAnswer<W>>(
  best: Evaluated<W, A>,
  all: readonly Evaluated<W, A>[],
): readonly Evaluated<W, A>[] {
  const chosen: Evaluated<W, A>[] = [];
  for (const requirement of best.proof.unproven) {
    const proves = ({ proof }: Evaluated<W, A>): boolean => !proof.unproven.includes(requirement);
    if (chosen.some(proves)) continue;
    const able = all.filter(proves);
    chosen.push(able.find(({ answer }) => answer.replica.code === requirement.origin) ?? able[0]!);
  }
  return chosen;
}

/**
 * Returns the state without its plan as one string, which is equal for equal states, whatever the order of their maps.
 */
export function raceKey<W extends Workload, A extends RaceAnswer<W>>(
  state: RaceState<W, A>,
  keyOfAnswer: (answer: A) => string,
): string {
  const sorted = <T>(map: ReadonlyMap<string, T>, textOf: (value: T) => string): string[] =>
    [...map].map(([code, value]) => `${code}=${textOf(value)}`).sort();
  const versionsText = (versions: RowWatermark | undefined): string[] | null =>
    versions === undefined ? null : sorted(versions, String);
  return JSON.stringify([
    state.requirements.map(({ origin, ackedMs, source, versions }) => [
      origin,
      ackedMs,
      source,
      versionsText(versions),
    ]),
    sorted(state.answers, keyOfAnswer),
    sorted(state.pendingRows, String),
    sorted(state.pendingWatermarks, String),
    sorted(state.askedInRound, String),
    state.queue.map(({ code }) => code),
    [...state.probes].sort(),
    [state.round, state.slowestLookupMs, state.retryDelayMs, state.extraLookup ?? null, state.isOver],
  ]);
}
