import type { ChainGap } from '../../core/consistency/row-chains';
import type { Cluster } from '../../routing/topology/cluster';

/** Writes of one row that a replica shows without the acknowledged write before them. */
export interface OrderGaps {
  readonly replica: Cluster;
  readonly table: string;
  /** Not empty; their columns name the origins. */
  readonly gaps: readonly ChainGap[];
}

/** Receives each proof that a replica applied one origin's writes of a row out of order. */
export interface OrderObserver {
  onOrderGaps(found: OrderGaps): void;
}
