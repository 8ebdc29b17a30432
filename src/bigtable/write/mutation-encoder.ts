import type { google as api } from '@google-cloud/bigtable/build/protos/protos';
import { google } from '../../gen/bigtable';
import { FramedWriter } from '../protobuf/framed-writer';
import type { RowMutations } from '../client/types';

/** Serializes a `MutateRowsRequest.Entry`. */
export function encodeMutateRowsEntry(row: RowMutations): Uint8Array {
  return google.bigtable.v2.MutateRowsRequest.Entry.encode({
    rowKey: row.key,
    mutations: row.mutations as api.bigtable.v2.IMutation[],
  }).finish();
}

/** Encodes a framed `MutateRowRequest`. `header` contains the serialized table name and app profile. */
export function encodeMutateRow(header: Uint8Array, row: RowMutations): Buffer {
  const body = google.bigtable.v2.MutateRowRequest.encode({
    rowKey: row.key,
    mutations: row.mutations as api.bigtable.v2.IMutation[],
  }).finish();
  return new FramedWriter().raw(header).raw(body).framed();
}
