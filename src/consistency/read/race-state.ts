/** The state, events and effects of a row's race: plain data, so that simulations can run and enumerate it. */
import type { OnUnmet } from '../../core/consistency/consistency';
import type { OriginCode, RowWatermark } from '../../core/consistency/row-watermark';
import type { Cluster, Workload } from '../../routing/topology/cluster';
import type { Reachability } from '../../routing/affinity/router';
import type { FreshnessRequirement } from './freshness-requirements';
import type { ProofRules, ReplicaState } from './proof';
import type { LookupKind } from './read-observer';
import type { Evaluated } from './race-proof';

/** An answer as far as the race depends on it. */
export interface RaceAnswer<W extends Workload> extends ReplicaState {
  readonly replica: Cluster<W>;
  readonly kind: LookupKind;
}

/** Milliseconds; see `DEFAULTS.reading`. */
export type RaceLimits = {
  readonly [
    Name in 'lookupInitialDelayMs' | 'lookupMaxDelayMs' | 'staggerDelayMs' | 'firstReplicaTimeoutMs'
  ]: number;
};

/** What does not change during a race. */
export interface RacePlan<W extends Workload> {
  /** Replicas in the order in which they were to be asked when the read began, nearest first. Not empty. */
  readonly candidates: readonly Cluster<W>[];
  /** Instants of monotonic time. */
  readonly startedMs: number;
  readonly deadlineMs: number;
  readonly onUnmet: OnUnmet;
  /** As in RowRead. */
  readonly allowsJoin: boolean;
  readonly rules: ProofRules;
  readonly limits: RaceLimits;
}

export type LookupSubject = 'row' | 'watermark';

export interface RaceState<W extends Workload, A extends RaceAnswer<W>> {
  readonly plan: RacePlan<W>;
  readonly requirements: readonly FreshnessRequirement[];
  /** The newest answer of each replica. */
  readonly answers: ReadonlyMap<OriginCode, A>;
  /** Lookups under way, by cluster: the monotonic time at which each was sent. */
  readonly pendingRows: ReadonlyMap<OriginCode, number>;
  readonly pendingWatermarks: ReadonlyMap<OriginCode, number>;
  /** What each cluster was asked for in this round. A round ends when no replica is left to ask. */
  readonly askedInRound: ReadonlyMap<OriginCode, LookupSubject>;
  /** Replicas to be asked yet in this round, in this order. */
  readonly queue: readonly Cluster<W>[];
  readonly round: number;
  /** Clusters whose health this read probes. */
  readonly probes: ReadonlySet<OriginCode>;
  /** The longest time that an answered lookup took, milliseconds. */
  readonly slowestLookupMs: number;
  /** The pause that the server of the last failed lookup asked for, milliseconds. */
  readonly retryDelayMs: number;
  /** The extra lookup that waits for the budget's decision. */
  readonly extraLookup: ExtraLookup | undefined;
  readonly isOver: boolean;
}

/** An extra lookup: one that is sent although nothing has failed, since what is under way is slow. */
export interface ExtraLookup {
  readonly kind: 'hedge' | 'failover';
  /** The pause after which the next one may be sent, milliseconds. */
  readonly pauseMs: number;
}

/** An origin that lookups can go to. */
export interface ReachableOrigin<W extends Workload> {
  readonly cluster: Cluster<W>;
  readonly reach: Reachability;
}

/** What the world is like when an event happens. */
export interface RaceMoment<W extends Workload> {
  readonly monotonicMs: number;
  /** Wall clock. */
  readonly nowMs: number;
  /** Wall clock: writes whose version is older are in every cluster. */
  readonly replicatedBeforeMs: number;
  /** From [0, 1). */
  readonly random: number;
  /** Origins of the requirements, by code. Those that have left the topology, or are of another instance, are absent. */
  readonly origins: ReadonlyMap<OriginCode, ReachableOrigin<W>>;
}

export type RaceEvent<W extends Workload, A extends RaceAnswer<W>> = { readonly at: RaceMoment<W> } & (
  | {
      /** The race begins with nothing under way. `beyondNearest`: requirements that the nearest replica cannot prove alone. */
      readonly kind: 'begun';
      readonly unprovableByNearest: readonly FreshnessRequirement[];
    }
  /** The race begins with a slow lookup at the nearest replica; `hedgeDelayMs`: slower than usual, by a hedge's measure. */
  | { readonly kind: 'slow'; readonly hedgeDelayMs: number | undefined }
  | { readonly kind: 'row'; readonly answer: A }
  | { readonly kind: 'watermark'; readonly cluster: Cluster<W>; readonly watermark: RowWatermark }
  | {
      readonly kind: 'failed';
      readonly cluster: Cluster<W>;
      readonly subject: LookupSubject;
      /** No other replica would answer otherwise. */
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
      /** Demands that heartbeats may prove, if they are read along with the row. */
      readonly heartbeatsFor: readonly FreshnessRequirement[];
    }
  | { readonly kind: 'send-watermark'; readonly cluster: Cluster<W> }
  /** The next lookup at the cluster is the one that its health is judged by. */
  | { readonly kind: 'probe'; readonly cluster: Cluster<W> }
  /** Replaces the timer that runs. */
  | { readonly kind: 'start-timer'; readonly delayMs: number }
  /** To be followed by the event `budget`. */
  | { readonly kind: 'take-budget' }
  /** To be followed by the event `refreshed`. */
  | { readonly kind: 'refresh' }
  /** One answer, or several that are to be joined. */
  | {
      readonly kind: 'answer';
      readonly evaluated: readonly Evaluated<W, A>[];
      readonly requirements: readonly FreshnessRequirement[];
    }
  /** `unavailable`: the origins are known to be, so that waiting is in vain. */
  | {
      readonly kind: 'unmet';
      readonly unproven: readonly FreshnessRequirement[];
      readonly unavailable: boolean;
    }
  /** With the error of the lookup that failed last; that the deadline has passed, if none did. */
  | { readonly kind: 'fail' };

export interface RaceStep<W extends Workload, A extends RaceAnswer<W>> {
  readonly state: RaceState<W, A>;
  readonly effects: readonly RaceEffect<W, A>[];
}

/** The state before the first event, which is `begun`, `slow`, `row` or `failed`. `rows`: lookups that are under way. */
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

/** The state without its plan as one string: equal for equal states, whatever the order in which they came about. */
export function raceKey<W extends Workload, A extends RaceAnswer<W>>(
  state: RaceState<W, A>,
  keyOfAnswer: (answer: A) => string,
): string {
  const sorted = <T>(map: ReadonlyMap<string, T>, textOf: (value: T) => string): string[] =>
    [...map].map(([code, value]) => `${code}=${textOf(value)}`).sort();
  const textOf = (versions: RowWatermark | undefined): string[] | null =>
    versions === undefined ? null : sorted(versions, String);
  return JSON.stringify([
    state.requirements.map(({ origin, ackedMs, source, versions }) => [
      origin,
      ackedMs,
      source,
      textOf(versions),
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
