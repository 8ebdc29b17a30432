/**
 * The race of lookups by which one row is read, as a pure reducer: (state, event) → (state, effects). It decides which
 * replicas are queried and when, and which answer is given. Time, chance and the topology come with each event; what
 * has to be done is returned as effects. `RacingRead` runs them, and so can a simulation.
 *
 * The first answer that proves all requirements wins. Where no replica proves all of them, answers are joined.
 *
 * Lookups are of four kinds, each with a bound of its own:
 * - necessary ones: the row of the nearest replica, the watermark of each other origin, the rows of origins with newer
 *   writes;
 * - failovers: one for each lookup that has failed;
 * - extra ones, while an overdue lookup leaves the race without any answer: from a budget that all reads share;
 * - polls of replicas that lacked a write, after growing pauses: a bounded number per read.
 */
import type { ChainGap } from '../../core/consistency/row-chains';
import type { OriginCode, RowWatermark } from '../../core/consistency/row-watermark';
import type { Cluster, Workload } from '../../routing/topology/cluster';
import {
  resolveRequirements,
  withoutRetiredOrigins,
  type FreshnessRequirement,
} from './freshness-requirements';
import {
  lookupTimeoutMs,
  RaceView,
  type Evaluated,
  type ExtraLookup,
  type RaceAnswer,
  type RaceMoment,
  type RaceState,
} from './race-state';
import type { LookupKind, LookupSubject } from './read-observer';

/** An event, with the moment at which it happened. */
export type RaceEvent<W extends Workload, A extends RaceAnswer<W>> = { readonly at: RaceMoment<W> } & (
  | {
      /** The race begins with no lookup in flight. */
      readonly kind: 'begun';
      /** Requirements that the nearest replica cannot prove by itself. */
      readonly unprovableByNearest: readonly FreshnessRequirement[];
    }
  | {
      /** The race begins with a slow lookup in flight at the nearest replica. */
      readonly kind: 'slow';
      /** Time after which a hedge is due, in milliseconds. Undefined: the first replica's timeout has passed. */
      readonly hedgeDelayMs: number | undefined;
    }
  | { readonly kind: 'row'; readonly answer: A }
  | { readonly kind: 'watermark'; readonly cluster: Cluster<W>; readonly watermark: RowWatermark }
  | {
      readonly kind: 'failed';
      readonly cluster: Cluster<W>;
      readonly subject: LookupSubject;
      /** Whether every other replica would fail in the same way. */
      readonly isFinal: boolean;
      readonly retryDelayMs: number;
    }
  | { readonly kind: 'timer' }
  | { readonly kind: 'budget'; readonly granted: boolean }
  | {
      readonly kind: 'refreshed';
      readonly candidates: readonly Cluster<W>[];
      /** Codes of the table's origins. */
      readonly origins: readonly OriginCode[];
    }
  | { readonly kind: 'deadline' }
  | { readonly kind: 'cancelled' }
);

export type RaceEffect<W extends Workload, A extends RaceAnswer<W>> =
  | {
      readonly kind: 'send-row';
      readonly cluster: Cluster<W>;
      readonly lookup: LookupKind;
      /** Requirements that heartbeats may prove if they are read together with the row. */
      readonly heartbeatsFor: readonly FreshnessRequirement[];
    }
  | { readonly kind: 'send-watermark'; readonly cluster: Cluster<W> }
  /** The next lookup at the cluster decides about its health. */
  | { readonly kind: 'probe'; readonly cluster: Cluster<W> }
  /** Replaces the timer that is running. */
  | { readonly kind: 'start-timer'; readonly delayMs: number }
  /** Must be followed by the event `budget`. */
  | { readonly kind: 'take-budget' }
  /** Must be followed by the event `refreshed`. */
  | { readonly kind: 'refresh' }
  /** Ends the race with one answer, or with several that are to be joined. */
  | {
      readonly kind: 'answer';
      readonly evaluated: readonly Evaluated<W, A>[];
      readonly requirements: readonly FreshnessRequirement[];
    }
  /** Ends the race without a proof. `unavailable`: the origins are known to be unavailable, so waiting cannot help. */
  | {
      readonly kind: 'unmet';
      readonly unproven: readonly FreshnessRequirement[];
      readonly unavailable: boolean;
    }
  /** Ends the race with the error of the lookup that failed last, or, without one, with the passed deadline. */
  | { readonly kind: 'fail' };

export interface RaceStep<W extends Workload, A extends RaceAnswer<W>> {
  readonly state: RaceState<W, A>;
  readonly effects: readonly RaceEffect<W, A>[];
}

/** Returns the state after the event, and the effects to run. A race that is over ignores events. */
export function reduceRace<W extends Workload, A extends RaceAnswer<W>>(
  state: RaceState<W, A>,
  event: RaceEvent<W, A>,
): RaceStep<W, A> {
  if (state.isOver) return { state, effects: [] };
  return new Transition(state, event.at).on(event);
}

/** One step while it is computed. It is dropped afterwards: states and effects are plain and immutable. */
class Transition<W extends Workload, A extends RaceAnswer<W>> {
  #state: RaceState<W, A>;
  readonly #at: RaceMoment<W>;
  readonly #effects: RaceEffect<W, A>[] = [];

  constructor(state: RaceState<W, A>, at: RaceMoment<W>) {
    this.#state = state;
    this.#at = at;
  }

  on(event: RaceEvent<W, A>): RaceStep<W, A> {
    this.#apply(event);
    return { state: this.#state, effects: this.#effects };
  }

  get #view(): RaceView<W, A> {
    return new RaceView(this.#state, this.#at);
  }

  #apply(event: RaceEvent<W, A>): void {
    switch (event.kind) {
      case 'begun':
        return this.#begin(event.unprovableByNearest);
      case 'slow':
        return this.#onSlow(event.hedgeDelayMs);
      case 'row':
        return this.#onRow(event.answer);
      case 'watermark':
        this.#lookupEnded(event.cluster, 'watermark', true);
        this.#resolve(event.cluster, event.watermark);
        return this.#decideAndWait();
      case 'failed':
        return this.#onFailure(event);
      case 'timer':
        return this.#onTimer();
      case 'budget':
        return this.#onBudget(event.granted);
      case 'refreshed':
        return this.#onRefreshed(event);
      case 'deadline':
        return this.#onDeadline();
      case 'cancelled':
        return this.#end({ kind: 'fail' });
      default:
        return unknownEvent(event);
    }
  }

  // Events.

  /** Queries the nearest replica and, at the same time, the origins whose answer the proof needs in any case. */
  #begin(unprovableByNearest: readonly FreshnessRequirement[]): void {
    const nearest = this.#state.plan.candidates[0]!;
    // The nearest replica most likely shows the writes whose versions are known.
    const heartbeatsFor = this.#state.requirements.filter(({ versions }) => versions === undefined);
    this.#sendRow(nearest, 'nearest', heartbeatsFor);
    this.#queryOrigins(unprovableByNearest);
    this.#wait();
  }

  #onSlow(hedgeDelayMs: number | undefined): void {
    if (hedgeDelayMs === undefined) return this.#onTimer();
    const timeoutMs = lookupTimeoutMs(this.#state);
    const pauseMs = Math.max(timeoutMs / EXTRA_LOOKUPS_PER_TIMEOUT, timeoutMs - hedgeDelayMs);
    this.#requestExtraLookup({ isHedge: true, pauseMs });
  }

  #onRow(answer: A): void {
    const { replica, watermark, gaps } = answer;
    this.#lookupEnded(replica, 'row', true);
    this.#set({ answers: new Map(this.#state.answers).set(replica.code, answer) });
    this.#resolve(replica, watermark, gaps);
    this.#decideAndWait();
  }

  #onFailure({
    cluster,
    subject,
    isFinal,
    retryDelayMs,
  }: Extract<RaceEvent<W, A>, { kind: 'failed' }>): void {
    this.#lookupEnded(cluster, subject, false);
    if (isFinal) return this.#end({ kind: 'fail' });
    this.#set({ retryDelayMs });
    this.#decide();
    if (this.#state.isOver) return;
    // Without a pause in the first round only: in later rounds the replicas have been queried before.
    if (this.#state.round === 0 && !this.#view.isAwaitingOriginsOnly()) this.#queryNext();
    this.#wait();
  }

  #onTimer(): void {
    this.#decide();
    if (this.#state.isOver) return;
    if (this.#view.isWaiting()) return this.#wait();
    if (this.#view.hasNextReplica()) this.#proceed();
    else this.#effects.push({ kind: 'refresh' });
  }

  /** Starts a round: the rows of replicas, the reachable clusters and the topology may all have changed. */
  #onRefreshed({ candidates, origins }: Extract<RaceEvent<W, A>, { kind: 'refreshed' }>): void {
    const { pendingRows, pendingWatermarks, askedInRound, round, requirements } = this.#state;
    const isPending = (code: OriginCode): boolean => pendingRows.has(code) || pendingWatermarks.has(code);
    this.#set({
      round: round + 1,
      askedInRound: new Map([...askedInRound].filter(([code]) => isPending(code))),
      queue: candidates,
      requirements: withoutRetiredOrigins(requirements, origins),
    });
    this.#decide();
    if (!this.#state.isOver) this.#proceed();
  }

  #onBudget(granted: boolean): void {
    const { extraLookup } = this.#state;
    if (extraLookup === undefined) return;
    this.#set({ extraLookup: undefined });
    if (granted) {
      const cluster = this.#view.knownVersionsOrigin() ?? this.#takeNext();
      if (cluster !== undefined) {
        this.#sendRow(cluster, extraLookup.isHedge ? 'hedge' : this.#lookupKindOf(cluster));
      }
    }
    this.#effects.push({ kind: 'start-timer', delayMs: extraLookup.pauseMs });
  }

  #onDeadline(): void {
    const best = this.#view.bestAnswer();
    const join = this.#view.provingJoin(true);
    if (best === undefined) this.#end({ kind: 'fail' });
    else if (join !== undefined) this.#answer(join);
    else this.#endUnproven(best, { unproven: best.proof.unproven, unavailable: false });
  }

  // Decisions.

  #decideAndWait(): void {
    this.#decide();
    this.#wait();
  }

  /** Answers, fails, or queries the origins of what is unproven. */
  #decide(): void {
    const best = this.#view.bestAnswer();
    if (best?.proof.unproven.length === 0) return this.#answer([best]);
    this.#queryOrigins(best?.proof.unproven ?? this.#state.requirements);
    if (best === undefined) return;
    const join = this.#view.provingJoin();
    if (join !== undefined) return this.#answer(join);
    const unproven = this.#view.unavailableRequirements();
    if (unproven.length > 0) this.#endUnproven(best, { unproven, unavailable: true });
  }

  #endUnproven(
    best: Evaluated<W, A>,
    why: { readonly unproven: readonly FreshnessRequirement[]; readonly unavailable: boolean },
  ): void {
    if (this.#state.plan.onUnmet === 'stale') this.#answer([best]);
    else this.#end({ kind: 'unmet', unproven: why.unproven, unavailable: why.unavailable });
  }

  /** Sends the next lookup if no lookup is awaited and it may be sent. */
  #proceed(): void {
    const { answers, pendingRows } = this.#state;
    const isWaiting = this.#view.isWaiting();
    if (!isWaiting && answers.size === 0 && pendingRows.size > 0) {
      const pauseMs = lookupTimeoutMs(this.#state) / EXTRA_LOOKUPS_PER_TIMEOUT;
      return this.#requestExtraLookup({ isHedge: false, pauseMs });
    }
    if (!isWaiting) this.#queryNext();
    this.#wait();
  }

  #requestExtraLookup(extraLookup: ExtraLookup): void {
    if (this.#view.hasNextReplica()) {
      this.#set({ extraLookup });
      this.#effects.push({ kind: 'take-budget' });
    } else this.#effects.push({ kind: 'start-timer', delayMs: extraLookup.pauseMs });
  }

  #queryNext(): void {
    const next = this.#takeNext();
    if (next !== undefined) this.#sendRow(next, this.#lookupKindOf(next));
  }

  #takeNext(): Cluster<W> | undefined {
    const { next, queue } = this.#view.nextReplica();
    this.#set({ queue });
    return next;
  }

  #queryOrigins(unproven: readonly FreshnessRequirement[]): void {
    for (const { cluster, subject } of this.#view.originsToQuery(unproven)) {
      if (subject === 'row') this.#sendRow(cluster, 'origin');
      else this.#sendWatermark(cluster);
    }
  }

  #resolve({ code: origin }: Cluster<W>, watermark: RowWatermark, gaps?: readonly ChainGap[]): void {
    const { replicatedBeforeMs } = this.#at;
    const { wasMoved } = this.#state.plan;
    const shown = { origin, watermark, gaps, replicatedBeforeMs, wasMoved };
    this.#set({ requirements: resolveRequirements(this.#state.requirements, shown) });
  }

  #lookupKindOf({ code }: Cluster<W>): LookupKind {
    const { plan, requirements } = this.#state;
    if (code === plan.candidates[0]!.code) return 'nearest';
    return requirements.some(({ origin }) => origin === code) ? 'origin' : 'failover';
  }

  // Effects.

  #sendRow(cluster: Cluster<W>, lookup: LookupKind, heartbeatsFor = this.#state.requirements): void {
    this.#probe(cluster);
    const { askedInRound, pendingRows } = this.#state;
    this.#set({
      askedInRound: new Map(askedInRound).set(cluster.code, 'row'),
      pendingRows: new Map(pendingRows).set(cluster.code, this.#at.monotonicMs),
    });
    this.#effects.push({ kind: 'send-row', cluster, lookup, heartbeatsFor });
  }

  #sendWatermark(cluster: Cluster<W>): void {
    this.#probe(cluster);
    const { askedInRound, pendingWatermarks } = this.#state;
    this.#set({
      askedInRound: new Map(askedInRound).set(cluster.code, 'watermark'),
      pendingWatermarks: new Map(pendingWatermarks).set(cluster.code, this.#at.monotonicMs),
    });
    this.#effects.push({ kind: 'send-watermark', cluster });
  }

  #probe(cluster: Cluster<W>): void {
    if (this.#at.origins.get(cluster.code)?.reach !== 'half-open') return;
    this.#set({ probes: new Set(this.#state.probes).add(cluster.code) });
    this.#effects.push({ kind: 'probe', cluster });
  }

  #lookupEnded({ code }: Cluster<W>, subject: LookupSubject, isAnswered: boolean): void {
    const { pendingRows, pendingWatermarks, slowestLookupMs } = this.#state;
    const pending = subject === 'row' ? pendingRows : pendingWatermarks;
    const sentMs = pending.get(code);
    if (sentMs === undefined) return;
    const others = new Map([...pending].filter(([each]) => each !== code));
    this.#set(subject === 'row' ? { pendingRows: others } : { pendingWatermarks: others });
    if (isAnswered) {
      this.#set({ slowestLookupMs: Math.max(slowestLookupMs, this.#at.monotonicMs - sentMs) });
    }
  }

  #wait(): void {
    if (this.#state.isOver) return;
    this.#effects.push({ kind: 'start-timer', delayMs: this.#view.waitMs() });
  }

  #answer(evaluated: readonly Evaluated<W, A>[]): void {
    this.#end({ kind: 'answer', evaluated, requirements: this.#state.requirements });
  }

  #end(effect: RaceEffect<W, A>): void {
    this.#set({ isOver: true });
    this.#effects.push(effect);
  }

  #set(change: Partial<RaceState<W, A>>): void {
    this.#state = { ...this.#state, ...change };
  }
}

/** Extra lookups that one lookup timeout has room for, if the budget grants them. */
const EXTRA_LOOKUPS_PER_TIMEOUT = 4;

/** Does not compile where an event is not handled. */
function unknownEvent(event: never): never {
  throw new Error(`unknown event: ${JSON.stringify(event)}`);
}
