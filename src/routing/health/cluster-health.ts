import { LatencyWindow } from './latency-window';
import type { Reachability } from '../affinity/router';
import {
  ejectedFrom,
  HEALTHY,
  isProbeDue,
  phaseAt,
  withProbe,
  restoredShare,
  slowStartFrom,
  type HealthPhase,
  type PhaseLimits,
} from './health-phase';

export interface HealthLimits extends PhaseLimits {
  readonly failuresInARowMax: number;
  readonly failureShareMax: number;
  readonly failureCallsMin: number;
  readonly failureWindowMs: number;
  readonly latencyWindowMs: number;
  readonly latencySamplesMin: number;
  readonly originProbeMs: number;
}

/** What is known of one cluster by the calls to it. */
export class ClusterHealth {
  /** Of point reads, so that they can be compared. */
  readonly latency: LatencyWindow;
  readonly #limits: HealthLimits;
  readonly #mayEject: (nowMs: number) => boolean;
  #phase: HealthPhase = HEALTHY;
  #failuresInARow = 0;
  #windowFromMs = -Infinity;
  #windowCalls = 0;
  #windowFailures = 0;
  /** Whether the latest read failed. */
  #hasReadFailed = false;
  /** When a read was last answered, by the monotonic clock. */
  #readAnsweredMs = -Infinity;
  /** While ejected: when the next read that depends on the cluster may probe it. */
  #originProbeFromMs = -Infinity;
  /** When such a read sent the probe whose outcome is open. */
  #originProbeSentMs: number | undefined;

  /** `mayEject` says whether one more ejection is allowed. */
  constructor(limits: HealthLimits, mayEject: (nowMs: number) => boolean) {
    this.#limits = limits;
    this.#mayEject = mayEject;
    this.latency = new LatencyWindow(limits.latencyWindowMs);
  }

  phase(nowMs: number): HealthPhase {
    this.#phase = phaseAt(this.#phase, nowMs, this.#limits);
    return this.#phase;
  }

  /** False while the cluster is simply healthy; cheap, and so asked for each decision. */
  get isUnhealthy(): boolean {
    return this.#phase.kind !== 'healthy';
  }

  /**
   * Whether the cluster stands at its place in a row's order; otherwise behind the others. The row is a number in
   * [0, 1), always the same for it. A cluster whose ejection is over gets one call at a time to prove itself, where the
   * row would go to it first: the others would not reach it. The caller that sends this call takes the probe.
   */
  admits(row: number, isFirst: boolean, nowMs: number): boolean {
    const phase = this.phase(nowMs);
    if (phase.kind === 'slow-start') return row < restoredShare(phase, nowMs, this.#limits);
    if (phase.kind === 'half-open') return isFirst && isProbeDue(phase, nowMs);
    return phase.kind === 'healthy';
  }

  /**
   * For lookups that no other cluster can answer: while reads fail at an ejected cluster they are in vain. A cluster
   * that is merely slow, so that writes with shorter deadlines have failed there, is still asked. As nothing stands in for
   * the cluster, it is probed for such lookups sooner than its ejection ends.
   */
  reachability(nowMs: number): Reachability {
    if (!this.#hasReadFailed || !isAway(this.phase(nowMs))) return 'open';
    if (nowMs >= this.#originProbeFromMs) return 'half-open';
    const sentMs = this.#originProbeSentMs;
    return sentMs !== undefined && nowMs < sentMs + this.#limits.originProbeMs ? 'probed' : 'ejected';
  }

  /** The probe of a cluster whose reach is half-open is sent now. */
  startOriginProbe(nowMs: number): void {
    this.#originProbeFromMs = nowMs + 2 * this.#limits.originProbeMs;
    this.#originProbeSentMs = nowMs;
  }

  /** A call has ended that says nothing of the cluster. If it was the probe, another one may be sent at once. */
  readAbandoned(startedMs: number, nowMs: number): void {
    if (this.#originProbeSentMs === undefined || startedMs < this.#originProbeSentMs - ROUNDING_MS) return;
    this.#originProbeSentMs = undefined;
    this.#originProbeFromMs = nowMs;
  }

  /** A read has ended, of one row or of several. */
  readEnded(outcome: 'succeeded' | 'failed', startedMs: number, nowMs: number): void {
    // A failure that began before another read was answered, or before the probe was sent, is news of what is over.
    const newestMs = Math.max(this.#readAnsweredMs, this.#originProbeSentMs ?? -Infinity) - ROUNDING_MS;
    if (outcome === 'failed' && startedMs < newestMs) return;
    if (outcome === 'succeeded') this.#readAnsweredMs = nowMs;
    // Reads in the background fail here again and again: they must not put the next probe off.
    const isProbed = this.#originProbeSentMs !== undefined;
    const isNews = isProbed || !this.#hasReadFailed || !isAway(this.phase(nowMs));
    this.#hasReadFailed = outcome === 'failed';
    if (isNews) this.#originProbeFromMs = nowMs + this.#limits.originProbeMs;
    this.#originProbeSentMs = undefined;
  }

  /** A call has been answered. Those that began before the phase say nothing of it. */
  succeeded(startedMs: number, nowMs: number): void {
    const phase = this.phase(nowMs);
    if (beganBeforePhase(startedMs, phase)) return;
    if (phase.kind === 'half-open') this.#enter(slowStartFrom(phase, nowMs));
    this.#count(0, nowMs);
  }

  /** A call has failed in a way that another cluster might not have. */
  failed(startedMs: number, nowMs: number): void {
    const phase = this.phase(nowMs);
    if (beganBeforePhase(startedMs, phase)) return;
    this.#count(1, nowMs);
    if (phase.kind === 'half-open') this.#enter(ejectedFrom(phase, nowMs, this.#limits));
    else if (this.#failsTooOften()) this.eject(nowMs);
  }

  /** Unless it is away already, or too many others are. */
  eject(nowMs: number): void {
    const phase = this.phase(nowMs);
    if (isAway(phase) || !this.#mayEject(nowMs)) return;
    this.#enter(ejectedFrom(phase, nowMs, this.#limits));
  }

  /** A call is sent to the cluster now: the probe, if one is due. */
  startProbeIfDue(nowMs: number): void {
    const phase = this.phase(nowMs);
    if (phase.kind === 'half-open' && isProbeDue(phase, nowMs))
      this.#phase = withProbe(phase, nowMs, this.#limits);
  }

  /** Each phase goes by what happens in it. */
  #enter(phase: HealthPhase): void {
    this.#phase = phase;
    this.#failuresInARow = this.#windowCalls = this.#windowFailures = 0;
    this.latency.clear();
  }

  #count(failures: 0 | 1, nowMs: number): void {
    if (nowMs >= this.#windowFromMs + this.#limits.failureWindowMs) {
      this.#windowFromMs = nowMs;
      this.#windowCalls = this.#windowFailures = 0;
    }
    this.#windowCalls += 1;
    this.#windowFailures += failures;
    this.#failuresInARow = failures === 0 ? 0 : this.#failuresInARow + 1;
  }

  #failsTooOften(): boolean {
    const { failuresInARowMax, failureShareMax, failureCallsMin } = this.#limits;
    if (this.#failuresInARow >= failuresInARowMax) return true;
    const isEnough = this.#windowCalls >= failureCallsMin;
    return isEnough && this.#windowFailures >= failureShareMax * this.#windowCalls;
  }
}

const isAway = ({ kind }: HealthPhase): boolean => kind === 'ejected' || kind === 'half-open';

/** Instants that come of subtracted durations are a little off. */
const ROUNDING_MS = 0.001;

const beganBeforePhase = (startedMs: number, phase: HealthPhase): boolean =>
  startedMs + ROUNDING_MS < phase.sinceMs;
