import type { ChainLinks } from '../../core/consistency/row-chains';
import type { RowWatermark } from '../../core/consistency/row-watermark';
import type { Cluster } from '../../routing/topology/cluster';

/** A promise of which a heartbeat is the only proof: the row's own watermark does not show the writes in question. */
export interface ShardClaim extends ClaimedRow {
  readonly kind: 'shard';
  /** The answer is to contain what the origin acknowledged by then, milliseconds. */
  readonly ackedMs: number;
  /**
   * The writes in question, where a token names them: all had been acknowledged. Not what the origin has told during the
   * read, which may be more than it had acknowledged by then.
   */
  readonly versions?: RowWatermark | undefined;
  /** What the answer showed. */
  readonly watermark: RowWatermark;
}

/** A promise that the row's own watermark proves: its columns are complete up to these versions. */
export interface RowClaim extends ClaimedRow {
  readonly kind: 'row';
  readonly versions: RowWatermark;
  /** Every write that the answer showed to contain. */
  readonly links: ChainLinks;
}

export type ProofClaim = ShardClaim | RowClaim;

interface ClaimedRow {
  readonly table: string;
  readonly key: Buffer;
  /** Whose answer was given. */
  readonly replica: Cluster;
  readonly origin: Cluster;
  /** What is older was not asked for: see `Horizon`. */
  readonly replicatedBeforeMs: number;
}

/** Is told of each such claim, and checks some of them. */
export interface Auditor {
  recordClaim(claim: ProofClaim): void;
}
