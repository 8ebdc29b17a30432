/**
 * The race of lookups by which one row is read, as a pure reducer: (state, event) → (state, effects). It decides which
 * replicas are asked and when, and which answer is given. It has no clock, no timers and no I/O: time, chance and the
 * topology come with each event, and what is to be done is returned as effects. `RowReading` runs them, and so can a
 * simulation.
 *
 * The first answer that proves all requirements wins. Where no replica proves all of them, answers are joined.
 *
 * Lookups are of four kinds, each with a bound of its own:
 * - necessary: the nearest replica's row, what each other origin has to show, and the rows of those that have more;
 * - failovers: one for each lookup that has failed;
 * - extra ones, while an overdue lookup leaves the race without any answer: from the budget that all reads share;
 * - polls of replicas that lacked something, after growing pauses: a bounded number per read.
 */
import type { Cluster, Workload } from '../../routing/topology/cluster';
import {
  resolveRequirements,
  withoutRetiredOrigins,
  type FreshnessRequirement,
} from './freshness-requirements';
import type { LookupKind } from './read-observer';
import {
  lookupKindOf,
  isAwaitingOrigin,
  nextReplica,
  originsToQuery,
  knownVersionsOrigin,
} from './race-choice';
import { awaitedLookups, lookupTimeoutMs, waitMs } from './race-pace';
import { bestAnswer, unavailableRequirements, provingJoin, type Evaluated } from './race-proof';
import type {
  ExtraLookup,
  LookupSubject,
  RaceMoment,
  RaceAnswer,
  RaceEffect,
  RaceEvent,
  RaceState,
  RaceStep,
} from './race-state';

export function reduceRace<W extends Workload, A extends RaceAnswer<W>>(
  state: RaceState<W, A>,
  event: RaceEvent<W, A>,
): RaceStep<W, A> {
  if (state.isOver) return { state, effects: [] };
  return new Transition(state, event.at).on(event);
}

/** One step, while it is being worked out. It is dropped afterwards: states and effects are plain and immutable. */
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

  #apply(event: RaceEvent<W, A>): void {
    switch (event.kind) {
      case 'begun':
        return this.#begin(event.unprovableByNearest);
      case 'slow':
        return this.#onSlow(event.hedgeDelayMs);
      case 'row':
        return this.#onRow(event.answer);
      case 'watermark':
        this.#ended(event.cluster, 'watermark', true);
        this.#learn(event.cluster, event.watermark);
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

  // What happens.

  /** Asks the nearest replica and, at the same time, the origins whose answer the proof needs in any case. */
  #begin(beyondNearest: readonly FreshnessRequirement[]): void {
    const nearest = this.#state.plan.candidates[0]!;
    // The nearest most likely shows the writes that are known by name.
    const heartbeatsFor = this.#state.requirements.filter(({ versions }) => versions === undefined);
    this.#sendRow(nearest, 'nearest', heartbeatsFor);
    this.#askOrigins(beyondNearest);
    this.#wait();
  }

  #onSlow(hedgeDelayMs: number | undefined): void {
    if (hedgeDelayMs === undefined) return this.#onTimer();
    const patienceMs = lookupTimeoutMs(this.#state);
    this.#want({
      kind: 'hedge',
      pauseMs: Math.max(patienceMs / EXTRA_LOOKUPS_PER_TIMEOUT, patienceMs - hedgeDelayMs),
    });
  }

  #onRow(answer: A): void {
    const { replica, watermark } = answer;
    this.#ended(replica, 'row', true);
    this.#set({ answers: new Map(this.#state.answers).set(replica.code, answer) });
    this.#learn(replica, watermark);
    this.#decideAndWait();
  }

  #onFailure({
    cluster,
    subject,
    isFinal: endsRead,
    retryDelayMs,
  }: Extract<RaceEvent<W, A>, { kind: 'failed' }>): void {
    this.#ended(cluster, subject, false);
    if (endsRead) return this.#end({ kind: 'fail' });
    this.#set({ retryDelayMs });
    this.#decide();
    if (this.#state.isOver) return;
    // At once, but for those that have been asked before.
    if (this.#state.round === 0 && !this.#isAboutToBeTold()) this.#askNext();
    this.#wait();
  }

  #onTimer(): void {
    this.#decide();
    if (this.#state.isOver) return;
    if (awaitedLookups(this.#state, this.#left(), this.#at).length > 0) return this.#wait();
    if (this.#hasNext()) this.#goOn();
    else this.#effects.push({ kind: 'refresh' });
  }

  /** Everything may have changed meanwhile: what replicas have, who can be reached, and the topology. */
  #onRefreshed({ candidates, origins }: Extract<RaceEvent<W, A>, { kind: 'refreshed' }>): void {
    const {
      pendingRows: rows,
      pendingWatermarks: watermarks,
      askedInRound: asked,
      round,
      requirements,
    } = this.#state;
    this.#set({
      round: round + 1,
      askedInRound: new Map([...asked].filter(([code]) => rows.has(code) || watermarks.has(code))),
      queue: candidates,
      requirements: withoutRetiredOrigins(requirements, origins),
    });
    this.#decide();
    if (!this.#state.isOver) this.#goOn();
  }

  #onBudget(granted: boolean): void {
    const { extraLookup: wanted } = this.#state;
    if (wanted === undefined) return;
    this.#set({ extraLookup: undefined });
    if (granted) {
      const cluster = this.#toldOrigin() ?? this.#takeNext();
      if (cluster !== undefined) {
        this.#sendRow(cluster, wanted.kind === 'hedge' ? 'hedge' : lookupKindOf(this.#state, cluster));
      }
    }
    this.#effects.push({ kind: 'start-timer', delayMs: wanted.pauseMs });
  }

  #onDeadline(): void {
    const best = bestAnswer(this.#state);
    const join = provingJoin(this.#state, this.#at, true);
    if (best === undefined) this.#end({ kind: 'fail' });
    else if (join !== undefined) this.#answer(join);
    else this.#giveUp(best, { unproven: best.proof.unproven, unavailable: false });
  }

  // What follows.

  #decideAndWait(): void {
    this.#decide();
    this.#wait();
  }

  /** Answers, fails, or asks the origins of what is unproven. */
  #decide(): void {
    const best = bestAnswer(this.#state);
    if (best?.proof.unproven.length === 0) return this.#answer([best]);
    this.#askOrigins(best?.proof.unproven ?? this.#state.requirements);
    if (best === undefined) return;
    const join = provingJoin(this.#state, this.#at);
    if (join !== undefined) return this.#answer(join);
    const left = unavailableRequirements(this.#state, this.#at);
    if (left.length > 0) this.#giveUp(best, { unproven: left, unavailable: true });
  }

  #giveUp(
    best: Evaluated<W, A>,
    why: { readonly unproven: readonly FreshnessRequirement[]; readonly unavailable: boolean },
  ): void {
    if (this.#state.plan.onUnmet === 'stale') this.#answer([best]);
    else this.#end({ kind: 'unmet', ...why });
  }

  /** Nothing is awaited: the next lookup, if it may be sent. */
  #goOn(): void {
    const { answers: held, pendingRows: rows } = this.#state;
    const isNobodyAwaited = awaitedLookups(this.#state, this.#left(), this.#at).length === 0;
    if (isNobodyAwaited && held.size === 0 && rows.size > 0) {
      return this.#want({
        kind: 'failover',
        pauseMs: lookupTimeoutMs(this.#state) / EXTRA_LOOKUPS_PER_TIMEOUT,
      });
    }
    if (isNobodyAwaited) this.#askNext();
    this.#wait();
  }

  #want(wanted: ExtraLookup): void {
    if (this.#hasNext()) {
      this.#set({ extraLookup: wanted });
      this.#effects.push({ kind: 'take-budget' });
    } else this.#effects.push({ kind: 'start-timer', delayMs: wanted.pauseMs });
  }

  #hasNext(): boolean {
    return this.#toldOrigin() !== undefined || nextReplica(this.#state, this.#at).next !== undefined;
  }

  #askNext(): void {
    const next = this.#takeNext();
    if (next !== undefined) this.#sendRow(next, lookupKindOf(this.#state, next));
  }

  #takeNext(): Cluster<W> | undefined {
    const { next, queue } = nextReplica(this.#state, this.#at);
    this.#set({ queue });
    return next;
  }

  #askOrigins(left: readonly FreshnessRequirement[]): void {
    for (const { cluster, subject } of originsToQuery(this.#state, left, this.#at)) {
      if (subject === 'row') this.#sendRow(cluster, 'second');
      else this.#sendWatermark(cluster);
    }
  }

  #toldOrigin(): Cluster<W> | undefined {
    return this.#state.answers.size === 0 ? knownVersionsOrigin(this.#state, this.#at) : undefined;
  }

  /** There is a row, or will be, and whether it is proven, origins are about to report. */
  #isAboutToBeTold(): boolean {
    if (this.#state.answers.size + this.#state.pendingRows.size === 0) return false;
    const left = this.#left();
    return (
      left.length > 0 && left.every((requirement) => isAwaitingOrigin(this.#state, requirement, this.#at))
    );
  }

  #left(): readonly FreshnessRequirement[] {
    return bestAnswer(this.#state)?.proof.unproven ?? this.#state.requirements;
  }

  #learn({ code: origin }: Cluster<W>, watermark: A['watermark']): void {
    const { replicatedBeforeMs } = this.#at;
    this.#set({
      requirements: resolveRequirements(this.#state.requirements, { origin, watermark, replicatedBeforeMs }),
    });
  }

  // Effects.

  #sendRow(cluster: Cluster<W>, lookup: LookupKind, heartbeatsFor = this.#state.requirements): void {
    this.#probe(cluster);
    const { askedInRound: asked, pendingRows: rows } = this.#state;
    this.#set({
      askedInRound: new Map(asked).set(cluster.code, 'row'),
      pendingRows: new Map(rows).set(cluster.code, this.#at.monotonicMs),
    });
    this.#effects.push({ kind: 'send-row', cluster, lookup, heartbeatsFor });
  }

  #sendWatermark(cluster: Cluster<W>): void {
    this.#probe(cluster);
    const { askedInRound: asked, pendingWatermarks: watermarks } = this.#state;
    this.#set({
      askedInRound: new Map(asked).set(cluster.code, 'watermark'),
      pendingWatermarks: new Map(watermarks).set(cluster.code, this.#at.monotonicMs),
    });
    this.#effects.push({ kind: 'send-watermark', cluster });
  }

  #probe(cluster: Cluster<W>): void {
    if (this.#at.origins.get(cluster.code)?.reach !== 'half-open') return;
    this.#set({ probes: new Set(this.#state.probes).add(cluster.code) });
    this.#effects.push({ kind: 'probe', cluster });
  }

  #ended({ code }: Cluster<W>, subject: LookupSubject, isAnswered: boolean): void {
    const { pendingRows: rows, pendingWatermarks: watermarks, slowestLookupMs: slowestMs } = this.#state;
    const underWay = subject === 'row' ? rows : watermarks;
    const sentMs = underWay.get(code);
    if (sentMs === undefined) return;
    const others = new Map([...underWay].filter(([each]) => each !== code));
    this.#set(subject === 'row' ? { pendingRows: others } : { pendingWatermarks: others });
    if (isAnswered) this.#set({ slowestLookupMs: Math.max(slowestMs, this.#at.monotonicMs - sentMs) });
  }

  #wait(): void {
    if (this.#state.isOver) return;
    this.#effects.push({ kind: 'start-timer', delayMs: waitMs(this.#state, this.#left(), this.#at) });
  }

  #answer(judged: readonly Evaluated<W, A>[]): void {
    this.#end({ kind: 'answer', evaluated: judged, requirements: this.#state.requirements });
  }

  #end(effect: RaceEffect<W, A>): void {
    this.#set({ isOver: true });
    this.#effects.push(effect);
  }

  #set(change: Partial<RaceState<W, A>>): void {
    this.#state = { ...this.#state, ...change };
  }
}

/** So many extra lookups may be sent during one patience, if the budget allows them. */
const EXTRA_LOOKUPS_PER_TIMEOUT = 4;

/** Does not compile where an event is not handled. */
function unknownEvent(event: never): never {
  throw new Error(`there is no such event: ${JSON.stringify(event)}`);
}
