import { LatencyWindow } from './latency-window';
import type { Reach } from './router';
import {
  ejectedFrom,
  HEALTHY,
  phaseAt,
  probing,
  shareBack,
  slowStartFrom,
  type HalfOpen,
  type Phase,
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
  #phase: Phase = HEALTHY;
  #failuresInARow = 0;
  #windowFromMs = -Infinity;
  #windowCalls = 0;
  #windowFailures = 0;
  /** While ejected: when the next read that depends on the cluster may probe it. */
  #originProbeFromMs = Infinity;
  /** When such a read has sent the probe whose outcome is open; for others, this is over after a while. */
  #originProbeSentMs: number | undefined;

  /** `mayEject` says whether one more ejection is allowed. */
  constructor(limits: HealthLimits, mayEject: (nowMs: number) => boolean) {
    this.#limits = limits;
    this.#mayEject = mayEject;
    this.latency = new LatencyWindow(limits.latencyWindowMs);
  }

  phase(nowMs: number): Phase {
    this.#phase = phaseAt(this.#phase, nowMs, this.#limits);
    return this.#phase;
  }

  /** False while the cluster is simply healthy; cheap, and so asked for each decision. */
  get troubled(): boolean {
    return this.#phase.kind !== 'healthy';
  }

  /**
   * Whether the cluster stands at its place in a row's order; otherwise behind the others. The row is a number in
   * [0, 1), always the same for it. A cluster whose ejection is over gets one call at a time to prove itself, where the
   * row would go to it first: the others would not reach it.
   */
  admits(row: number, isFirst: boolean, nowMs: number): boolean {
    const phase = this.phase(nowMs);
    if (phase.kind === 'slow-start') return row < shareBack(phase, nowMs, this.#limits);
    if (phase.kind === 'half-open') return isFirst && this.#startProbe(phase, nowMs);
    return phase.kind === 'healthy';
  }

  /**
   * For lookups that no other cluster can answer: while it is ejected they would be in vain. As nothing stands in for the
   * cluster, it is probed for them sooner than its ejection ends.
   */
  reach(nowMs: number): Reach {
    const phase = this.phase(nowMs);
    if (phase.kind === 'healthy' || phase.kind === 'slow-start') return 'open';
    const mayProbe =
      phase.kind === 'ejected'
        ? nowMs >= this.#originProbeFromMs
        : probing(phase, nowMs, this.#limits) !== undefined;
    if (mayProbe) return 'half-open';
    const sentMs = this.#originProbeSentMs;
    return sentMs !== undefined && nowMs < sentMs + this.#limits.originProbeMs / 2 ? 'probed' : 'ejected';
  }

  /** The probe of a cluster whose reach is half-open is sent now. */
  probe(nowMs: number): void {
    const phase = this.phase(nowMs);
    if (phase.kind === 'half-open') this.#startProbe(phase, nowMs);
    this.#originProbeFromMs = nowMs + 2 * this.#limits.originProbeMs;
    this.#originProbeSentMs = nowMs;
  }

  /** A call has been answered. Those that began before the phase say nothing of it. */
  succeeded(startedMs: number, nowMs: number): void {
    const phase = this.phase(nowMs);
    if (isOfBefore(startedMs, phase)) return;
    const isBack =
      phase.kind === 'half-open' || (phase.kind === 'ejected' && this.#originProbeSentMs !== undefined);
    if (isBack) this.#enter(slowStartFrom(phase, nowMs));
    this.#count(0, nowMs);
  }

  /** A call has failed in a way that another cluster might not have. */
  failed(startedMs: number, nowMs: number): void {
    const phase = this.phase(nowMs);
    if (isOfBefore(startedMs, phase)) return;
    this.#count(1, nowMs);
    if (phase.kind === 'half-open') this.#eject(phase, nowMs);
    else if (phase.kind === 'ejected') this.#probeAgainFrom(nowMs);
    else if (this.#failsTooOften()) this.eject(nowMs);
  }

  /** Unless it is away already, or too many others are. */
  eject(nowMs: number): void {
    const phase = this.phase(nowMs);
    const isAway = phase.kind === 'ejected' || phase.kind === 'half-open';
    if (isAway || !this.#mayEject(nowMs)) return;
    this.#eject(phase, nowMs);
  }

  #eject(phase: Phase, nowMs: number): void {
    this.#enter(ejectedFrom(phase, nowMs, this.#limits));
    this.#probeAgainFrom(nowMs);
  }

  #probeAgainFrom(nowMs: number): void {
    this.#originProbeFromMs = nowMs + this.#limits.originProbeMs;
    this.#originProbeSentMs = undefined;
  }

  #startProbe(phase: HalfOpen, nowMs: number): boolean {
    const next = probing(phase, nowMs, this.#limits);
    if (next !== undefined) this.#phase = next;
    return next !== undefined;
  }

  /** Each phase goes by what happens in it. */
  #enter(phase: Phase): void {
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

/** Instants that come of subtracted durations are a little off. */
const ROUNDING_MS = 0.001;

const isOfBefore = (startedMs: number, phase: Phase): boolean => startedMs + ROUNDING_MS < phase.sinceMs;
