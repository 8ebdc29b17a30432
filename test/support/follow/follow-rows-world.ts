import type { Cell, Row } from '../../../src/bigtable/client/types';
import type { Scanner } from '../../../src/consistency/store';
import type { TableTransactions } from '../../../src/consistency/transactions/row-transactions';
import { MemoryTransactions } from '../memory-transactions';

/** Rows of one table that transactions change, with a scan of all of them. Each call passes the gate of its worker twice. */
export class FollowRowsWorld {
  readonly #transactions: MemoryTransactions;
  readonly #keys = new Map<string, Buffer>();

  constructor(family: string) {
    this.#transactions = new MemoryTransactions(family);
  }

  /** Returns the accesses of one worker. Its calls are delayed, and those of a paused worker wait. */
  of(gate: () => Promise<void>): {
    readonly transactions: Pick<TableTransactions, 'begin'>;
    readonly scanner: Pick<Scanner, 'scan'>;
  } {
    const begin: TableTransactions['begin'] = (table, key) => {
      this.#keys.set(key.toString('latin1'), key);
      const inner = this.#transactions.begin(table, key);
      const gated = async <T>(call: () => Promise<T>): Promise<T> => {
        await gate();
        const result = await call();
        await gate();
        return result;
      };
      return {
        read: (...all) => gated(() => inner.read(...all)),
        commit: (...all) => gated(() => inner.commit(...all)),
        commitUnmarked: (...all) => gated(() => inner.commitUnmarked(...all)),
        remove: (...all) => gated(() => inner.remove(...all)),
      };
    };
    return { transactions: { begin }, scanner: { scan: ({ table }) => this.#scan(table, gate) } };
  }

  async *#scan(table: string, gate: () => Promise<void>): AsyncGenerator<Row> {
    await gate();
    for (const key of [...this.#keys.values()].sort((a, b) => a.compare(b))) {
      const { row } = await this.#transactions.begin(table, key).read({ filter: {} }, {});
      const cells: readonly Cell[] = row?.cells ?? [];
      if (cells.length > 0) yield { key, cells };
    }
    await gate();
  }
}
