/** Wire types of the APIs that the embedded Bigtable serves. */
import { google } from '../../gen/bigtable-server';
import protobuf from 'protobufjs/minimal';
import { FRAME_HEADER_BYTES, frameMessage } from '../../platform/network/grpc';
import { invalidArgumentError } from '../grpc/rpc-error';

export import data = google.bigtable.v2;
export import admin = google.bigtable.admin.v2;
export import rpc = google.rpc;
export import iam = google.iam.v1;
export import longrunning = google.longrunning;
export import wellKnown = google.protobuf;

/** An int64 field in any form that the codecs use. */
export type Int64 = number | Long | string | null | undefined;
type Long = Extract<NonNullable<data.IReadRowsRequest['rowsLimit']>, object>;
type Bytes = Uint8Array | string | null | undefined;

/** Message type that can be decoded. */
export interface Decoder<T> {
  decode(reader: StrictProtoReader): T;
}
/** Message type that can be encoded. */
export interface Encoder<T> {
  encode(message: T): protobuf.Writer;
}

/**
 * Protobuf reader that rejects strings beyond the end of the message. The library truncates them, and a truncated name
 * is the name of another resource.
 */
export class StrictProtoReader extends protobuf.BufferReader {
  override string(): string {
    const length = this.uint32();
    const start = this.pos;
    const end = start + length;
    if (end > this.len) throw new RangeError(`index out of range: ${start} + ${length} > ${this.len}`);
    this.pos = end;
    return (this.buf as Buffer).toString('utf8', start, end);
  }
}

/** Decodes a request of Google's API. Throws INVALID_ARGUMENT. */
export function decode<T>(type: Decoder<T>, bytes: Buffer): T {
  return parseOrReject(() => type.decode(new StrictProtoReader(bytes)));
}

/**
 * Runs `parse` and converts its errors to INVALID_ARGUMENT, the status with which gRPC servers answer malformed
 * messages.
 */
export function parseOrReject<T>(parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    throw invalidArgumentError(`invalid request: ${(error as Error).message}`);
  }
}

/** Encodes a response with its frame header. */
export function encode<T>(type: Encoder<T>, message: T): Buffer {
  return frameMessage(type.encode(message).finish());
}

/** Framed message without any field. */
export const EMPTY_MESSAGE = Buffer.alloc(FRAME_HEADER_BYTES);

/** Converts a bytes field to a latin1 string, the form that the store uses. Some decoders return strings already. */
export function byteString(bytes: Bytes): string {
  if (bytes === null || bytes === undefined || bytes.length === 0) return '';
  if (typeof bytes === 'string') return bytes;
  return (bytes as Buffer).toString('latin1');
}

/** Converts a latin1 string to the bytes that it represents. */
export const toBuffer = (text: string): Buffer => Buffer.from(text, 'latin1');

/** Converts an int64 field to a number; values beyond 2^53 are rounded. */
export function int64(value: Int64): number {
  if (value === null || value === undefined) return 0;
  return typeof value === 'object' ? value.toNumber() : Number(value);
}

/** Converts a Duration or Timestamp to milliseconds; 0 when absent. */
export function milliseconds(time: { seconds?: Int64; nanos?: number | null } | null | undefined): number {
  return int64(time?.seconds) * 1_000 + (time?.nanos ?? 0) / 1e6;
}

/** Converts an int64 field to a bigint, exactly. */
export function bigInt64(value: Int64): bigint {
  if (value === null || value === undefined) return 0n;
  if (typeof value !== 'object') return BigInt(value);
  return (BigInt(value.high) << 32n) | BigInt(value.low >>> 0);
}
