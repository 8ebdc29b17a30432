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
import type { Auditor } from '../audit/auditor';
import type { Demand } from './demands';
import type { ProofRules } from './gate';
import type { Horizon } from './horizon';
import type { Lookups } from './lookups';
import type { ReadObserver } from './read-observer';

export type ReadingLimits = {
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

export interface ReadSetting<W extends Workload> {
  readonly router: Router<W>;
  readonly lookups: Lookups<W>;
  readonly auditor: Auditor;
  readonly hedging: Hedging;
  readonly clock: Clock;
  /** Of the same clock. */
  readonly timer: SharedTimer;
  readonly random: Random;
  readonly limits: ReadingLimits;
  readonly rules: ProofRules;
  readonly horizon: Horizon;
  /** Undefined where no cluster is announced: readers for batch work, and stores that name no clusters. */
  readonly announced: AnnouncedOrigins | undefined;
  readonly writesMax: number;
  readonly observer: ReadObserver | undefined;
}

/** A read that has begun, of one row or of several. */
export interface BegunRead<W extends Workload> {
  readonly table: string;
  /** What is wanted of a row, without watermarks. */
  readonly wanted: Filter;
  /** Takes watermarks along, without chains. */
  readonly filter: Filter;
  /** Of one row. */
  readonly bytesMax: number | undefined;
  readonly consistency: Consistency;
  readonly joins: boolean;
  /** Whose writes there may be that are not everywhere. */
  readonly origins: readonly Cluster<W>[];
  /** Lookups at origins take the announcements of the row's shard along. */
  readonly seesAnnouncements: boolean;
  /** Wall clock, when it began. */
  readonly nowMs: number;
  /** Instants of the clock's monotonic time. */
  readonly startedMs: number;
  readonly deadlineMs: number;
  readonly call: CallOptions | undefined;
}

/** What it is for one row. */
export interface RowTask<W extends Workload> extends BegunRead<W> {
  readonly key: Buffer;
  /** Takes watermarks along: as chains of this depth, unless that is 0. */
  readonly filter: Filter;
  readonly chainDepth: number;
  readonly demands: readonly Demand[];
  /** Whom to ask, in this order. */
  readonly candidates: readonly Cluster<W>[];
  /** Of a read of several rows, whose answer is reported as a whole. */
  readonly isPart: boolean;
}
