import { deadlineError, type BigtableError } from '../../bigtable/client/bigtable-error';
import type { TidemarkError } from '../../errors';
import type { OriginCode, RowWatermark } from '../../core/consistency/row-watermark';
import type { Cluster, Workload } from '../../routing/topology/cluster';
import { onCallerAbort } from './caller-gone';
import { unprovableBy, shouldReadHeartbeats } from './lookup-policy';
import type { ReplicaAnswer } from './lookup-client';
import type { FreshnessRequirement } from './freshness-requirements';
import { finishWithAnswers, unmetError } from './finish-read';
import { isFinalFailure } from './read-failures';
import type { ReadContext, RowReadPlan } from './read-setting';
import { InFlightLookups, type LookupListener, type PendingLookup } from './in-flight-lookups';
import { startRace, type RaceMoment, type RaceEffect, type RaceEvent, type RaceState } from './race-state';
import type { LookupSubject, ReachableOrigin } from './race-state';
import { reduceRace } from './row-race';
import type { RowAnswer } from '../store';

type Effect<W extends Workload> = RaceEffect<W, ReplicaAnswer<W>>;
type WithoutMoment<E> = E extends unknown ? Omit<E, 'at'> : never;
type Happening<W extends Workload> = WithoutMoment<RaceEvent<W, ReplicaAnswer<W>>>;

/**
 * The read of one row, from the first lookup to an answer that is proven. Every decision is the race's (`row-race.ts`);
 * this runs its effects: lookups, timers, the budget, the caller's cancellation and the end.
 */
export class RacingRead<W extends Workload> implements LookupListener<W> {
  readonly #setting: ReadContext<W>;
  readonly #task: RowReadPlan<W>;
  readonly #lookups: InFlightLookups<W>;
  #race: RaceState<W, ReplicaAnswer<W>>;
  #resolve!: (answer: RowAnswer) => void;
  #reject!: (error: Error) => void;
  #lastFailure: TidemarkError | undefined;
  #hasHedged = false;
  readonly #stops: (() => void)[] = [];
  #stopTimer: (() => void) | undefined;

  /** `sentBefore`: lookups that this answer has cost already. */
  constructor(setting: ReadContext<W>, task: RowReadPlan<W>, sentBefore = 0) {
    this.#setting = setting;
    this.#task = task;
    this.#race = this.#newRace(new Map());
    this.#lookups = new InFlightLookups(setting, task, this, sentBefore);
  }

  /** Asks the nearest replica and, at the same time, the origins whose answer the proof needs in any case. */
  run(): Promise<RowAnswer> {
    this.#setting.hedging.recordRead();
    const nearest = this.#task.candidates[0]!;
    const { requirements } = this.#task;
    const known = this.#setting.lookups.heartbeats(nearest, this.#task);
    return this.#begin({
      kind: 'begun',
      unprovableByNearest: unprovableBy(nearest, requirements, known, this.#policy()),
    });
  }

  /**
   * Goes on with a lookup at the nearest that has been under way for as long as `hedgeDelayMs`, which is longer than usual,
   * or, without, for as long as a first lookup may take.
   */
  adopt(pending: PendingLookup<W>, hedgeDelayMs: number | undefined): Promise<RowAnswer> {
    this.#race = this.#newRace(new Map([[pending.lookup.cluster.code, this.#task.startedMs]]));
    this.#lookups.adopt(pending);
    return this.#begin({ kind: 'slow', hedgeDelayMs });
  }

  /** Goes on with what a lookup has brought. */
  continueWith(answer: ReplicaAnswer<W>): Promise<RowAnswer> {
    return this.#begin({ kind: 'row', answer });
  }

  /** Goes on after a lookup at the nearest has failed. */
  retryAfter(error: BigtableError): Promise<RowAnswer> {
    return this.#begin(this.#failureOf(this.#task.candidates[0]!, 'row', error));
  }

  onRow(answer: ReplicaAnswer<W>): void {
    this.#on({ kind: 'row', answer });
  }

  onWatermark(cluster: Cluster<W>, watermark: RowWatermark): void {
    this.#on({ kind: 'watermark', cluster, watermark });
  }

  onFailure(cluster: Cluster<W>, subject: LookupSubject, error: BigtableError): void {
    this.#on(this.#failureOf(cluster, subject, error));
  }

  #newRace(rows: ReadonlyMap<OriginCode, number>): RaceState<W, ReplicaAnswer<W>> {
    const { candidates, startedMs, deadlineMs, consistency, allowsJoin, requirements } = this.#task;
    const { rules, limits } = this.#setting;
    const onUnmet = consistency.onUnmet ?? 'error';
    return startRace(
      { candidates, startedMs, deadlineMs, onUnmet, allowsJoin, rules, limits },
      requirements,
      rows,
    );
  }

  #begin(first: Happening<W>): Promise<RowAnswer> {
    return new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
      this.#stops.push(onCallerAbort(this.#task.call?.signal, (error) => this.#onCallerGone(error)));
      if (this.#race.isOver) return;
      const leftMs = this.#task.deadlineMs - this.#setting.clock.monotonicMs();
      this.#stops.push(this.#setting.timer.schedule(leftMs, () => this.#on({ kind: 'deadline' })));
      this.#on(first);
    });
  }

  #onCallerGone(error: TidemarkError): void {
    this.#lastFailure = error;
    this.#on({ kind: 'cancelled' });
  }

  #failureOf(cluster: Cluster<W>, subject: LookupSubject, error: BigtableError): Happening<W> {
    this.#lastFailure = error;
    const retryDelayMs = error.retryDelayMs ?? 0;
    const isEnd = isFinalFailure(error, cluster, this.#setting.router);
    return { kind: 'failed', cluster, subject, isFinal: isEnd, retryDelayMs };
  }

  #on(happening: Happening<W>): void {
    const event = { ...happening, at: this.#moment() } as RaceEvent<W, ReplicaAnswer<W>>;
    const { state, effects } = reduceRace(this.#race, event);
    this.#race = state;
    for (const effect of effects) this.#run(effect, event);
  }

  #run(effect: Effect<W>, cause: RaceEvent<W, ReplicaAnswer<W>>): void {
    const { router, hedging, timer } = this.#setting;
    switch (effect.kind) {
      case 'send-row':
        this.#hasHedged ||= effect.lookup === 'hedge';
        // Lookups beside others are cancelled when one of those is answered, which would report nothing of the cluster.
        if (effect.lookup === 'nearest' || effect.lookup === 'failover')
          router.startProbeIfDue(effect.cluster);
        return this.#lookups.sendRow(effect.cluster, effect.lookup, this.#wantsHeartbeats(effect));
      case 'send-watermark':
        return this.#lookups.sendWatermark(effect.cluster);
      case 'probe':
        return router.startOriginProbe(effect.cluster);
      case 'start-timer':
        this.#stopTimer?.();
        this.#stopTimer = timer.schedule(effect.delayMs, () => this.#on({ kind: 'timer' }));
        return undefined;
      case 'take-budget':
        return this.#on({ kind: 'budget', granted: hedging.takeExtraLookup() });
      case 'refresh':
        return this.#refresh();
      case 'answer':
        return this.#answer(effect);
      case 'unmet':
        return this.#fail(unmetError(this.#setting, this.#task, effect), cause);
      case 'fail':
        return this.#fail(this.#lastFailure ?? this.#deadlinePassed(), cause);
    }
  }

  #refresh(): void {
    const { router } = this.#setting;
    const { table, key } = this.#task;
    const origins = router.origins(table).map(({ code }) => code);
    this.#on({ kind: 'refreshed', candidates: router.forRead(table, key), origins });
  }

  #moment(): RaceMoment<W> {
    const { clock, horizon, random } = this.#setting;
    const nowMs = clock.nowMs();
    return {
      monotonicMs: clock.monotonicMs(),
      nowMs,
      replicatedBeforeMs: horizon.replicatedBeforeMs(nowMs),
      random: random(),
      origins: this.#origins(),
    };
  }

  /** None of another instance, where the row was before it moved: it knows nothing of it now. */
  #origins(): ReadonlyMap<OriginCode, ReachableOrigin<W>> {
    const { router } = this.#setting;
    const { instance } = this.#task.candidates[0]!;
    const origins = new Map<OriginCode, ReachableOrigin<W>>();
    for (const { origin } of this.#race.requirements) {
      const cluster = origins.has(origin) ? undefined : router.byCode(origin);
      if (cluster?.instance === instance)
        origins.set(origin, { cluster, reach: router.reachabilityOf(cluster) });
    }
    return origins;
  }

  #wantsHeartbeats({
    cluster,
    heartbeatsFor,
  }: {
    cluster: Cluster<W>;
    heartbeatsFor: readonly FreshnessRequirement[];
  }): boolean {
    if (heartbeatsFor.length === 0) return false;
    const known = this.#setting.lookups.heartbeats(cluster, this.#task);
    return shouldReadHeartbeats(cluster, heartbeatsFor, known, this.#policy());
  }

  #policy() {
    return { rules: this.#setting.rules, nowMs: this.#setting.clock.nowMs() };
  }

  #answer({ evaluated: judged, requirements }: Extract<Effect<W>, { kind: 'answer' }>): void {
    this.#end();
    if (this.#hasHedged) this.#setting.observer?.onHedge(judged[0]!.answer.kind === 'hedge');
    this.#resolve(
      finishWithAnswers(this.#setting, this.#task, judged, { requirements, lookups: this.#lookups.sent }),
    );
  }

  #fail(error: TidemarkError, cause: RaceEvent<W, ReplicaAnswer<W>>): void {
    this.#end(cause.kind === 'deadline');
    if (this.#hasHedged) this.#setting.observer?.onHedge(false);
    this.#reject(error);
  }

  #deadlinePassed(): BigtableError {
    const { deadlineMs, startedMs } = this.#task;
    return deadlineError(deadlineMs - startedMs);
  }

  #end(isLate = false): void {
    this.#stopTimer?.();
    for (const stop of this.#stops) stop();
    this.#lookups.end(isLate);
  }
}
