import { Writer } from 'protobufjs/minimal';
import { frameMessage } from '../../platform/network/grpc';
import { data, encode, rpc, toBuffer } from '../encoding/proto';
import type { KeySpan } from '../store/stored-table';
import type { Bookmark } from './bookmark';
import { type ChangeRecord, timestampFromMicros } from './change-record';

const { ReadChangeStreamResponse: Response } = data;
type Chunk = data.ReadChangeStreamResponse.IMutationChunk;
type DataChange = data.ReadChangeStreamResponse.IDataChange;

/** Progress of a reader, contained in all messages. */
export interface StreamCheckpoint {
  readonly token: string;
  readonly lowWatermark: number;
}

/** Bounds of response messages. */
export interface MessageLimits {
  /** Values above this size are split over several messages, in bytes. */
  readonly valueChunkBytesMax: number;
  /** A message is closed when it reaches this size, in bytes. */
  readonly messageBytes: number;
}

/** Encodes one change as framed messages: mostly one, several when it is large. */
export function changeFrames(record: ChangeRecord, place: StreamCheckpoint, limits: MessageLimits): Buffer[] {
  const last = {
    done: true,
    token: place.token,
    estimatedLowWatermark: timestampFromMicros(place.lowWatermark),
  };
  if (record.change.length <= limits.valueChunkBytesMax) return [joinedFrame(record.change, last)];
  const whole = Response.DataChange.decode(toBuffer(record.change));
  const messages = splitChunks(whole.chunks, limits);
  return messages.map((chunks, index) => {
    const message: DataChange = {
      ...(index === 0 ? whole : { type: Response.DataChange.Type.CONTINUATION }),
      ...(index === messages.length - 1 && last),
      chunks,
    };
    return encode(Response, Response.create({ dataChange: message }));
  });
}

/** Concatenated encoded messages are the encoding of the merged message. */
function joinedFrame(change: string, rest: DataChange): Buffer {
  const message = Buffer.concat([toBuffer(change), Response.DataChange.encode(rest).finish()]);
  return frameMessage(Writer.create().uint32(DATA_CHANGE_TAG).bytes(message).finish());
}

/** Divides chunks into messages. A part of a value other than the last ends its message, as clients require. */
function splitChunks(chunks: readonly Chunk[], limits: MessageLimits): Chunk[][] {
  const messages: Chunk[][] = [[]];
  let bytes = 0;
  for (const piece of chunks.flatMap((chunk) => [...pieces(chunk, limits.valueChunkBytesMax)])) {
    const size = piece.mutation?.setCell?.value?.length ?? 0;
    const previous = messages.at(-1)!;
    const mustStart = previous.at(-1)?.chunkInfo?.lastChunk === false;
    if (mustStart || (previous.length > 0 && bytes + size > limits.messageBytes)) {
      messages.push([]);
      bytes = 0;
    }
    messages.at(-1)!.push(piece);
    bytes += size + CHUNK_OVERHEAD_BYTES;
  }
  return messages;
}

function* pieces(chunk: Chunk, bytesMax: number): Generator<Chunk> {
  const { setCell } = chunk.mutation ?? {};
  const value = setCell?.value as Uint8Array | undefined;
  if (value === undefined || value.length <= bytesMax) {
    yield chunk;
    return;
  }
  for (let offset = 0; offset < value.length; offset += bytesMax) {
    const part = value.subarray(offset, offset + bytesMax);
    const lastChunk = offset + part.length === value.length;
    yield {
      chunkInfo: { chunkedValueSize: value.length, chunkedValueOffset: offset, lastChunk },
      mutation: { setCell: offset === 0 ? { ...setCell, value: part } : { value: part } },
    };
  }
}

/** Encodes a heartbeat for a partition. */
export function heartbeatFrame(span: KeySpan, { token, lowWatermark }: StreamCheckpoint): Buffer {
  const heartbeat = {
    continuationToken: { partition: partitionMessage(span), token },
    estimatedLowWatermark: timestampFromMicros(lowWatermark),
  };
  return encode(Response, Response.create({ heartbeat }));
}

/** Encodes the message that ends a stream at its end time. */
export function finishedFrame(): Buffer {
  return encode(Response, Response.create({ closeStream: { status: rpc.Status.create({ code: 0 }) } }));
}

/** Partition at which a reader continues after a repartitioning. */
export interface SuccessorPartition {
  /** Part of the partition that has been read. */
  readonly part: KeySpan;
  /** Current partition that contains the part. */
  readonly partition: KeySpan;
}

/**
 * Encodes the message for a partition that no longer exists. It names the partitions at which to continue. Apache
 * Beam's connector accepts only OUT_OF_RANGE for this:
 * https://github.com/apache/beam/blob/master/sdks/java/io/google-cloud-platform/src/main/java/org/apache/beam/sdk/io/gcp/bigtable/changestreams/action/ReadChangeStreamPartitionAction.java
 */
export function repartitionedFrame(
  successors: readonly SuccessorPartition[],
  token: string,
  status: rpc.IStatus,
): Buffer {
  const closeStream = {
    status,
    continuationTokens: successors.map(({ part }) => ({ partition: partitionMessage(part), token })),
    newPartitions: successors.map(({ partition }) => partitionMessage(partition)),
  };
  return encode(Response, Response.create({ closeStream }));
}

/** Encodes the row range of a partition. */
export function partitionMessage({ start, end = '' }: KeySpan): data.IStreamPartition {
  return { rowRange: { startKeyClosed: toBuffer(start), endKeyOpen: toBuffer(end) } };
}

/** Returns the token and low watermark of a bookmark. */
export const checkpointOf = (bookmark: Bookmark, table: number): StreamCheckpoint => ({
  token: bookmark.encode(table),
  lowWatermark: bookmark.completeUpTo,
});

/** Tag of the field `data_change` of ReadChangeStreamResponse: number 1, a message. */
const DATA_CHANGE_TAG = (1 << 3) | 2;
const CHUNK_OVERHEAD_BYTES = 64;
