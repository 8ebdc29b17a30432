import type { OriginCode } from '../core/row-watermark';
import type { Cluster, Workload } from './cluster';

/** Chooses clusters, by place, row and health. All lists are those of the topology as it is now. */
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
  /** Clusters that may have acknowledged writes of the row which are not everywhere yet: accepting or draining. */
  origins(table: string): readonly Cluster<W>[];
  /** The cluster behind a watermark or token; undefined for one that is not of this workload, or not in the topology. */
  byCode(code: OriginCode): Cluster<W> | undefined;
}
