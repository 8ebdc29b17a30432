import { google } from '../../gen/bigtable';
import type { google as api } from '@google-cloud/bigtable/build/protos/protos';
import { GrpcStatus, type GrpcStatusCode } from '../../platform/network/grpc';
import { BigtableError } from '../client/bigtable-error';
import type { Mutation } from '../client/types';
import type { ChangeStreamEvent, DataChange, StreamClosed, StreamPartition } from './change-types';

type Response = api.bigtable.v2.IReadChangeStreamResponse;
type ChangeMessage = api.bigtable.v2.ReadChangeStreamResponse.IDataChange;
type Chunk = api.bigtable.v2.ReadChangeStreamResponse.IMutationChunk;
type CloseMessage = api.bigtable.v2.ReadChangeStreamResponse.ICloseStream;

/** Numbers of `ReadChangeStreamResponse.DataChange.Type`. */
const USER = 1;
const GARBAGE_COLLECTION = 2;
const CONTINUATION = 3;
const NO_VALUE = Buffer.alloc(0);

export interface ChangeStreamDecoderOptions {
  /** Maximum size of one change on the wire, in bytes, without values that are left out. */
  readonly changeBytesMax: number;
  /** Whether values of cells are left out. */
  readonly withoutValues: boolean;
}

/** A change of which further messages follow. */
interface PartialChange {
  readonly first: ChangeMessage;
  readonly mutations: Mutation[];
  bytes: number;
  /** Parts of a value that is not complete, and its announced size in bytes. */
  parts: Buffer[];
  partsBytes: number;
  valueBytes: number;
}

/**
 * Decodes the messages of a change stream and joins those of one change: a large change has several messages, and a
 * large value several chunks. Sequences that the protocol does not allow are rejected, as Google's Java client does.
 */
export class ChangeStreamDecoder {
  readonly #options: ChangeStreamDecoderOptions;
  #partial: PartialChange | undefined;

  constructor(options: ChangeStreamDecoderOptions) {
    this.#options = options;
  }

  /** Decodes a message. Returns the event that it completes. Throws BigtableError. */
  push(message: Buffer): ChangeStreamEvent | undefined {
    const { dataChange, heartbeat, closeStream } = decode(message);
    if (dataChange) return this.#onChange(dataChange, message.length);
    if (this.#partial !== undefined) throw protocolError('another message within a change');
    if (heartbeat) {
      return {
        kind: 'heartbeat',
        token: tokenOf(heartbeat.continuationToken?.token),
        lowWatermarkMicros: micros(heartbeat.estimatedLowWatermark),
      };
    }
    // Messages of kinds that later versions add carry no change.
    return closeStream ? closed(closeStream) : undefined;
  }

  #onChange(message: ChangeMessage, bytes: number): DataChange | undefined {
    const { changeBytesMax, withoutValues } = this.#options;
    const partial = this.#partialOf(message);
    for (const chunk of message.chunks ?? []) {
      const value = addChunk(partial, chunk, withoutValues);
      bytes -= withoutValues ? value : 0;
    }
    partial.bytes += bytes;
    if (partial.bytes > changeBytesMax) throw changeTooLarge(changeBytesMax);
    this.#partial = message.done === true ? undefined : partial;
    if (message.done !== true) return undefined;
    if (partial.valueBytes > 0) throw protocolError('the change ends within a value');
    return complete(partial, message);
  }

  #partialOf(message: ChangeMessage): PartialChange {
    const partial = this.#partial;
    if ((partial !== undefined) !== (typeOf(message) === CONTINUATION))
      throw protocolError('a change does not begin with its first message');
    return partial ?? { first: message, mutations: [], bytes: 0, parts: [], partsBytes: 0, valueBytes: 0 };
  }
}

function decode(message: Buffer): Response {
  try {
    return google.bigtable.v2.ReadChangeStreamResponse.decode(message);
  } catch (cause) {
    throw new BigtableError(GrpcStatus.INTERNAL, 'malformed message of a change stream', { cause });
  }
}

/** Adds the mutation, or the part of a value, of a chunk. Returns the size of its value in bytes. */
function addChunk(partial: PartialChange, { chunkInfo, mutation }: Chunk, withoutValues: boolean): number {
  if (!mutation) throw protocolError('a chunk without a mutation');
  const { setCell } = mutation;
  const size = Number(chunkInfo?.chunkedValueSize ?? 0);
  const part = asBuffer(setCell?.value);
  if (!setCell || size === 0) {
    if (partial.valueBytes > 0) throw protocolError('another mutation within a value');
    partial.mutations.push(
      setCell && withoutValues ? { setCell: { ...setCell, value: NO_VALUE } } : mutation,
    );
    return part.length;
  }
  if (Number(chunkInfo?.chunkedValueOffset ?? 0) !== partial.partsBytes)
    throw protocolError('a part of a value is missing');
  if (partial.partsBytes === 0) {
    partial.valueBytes = size;
    partial.mutations.push({ setCell: { ...setCell, value: NO_VALUE } });
  } else if (size !== partial.valueBytes)
    throw protocolError('the size of a value differs between its parts');
  if (!withoutValues) partial.parts.push(part);
  partial.partsBytes += part.length;
  if (chunkInfo?.lastChunk === true) endValue(partial, withoutValues);
  return part.length;
}

function endValue(partial: PartialChange, withoutValues: boolean): void {
  if (partial.partsBytes !== partial.valueBytes) throw protocolError('the parts of a value are incomplete');
  if (!withoutValues) partial.mutations.at(-1)!.setCell!.value = Buffer.concat(partial.parts);
  partial.parts = [];
  partial.partsBytes = 0;
  partial.valueBytes = 0;
}

const typeOf = ({ type }: ChangeMessage): number => Number(type ?? 0);

function complete({ first, mutations }: PartialChange, last: ChangeMessage): DataChange {
  const type = typeOf(first);
  if (type !== USER && type !== GARBAGE_COLLECTION) throw protocolError(`unknown type ${type} of a change`);
  const key = asBuffer(first.rowKey);
  if (key.length === 0) throw protocolError('a change without a row key');
  return {
    kind: 'change',
    type: type === USER ? 'user' : 'garbage-collection',
    key,
    clusterId: first.sourceClusterId ?? '',
    commitMicros: micros(first.commitTimestamp),
    tiebreaker: first.tiebreaker ?? 0,
    mutations,
    token: tokenOf(last.token),
    lowWatermarkMicros: micros(last.estimatedLowWatermark),
  };
}

/** Status of a stream that continues elsewhere. Apache Beam's connector accepts only this one. */
const REPARTITIONED: GrpcStatusCode = GrpcStatus.OUT_OF_RANGE;

function closed({ status, continuationTokens, newPartitions }: CloseMessage): StreamClosed {
  const tokens = continuationTokens ?? [];
  const partitions = newPartitions ?? [];
  const code = (status?.code ?? GrpcStatus.OK) as GrpcStatusCode;
  if (code !== GrpcStatus.OK && !(code === REPARTITIONED && tokens.length > 0))
    throw new BigtableError(code, status?.message ?? 'the change stream was closed');
  // Earlier versions of the API name no new partitions: each token continues its own one.
  if (partitions.length > 0 && partitions.length !== tokens.length)
    throw protocolError('not every token has a new partition');
  const successors = tokens.map(({ partition, token }, index) => {
    const part = partitionOf(partition);
    const whole = partitions[index];
    return {
      from: { partition: part, token: tokenOf(token) },
      partition: whole === undefined ? part : partitionOf(whole),
    };
  });
  return { kind: 'closed', successors };
}

/** Converts a partition. Its row range has a closed start and an open end, or is open. */
export function partitionOf(partition: api.bigtable.v2.IStreamPartition | null | undefined): StreamPartition {
  const { startKeyClosed, endKeyOpen } = partition?.rowRange ?? {};
  return { start: asBuffer(startKeyClosed), end: asBuffer(endKeyOpen) };
}

function tokenOf(token: string | null | undefined): string {
  if (token === undefined || token === null || token === '') throw protocolError('a message without a token');
  return token;
}

/** Converts a timestamp to microseconds since the Unix epoch. */
function micros(time: api.protobuf.ITimestamp | null | undefined): number {
  return Number(time?.seconds ?? 0) * 1e6 + Math.floor((time?.nanos ?? 0) / 1e3);
}

/** Converts a bytes field, which protobufjs returns as a Buffer in Node. */
function asBuffer(bytes: Uint8Array | string | null | undefined): Buffer {
  if (bytes === undefined || bytes === null || typeof bytes === 'string') return Buffer.alloc(0);
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** Returns the error of a change above the size limit. */
export function changeTooLarge(bytesMax: number): BigtableError {
  return new BigtableError(GrpcStatus.OUT_OF_RANGE, `a change has more than ${bytesMax} bytes`, {
    code: 'answer_too_large',
  });
}

function protocolError(message: string): BigtableError {
  return new BigtableError(GrpcStatus.INTERNAL, `ReadChangeStream answer violates the protocol: ${message}`);
}
