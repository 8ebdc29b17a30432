import type { CallObserver, CallReport } from '../../bigtable/client/retrying-call';
import { RETRYABLE_STATUSES } from '../../bigtable/client/retry';
import type { Clock } from '../../platform/time/clock';
import { GrpcStatus, type GrpcStatusCode } from '../../platform/network/grpc';
import type { ClusterHealth } from './cluster-health';
import type { Cluster } from '../topology/cluster';
import type { FleetHealth } from './fleet-health';

export interface ObservationLimits {
  readonly deadlineCountsFromMs: number;
  readonly hedgeQuantile: number;
  readonly latencySamplesMin: number;
}

/** Lets the calls of one cluster tell of its health. Calls of clusters that are gone tell nothing. */
export class HealthObserver {
  readonly #cluster: Cluster;
  readonly #fleet: FleetHealth;
  readonly #clock: Clock;
  readonly #limits: ObservationLimits;

  constructor(cluster: Cluster, fleet: FleetHealth, clock: Clock, limits: ObservationLimits) {
    this.#cluster = cluster;
    this.#fleet = fleet;
    this.#clock = clock;
    this.#limits = limits;
  }

  readonly anyCall: CallObserver = {
    onCall: (report) => {
      const health = this.#fleet.of(this.#cluster);
      const outcome = outcomeOf(report, this.#limits);
      if (health === undefined) return;
      const nowMs = this.#clock.monotonicMs();
      const startedMs = nowMs - report.durationMs;
      if (outcome === 'neither') return health.readAbandoned(startedMs, nowMs);
      // Lookups of origins are reads of several rows: a point read may never come.
      if (report.method === 'ReadRows') health.readEnded(outcome, startedMs, nowMs);
      health[outcome](startedMs, nowMs);
    },
  };

  /** Point reads tell of latency, too: theirs can be compared. */
  readonly pointRead: CallObserver = {
    onCall: (report) => {
      this.anyCall.onCall(report);
      const health = this.#fleet.of(this.#cluster);
      if (health === undefined) return;
      const nowMs = this.#clock.monotonicMs();
      const { status, durationMs } = report;
      const isTold =
        status === GrpcStatus.OK || (status === GrpcStatus.CANCELLED && this.#isLate(health, report));
      if (isTold) this.#fleet.recordLatency(health, durationMs, nowMs);
    },
  };

  /**
   * A read that was given up after an unusual time would have taken longer still. Without such reads, the losers of
   * hedging would be missing from the slow end, and a slow cluster would look like a fast one.
   */
  #isLate({ latency }: ClusterHealth, { durationMs }: CallReport): boolean {
    const { latencySamplesMin, hedgeQuantile } = this.#limits;
    const nowMs = this.#clock.monotonicMs();
    return (
      latency.sampleCount(nowMs) >= latencySamplesMin &&
      latency.isAtLeastQuantile(hedgeQuantile, durationMs, nowMs)
    );
  }
}

/**
 * An answer that says no is an answer. Neither are a caller's cancellation, overload on this side, and deadlines too short
 * for anybody. What a server cannot explain (INTERNAL, UNKNOWN, DATA_LOSS) counts as a failure, as an HTTP 5xx does for
 * Envoy: nobody tries such a call elsewhere, so unless the cluster is ejected its rows cannot be read at all.
 */
function outcomeOf(
  { status, durationMs }: CallReport,
  { deadlineCountsFromMs }: ObservationLimits,
): 'succeeded' | 'failed' | 'neither' {
  if (status === GrpcStatus.DEADLINE_EXCEEDED && durationMs < deadlineCountsFromMs) return 'neither';
  if (RETRYABLE_STATUSES.has(status) || SERVER_ERRORS.has(status)) return 'failed';
  return INCONCLUSIVE.has(status) ? 'neither' : 'succeeded';
}

const SERVER_ERRORS: ReadonlySet<GrpcStatusCode> = new Set<GrpcStatusCode>([
  GrpcStatus.INTERNAL,
  GrpcStatus.UNKNOWN,
  GrpcStatus.DATA_LOSS,
]);

const INCONCLUSIVE: ReadonlySet<GrpcStatusCode> = new Set<GrpcStatusCode>([
  GrpcStatus.CANCELLED,
  GrpcStatus.RESOURCE_EXHAUSTED,
]);
