import type { OriginCode } from '../../core/consistency/row-watermark';
import type { Workload, WriteState } from './topology';

export type { Workload } from './topology';

/**
 * Cluster as the router knows it. The workload is part of the type: a function that takes a `Cluster<'serving'>` cannot
 * be passed a batch cluster.
 */
export interface Cluster<W extends Workload = Workload> {
  /** Id, unique in the topology: `<instance>/<cluster>` when several instances have a cluster of this name. */
  readonly id: string;
  readonly project: string;
  readonly instance: string;
  readonly region: string;
  readonly workload: W;
  readonly writes: WriteState;
  /**
   * Fence of a `fenced` cluster: its unreplicated writes are abandoned from this time on. Unix time in milliseconds.
   */
  readonly fencedAtMs?: number | undefined;
  /** Identifies the cluster in watermarks and tokens. */
  readonly code: OriginCode;
  /**
   * App profile that routes to this cluster only, so that it is known which cluster answers and where a write is
   * committed.
   */
  readonly appProfileId: string;
  /** Endpoint for calls to this cluster, as `host:port`. Undefined: that of the configuration. */
  readonly endpoint?: string | undefined;
  /** App profile that routes to this cluster only and allows single-row transactions; absent when there is none. */
  readonly transactionsProfileId?: string;
  /**
   * Set when answers do not come from this cluster's current state. `data-boost` reads data that has reached the disk,
   * which may lack the last half hour of writes; `any` lets Bigtable choose among several clusters. Such an entry takes
   * no writes and is never an origin. Its reads are not monotonic, so only the row's own watermark can prove its
   * answers.
   */
  readonly indirect?: 'data-boost' | 'any' | undefined;
}

/** Returns the cluster id that Bigtable uses, which is unique within the instance only. */
export function bigtableIdOf({ id, instance }: Cluster): string {
  return id.startsWith(`${instance}/`) ? id.slice(instance.length + 1) : id;
}
