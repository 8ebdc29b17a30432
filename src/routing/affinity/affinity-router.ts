import { hash64, type Hash64 } from '../../core/shared/hash64';
import type { OriginCode } from '../../core/consistency/row-watermark';
import { invalidArgument } from '../../errors';
import type { Clock } from '../../platform/time/clock';
import type { Cluster, Workload } from '../topology/cluster';
import { rejectUnknownPlacement } from '../topology/store-topology';
import type { FleetHealth } from '../health/fleet-health';
import { rowOrder } from './rendezvous';
import type { Reachability, Router, TransactionRouter } from './router';
import type { TablePlacement, ClustersByRegion, RoutingSnapshot } from './snapshot';

/**
 * Orders clusters by region, nearest first, and within a region by the row's rendezvous order, so that a row stays with
 * one cluster and its cache. Health only reorders: unhealthy clusters go behind all others, in the same order, as a
 * last resort. Rows of healthy clusters do not move.
 */
export class AffinityRouter<W extends Workload> implements Router<W>, TransactionRouter<W> {
  readonly #clock: Clock;
  readonly #fleet: FleetHealth;
  #snapshot: RoutingSnapshot<W>;

  constructor(snapshot: RoutingSnapshot<W>, fleet: FleetHealth, clock: Clock) {
    this.#snapshot = snapshot;
    this.#fleet = fleet;
    this.#clock = clock;
  }

  get snapshot(): RoutingSnapshot<W> {
    return this.#snapshot;
  }

  /** Uses another snapshot from now on. Lists returned earlier do not change. */
  replaceSnapshot(snapshot: RoutingSnapshot<W>): void {
    this.#snapshot = snapshot;
  }

  forRead(table: string, key: Buffer): readonly Cluster<W>[] {
    return this.#read(this.#place(table).reads, key);
  }

  forEventualRead(table: string, key: Buffer): readonly Cluster<W>[] {
    return this.#read(this.#place(table).eventualReads, key);
  }

  forWrite(table: string, key: Buffer): readonly Cluster<W>[] {
    return this.#order(this.#place(table).writes, key);
  }

  forTransaction(table: string, key: Buffer): Cluster<W> | undefined {
    const { transactions } = this.#place(table);
    if (transactions.length === 0) return undefined;
    return transactions[rowOrder(transactions, hash64(key).first)[0]!]!.cluster;
  }

  origins(table: string): readonly Cluster<W>[] {
    return this.#place(table).origins;
  }

  byCode(code: OriginCode): Cluster<W> | undefined {
    return this.#snapshot.clusterByCode.get(code);
  }

  reachabilityOf(cluster: Cluster<W>): Reachability {
    return this.#fleet.of(cluster)?.reachability(this.#clock.monotonicMs()) ?? 'open';
  }

  startOriginProbe(cluster: Cluster<W>): void {
    this.#fleet.of(cluster)?.startOriginProbe(this.#clock.monotonicMs());
  }

  startProbeIfDue(cluster: Cluster<W>): void {
    const health = this.#fleet.of(cluster);
    if (health?.isUnhealthy === true) health.startProbeIfDue(this.#clock.monotonicMs());
  }

  #place(table: string): TablePlacement<W> {
    const { placementByTable: byTable, defaultPlacement } = this.#snapshot;
    const placement = byTable.get(table);
    if (placement !== undefined) return placement;
    rejectUnknownPlacement(table);
    return defaultPlacement;
  }

  #read(regions: ClustersByRegion<W>, key: Buffer): readonly Cluster<W>[] {
    if (regions.length > 0) return this.#order(regions, key);
    throw invalidArgument('topology', 'has neither a batch cluster nor a Data Boost app profile');
  }

  #order(regions: ClustersByRegion<W>, key: Buffer): readonly Cluster<W>[] {
    const row = hash64(key);
    if (!this.#fleet.allHealthy) return this.#orderByHealth(regions, row);
    const ordered: Cluster<W>[] = [];
    for (const region of regions) {
      const places = rowOrder(region, row.first);
      for (let i = 0; i < region.length; i++) ordered.push(region[places[i]!]!.cluster);
    }
    return ordered;
  }

  #orderByHealth(regions: ClustersByRegion<W>, row: Hash64): readonly Cluster<W>[] {
    const nowMs = this.#clock.monotonicMs();
    const share = row.second / TWO_TO_32;
    const front: Cluster<W>[] = [];
    const behind: Cluster<W>[] = [];
    for (const region of regions) {
      const places = rowOrder(region, row.first);
      for (let i = 0; i < region.length; i++) {
        const { cluster, health } = region[places[i]!]!;
        (health.admits(share, front.length === 0, nowMs) ? front : behind).push(cluster);
      }
    }
    return front.concat(behind);
  }
}

const TWO_TO_32 = 2 ** 32;
