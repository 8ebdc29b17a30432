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

/** Health of one cluster, derived from the calls that this process makes to it. */
export class ClusterHealth {
  /** Latencies of point reads only, so that clusters can be compared. */
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
  /** Time of the last answered read, in monotonic milliseconds. */
  #readAnsweredMs = -Infinity;
  /** While ejected: earliest time at which a read that depends on this cluster may probe it. */
  #originProbeFromMs = -Infinity;
  /** Time at which such a read sent a probe that has not ended yet. */
  #originProbeSentMs: number | undefined;

  /** `mayEject` returns whether one more cluster of the fleet may be ejected. */
  constructor(limits: HealthLimits, mayEject: (nowMs: number) => boolean) {
    this.#limits = limits;
    this.#mayEject = mayEject;
    this.latency = new LatencyWindow(limits.latencyWindowMs);
  }

  phase(nowMs: number): HealthPhase {
    this.#phase = phaseAt(this.#phase, nowMs, this.#limits);
    return this.#phase;
  }

  /** True in every phase but `healthy`. Cheap, since it is read for each routing decision. */
  get isUnhealthy(): boolean {
    return this.#phase.kind !== 'healthy';
  }

  /**
   * Returns whether the cluster keeps its position in a row's order; if not, it goes behind the others. `row` is a
   * number in [0, 1) that is constant for the row. A cluster whose ejection has ended gets one call at a time as a
   * probe, and only for rows that would use it first: other rows would not reach it. The caller that sends this call
   * must call `startProbeIfDue`.
   */
  admits(row: number, isFirst: boolean, nowMs: number): boolean {
    const phase = this.phase(nowMs);
    if (phase.kind === 'slow-start') return row < restoredShare(phase, nowMs, this.#limits);
    if (phase.kind === 'half-open') return isFirst && isProbeDue(phase, nowMs);
    return phase.kind === 'healthy';
  }

  /**
   * Returns whether a lookup that no other cluster can answer should be sent. While reads fail at an ejected cluster,
   * such lookups are pointless. A cluster that is only slow, so that writes with shorter deadlines failed there, is
   * still used. Since no other cluster can replace it, it is probed for such lookups before its ejection ends.
   */
  reachability(nowMs: number): Reachability {
    if (!this.#hasReadFailed || !isAway(this.phase(nowMs))) return 'open';
    if (nowMs >= this.#originProbeFromMs) return 'half-open';
    const sentMs = this.#originProbeSentMs;
    return sentMs !== undefined && nowMs < sentMs + this.#limits.originProbeMs ? 'probed' : 'ejected';
  }

  /** Records that the probe of a cluster with reachability `half-open` is sent now. */
  startOriginProbe(nowMs: number): void {
    this.#originProbeFromMs = nowMs + 2 * this.#limits.originProbeMs;
    this.#originProbeSentMs = nowMs;
  }

  /**
   * Records the end of a read that gives no information about the cluster. If it was the probe, another may be sent at
   * once.
   */
  readAbandoned(startedMs: number, nowMs: number): void {
    if (this.#originProbeSentMs === undefined || startedMs < this.#originProbeSentMs - ROUNDING_MS) return;
    this.#originProbeSentMs = undefined;
    this.#originProbeFromMs = nowMs;
  }

  /** Records the end of a read of one or several rows. */
  readEnded(outcome: 'succeeded' | 'failed', startedMs: number, nowMs: number): void {
    // A failed read that began before another read was answered, or before the probe was sent, describes an outdated
    // state.
    const newestMs = Math.max(this.#readAnsweredMs, this.#originProbeSentMs ?? -Infinity) - ROUNDING_MS;
    if (outcome === 'failed' && startedMs < newestMs) return;
    if (outcome === 'succeeded') this.#readAnsweredMs = nowMs;
    // Background reads fail here repeatedly: they must not postpone the next probe.
    const isProbed = this.#originProbeSentMs !== undefined;
    const isNews = isProbed || !this.#hasReadFailed || !isAway(this.phase(nowMs));
    this.#hasReadFailed = outcome === 'failed';
    if (isNews) this.#originProbeFromMs = nowMs + this.#limits.originProbeMs;
    this.#originProbeSentMs = undefined;
  }

  /** Records an answered call. Calls that began before the current phase are ignored. */
  succeeded(startedMs: number, nowMs: number): void {
    const phase = this.phase(nowMs);
    if (beganBeforePhase(startedMs, phase)) return;
    if (phase.kind === 'half-open') this.#enter(slowStartFrom(phase, nowMs));
    this.#count(0, nowMs);
  }

  /**
   * Records a call that failed in a way specific to this cluster. Calls that began before the current phase are
   * ignored.
   */
  failed(startedMs: number, nowMs: number): void {
    const phase = this.phase(nowMs);
    if (beganBeforePhase(startedMs, phase)) return;
    this.#count(1, nowMs);
    if (phase.kind === 'half-open') this.#enter(ejectedFrom(phase, nowMs, this.#limits));
    else if (this.#failsTooOften()) this.eject(nowMs);
  }

  /** Ejects the cluster, unless it is ejected or half-open already, or too many others are ejected. */
  eject(nowMs: number): void {
    const phase = this.phase(nowMs);
    if (isAway(phase) || !this.#mayEject(nowMs)) return;
    this.#enter(ejectedFrom(phase, nowMs, this.#limits));
  }

  /** Records that a call is sent now; it becomes the probe if one is due. */
  startProbeIfDue(nowMs: number): void {
    const phase = this.phase(nowMs);
    if (phase.kind === 'half-open' && isProbeDue(phase, nowMs))
      this.#phase = withProbe(phase, nowMs, this.#limits);
  }

  /** Enters a phase and resets all counters: each phase counts its own calls only. */
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

/** Tolerance for start times that are computed by subtracting durations. */
const ROUNDING_MS = 0.001;

const beganBeforePhase = (startedMs: number, phase: HealthPhase): boolean =>
  startedMs + ROUNDING_MS < phase.sinceMs;
