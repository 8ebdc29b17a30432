import { LOCAL_BIGTABLE_DEFAULTS } from '../defaults';
import type { Clock } from '../../platform/time/clock';
import type { Catalog } from '../catalog/catalog';
import { invalidArgumentError } from '../grpc/rpc-error';
import type { EmulatedCluster } from '../replication/local-cluster';
import type { LinkFault, Network } from '../replication/network';
import {
  checkClusterChange,
  checkDuration,
  checkLinkChange,
  type ClusterChange,
  type LinkChange,
} from './check-changes';
import { FaultList, type TimedFault } from './fault-list';
import { type FaultTarget, FaultTargets } from './fault-targets';
import { type InstanceStatus, instanceStatus } from './fault-status';
import type { LinkConditions } from '../../routing/topology/topology';

/** Scope and duration of a fault. */
export interface FaultScope {
  /** Name of the instance, or its last part. Default: all instances. */
  readonly instance?: string | undefined;
  /** Time after which the fault expires, in milliseconds. Default: it does not expire. */
  readonly forMs?: number | undefined;
}

interface ClusterFault {
  readonly clusters: ReadonlySet<EmulatedCluster>;
  readonly change: ClusterChange;
}

/** State of the instances and the temporary faults. */
export interface FaultsStatus {
  readonly instances: readonly InstanceStatus[];
  /** Faults that expire. */
  readonly timed: readonly TimedFault[];
}

export interface FaultsDependencies {
  readonly catalog: Catalog;
  readonly network: Network;
  readonly clock: Clock;
  readonly clientRegion: string | undefined;
}

/**
 * Injects faults into a running server and removes them. The state is the topology with the faults applied in order of
 * creation. Targets are named as in `FaultTargets`. An unknown target is NOT_FOUND and an invalid change
 * INVALID_ARGUMENT; both change nothing.
 */
export class Faults {
  readonly #dependencies: FaultsDependencies;
  readonly #targets: FaultTargets;
  readonly #links: FaultList<LinkFault>;
  readonly #clusters: FaultList<ClusterFault>;

  constructor(dependencies: FaultsDependencies) {
    this.#dependencies = dependencies;
    this.#targets = new FaultTargets(dependencies);
    const list = {
      clock: dependencies.clock,
      countMax: LOCAL_BIGTABLE_DEFAULTS.faults.countMax,
      onEnd: () => this.#apply(),
    };
    this.#links = new FaultList(list);
    this.#clusters = new FaultList(list);
  }

  /**
   * Changes the links between two targets, in both directions; without `b`, between `a` and all others that currently
   * exist. Between regions it affects clients as well as replication. Returns the affected links, in words.
   */
  changeLinks(a: string, b: string | undefined, change: LinkChange, scope: FaultScope = {}): string[] {
    checkLinkChange(change);
    checkDuration(scope.forMs);
    const target = this.#targets.find(a, scope.instance);
    const others =
      b === undefined
        ? this.#targets.others(target, scope.instance)
        : [this.#targets.find(b, scope.instance)];
    const pairs = others.map((other) => this.#between(target, other, change));
    this.#links.checkCapacity(pairs.length);
    for (const { label, ends } of pairs) this.#links.add(label, { ends, change }, scope.forMs);
    this.#apply();
    return pairs.map(({ label }) => label);
  }

  partition(a: string, b?: string, scope?: FaultScope): string[] {
    return this.changeLinks(a, b, { partitioned: true }, scope);
  }

  /** Heals the partitions between two targets, those of one target, or all. */
  heal(a?: string, b?: string, scope?: FaultScope): string[] {
    if (a !== undefined) return this.changeLinks(a, b, { partitioned: false }, scope);
    this.#links.removeFields(['partitioned']);
    this.#apply();
    return ['everything'];
  }

  /** Changes a cluster, or the clusters of a region. Returns the changed target, in words. */
  changeClusters(name: string, change: ClusterChange, scope: FaultScope = {}): string[] {
    checkClusterChange(change);
    checkDuration(scope.forMs);
    const { clusters, label } = this.#targets.find(name, scope.instance);
    if (clusters.size === 0) throw invalidArgumentError(`There are no clusters in ${label}`);
    this.#clusters.checkCapacity(1);
    this.#clusters.add(label, { clusters, change }, scope.forMs);
    this.#apply();
    return [label];
  }

  /** Stops a cluster: it rejects requests and does not replicate. Its data and backlog remain. */
  stop(name: string, scope?: FaultScope): string[] {
    return this.changeClusters(name, { stopped: true }, scope);
  }

  start(name: string, scope?: FaultScope): string[] {
    return this.changeClusters(name, { stopped: false }, scope);
  }

  /** Removes all faults. */
  reset(): void {
    this.#links.clear();
    this.#clusters.clear();
    this.#apply();
  }

  status(instance?: string): FaultsStatus {
    return {
      instances: this.#targets.instances(instance).map(instanceStatus),
      timed: [...this.#links.timed(), ...this.#clusters.timed()],
    };
  }

  /** Removes all faults and their timers without applying the change. */
  close(): void {
    this.#links.clear();
    this.#clusters.clear();
  }

  #between(
    a: FaultTarget,
    b: FaultTarget,
    change: LinkChange,
  ): { readonly label: string; readonly ends: LinkFault['ends'] } {
    const links = this.#targets.instances().flatMap(({ links }) => links);
    const regional = 'region' in a.linkEnd && 'region' in b.linkEnd;
    const areLinked = links.some(({ from, to }) => a.clusters.has(from) && b.clusters.has(to));
    if (regional && change.partitioned === true && a.label === b.label) {
      throw invalidArgumentError(`${a.label} cannot be partitioned from itself; name two of its clusters`);
    }
    if (!regional && !areLinked)
      throw invalidArgumentError(`There is no link between ${a.label} and ${b.label}`);
    const [first, second] = a.label < b.label ? [a, b] : [b, a];
    return { label: `${first.label} - ${second.label}`, ends: [first.linkEnd, second.linkEnd] };
  }

  /** Applies the current faults to the network, its links and the clusters. Only differences are touched. */
  #apply(): void {
    const { network } = this.#dependencies;
    network.setFaults(this.#links.faults);
    const clusterFaults = this.#clusters.faults;
    for (const { clusters, links } of this.#targets.instances()) {
      const restartedOrStopped = new Set<EmulatedCluster>();
      for (const cluster of clusters.values()) {
        const wasStopped = cluster.stopped;
        Object.assign(cluster, HEALTHY, ...changesOf(cluster, clusterFaults));
        if (cluster.stopped !== wasStopped) restartedOrStopped.add(cluster);
      }
      for (const link of links) {
        const conditions = network.linkConditions(link.from, link.to);
        if (!sameConditions(conditions, link.conditions)) link.configure(conditions);
        else if (restartedOrStopped.has(link.from) || restartedOrStopped.has(link.to)) link.refresh();
      }
    }
  }
}

const HEALTHY: Required<ClusterChange> = { stopped: false, slowMs: 0, errorRate: 0, clockSkewMs: 0 };

function changesOf(cluster: EmulatedCluster, faults: readonly ClusterFault[]): ClusterChange[] {
  return faults.filter(({ clusters }) => clusters.has(cluster)).map(({ change }) => change);
}

function sameConditions(a: LinkConditions, b: LinkConditions): boolean {
  return (Object.keys(a) as (keyof LinkConditions)[]).every((field) => a[field] === b[field]);
}
