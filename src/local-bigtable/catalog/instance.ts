import type { Clock } from '../../platform/time/clock';
import type { Random } from '../../platform/random';
import { resourceId } from './definitions';
import { notFoundError, resourceExhaustedError, type RpcError } from '../grpc/rpc-error';
import { CLUSTERS_PER_INSTANCE_MAX } from '../../routing/topology/limits';
import { EmulatedCluster } from '../replication/local-cluster';
import type { Commit } from '../replication/commit';
import { Link, type CommitReceiver } from '../replication/link';
import type { Network } from '../replication/network';
import type { Replication, ReplicatedTable } from '../replication/replicated-table';
import { DEFAULT_APP_PROFILE, defaultAppProfile } from './default-app-profile';
import type { CommitQueue } from '../storage/commit-queue';
import type { AppProfile, ClusterLocation } from '../../routing/topology/topology';

/** Dependencies of an instance. */
export interface InstanceDependencies {
  readonly clock: Clock;
  readonly random: Random;
  readonly commits: CommitQueue;
  readonly network: Network;
  /** Maximum size of the commits that some cluster lacks, in bytes. Further writes are rejected. */
  readonly backlogBytesMax: number;
}

/** Instance at run time: its clusters, the links between them, and its app profiles. */
export class Instance implements Replication {
  /** Resource name `projects/…/instances/…`. */
  readonly name: string;
  readonly appProfiles = new Map<string, AppProfile>();
  readonly tables = new Set<ReplicatedTable>();
  readonly #dependencies: InstanceDependencies;
  readonly #clusters = new Map<string, EmulatedCluster>();
  #links: Link[] = [];
  #allClusterBits = 0;
  #backlogBytes = 0;
  /** Closed timestamp of the removed clusters, in microseconds. */
  #closedMicros = 0;

  constructor(name: string, clusters: readonly ClusterLocation[], dependencies: InstanceDependencies) {
    this.name = name;
    this.#dependencies = dependencies;
    for (const place of clusters) this.addCluster(place);
    this.appProfiles.set(DEFAULT_APP_PROFILE, defaultAppProfile(clusters));
  }

  get clusters(): ReadonlyMap<string, EmulatedCluster> {
    return this.#clusters;
  }

  get links(): readonly Link[] {
    return this.#links;
  }

  get allClusterBits(): number {
    return this.#allClusterBits;
  }

  /** Total size of commits that some cluster lacks, in bytes. */
  get backlogBytes(): number {
    return this.#backlogBytes;
  }

  get network(): Network {
    return this.#dependencies.network;
  }

  cluster(id: string): EmulatedCluster {
    const cluster = this.#clusters.get(id);
    if (cluster === undefined) throw notFoundError(`Cluster not found: ${this.name}/clusters/${id}`);
    return cluster;
  }

  appProfile(id: string): AppProfile {
    const profile = this.appProfiles.get(id === '' ? DEFAULT_APP_PROFILE : id);
    if (profile === undefined) throw noAppProfile(this.name, id);
    return profile;
  }

  /** Adds a cluster, which starts with all existing data. */
  addCluster(place: ClusterLocation): EmulatedCluster {
    const { clock } = this.#dependencies;
    const cluster = new EmulatedCluster(place, this.#freeIndex(), clock);
    cluster.commitClock.observe(this.#closedMicros);
    for (const other of this.#clusters.values()) {
      this.#links.push(this.#link(cluster, other), this.#link(other, cluster));
      cluster.commitClock.observe(other.commitClock.closedTimestamp());
    }
    this.#clusters.set(cluster.id, cluster);
    this.#allClusterBits |= cluster.bit;
    for (const table of this.tables) table.onClusterAdded(cluster);
    return cluster;
  }

  /** Removes a cluster. Its commits are delivered to all others, regardless of the state of links. */
  removeCluster(id: string): void {
    const cluster = this.cluster(id);
    cluster.removed = true;
    this.#closedMicros = Math.max(this.#closedMicros, cluster.commitClock.closedTimestamp());
    this.#clusters.delete(id);
    this.#allClusterBits &= ~cluster.bit;
    const isGone = ({ from, to }: Link): boolean => from === cluster || to === cluster;
    for (const link of this.#links.filter(isGone)) link.close();
    this.#links = this.#links.filter((link) => !isGone(link));
    for (const table of this.tables) table.onClusterRemoved(cluster, [...this.#clusters.values()]);
  }

  /** Stops all replication. */
  close(): void {
    for (const link of this.#links) link.close();
  }

  reserveBacklog(bytes: number): void {
    const { backlogBytesMax } = this.#dependencies;
    if (this.#backlogBytes + bytes > backlogBytesMax) {
      throw resourceExhaustedError(
        `The replication backlog exceeds ${backlogBytesMax} bytes: heal the partitioned links or start the stopped clusters`,
      );
    }
    this.#backlogBytes += bytes;
  }

  releaseBacklog(bytes: number): void {
    this.#backlogBytes -= bytes;
  }

  replicate(commit: Commit, from: EmulatedCluster, receiver: CommitReceiver): void {
    const { commits } = this.#dependencies;
    const send = (): void => {
      for (const link of this.#links) if (link.from === from) link.send(commit, receiver);
    };
    // A crash could revert a commit that is not durable, so no other cluster may see it yet.
    const durable = commits.whenDurable(commit.version);
    if (durable === undefined) return send();
    from.unsent.add(commit.commitMicros);
    void durable.then(() => {
      from.unsent.delete(commit.commitMicros);
      send();
    });
  }

  #link(from: EmulatedCluster, to: EmulatedCluster): Link {
    const { network } = this.#dependencies;
    return new Link(from, to, network.linkConditions(from, to), this.#dependencies);
  }

  #freeIndex(): number {
    const taken = new Set([...this.#clusters.values()].map(({ bit }) => bit));
    for (let index = 0; index < CLUSTERS_PER_INSTANCE_MAX; index++) if (!taken.has(1 << index)) return index;
    throw resourceExhaustedError(`${this.name} has ${CLUSTERS_PER_INSTANCE_MAX} clusters`);
  }
}

function noAppProfile(instance: string, id: string): RpcError {
  return notFoundError(
    `App profile not found: ${instance}/appProfiles/${id}; create it with CreateAppProfile, ` +
      `for example: cbt -project ${instance.split('/')[1]} -instance ${resourceId(instance)} createappprofile ` +
      `${resourceId(instance)} ${id} "any cluster" route-any`,
  );
}
