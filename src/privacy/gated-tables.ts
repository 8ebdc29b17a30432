/** Access to tables that waits for the gate of restored tables. */
import type { Reader, RowPresence, Scanner, ClusterRows } from '../consistency/store';
import type { RowTransactions } from '../consistency/transactions/row-transactions';
import type { TableGate } from './table-gate';

type Gate = Pick<TableGate, 'ensure'>;

/** Reads of tables. Writes need no gate: the ledger is applied to what they add, too. */
interface ReadableTables {
  readonly reader: Reader;
  readonly scanner: Scanner;
  readonly presence: RowPresence;
  readonly clusterRows: ClusterRows;
}

/** Returns the tables with reads that fail with `restore_not_replayed` for a restored table. */
export function gatedTables<T extends ReadableTables>(tables: T, gate: Gate): T {
  const { reader, scanner, presence, clusterRows } = tables;
  return {
    ...tables,
    reader: {
      readRow: (read, ...rest) => whenOpen(gate, read.table, () => reader.readRow(read, ...rest)),
      readRows: (read, ...rest) => whenOpen(gate, read.table, () => reader.readRows(read, ...rest)),
    },
    scanner: {
      sampleKeys: (table, call) => whenOpen(gate, table, () => scanner.sampleKeys(table, call)),
      scan(scan, call) {
        const rows = scanner.scan(scan, call);
        return { [Symbol.asyncIterator]: () => rowsWhenOpen(gate.ensure(scan.table), rows) };
      },
    },
    presence: (table, ...rest) => whenOpen(gate, table, () => presence(table, ...rest)),
    clusterRows: (read, call) => whenOpen(gate, read.table, () => clusterRows(read, call)),
  };
}

/** Returns transactions whose reads fail with `restore_not_replayed` for a restored table. */
export function gatedTransactions(transactions: RowTransactions, gate: Gate): RowTransactions {
  return {
    begin(table, key, options) {
      const transaction = transactions.begin(table, key, options);
      return {
        read: (read, call) => whenOpen(gate, table, () => transaction.read(read, call)),
        commit: (change, call) => transaction.commit(change, call),
      };
    },
  };
}

function whenOpen<T>(gate: Gate, table: string, read: () => Promise<T>): Promise<T> {
  const opening = gate.ensure(table);
  return opening === undefined ? read() : opening.then(read);
}

/** Returns the rows themselves if the table may be read already: a generator would cost a promise for each row. */
function rowsWhenOpen<R>(opening: Promise<void> | undefined, rows: AsyncIterable<R>): AsyncIterator<R> {
  return opening === undefined ? rows[Symbol.asyncIterator]() : rowsAfter(opening, rows);
}

async function* rowsAfter<R>(opening: Promise<void>, rows: AsyncIterable<R>): AsyncGenerator<R> {
  await opening;
  yield* rows;
}
