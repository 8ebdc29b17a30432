/** What reads are made in, and one of them as it is handed on. */
import type { CallOptions, Filter } from '../../bigtable/client/types';
import type { Consistency } from '../../core/consistency/consistency';
import type { Clock } from '../../platform/time/clock';
import type { Random } from '../../platform/random';
import type { SharedTimer } from '../../platform/time/shared-timer';
import type { Cluster, Workload } from '../../routing/topology/cluster';
import type { Hedging } from '../../routing/health/hedging';
import type { Router } from '../../routing/affinity/router';
import type { AnnouncedOrigins } from '../origins/announced-origins';
import type { Auditor } from '../audit/proof-claim';
import type { FreshnessRequirement } from './freshness-requirements';
import type { ProofRules } from './proof';
import type { Horizon } from './horizon';
import type { LookupClient } from './lookup-client';
import type { ReadObserver } from './read-observer';

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

export interface ReadContext<W extends Workload> {
  readonly router: Router<W>;
  readonly lookups: LookupClient<W>;
  readonly auditor: Auditor;
  readonly hedging: Hedging;
  readonly clock: Clock;
  /** Of the same clock. */
  readonly timer: SharedTimer;
  readonly random: Random;
  readonly limits: ReaderLimits;
  readonly rules: ProofRules;
  readonly horizon: Horizon;
  /** Undefined where no cluster is announced: readers for batch work, and stores that name no clusters. */
  readonly announced: AnnouncedOrigins | undefined;
  readonly tokenWritesMax: number;
  readonly observer: ReadObserver | undefined;
}

/** A read that has begun, of one row or of several. */
export interface ReadRequest<W extends Workload> {
  readonly table: string;
  /** What is wanted of a row, without watermarks. */
  readonly dataFilter: Filter;
  /** Takes watermarks along, without chains. */
  readonly filter: Filter;
  /** Of one row. */
  readonly bytesMax: number | undefined;
  readonly consistency: Consistency;
  readonly allowsJoin: boolean;
  /** Whose writes there may be that are not everywhere. */
  readonly origins: readonly Cluster<W>[];
  /** Lookups at origins take the announcements of the row's shard along. */
  readonly readsAnnouncements: boolean;
  /** Wall clock, when it began. */
  readonly nowMs: number;
  /** Instants of the clock's monotonic time. */
  readonly startedMs: number;
  readonly deadlineMs: number;
  readonly call: CallOptions | undefined;
}

/** What it is for one row. */
export interface RowReadPlan<W extends Workload> extends ReadRequest<W> {
  readonly key: Buffer;
  /** Takes watermarks along: as chains of this depth, unless that is 0. */
  readonly filter: Filter;
  readonly chainDepth: number;
  readonly requirements: readonly FreshnessRequirement[];
  /** Whom to ask, in this order. */
  readonly candidates: readonly Cluster<W>[];
  /** Of a read of several rows, whose answer is reported as a whole. */
  readonly isPartOfMultiRowRead: boolean;
}
