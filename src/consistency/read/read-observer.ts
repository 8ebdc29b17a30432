import type { ConsistencyLevel, Tier } from '../../core/consistency/consistency';
import type { Cluster } from '../../routing/topology/cluster';

/**
 * What a lookup is sent for: the `nearest` comes first; a `hedge` races it since it is slow; a `second` one goes to an
 * origin whose writes the nearest could not show; a `watermark` one asks an origin only what there is to show; a
 * `failover` goes to another replica, which may have caught up or may still answer.
 */
export type LookupKind = 'nearest' | 'hedge' | 'second' | 'watermark' | 'failover';

/** `cancelled`: another one had answered, or the read was over. */
export type LookupOutcome = 'answered' | 'failed' | 'cancelled';

export interface LookupReport {
  readonly cluster: Cluster;
  readonly kind: LookupKind;
  readonly outcome: LookupOutcome;
}

/** One answer that was given, of one row or of several. */
export interface AnswerReport {
  readonly level: ConsistencyLevel;
  readonly tier: Tier;
  readonly met: boolean;
  readonly lookups: number;
  readonly rows: number;
  readonly durationMs: number;
  readonly stalenessMs: number | undefined;
}

/** What a reader reports, for metrics. */
export interface ReadObserver {
  onLookup(report: LookupReport): void;
  onAnswer(report: AnswerReport): void;
  /** A read that failed since nobody could prove it in time. `origins`: ids, or codes of those not in the topology. */
  onUnmet(level: ConsistencyLevel, origins: readonly string[]): void;
  /** A hedge's race is decided. */
  onHedge(won: boolean): void;
}
