import type { OriginCode } from '../../core/consistency/row-watermark';
import type { Cluster, Workload } from '../topology/cluster';

/**
 * Whether a lookup that only one cluster can answer is worth sending. `open`: yes. `half-open`: yes, as the probe of an
 * ejected cluster. `probed`: not before the probe of another read has ended. `ejected`: no, the cluster does not
 * answer.
 */
export type Reachability = 'open' | 'half-open' | 'probed' | 'ejected';

/**
 * Chooses clusters by region, row and health, based on the current topology. Queries do not change state: a caller that
 * sends a call must report it with `startProbeIfDue`.
 */
export interface Router<W extends Workload> {
  /**
   * Returns the clusters that store the row, in the order to read them. Never empty. The caller must not modify the
   * list.
   */
  forRead(table: string, key: Buffer): readonly Cluster<W>[];
  /**
   * Like `forRead`, for reads that need no proof. When the topology enables Bigtable's own row affinity, the first
   * entry is one whose answers come from any cluster of the region (`Cluster.indirect`).
   */
  forEventualRead(table: string, key: Buffer): readonly Cluster<W>[];
  /** Returns the clusters that accept writes of the row, in the order to try them; empty when none does. */
  forWrite(table: string, key: Buffer): readonly Cluster<W>[];
  /**
   * Returns the clusters that may have acknowledged writes which are not fully replicated: accepting or draining
   * clusters, and fenced ones at any time. A fenced cluster cannot be read, and counts until its `fencedAtMs`.
   */
  origins(table: string): readonly Cluster<W>[];
  /**
   * Returns the cluster with this origin code; undefined if it belongs to another workload or is not in the topology.
   */
  byCode(code: OriginCode): Cluster<W> | undefined;
  /** Returns whether the cluster can be reached, as seen by the calls of this process. */
  reachabilityOf(cluster: Cluster<W>): Reachability;
  /** Records that the caller's next lookup at a half-open cluster is its probe. */
  startOriginProbe(cluster: Cluster<W>): void;
  /**
   * Records that the caller sends its next call to the cluster, following the order. If the ejection of the cluster has
   * ended and no probe is in flight, that call is the probe: until it ends or times out, orders list the cluster behind
   * the others.
   */
  startProbeIfDue(cluster: Cluster<W>): void;
}

/** Chooses the one cluster that runs a row's transactions. */
export interface TransactionRouter<W extends Workload> {
  /**
   * Returns the cluster to which all processes, in every region, send transactions of this row; its entry has an app
   * profile that allows them. Health is ignored, since only one cluster can serialize the transactions. Undefined when
   * no cluster qualifies.
   */
  forTransaction(table: string, key: Buffer): Cluster<W> | undefined;
}
