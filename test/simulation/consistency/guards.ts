import { google } from '@google-cloud/bigtable/build/protos/protos';
import type { Call, GrpcTransport } from '../../../src/bigtable/transport/create-transport';
import { encodePredecessor, WATERMARK_FAMILY } from '../../../src/core/consistency/row-watermark';
import { FRAME_HEADER_BYTES, frameMessage } from '../../../src/platform/network/grpc';
import { isDeleteMarker } from '../../../src/core/objects/delete-markers';
import type { Mutation } from '../../../src/bigtable/client/types';
import type { Reader, Writer } from '../../../src/consistency/store';

import data = google.bigtable.v2;

/** Mechanisms that protect the promises, each with a switch: without one of them violations must show. */
export interface Guards {
  /** A deletion leaves a marker, which hides what arrives late. */
  readonly markers: boolean;
  /** A write is acknowledged once every clock has passed its version. */
  readonly commitWait: boolean;
  /** A version lies above everything that the row shows. */
  readonly hybridVersions: boolean;
  /** A watermark names the write before it, so that a replica that lacks that write shows the gap. */
  readonly chains: boolean;
}

/** Returns the writer of versioned writes with the guards applied. */
export function guardedWriter(writer: Writer, { markers }: Guards): Pick<Writer, 'mutateRow'> {
  if (markers) return writer;
  return {
    mutateRow: (table, { key, mutations }, options) =>
      writer.mutateRow(table, { key, mutations: withoutMarkers(mutations) }, options),
  };
}

/** Returns the reader of versioned writes with the guards applied: versions are not above what it hides. */
export function guardedReader(reader: Reader, { hybridVersions }: Guards): Pick<Reader, 'readRow'> {
  if (hybridVersions) return reader;
  return {
    readRow: async (read, consistency, options) => ({
      ...(await reader.readRow(read, consistency, options)),
      row: undefined,
    }),
  };
}

/** Keeps one mutation at least, as a request needs. */
function withoutMarkers(mutations: readonly Mutation[]): readonly Mutation[] {
  const left = mutations.filter(
    ({ setCell }) => !isDeleteMarker(Buffer.from(setCell?.columnQualifier ?? '')),
  );
  return left.length > 0 ? left : mutations;
}

/** Returns the transport with the guards applied: without chains every watermark claims to be the first of its column. */
export function guardedTransport(transport: GrpcTransport, { chains }: Guards): GrpcTransport {
  if (chains) return transport;
  return {
    ...transport,
    start: (call, handler) => transport.start({ ...call, request: withoutPredecessors(call) }, handler),
  };
}

function withoutPredecessors({ path, request }: Call): Buffer {
  const message = request.subarray(FRAME_HEADER_BYTES);
  if (path.endsWith('/MutateRow')) {
    const decoded = data.MutateRowRequest.decode(message);
    decoded.mutations.forEach(forgetPredecessor);
    return frameMessage(data.MutateRowRequest.encode(decoded).finish());
  }
  if (!path.endsWith('/MutateRows')) return request;
  const decoded = data.MutateRowsRequest.decode(message);
  for (const { mutations } of decoded.entries) mutations?.forEach(forgetPredecessor);
  return frameMessage(data.MutateRowsRequest.encode(decoded).finish());
}

function forgetPredecessor({ setCell }: Mutation): void {
  if (setCell?.familyName === WATERMARK_FAMILY) setCell.value = encodePredecessor(0);
}
