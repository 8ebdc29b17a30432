import { watermarkColumnOf } from '../../core/consistency/row-watermark';
import { rowId, tokenOfWrite, type WriteToken } from '../../core/tokens/write-token';
import type { Cluster } from '../../routing/topology/cluster';
import type { WriteReceipt } from '../store';
import type { RowBatch } from './row-queues';

/** Receipt of an acknowledged batch. Its token is computed when it is first read: batch jobs, which write most rows, read none. */
export class BatchReceipt implements WriteReceipt {
  readonly cluster: string;
  readonly #batch: Pick<RowBatch, 'row' | 'versionMs' | 'state'>;
  readonly #origin: Cluster['code'];
  readonly #ackedMs: number;
  #token: WriteToken | undefined;

  constructor(batch: Pick<RowBatch, 'row' | 'versionMs' | 'state'>, { id, code }: Cluster, ackedMs: number) {
    this.cluster = id;
    this.#batch = batch;
    this.#origin = code;
    this.#ackedMs = ackedMs;
  }

  get token(): WriteToken {
    return (this.#token ??= this.#computed());
  }

  #computed(): WriteToken {
    const { row, versionMs, state } = this.#batch;
    const column = watermarkColumnOf(this.#origin, state.writer);
    return tokenOfWrite({ row: rowId(row.table, row.key), column, versionMs, ackedMs: this.#ackedMs });
  }
}
