/**
 * Phases of a cluster's health: healthy → ejected → half-open → slow start → healthy. Pure: phases are immutable, and
 * time is passed in.
 *
 * Ejection is Envoy's outlier detection (intro/arch_overview/upstream/outlier in its docs) as adopted by gRPC (gRFC
 * A50): each further ejection lasts longer, and the count decays step by step. Both then restore all traffic at once.
 * Here, one call goes first, as with a circuit breaker, and the rest follows by Envoy's slow start
 * (intro/arch_overview/upstream/load_balancing/slow_start), by rows instead of weights so that rows keep their cluster.
 */
export interface PhaseLimits {
  readonly ejectionMs: number;
  readonly ejectionMaxMs: number;
  readonly ejectionDecayMs: number;
  readonly probeTimeoutMs: number;
  readonly slowStartMs: number;
  readonly slowStartShareMin: number;
}

interface PhaseBase {
  readonly sinceMs: number;
  /** Consecutive ejections, minus those that have decayed. */
  readonly ejections: number;
}

export interface Healthy extends PhaseBase {
  readonly kind: 'healthy';
}

export interface Ejected extends PhaseBase {
  readonly kind: 'ejected';
  readonly untilMs: number;
}

export interface HalfOpen extends PhaseBase {
  readonly kind: 'half-open';
  /** No other probe is sent before this time. */
  readonly probeUntilMs: number;
}

export interface SlowStart extends PhaseBase {
  readonly kind: 'slow-start';
}

export type HealthPhase = Healthy | Ejected | HalfOpen | SlowStart;

export const HEALTHY: Healthy = Object.freeze({ kind: 'healthy', sinceMs: -Infinity, ejections: 0 });

/** Returns the phase after the passage of time alone; usually the same phase. */
export function phaseAt(phase: HealthPhase, nowMs: number, limits: PhaseLimits): HealthPhase {
  if (phase.kind === 'ejected' && nowMs >= phase.untilMs) {
    const { untilMs, ejections } = phase;
    return { kind: 'half-open', sinceMs: untilMs, ejections, probeUntilMs: -Infinity };
  }
  if (phase.kind === 'slow-start' && nowMs >= phase.sinceMs + limits.slowStartMs) {
    return { kind: 'healthy', sinceMs: phase.sinceMs + limits.slowStartMs, ejections: phase.ejections };
  }
  return phase;
}

export function ejectedFrom(phase: HealthPhase, nowMs: number, limits: PhaseLimits): Ejected {
  const ejections = countedEjections(phase, nowMs, limits) + 1;
  const lastsMs = Math.min(limits.ejectionMs * ejections, limits.ejectionMaxMs);
  return { kind: 'ejected', sinceMs: nowMs, ejections, untilMs: nowMs + lastsMs };
}

function countedEjections(
  { kind, sinceMs, ejections }: HealthPhase,
  nowMs: number,
  limits: PhaseLimits,
): number {
  if (kind !== 'healthy' || ejections === 0) return ejections;
  return Math.max(0, ejections - Math.floor((nowMs - sinceMs) / limits.ejectionDecayMs));
}

/** Returns whether a probe may be sent: none is in flight, or the last one has timed out. */
export const isProbeDue = (phase: HalfOpen, nowMs: number): boolean => nowMs >= phase.probeUntilMs;

/** Returns the phase with a probe in flight from now on. */
export function withProbe(phase: HalfOpen, nowMs: number, limits: PhaseLimits): HalfOpen {
  return { ...phase, probeUntilMs: nowMs + limits.probeTimeoutMs };
}

export function slowStartFrom({ ejections }: HalfOpen, nowMs: number): SlowStart {
  return { kind: 'slow-start', sinceMs: nowMs, ejections };
}

/** Returns the share of rows that use the cluster again, 0 to 1, like Envoy's weight: max(minimum, time ÷ window). */
export function restoredShare({ sinceMs }: SlowStart, nowMs: number, limits: PhaseLimits): number {
  return Math.max(limits.slowStartShareMin, (nowMs - sinceMs) / limits.slowStartMs);
}
