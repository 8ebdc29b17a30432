import type { DataClientLimits } from '../bigtable/client/data-client';
import type { CallObserver } from '../bigtable/client/retrying-call';
import { maxOf } from '../core/shared/lists';
import { DEFAULTS } from '../config/defaults';
import { systemClock, type Clock } from '../platform/time/clock';
import { systemRandom, type Random } from '../platform/random';
import { AffinityRouter } from './affinity/affinity-router';
import type { Cluster, Workload } from './topology/cluster';
import type { ClusterClients } from './clients/cluster-clients';
import { FleetHealth, type FleetLimits } from './health/fleet-health';
import type { HealthPhase } from './health/health-phase';
import type { ObservationLimits } from './health/health-observer';
import { HedgeBudget, type HedgeLimits, type Hedging } from './health/hedging';
import type { Router, TransactionRouter } from './affinity/router';
import {
  routingSnapshotOf,
  type RoutableCluster,
  type RoutingSnapshot,
  type SnapshotOptions,
} from './affinity/snapshot';
import type { StoreTopology } from './topology/store-topology';
import { WorkloadClients, type AnswerObserver, type OpenTransport } from './clients/workload-clients';

export type RoutingLimits = FleetLimits & HedgeLimits & ObservationLimits;

export interface RoutingOptions<W extends Workload> {
  readonly topology: StoreTopology;
  readonly workload: W;
  /** Region of this process. Default: the topology's `clientRegion`; without either, no region is preferred. */
  readonly region?: string | undefined;
  /** Region whose clusters run transactions. Default: all regions; each row has a cluster of its own. */
  readonly transactionsRegion?: string | undefined;
  /**
   * Opens the transport to an instance: see `WorkloadClientsOptions`. Closed with the routing.
   */
  readonly transport: OpenTransport;
  /** Whether the store is an emulator: it is sent the region, from which it derives delays. Default: false. */
  readonly emulated?: boolean;
  readonly clock?: Clock;
  readonly random?: Random;
  readonly limits?: Partial<RoutingLimits>;
  readonly clientLimits?: Partial<DataClientLimits>;
  readonly observer?: CallObserver | undefined;
  /** Called when a cluster has answered; only used when the topology names clusters. */
  readonly answerObserver?: AnswerObserver | undefined;
}

/** Routing of one workload: the order of clusters, a client for each, and hedging. */
export interface Routing<W extends Workload> {
  readonly router: Router<W> & TransactionRouter<W>;
  readonly clients: ClusterClients<W>;
  readonly hedging: Hedging;
  /** Uses another topology from now on. Calls in flight and lists returned earlier are not affected. */
  readonly reload: (topology: StoreTopology) => void;
  readonly status: () => readonly ClusterStatus[];
  /**
   * Returns the 95th percentile of point-read latencies at the slowest cluster of the nearest region of the first
   * instance, and at those of all other instances in the same region, in milliseconds. Undefined while there are too
   * few samples.
   */
  readonly readLatencyMs: () => number | undefined;
  /** Opens all connections to the instances used so far. Resolves when each is open or has failed to open. */
  connect(): Promise<void>;
  close(): Promise<void>;
}

/** State of one cluster, for status output and metrics. */
interface ClusterStatus {
  readonly cluster: Cluster;
  readonly phase: HealthPhase['kind'];
  /** Consecutive ejections; each lasts longer than the one before. */
  readonly ejections: number;
  /** Number of point reads in the latency window. */
  readonly samples: number;
}

const NO_ANSWERS: AnswerObserver = { onAnswer: () => undefined };

export function createRouting<W extends Workload>(options: RoutingOptions<W>): Routing<W> {
  const { workload, topology, clock = systemClock } = options;
  const limits: RoutingLimits = { ...DEFAULTS.routing, ...options.limits };
  const fleet = new FleetHealth(limits);
  const region = options.region ?? topology.clientRegion;
  const { transactionsRegion } = options;
  const snapshotOptions: SnapshotOptions<W> = { workload, region, transactionsRegion, fleet };
  const router = new AffinityRouter(routingSnapshotOf(topology, snapshotOptions), fleet, clock);
  const clients = new WorkloadClients<W>({
    workload,
    clock,
    fleet,
    transport: options.transport,
    observer: options.observer,
    answerObserver: topology.hasClusterTopology ? (options.answerObserver ?? NO_ANSWERS) : undefined,
    reportedRegion: options.emulated === true ? region : undefined,
    random: options.random ?? systemRandom,
    limits: { ...DEFAULTS.bigtable, ...options.clientLimits },
    observation: limits,
  });
  return {
    router,
    clients,
    hedging: new HedgeBudget(fleet, clock, limits),
    reload: (next) => router.replaceSnapshot(routingSnapshotOf(next, snapshotOptions, router.snapshot)),
    status: () => statusOf(router.snapshot.clusters, fleet, clock.monotonicMs()),
    readLatencyMs: () => slowestOf(nearestOf(router.snapshot), limits, clock.monotonicMs()),
    connect: () => clients.connect(),
    close: () => clients.close(),
  };
}

/**
 * Returns the clusters of the nearest region in all instances. Reads of an instance without any there travel far, which
 * shows nothing about its load.
 */
function nearestOf<W extends Workload>({
  defaultPlacement,
  placementByTable,
}: RoutingSnapshot<W>): readonly RoutableCluster<W>[] {
  const [nearest = []] = defaultPlacement.reads;
  const region = nearest[0]?.cluster.region;
  const others = new Set([...placementByTable.values()].flatMap(({ reads }) => reads[0] ?? []));
  return [...new Set([...nearest, ...[...others].filter(({ cluster }) => cluster.region === region)])];
}

function slowestOf(
  seats: readonly RoutableCluster<Workload>[],
  { latencySamplesMin, hedgeQuantile }: RoutingLimits,
  nowMs: number,
): number | undefined {
  const latencies = seats
    .map(({ health }) => health.latency)
    .filter((latency) => latency.sampleCount(nowMs) >= latencySamplesMin)
    .map((latency) => latency.quantileMs(hedgeQuantile, nowMs));
  return latencies.length === 0 ? undefined : maxOf(latencies);
}

function statusOf(clusters: readonly Cluster[], fleet: FleetHealth, nowMs: number): readonly ClusterStatus[] {
  return clusters.flatMap((cluster) => {
    const health = fleet.of(cluster);
    if (health === undefined) return [];
    const { kind, ejections } = health.phase(nowMs);
    return [{ cluster, phase: kind, ejections, samples: health.latency.sampleCount(nowMs) }];
  });
}
