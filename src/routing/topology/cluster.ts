import type { OriginCode } from '../../core/consistency/row-watermark';
import type { Workload, WriteState } from './topology';

export type { Workload } from './topology';

/**
 * A cluster as the router knows it. The workload is part of its type: what takes a `Cluster<'serving'>` cannot be handed
 * a cluster for batch work.
 */
export interface Cluster<W extends Workload = Workload> {
  /** Unique in the topology: where two instances have a cluster of the same name, `<instance>/<cluster>`. */
  readonly id: string;
  readonly project: string;
  readonly instance: string;
  readonly region: string;
  readonly workload: W;
  readonly writes: WriteState;
  /** Of a fenced cluster: from then on its writes are given up. Unix time in milliseconds. */
  readonly fencedAtMs?: number;
  /** Names it in watermarks and tokens. */
  readonly code: OriginCode;
  /** Routes to this cluster alone, so that who answers, and where a write is committed, is known. */
  readonly appProfileId: string;
  /** Does so too, and allows single-row transactions; absent where no profile does. */
  readonly transactionsProfileId?: string;
  /**
   * Where it isn't the cluster as it is now that answers: `data-boost` reads what has reached the disk, which may lack
   * the writes of half an hour; `any` lets Bigtable choose among several. Such an entry takes no writes, is nobody's
   * origin, and what it showed once it need not show again: its answers are proven by the row's watermark or not at all.
   */
  readonly indirect?: 'data-boost' | 'any';
}

/** The cluster's id in its instance, as Bigtable has it. */
export function bigtableIdOf({ id, instance }: Cluster): string {
  return id.startsWith(`${instance}/`) ? id.slice(instance.length + 1) : id;
}
