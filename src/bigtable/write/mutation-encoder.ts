import type { google as api } from '@google-cloud/bigtable/build/protos/protos';
import { google } from '../../gen/bigtable';
import { ProtoWriter } from '../protobuf/proto-writer';
import type { RowMutations } from '../client/types';

/** A MutateRowsRequest.Entry, serialized. */
export function encodeEntry(row: RowMutations): Uint8Array {
  return google.bigtable.v2.MutateRowsRequest.Entry.encode({
    rowKey: row.key,
    mutations: row.mutations as api.bigtable.v2.IMutation[],
  }).finish();
}

/** A framed MutateRowRequest; `head` holds the table's name and the app profile. */
export function encodeMutateRow(head: Uint8Array, row: RowMutations): Buffer {
  const body = google.bigtable.v2.MutateRowRequest.encode({
    rowKey: row.key,
    mutations: row.mutations as api.bigtable.v2.IMutation[],
  }).finish();
  return new ProtoWriter().raw(head).raw(body).framed();
}
