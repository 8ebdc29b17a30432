import type { ConsistencyLevel, Tier } from '../../core/consistency/consistency';
import type { Cluster } from '../../routing/topology/cluster';

/**
 * Purpose of a lookup. `nearest`: the first one. `hedge`: races a slow first one. `origin`: reads the row at an origin,
 * whose writes the nearest replica cannot prove, or could not show. `watermark`: reads at an origin only the row's
 * watermark. `failover`: reads another replica, which may have caught up or may still answer.
 */
export type LookupKind = 'nearest' | 'hedge' | 'origin' | 'watermark' | 'failover';

/** Subject of a lookup: the row with its watermark, or the watermark alone. */
export type LookupSubject = 'row' | 'watermark';

/** `cancelled`: another lookup had answered, or the read was over. */
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

/** Receives the reports of a reader, for metrics. */
export interface ReadObserver {
  onLookup(report: LookupReport): void;
  onAnswer(report: AnswerReport): void;
  /**
   * A read failed since no replica proved it in time. `origins`: ids, or codes of those that are not in the topology.
   */
  onUnmet(level: ConsistencyLevel, origins: readonly string[]): void;
  /** The race of a hedge has ended; `won`: the hedge answered first. */
  onHedge(won: boolean): void;
}
