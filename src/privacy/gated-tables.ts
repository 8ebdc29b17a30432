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
      readRow: (read, level, call) =>
        whenOpen(gate.ensure(read.table, call), () => reader.readRow(read, level, call)),
      readRows: (read, level, call) =>
        whenOpen(gate.ensure(read.table, call), () => reader.readRows(read, level, call)),
    },
    scanner: {
      sampleKeys: (table, call) => whenOpen(gate.ensure(table, call), () => scanner.sampleKeys(table, call)),
      scan(scan, call) {
        const rows = scanner.scan(scan, call);
        return { [Symbol.asyncIterator]: () => rowsWhenOpen(gate.ensure(scan.table, call), rows) };
      },
    },
    presence: (table, keys, call) => whenOpen(gate.ensure(table, call), () => presence(table, keys, call)),
    clusterRows: (read, call) => whenOpen(gate.ensure(read.table, call), () => clusterRows(read, call)),
  };
}

/** Returns transactions whose reads fail with `restore_not_replayed` for a restored table. */
export function gatedTransactions(transactions: RowTransactions, gate: Gate): RowTransactions {
  return {
    begin(table, key, options) {
      const transaction = transactions.begin(table, key, options);
      return {
        read: (read, call) => whenOpen(gate.ensure(table, call), () => transaction.read(read, call)),
        commit: (change, call) => transaction.commit(change, call),
      };
    },
  };
}

function whenOpen<T>(opening: Promise<void> | undefined, read: () => Promise<T>): Promise<T> {
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
