/**
 * The read of one row: what it needs (`ReaderDependencies`), what it has to do (`planRead`, `planRow`), and the race of
 * lookups until an answer is proven (`RacingRead`). Every decision of the race is made in row-race.ts; README.md has
 * the diagram of its states.
 */
import { cancelledError, deadlineError, type BigtableError } from '../../bigtable/client/bigtable-error';
import { isRetryable } from '../../bigtable/client/retry';
import type { CallOptions, Filter } from '../../bigtable/client/types';
import { EVENTUAL, type Consistency } from '../../core/consistency/consistency';
import {
  WATERMARK_VERSIONS_MAX,
  type OriginCode,
  type RowWatermark,
} from '../../core/consistency/row-watermark';
import { TidemarkError } from '../../errors';
import type { Random } from '../../platform/random';
import type { SharedTimer } from '../../platform/time/shared-timer';
import type { Router } from '../../routing/affinity/router';
import type { Hedging } from '../../routing/health/hedging';
import type { Cluster, Workload } from '../../routing/topology/cluster';
import type { RowAnswer, RowRead } from '../store';
import { checkConsistency } from './check-consistency';
import { finishWithAnswers, unmetError, type AnswerDependencies, type RowToAnswer } from './finish-read';
import { NO_REQUIREMENTS, requirementsOf, type FreshnessRequirement } from './freshness-requirements';
import type { Horizon } from './horizon';
import {
  InFlightLookups,
  type LookupClient,
  type LookupListener,
  type LookupRequest,
  type PendingLookup,
  type ReplicaAnswer,
} from './lookup-client';
import { shouldReadHeartbeats, unprovableBy, type ProofContext } from './proof';
import { startRace, type RaceMoment, type RaceState, type ReachableOrigin } from './race-state';
import type { LookupSubject } from './read-observer';
import { reduceRace, type RaceEffect, type RaceEvent } from './row-race';
import type { CancelSignal } from '../../platform/tasks/cancellation';

/** Limits of reads: see `DEFAULTS.reading`. */
export type ReaderLimits = {
  readonly [
    Name in
      | 'pointTimeoutMs'
      | 'lookupInitialDelayMs'
      | 'lookupMaxDelayMs'
      | 'staggerDelayMs'
      | 'firstReplicaTimeoutMs'
      | 'deadlineMarginMs'
      | 'rowsInFlightMax'
  ]: number;
};

/** Dependencies that all reads of a reader share. */
export interface ReaderDependencies<W extends Workload> extends AnswerDependencies<W> {
  readonly lookups: LookupClient<W>;
  readonly hedging: Hedging;
  /** Timer on `clock`. */
  readonly timer: SharedTimer;
  readonly random: Random;
  readonly limits: ReaderLimits;
}

/** A read that has begun, of one row or of several. */
export interface ReadRequest<W extends Workload> {
  readonly table: string;
  /** Filter of the caller, without watermarks. */
  readonly dataFilter: Filter;
  /** Filter of a lookup that fetches the newest watermarks, without their chains. */
  readonly filter: Filter;
  /** Largest size of one row as it is sent, in bytes. */
  readonly bytesMax: number | undefined;
  readonly consistency: Consistency;
  /** See `RowRead.allowsJoin`. */
  readonly allowsJoin: boolean;
  /** Clusters that may have writes which are not in every cluster. */
  readonly origins: readonly Cluster<W>[];
  /** Whether lookups at origins also fetch the announcements of the row's shard. */
  readonly readsAnnouncements: boolean;
  /** Wall clock at the start of the read, in milliseconds. */
  readonly nowMs: number;
  /** Start of the read, monotonic milliseconds. */
  readonly startedMs: number;
  /** End of the read's time, monotonic milliseconds: a little before the caller's own deadline. */
  readonly deadlineMs: number;
  readonly call: CallOptions | undefined;
}

/** The part of a read that concerns one row. */
export interface RowReadPlan<W extends Workload> extends ReadRequest<W>, RowToAnswer<W>, LookupRequest {
  /** Filter of the row's lookups: fetches watermark chains of `chainDepth`. */
  readonly filter: Filter;
  readonly bytesMax: number | undefined;
  /** See `RowRead.wasMoved`. */
  readonly wasMoved: boolean;
  readonly origins: readonly Cluster<W>[];
}

/** Throws for a consistency that is invalid, or that this topology can never prove. */
export function planRead<W extends Workload>(
  { clock, limits, router, rules, lookups, announced }: ReaderDependencies<W>,
  {
    table,
    filter,
    bytesMax,
    allowsJoin = false,
  }: Pick<RowRead, 'table' | 'filter' | 'bytesMax' | 'allowsJoin'>,
  consistency: Consistency,
  call: CallOptions | undefined,
): ReadRequest<W> {
  const startedMs = clock.monotonicMs();
  const nowMs = clock.nowMs();
  if (consistency !== EVENTUAL) checkConsistency(consistency, { ...rules, nowMs });
  const timeoutMs = call?.timeoutMs ?? limits.pointTimeoutMs;
  // Field by field here and in planRow: a spread would cost as much as the rest of this function, in every read.
  return {
    table,
    consistency,
    nowMs,
    startedMs,
    call,
    dataFilter: filter,
    filter: consistency.returnToken === false ? filter : lookups.filterFor(filter, nowMs),
    bytesMax,
    allowsJoin,
    origins: originsToAccountFor(router.origins(table), nowMs - rules.clockSkewMaxMs),
    readsAnnouncements: announced !== undefined && needsAllOrigins(consistency),
    // The margin leaves time for the error to reach the caller, which names what could not be proven.
    deadlineMs: startedMs + timeoutMs - Math.min(limits.deadlineMarginMs, timeoutMs / 10),
  };
}

/**
 * Returns the origins without the fenced clusters whose fence time has passed by every clock: the operator has accepted
 * the loss of the writes that only these have.
 */
function originsToAccountFor<W extends Workload>(
  origins: readonly Cluster<W>[],
  certainlyPastMs: number,
): readonly Cluster<W>[] {
  const isFencedOff = ({ fencedAtMs }: Cluster<W>): boolean =>
    fencedAtMs !== undefined && fencedAtMs < certainlyPastMs;
  return origins.some(isFencedOff) ? origins.filter((origin) => !isFencedOff(origin)) : origins;
}

const needsAllOrigins = ({ level }: Consistency): boolean => level === 'strict' || level === 'bounded';

export function planRow<W extends Workload>(
  { router, horizon, lookups }: ReaderDependencies<W>,
  request: ReadRequest<W>,
  { key, wasMoved = false }: Pick<RowRead, 'key' | 'wasMoved'>,
  isPartOfMultiRowRead = false,
): RowReadPlan<W> {
  const { table, consistency, nowMs } = request;
  const requirements = consistency === EVENTUAL ? NO_REQUIREMENTS : requirementsOfRow(horizon, request, key);
  const chainDepth = chainDepthFor(requirements, router, horizon);
  const candidates = chainDepth > 0 ? router.forRead(table, key) : router.forEventualRead(table, key);
  checkProvable(consistency, candidates);
  return {
    table,
    key,
    dataFilter: request.dataFilter,
    filter: chainDepth > 0 ? lookups.filterFor(request.dataFilter, nowMs, chainDepth) : request.filter,
    chainDepth,
    bytesMax: request.bytesMax,
    allowsJoin: request.allowsJoin,
    wasMoved,
    consistency,
    requirements: chainDepth > 0 ? requirementsOfInstance(requirements, candidates, router) : requirements,
    candidates,
    origins: request.origins,
    readsAnnouncements: request.readsAnnouncements,
    nowMs,
    startedMs: request.startedMs,
    deadlineMs: request.deadlineMs,
    call: request.call,
    isPartOfMultiRowRead,
  };
}

/**
 * Returns how much of the watermark chains to fetch: nothing without requirements. An origin that this process cannot
 * query, for example one for batch work, proves nothing itself; then a long chain is the only possible proof.
 */
function chainDepthFor<W extends Workload>(
  requirements: readonly FreshnessRequirement[],
  router: Router<W>,
  horizon: Horizon,
): number {
  if (requirements.length === 0) return 0;
  const areQueryable = requirements.every(({ origin }) => router.byCode(origin) !== undefined);
  return areQueryable ? horizon.depth : WATERMARK_VERSIONS_MAX;
}

function requirementsOfRow<W extends Workload>(
  horizon: Horizon,
  { table, consistency, origins, nowMs }: ReadRequest<W>,
  key: Buffer,
): readonly FreshnessRequirement[] {
  const replicatedBeforeMs = horizon.replicatedBeforeMs(nowMs);
  const codes = origins.map(({ code }) => code);
  return requirementsOf(consistency, { table, key, origins: codes, nowMs, replicatedBeforeMs });
}

/**
 * Returns the requirements without the times that a token sums up for clusters of another instance, because these say
 * nothing of this table. Writes of this very row that such a cluster acknowledged stay required: the corpus has moved
 * to another instance since, and may have left the write behind.
 */
function requirementsOfInstance<W extends Workload>(
  requirements: readonly FreshnessRequirement[],
  candidates: readonly Cluster<W>[],
  router: Router<W>,
): readonly FreshnessRequirement[] {
  const [{ instance }] = candidates as [Cluster<W>];
  const applies = ({ origin, source }: FreshnessRequirement): boolean =>
    source !== 'time' || (router.byCode(origin)?.instance ?? instance) === instance;
  return requirements.every(applies) ? requirements : requirements.filter(applies);
}

/** Data Boost reads may lack the writes of half an hour, whichever cluster acknowledged them. */
function checkProvable<W extends Workload>({ level }: Consistency, candidates: readonly Cluster<W>[]): void {
  if (level !== 'bounded' && level !== 'strict') return;
  if (candidates.some(({ indirect }) => indirect !== 'data-boost')) return;
  const message = `${level} reads need a cluster: Data Boost proves nothing`;
  throw new TidemarkError('consistency_unsupported', message, { field: 'consistency' });
}

type Effect<W extends Workload> = RaceEffect<W, ReplicaAnswer<W>>;
type Event<W extends Workload> = RaceEvent<W, ReplicaAnswer<W>>;
type WithoutMoment<E> = E extends unknown ? Omit<E, 'at'> : never;
type EventWithoutMoment<W extends Workload> = WithoutMoment<Event<W>>;

/**
 * The read of one row, from the first lookup to an answer that is proven. Runs the effects of the race: lookups,
 * timers, the shared budget, the caller's cancellation and the end.
 */
export class RacingRead<W extends Workload> implements LookupListener<W> {
  readonly #dependencies: ReaderDependencies<W>;
  readonly #plan: RowReadPlan<W>;
  readonly #lookups: InFlightLookups<W>;
  #race: RaceState<W, ReplicaAnswer<W>>;
  #resolve!: (answer: RowAnswer) => void;
  #reject!: (error: Error) => void;
  #lastFailure: TidemarkError | undefined;
  #hasHedged = false;
  readonly #stops: (() => void)[] = [];
  #stopTimer: (() => void) | undefined;

  /** `sentBefore`: lookups that this read has sent already. */
  constructor(dependencies: ReaderDependencies<W>, plan: RowReadPlan<W>, sentBefore = 0) {
    this.#dependencies = dependencies;
    this.#plan = plan;
    this.#race = this.#newRace(new Map());
    this.#lookups = new InFlightLookups(dependencies, plan, this, sentBefore);
  }

  /** Queries the nearest replica and, at the same time, the origins whose answer the proof needs in any case. */
  run(): Promise<RowAnswer> {
    this.#dependencies.hedging.recordRead();
    const nearest = this.#plan.candidates[0]!;
    const { requirements } = this.#plan;
    const known = this.#dependencies.lookups.heartbeats(nearest, this.#plan);
    const unprovableByNearest = unprovableBy(nearest, requirements, known, this.#proofContext());
    return this.#begin({ kind: 'begun', unprovableByNearest });
  }

  /**
   * Continues with a lookup at the nearest replica that is in flight. `hedgeDelayMs`: the time after which a hedge was
   * due, in milliseconds. Undefined: no hedge is planned.
   */
  adopt(pending: PendingLookup<W>, hedgeDelayMs: number | undefined): Promise<RowAnswer> {
    this.#race = this.#newRace(new Map([[pending.lookup.cluster.code, this.#plan.startedMs]]));
    this.#lookups.adopt(pending);
    return this.#begin({ kind: 'slow', hedgeDelayMs });
  }

  /** Continues with the answer of a lookup. */
  continueWith(answer: ReplicaAnswer<W>): Promise<RowAnswer> {
    return this.#begin({ kind: 'row', answer });
  }

  /** Continues after a lookup at the nearest replica has failed. */
  retryAfter(error: BigtableError): Promise<RowAnswer> {
    return this.#begin(this.#failureOf(this.#plan.candidates[0]!, 'row', error));
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

  #newRace(pendingRows: ReadonlyMap<OriginCode, number>): RaceState<W, ReplicaAnswer<W>> {
    const { candidates, startedMs, deadlineMs, consistency, allowsJoin, wasMoved, requirements } = this.#plan;
    const { rules, limits } = this.#dependencies;
    const onUnmet = consistency.onUnmet ?? 'error';
    const plan = { candidates, startedMs, deadlineMs, onUnmet, allowsJoin, wasMoved, rules, limits };
    return startRace(plan, requirements, pendingRows);
  }

  #begin(first: EventWithoutMoment<W>): Promise<RowAnswer> {
    return new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
      this.#stops.push(onCallerAbort(this.#plan.call?.signal, (error) => this.#onCallerAbort(error)));
      if (this.#race.isOver) return;
      const leftMs = this.#plan.deadlineMs - this.#dependencies.clock.monotonicMs();
      this.#stops.push(this.#dependencies.timer.schedule(leftMs, () => this.#on({ kind: 'deadline' })));
      this.#on(first);
    });
  }

  #onCallerAbort(error: TidemarkError): void {
    this.#lastFailure = error;
    this.#on({ kind: 'cancelled' });
  }

  #failureOf(cluster: Cluster<W>, subject: LookupSubject, error: BigtableError): EventWithoutMoment<W> {
    this.#lastFailure = error;
    const retryDelayMs = error.retryDelayMs ?? 0;
    const isFinal = isFinalFailure(error, cluster, this.#dependencies.router);
    return { kind: 'failed', cluster, subject, isFinal, retryDelayMs };
  }

  #on(happened: EventWithoutMoment<W>): void {
    const event = { ...happened, at: this.#moment() } as Event<W>;
    const { state, effects } = reduceRace(this.#race, event);
    this.#race = state;
    for (const effect of effects) this.#run(effect, event);
  }

  #run(effect: Effect<W>, cause: Event<W>): void {
    const { router, hedging, timer } = this.#dependencies;
    switch (effect.kind) {
      case 'send-row':
        this.#hasHedged ||= effect.lookup === 'hedge';
        // A lookup that runs beside others is cancelled when one of those is answered. That would report nothing of its
        // cluster.
        if (effect.lookup === 'nearest' || effect.lookup === 'failover') {
          router.startProbeIfDue(effect.cluster);
        }
        return this.#lookups.sendRow(effect.cluster, effect.lookup, this.#shouldReadHeartbeats(effect));
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
        return this.#fail(unmetError(this.#dependencies, this.#plan, effect), cause);
      case 'fail':
        return this.#fail(this.#lastFailure ?? this.#deadlinePassed(), cause);
    }
  }

  #refresh(): void {
    const { router } = this.#dependencies;
    const { table, key } = this.#plan;
    const origins = router.origins(table).map(({ code }) => code);
    this.#on({ kind: 'refreshed', candidates: router.forRead(table, key), origins });
  }

  #moment(): RaceMoment<W> {
    const { clock, horizon, random } = this.#dependencies;
    const nowMs = clock.nowMs();
    return {
      monotonicMs: clock.monotonicMs(),
      nowMs,
      replicatedBeforeMs: horizon.replicatedBeforeMs(nowMs),
      random: random(),
      origins: this.#origins(),
    };
  }

  /**
   * Returns no origin of another instance, where the row was before it moved: that origin does not know the row's
   * present state.
   */
  #origins(): ReadonlyMap<OriginCode, ReachableOrigin<W>> {
    const { router } = this.#dependencies;
    const { instance } = this.#plan.candidates[0]!;
    const origins = new Map<OriginCode, ReachableOrigin<W>>();
    for (const { origin } of this.#race.requirements) {
      const cluster = origins.has(origin) ? undefined : router.byCode(origin);
      if (cluster?.instance !== instance) continue;
      origins.set(origin, { cluster, reach: router.reachabilityOf(cluster) });
    }
    return origins;
  }

  #shouldReadHeartbeats({ cluster, heartbeatsFor }: Extract<Effect<W>, { kind: 'send-row' }>): boolean {
    if (heartbeatsFor.length === 0) return false;
    const known = this.#dependencies.lookups.heartbeats(cluster, this.#plan);
    return shouldReadHeartbeats(cluster, heartbeatsFor, known, this.#proofContext());
  }

  #proofContext(): ProofContext {
    return { rules: this.#dependencies.rules, nowMs: this.#dependencies.clock.nowMs() };
  }

  #answer({ evaluated, requirements }: Extract<Effect<W>, { kind: 'answer' }>): void {
    this.#end();
    if (this.#hasHedged) this.#dependencies.observer?.onHedge(evaluated[0]!.answer.kind === 'hedge');
    const outcome = { requirements, lookups: this.#lookups.sent };
    this.#resolve(finishWithAnswers(this.#dependencies, this.#plan, evaluated, outcome));
  }

  #fail(error: TidemarkError, cause: Event<W>): void {
    this.#end(cause.kind === 'deadline');
    if (this.#hasHedged) this.#dependencies.observer?.onHedge(false);
    this.#reject(error);
  }

  #deadlinePassed(): BigtableError {
    const { deadlineMs, startedMs } = this.#plan;
    return deadlineError(deadlineMs - startedMs);
  }

  #end(isLate = false): void {
    this.#stopTimer?.();
    for (const stop of this.#stops) stop();
    this.#lookups.end(isLate);
  }
}

/**
 * Whether every other replica would fail in the same way: a rejected request is rejected by each of them. Not so the
 * error of a cluster that has left the topology meanwhile.
 */
function isFinalFailure<W extends Workload>(
  error: BigtableError,
  cluster: Cluster<W>,
  router: Router<W>,
): boolean {
  const hasLeft = cluster.indirect === undefined && router.byCode(cluster.code) === undefined;
  return !isRetryable(error) && !hasLeft;
}

const noListener = (): void => undefined;

/**
 * Calls the listener when the caller cancels, at once if that has happened already. Returns a function that removes the
 * listener.
 */
export function onCallerAbort(
  signal: CancelSignal | undefined,
  listener: (error: BigtableError) => void,
): () => void {
  if (signal === undefined) return noListener;
  const onAbort = (): void => listener(cancelledError(signal.reason));
  if (signal.aborted) {
    onAbort();
    return noListener;
  }
  signal.addEventListener('abort', onAbort, { once: true });
  return () => signal.removeEventListener('abort', onAbort);
}
