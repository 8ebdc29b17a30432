import type { RowWatermark } from '../core/row-watermark';
import type { Cluster } from '../routing/cluster';

/** A promise of which a heartbeat is the only proof: the row's own watermark does not show the writes in question. */
export interface ShardClaim {
  readonly table: string;
  readonly key: Buffer;
  /** Whose answer was given. */
  readonly replica: Cluster;
  readonly origin: Cluster;
  /** The answer is to contain what the origin acknowledged by then, milliseconds. */
  readonly ackedMs: number;
  /** What is older was not asked for: see `Horizon`. */
  readonly settledMs: number;
  /**
   * The writes in question, where a token names them: all had been acknowledged. Not what the origin has told during the
   * read, which may be more than it had acknowledged by then.
   */
  readonly needed?: RowWatermark;
  /** What the answer showed. */
  readonly watermark: RowWatermark;
}

/** Is told of each such claim, and checks some of them. */
export interface Auditor {
  claimed(claim: ShardClaim): void;
}
