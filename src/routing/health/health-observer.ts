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

/** Updates the health of one cluster from its calls. Calls to clusters that are no longer registered are ignored. */
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

  /** Observer for calls of any kind. */
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

  /** Observer for point reads, which also records their latency: latencies of point reads are comparable. */
  readonly pointRead: CallObserver = {
    onCall: (report) => {
      this.anyCall.onCall(report);
      const health = this.#fleet.of(this.#cluster);
      if (health === undefined) return;
      const nowMs = this.#clock.monotonicMs();
      const { status, durationMs } = report;
      const isSample =
        status === GrpcStatus.OK || (status === GrpcStatus.CANCELLED && this.#isLate(health, report));
      if (isSample) this.#fleet.recordLatency(health, durationMs, nowMs);
    },
  };

  /**
   * Returns whether a cancelled read took unusually long: it would have taken even longer. Without such reads, the
   * losers of hedging would be missing among the slow ones, and a slow cluster would look fast.
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
 * Classifies the outcome of a call for health. A definite rejection counts as success: the cluster answered. A
 * cancellation, overload of this process, and a deadline that no cluster could meet count as neither. Server errors
 * (INTERNAL, UNKNOWN, DATA_LOSS) count as failures, as HTTP 5xx does in Envoy: such calls are not retried elsewhere, so
 * unless the cluster is ejected its rows cannot be read at all.
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
