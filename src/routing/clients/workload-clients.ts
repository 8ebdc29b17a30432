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
  /**
   * Opens the transport to an instance, given its full name, at the endpoint; undefined: at that of the configuration.
   * Called once for each instance and endpoint; closed with the clients.
   */
  readonly transport: OpenTransport;
  /** Region sent in a header to the embedded Bigtable; undefined for Cloud Bigtable. */
  readonly reportedRegion: string | undefined;
  readonly clock: Clock;
  readonly random: Random;
  readonly limits: Partial<DataClientLimits>;
  readonly observation: ObservationLimits;
  readonly fleet: FleetHealth;
  /** Called for each call as well, for metrics and traces. */
  readonly observer: CallObserver | undefined;
  /** Called when a cluster has answered. Undefined when the topology names no clusters: any cluster may answer then. */
  readonly answerObserver: AnswerObserver | undefined;
}

export interface AnswerObserver {
  /** Reports that the cluster with Bigtable id `clusterId` answered a call made with the app profile of `cluster`. */
  onAnswer(cluster: Cluster, clusterId: string): void;
}

export type OpenTransport = (instanceName: string, endpoint: string | undefined) => GrpcTransport;

/** Calls are attempted once: the caller, which knows the other clusters, decides what follows a failure. */
const ONE_ATTEMPT = { retryAttemptsMax: 1 };

/**
 * Creates one client for each cluster, on first use. Clients of an instance and endpoint share a transport. It stays
 * open when the instance is removed from the topology, since reads in flight may still start calls there. This costs an
 * idle connection or two for each instance that is removed while the process runs.
 */
export class WorkloadClients<W extends Workload> implements ClusterClients<W> {
  readonly #options: WorkloadClientsOptions<W>;
  readonly #transports = new Map<string, GrpcTransport>();
  /** Weak, since a client owns nothing that must be closed: it is collected together with its cluster. */
  readonly #clients = new WeakMap<Cluster<W>, DataClient>();
  #closed = false;

  constructor(options: WorkloadClientsOptions<W>) {
    this.#options = options;
  }

  of(cluster: Cluster<W>): DataClient {
    return this.#clients.get(cluster) ?? this.#add(cluster);
  }

  /** Opens all connections to the instances used so far. */
  async connect(): Promise<void> {
    await Promise.all([...this.#transports.values()].map((transport) => transport.connect()));
  }

  /** Closes all transports. Later calls fail with `draining`. */
  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all([...this.#transports.values()].map((transport) => transport.close()));
  }

  #add(cluster: Cluster<W>): DataClient {
    const { workload } = this.#options;
    if (cluster.workload !== workload) {
      throw new Error(
        `cluster ${cluster.id} belongs to workload ${cluster.workload} and cannot be used for ${workload}`,
      );
    }
    const client = this.#connect(cluster);
    this.#clients.set(cluster, client);
    return client;
  }

  #connect(cluster: Cluster<W>): DataClient {
    const { fleet, clock, random, limits, observation, observer, reportedRegion } = this.#options;
    const health = new HealthObserver(cluster, fleet, clock, observation);
    const { project, instance, appProfileId, endpoint } = cluster;
    const common = {
      project,
      instance,
      appProfileId,
      clock,
      random,
      transport: this.#transport(`projects/${project}/instances/${instance}`, endpoint),
      limits: { ...limits, ...ONE_ATTEMPT },
      metadata: reportedRegion === undefined ? {} : { [CLIENT_REGION_HEADER]: reportedRegion },
      checkAnswer: this.#answerCheck(cluster),
    };
    const client = createDataClient({ ...common, observer: both(health.anyCall, observer) });
    const points = createDataClient({ ...common, observer: both(health.pointRead, observer) });
    // `close` does nothing: the transport is shared with other clients.
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

  #transport(instanceName: string, endpoint: string | undefined): GrpcTransport {
    const name = endpoint === undefined ? instanceName : `${instanceName} at ${endpoint}`;
    const known = this.#transports.get(name);
    if (known !== undefined) return known;
    const transport = this.#options.transport(instanceName, endpoint);
    this.#transports.set(name, transport);
    // Opened after `close`, so it is closed here: its calls fail like those of the other transports.
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
