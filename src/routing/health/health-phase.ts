/**
 * What a cluster's failures make of it: healthy → ejected → half-open → slow start → healthy. Pure: the phases are
 * immutable, and time is passed in.
 *
 * Ejection is Envoy's outlier detection (intro/arch_overview/upstream/outlier in its docs) as gRPC has taken it over
 * (gRFC A50): an ejection lasts longer each time, and is forgiven step by step. Both then let everything back at once;
 * here one call goes ahead, as with a circuit breaker, and the rest follows by Envoy's slow start
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
  /** In a row, less those forgiven. */
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
  /** No other probe before then. */
  readonly probeUntilMs: number;
}

export interface SlowStart extends PhaseBase {
  readonly kind: 'slow-start';
}

export type HealthPhase = Healthy | Ejected | HalfOpen | SlowStart;

export const HEALTHY: Healthy = Object.freeze({ kind: 'healthy', sinceMs: -Infinity, ejections: 0 });

/** What time alone makes of the phase; mostly itself. */
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

/** Whether no probe is under way, or the one that was has reported nothing in its time. */
export const isProbeDue = (phase: HalfOpen, nowMs: number): boolean => nowMs >= phase.probeUntilMs;

/** With a probe under way, from now on. */
export function withProbe(phase: HalfOpen, nowMs: number, limits: PhaseLimits): HalfOpen {
  return { ...phase, probeUntilMs: nowMs + limits.probeTimeoutMs };
}

export function slowStartFrom({ ejections }: HalfOpen, nowMs: number): SlowStart {
  return { kind: 'slow-start', sinceMs: nowMs, ejections };
}

/** Share of the rows that have come back, as Envoy's weight: max(minimum, time ÷ window). */
export function restoredShare({ sinceMs }: SlowStart, nowMs: number, limits: PhaseLimits): number {
  return Math.max(limits.slowStartShareMin, (nowMs - sinceMs) / limits.slowStartMs);
}
