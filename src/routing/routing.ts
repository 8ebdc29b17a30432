import type { DataClientLimits } from '../bigtable/client/data-client';
import type { CallObserver } from '../bigtable/client/retrying-call';
import type { GrpcTransport } from '../bigtable/transport/create-transport';
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
import { snapshotOf, type RoutableCluster, type SnapshotOptions } from './affinity/snapshot';
import type { StoreTopology } from './topology/store-topology';
import { WorkloadClients, type AnswerObserver } from './clients/workload-clients';

export type RoutingLimits = FleetLimits & HedgeLimits & ObservationLimits;

export interface RoutingOptions<W extends Workload> {
  readonly topology: StoreTopology;
  readonly workload: W;
  /** Where this process is. Default: the topology's clientRegion; without one, nowhere in particular. */
  readonly region?: string | undefined;
  /** Where transactions are decided; default: in all regions, each row at a cluster of its own. */
  readonly transactionsRegion?: string | undefined;
  /** The way to an instance, by its full name; asked once for each. It is closed with the routing. */
  readonly transport: (instanceName: string) => GrpcTransport;
  /** An emulator is told the region, from which it derives delays; Cloud Bigtable isn't. Default false. */
  readonly emulated?: boolean;
  readonly clock?: Clock;
  readonly random?: Random;
  readonly limits?: Partial<RoutingLimits>;
  readonly clientLimits?: Partial<DataClientLimits>;
  readonly observer?: CallObserver | undefined;
  /** Is told of clusters that have answered, where the topology knows clusters. */
  readonly answerObserver?: AnswerObserver | undefined;
}

/** The ways of one workload: which clusters there are, which to ask first, and how. */
export interface Routing<W extends Workload> {
  readonly router: Router<W> & TransactionRouter<W>;
  readonly clients: ClusterClients<W>;
  readonly hedging: Hedging;
  /** Goes by another topology from now on. Calls under way, and lists that were handed out, are not disturbed. */
  readonly reload: (topology: StoreTopology) => void;
  readonly status: () => readonly ClusterStatus[];
  /**
   * How slow point reads are: their 95th percentile at the slowest cluster of the nearest region. Undefined while too few
   * were seen. Milliseconds.
   */
  readonly readLatencyMs: () => number | undefined;
  /** Opens all connections to the instances that were asked for so far. Resolves when each is there, or could not be opened. */
  connect(): Promise<void>;
  close(): Promise<void>;
}

/** What a person or a metric may want to know of a cluster. */
export interface ClusterStatus {
  readonly cluster: Cluster;
  readonly phase: HealthPhase['kind'];
  /** In a row; each lasts longer. */
  readonly ejections: number;
  /** Point reads that the latencies are of. */
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
  const router = new AffinityRouter(snapshotOf(topology, snapshotOptions), fleet, clock);
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
    reload: (next) => router.replaceSnapshot(snapshotOf(next, snapshotOptions, router.snapshot)),
    status: () => statusOf(router.snapshot.clusters, fleet, clock.monotonicMs()),
    readLatencyMs: () =>
      slowestOf(router.snapshot.defaultPlacement.reads[0] ?? [], limits, clock.monotonicMs()),
    connect: () => clients.connect(),
    close: () => clients.close(),
  };
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
