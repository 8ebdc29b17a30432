import type { OriginCode } from '../../core/consistency/row-watermark';
import type { Cluster, Workload } from '../topology/cluster';

/**
 * Whether a lookup that only one cluster can answer is worth sending: `open`: yes; `half-open`: as the probe of an ejected
 * cluster; `probed`: not before the probe has ended, which another read has sent; `ejected`: no, the cluster is away.
 */
export type Reachability = 'open' | 'half-open' | 'probed' | 'ejected';

/**
 * Chooses clusters, by place, row and health. All lists are those of the topology as it is now. Queries change nothing: a caller that
 * sends a call reports that by `takeProbe`.
 */
export interface Router<W extends Workload> {
  /** Clusters that have the row, the one to ask first in front. Not empty. The caller must not change it. */
  forRead(table: string, key: Buffer): readonly Cluster<W>[];
  /**
   * As `forRead`, for reads that nothing needs to be proven of. Where the topology asks for Bigtable's own row affinity,
   * an entry stands in front whose answers come from any cluster of the region: `Cluster.indirect`.
   */
  forEventualRead(table: string, key: Buffer): readonly Cluster<W>[];
  /** Clusters that take writes of the row, the one to try first in front; empty when none does. */
  forWrite(table: string, key: Buffer): readonly Cluster<W>[];
  /**
   * Clusters that may have acknowledged writes of the row which are not everywhere yet: accepting or draining. Fenced ones
   * too, whatever the time is: those cannot be asked, and count until their `fencedAtMs`.
   */
  origins(table: string): readonly Cluster<W>[];
  /** The cluster behind a watermark or token; undefined for one that is not of this workload, or not in the topology. */
  byCode(code: OriginCode): Cluster<W> | undefined;
  /** The cluster's health, as calls of this process know it. */
  reachabilityOf(cluster: Cluster<W>): Reachability;
  /** The caller's next lookup at a half-open cluster is its probe. */
  startOriginProbe(cluster: Cluster<W>): void;
  /**
   * The caller sends its next call to the cluster, as the order says. If the ejection of the cluster is over and no probe is under way,
   * that call is its probe: until the probe ends or times out, orders list the cluster behind the others.
   */
  startProbeIfDue(cluster: Cluster<W>): void;
}

/** Chooses the one cluster that decides about a row. */
export interface TransactionRouter<W extends Workload> {
  /**
   * The cluster that all processes, wherever they are, take a row's transactions to, as an entry whose app profile allows
   * them: whatever its health, for no other cluster excludes what goes on there. Undefined where no cluster qualifies.
   */
  forTransaction(table: string, key: Buffer): Cluster<W> | undefined;
}
