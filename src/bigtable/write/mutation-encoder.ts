import type { google as api } from '@google-cloud/bigtable/build/protos/protos';
import { WireWriter } from '../../core/protobuf/wire-writer';
import { google } from '../../gen/bigtable';
import { FramedWriter } from '../protobuf/framed-writer';
import type { Mutation, RowMutations } from '../client/types';

/** Tags of `MutateRowsRequest.Entry`, `Mutation` and `Mutation.SetCell`: field number << 3 | wire type. */
const ENTRY_KEY = (1 << 3) | 2;
const ENTRY_MUTATIONS = (2 << 3) | 2;
const MUTATION_SET_CELL = (1 << 3) | 2;
const CELL_FAMILY = (1 << 3) | 2;
const CELL_QUALIFIER = (2 << 3) | 2;
const CELL_TIMESTAMP = 3 << 3;
const CELL_VALUE = (4 << 3) | 2;

/** Buffer shared by all calls of `encodeMutateRowsEntry`, which cannot interleave. Entries that are larger have one of their own. */
const SHARED_BYTES = 64 * 1024;
const shared = new WireWriter({ capacity: SHARED_BYTES });

type SetCell = NonNullable<Mutation['setCell']>;

/**
 * Serializes a `MutateRowsRequest.Entry`. Entries that only set cells, as nearly all do, are written field by field: the writer
 * of protobufjs creates an object for each field, which costs more than the bytes.
 */
export function encodeMutateRowsEntry(row: RowMutations): Uint8Array {
  const bytes = plainBytesOf(row);
  if (bytes === undefined)
    return google.bigtable.v2.MutateRowsRequest.Entry.encode({
      rowKey: row.key,
      mutations: row.mutations as api.bigtable.v2.IMutation[],
    }).finish();
  const writer = bytes <= SHARED_BYTES ? shared.reset() : new WireWriter({ capacity: bytes });
  writer.bytes(ENTRY_KEY, row.key);
  for (const { setCell } of row.mutations) {
    const cell = cellBytesOf(setCell!);
    writer.varint(ENTRY_MUTATIONS).varint(1 + varintBytes(cell) + cell);
    writer.varint(MUTATION_SET_CELL).varint(cell);
    writer.text(CELL_FAMILY, setCell!.familyName!).bytes(CELL_QUALIFIER, setCell!.columnQualifier as Buffer);
    writer.varint(CELL_TIMESTAMP).varint(setCell!.timestampMicros as number);
    writer.bytes(CELL_VALUE, setCell!.value as Buffer);
  }
  return writer.copy();
}

/** Returns an upper bound of the size in bytes; undefined unless all mutations set cells at times of their own. */
function plainBytesOf({ key, mutations }: RowMutations): number | undefined {
  let bytes = fieldBytes(key.length);
  for (const { setCell } of mutations) {
    if (!setCell) return undefined;
    const { familyName, columnQualifier, timestampMicros, value } = setCell;
    if (!familyName || !(columnQualifier instanceof Uint8Array) || !(value instanceof Uint8Array))
      return undefined;
    // The time of the server is negative, and takes another form.
    if (typeof timestampMicros !== 'number' || timestampMicros < 0) return undefined;
    bytes += fieldBytes(fieldBytes(cellBytesOf(setCell)));
  }
  return bytes;
}

function cellBytesOf({ familyName, columnQualifier, timestampMicros, value }: SetCell): number {
  const names = fieldBytes(Buffer.byteLength(familyName!)) + fieldBytes(columnQualifier!.length);
  return names + 1 + varintBytes(timestampMicros as number) + fieldBytes(value!.length);
}

/** Returns the size of a field whose tag has one byte, and whose value has a length in front of it. */
const fieldBytes = (length: number): number => 1 + varintBytes(length) + length;

function varintBytes(value: number): number {
  let bytes = 1;
  for (let rest = value; rest > 0x7f; rest = Math.floor(rest / 0x80)) bytes += 1;
  return bytes;
}

/** Encodes a framed `MutateRowRequest`. `header` contains the serialized table name and app profile. */
export function encodeMutateRow(header: Uint8Array, row: RowMutations): Buffer {
  const body = google.bigtable.v2.MutateRowRequest.encode({
    rowKey: row.key,
    mutations: row.mutations as api.bigtable.v2.IMutation[],
  }).finish();
  return new FramedWriter().raw(header).raw(body).framed();
}
