import { createAnswerCheck, type AnswerCheck } from '../../bigtable/client/answer-check';
import { createDataClient, type DataClientLimits } from '../../bigtable/client/data-client';
import type { CallObserver } from '../../bigtable/client/retrying-call';
import type { GrpcTransport } from '../../bigtable/transport/create-transport';
import type { DataClient } from '../../bigtable/client/types';
import type { Clock } from '../../platform/time/clock';
import type { Random } from '../../platform/random';
import { CLIENT_REGION_HEADER } from '../topology/client-region';
import { bigtableIdOf, type Cluster, type Workload } from '../topology/cluster';
import type { ClusterClients } from './cluster-clients';
import type { FleetHealth } from '../health/fleet-health';
import { HealthObserver, type ObservationLimits } from '../health/health-observer';

export interface WorkloadClientsOptions<W extends Workload> {
  readonly workload: W;
  /** The way to an instance, by its full name; asked once for each. It is closed with the clients. */
  readonly transport: (instanceName: string) => GrpcTransport;
  /** Told to the embedded Bigtable, which Google's isn't. */
  readonly reportedRegion: string | undefined;
  readonly clock: Clock;
  readonly random: Random;
  readonly limits: Partial<DataClientLimits>;
  readonly observation: ObservationLimits;
  readonly fleet: FleetHealth;
  /** Is told of the calls too, for metrics and traces. */
  readonly observer: CallObserver | undefined;
  /** Is told of clusters that have answered. Undefined where a topology knows no clusters: then any may answer. */
  readonly answerObserver: AnswerObserver | undefined;
}

export interface AnswerObserver {
  /** A cluster of this id, as Bigtable names it, has answered a call by the app profile of `cluster`. */
  onAnswer(cluster: Cluster, clusterId: string): void;
}

/** What follows on a failure is decided above, where other clusters are known. */
const ONE_ATTEMPT = { retryAttemptsMax: 1 };

/**
 * One client for each cluster, made when it is first asked for. Those of an instance share its transport, which stays
 * open when a topology has lost the instance: reads under way may still have calls to begin there. The cost is an idle
 * connection or two for each instance that somebody has taken out of the file while the process ran.
 */
export class WorkloadClients<W extends Workload> implements ClusterClients<W> {
  readonly #options: WorkloadClientsOptions<W>;
  readonly #transports = new Map<string, GrpcTransport>();
  /** A client has nothing of its own to be closed, so it may go with its cluster. */
  readonly #clients = new WeakMap<Cluster<W>, DataClient>();
  #closed = false;

  constructor(options: WorkloadClientsOptions<W>) {
    this.#options = options;
  }

  of(cluster: Cluster<W>): DataClient {
    return this.#clients.get(cluster) ?? this.#add(cluster);
  }

  /** Opens all connections to the instances that were asked for so far. */
  async connect(): Promise<void> {
    await Promise.all([...this.#transports.values()].map((transport) => transport.connect()));
  }

  /** From then on calls fail with `draining`. */
  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all([...this.#transports.values()].map((transport) => transport.close()));
  }

  #add(cluster: Cluster<W>): DataClient {
    const { workload } = this.#options;
    if (cluster.workload !== workload) {
      throw new Error(`${cluster.id} is a cluster for ${cluster.workload}, and out of reach for ${workload}`);
    }
    const client = this.#connect(cluster);
    this.#clients.set(cluster, client);
    return client;
  }

  #connect(cluster: Cluster<W>): DataClient {
    const { fleet, clock, random, limits, observation, observer, reportedRegion: tellRegion } = this.#options;
    const health = new HealthObserver(cluster, fleet, clock, observation);
    const { project, instance, appProfileId } = cluster;
    const common = {
      project,
      instance,
      appProfileId,
      clock,
      random,
      transport: this.#transport(`projects/${project}/instances/${instance}`),
      limits: { ...limits, ...ONE_ATTEMPT },
      metadata: tellRegion === undefined ? {} : { [CLIENT_REGION_HEADER]: tellRegion },
      checkAnswer: this.#answerCheck(cluster),
    };
    const client = createDataClient({ ...common, observer: both(health.anyCall, observer) });
    const points = createDataClient({ ...common, observer: both(health.pointRead, observer) });
    // The transport is the others' as well.
    return {
      ...client,
      readRow: (request, call) => points.readRow(request, call),
      close: () => Promise.resolve(),
    };
  }

  #answerCheck(cluster: Cluster<W>): AnswerCheck | undefined {
    const { answerObserver: answers } = this.#options;
    if (answers === undefined || cluster.indirect === 'data-boost') return undefined;
    return createAnswerCheck({
      expected: cluster.indirect === 'any' ? undefined : bigtableIdOf(cluster),
      onAnswer: (clusterId) => answers.onAnswer(cluster, clusterId),
    });
  }

  #transport(instanceName: string): GrpcTransport {
    const known = this.#transports.get(instanceName);
    if (known !== undefined) return known;
    const transport = this.#options.transport(instanceName);
    this.#transports.set(instanceName, transport);
    // Nobody else would: its calls are refused like those of the others.
    if (this.#closed) void transport.close();
    return transport;
  }
}

function both(first: CallObserver, second: CallObserver | undefined): CallObserver {
  if (second === undefined) return first;
  return {
    onCall: (report) => {
      first.onCall(report);
      second.onCall(report);
    },
  };
}
