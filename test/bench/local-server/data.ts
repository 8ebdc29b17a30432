import { google } from '@google-cloud/bigtable/build/protos/protos';
import { frameMessage } from '../../../src/platform/network/grpc';
import { seededRandom } from '../../../src/platform/random';

import data = google.bigtable.v2;

export const PROJECT = 'bench';
export const INSTANCE = 'bench';
export const FAMILY = 'f';

/** Rows of one shape, in a separate table. */
export interface Rows {
  readonly table: string;
  readonly count: number;
  readonly cells: number;
  readonly valueBytes: number;
}

/** Calls of one kind on rows of one shape. */
export interface Load {
  readonly name: string;
  readonly method: 'ReadRows' | 'MutateRow' | 'MutateRows';
  readonly rows: Rows;
  /**
   * Order of rows: only the first one, all in a random but fixed order, all in key order, or the whole table at once.
   */
  readonly order: 'one' | 'shuffled' | 'rising' | 'scan';
  /** Number of rows per request. */
  readonly batch: number;
  readonly inFlight: number;
  /** Whether the load is also measured on what the embedded server is built on, alone. Default: false. */
  readonly hasFloor?: boolean;
}

export function rowKey({ table }: Rows, index: number): Buffer {
  return Buffer.from(`${table}#${String(index).padStart(8, '0')}`);
}

export function mutationsOf({ cells, valueBytes }: Rows, row: number): data.IMutation[] {
  return Array.from({ length: cells }, (_, cell) => ({
    setCell: {
      familyName: FAMILY,
      columnQualifier: Buffer.from(`column-${String(cell).padStart(4, '0')}`),
      timestampMicros: 1_700_000_000_000_000 + cell * 1_000,
      value: Buffer.alloc(valueBytes, `${row}/${cell};`),
    },
  }));
}

const tableName = ({ table }: Rows): string => `projects/${PROJECT}/instances/${INSTANCE}/tables/${table}`;

/** Generates the framed requests of a load in order, from `from` to before `to`. */
export function* requestsOf(load: Load, from = 0, to = Infinity): Generator<Buffer> {
  if (load.order === 'scan') {
    yield frameMessage(encode(load, []));
    return;
  }
  const order = orderOf(load);
  for (let at = from * load.batch; at < Math.min(order.length, to * load.batch); at += load.batch) {
    yield frameMessage(encode(load, order.slice(at, at + load.batch)));
  }
}

/** Returns the row indexes in the order of their requests. */
export function orderOf({ order, rows }: Load): number[] {
  if (order === 'one') return [0];
  const indexes = Array.from({ length: rows.count }, (_, index) => index);
  return order === 'shuffled' ? shuffled(indexes) : indexes;
}

function shuffled(items: number[]): number[] {
  const random = seededRandom(1);
  for (let end = items.length - 1; end > 0; end--) {
    const chosen = Math.floor(random() * (end + 1));
    [items[end], items[chosen]] = [items[chosen]!, items[end]!];
  }
  return items;
}

function encode({ method, rows }: Load, indexes: readonly number[]): Uint8Array {
  const name = { tableName: tableName(rows) };
  const entryOf = (index: number): data.MutateRowsRequest.IEntry => ({
    rowKey: rowKey(rows, index),
    mutations: mutationsOf(rows, index),
  });
  switch (method) {
    case 'ReadRows': {
      const rowKeys = indexes.map((index) => rowKey(rows, index));
      return data.ReadRowsRequest.encode({ ...name, rows: { rowKeys } }).finish();
    }
    case 'MutateRow':
      return data.MutateRowRequest.encode({ ...name, ...entryOf(indexes[0]!) }).finish();
    case 'MutateRows':
      return data.MutateRowsRequest.encode({ ...name, entries: indexes.map(entryOf) }).finish();
  }
}
