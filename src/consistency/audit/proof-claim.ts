import type { ChainLinks } from '../../core/consistency/row-chains';
import type { RowWatermark } from '../../core/consistency/row-watermark';
import type { Cluster } from '../../routing/topology/cluster';

/** A claim that only a heartbeat proves: the row's own watermark does not show the writes in question. */
export interface ShardClaim extends ClaimedRow {
  readonly kind: 'shard';
  /** The answer must contain what the origin had acknowledged by this time, in milliseconds. */
  readonly ackedMs: number;
  /**
   * Writes in question by column, where a token names them: the origin had acknowledged all of them. Versions that the
   * origin reported during the read are not used, because they may include writes that it had not acknowledged by then.
   */
  readonly versions?: RowWatermark | undefined;
  /** Watermark that the answer showed. */
  readonly watermark: RowWatermark;
}

/** A claim that the row's own watermark proves: its columns are complete up to these versions. */
export interface RowProofClaim extends ClaimedRow {
  readonly kind: 'row';
  readonly versions: RowWatermark;
  /** Watermark cells that the answer showed, by column. */
  readonly links: ChainLinks;
}

export type ProofClaim = ShardClaim | RowProofClaim;

interface ClaimedRow {
  readonly table: string;
  readonly key: Buffer;
  /** Replica whose answer was given. */
  readonly replica: Cluster;
  readonly origin: Cluster;
  /** Older writes were not required: see `Horizon`. Milliseconds. */
  readonly replicatedBeforeMs: number;
}

/** Receives each claim, and checks some of them. */
export interface Auditor {
  recordClaim(claim: ProofClaim): void;
}
