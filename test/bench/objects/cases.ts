/** The measured cases: reads of one size, in one encoding, of one object or a batch. */
import type { LoadMessage } from '../load/messages';
import { CORPUS, DATA_TYPE, SIZE_NAMES, SUB_TYPE, type BenchObject, type Size } from './data';

type Encoding = 'JSON' | 'protobuf';

export interface Case {
  readonly name: string;
  readonly size: Size;
  readonly encoding: Encoding;
  /** Number of objects of a request; 1 stands for a read of one cell. */
  readonly objects: number;
  /** Requests at once under saturating load. */
  readonly connections: number;
}

export const PROTOBUF = 'application/x-protobuf';
const MEDIA_TYPES = { JSON: 'application/json', protobuf: PROTOBUF } as const;
/** Fewer requests at once where an answer takes so long that a round would not end. */
const CONNECTIONS: Readonly<Record<Size, number>> = { '1 KB': 16, '20 KB': 16, '200 KB': 8, '1 MB': 4 };
const BATCH_CONNECTIONS = 2;
/** Sizes of which 100 objects are within the 64 MiB of values that an answer may have. */
const BATCH_SIZES: readonly Size[] = ['1 KB', '20 KB', '200 KB'];

/** Returns all cases, with at most so many connections. Batches are answered as JSON only. */
export function casesOf(batch: number, connectionsMax: number): readonly Case[] {
  const single = (['JSON', 'protobuf'] as const).flatMap((encoding) =>
    SIZE_NAMES.map((size): Case => {
      const name = `${size}, ${encoding}`;
      return { name, size, encoding, objects: 1, connections: Math.min(CONNECTIONS[size], connectionsMax) };
    }),
  );
  const batches = BATCH_SIZES.map((size): Case => {
    const name = `batch of ${size}, JSON`;
    return { name, size, encoding: 'JSON', objects: batch, connections: BATCH_CONNECTIONS };
  });
  return [...single, ...batches];
}

/** Divides the stored objects into groups, each of which one request reads. */
export function requestsOf({ objects }: Case, stored: readonly BenchObject[]): readonly BenchObject[][] {
  return Array.from({ length: Math.floor(stored.length / objects) }, (_, i) =>
    stored.slice(i * objects, (i + 1) * objects),
  );
}

export const cellPath = (id: string): string =>
  `/v1/corpora/${CORPUS}/objects/${id}/${DATA_TYPE}/${SUB_TYPE}`;

/** Body of a request for a batch. */
export interface BatchRequest {
  readonly objects: readonly { readonly id: string; readonly select: readonly object[] }[];
}

export function messageOf({ encoding, objects }: Case, requested: readonly BenchObject[]): LoadMessage {
  const accept = MEDIA_TYPES[encoding];
  if (objects === 1) return { method: 'GET', path: cellPath(requested[0]!.id), accept };
  const select = [{ dataType: DATA_TYPE, subTypes: [SUB_TYPE] }];
  const batch: BatchRequest = { objects: requested.map(({ id }) => ({ id, select })) };
  const body = JSON.stringify(batch);
  return { method: 'POST', path: `/v1/corpora/${CORPUS}/objects:batchGet`, accept, body };
}
