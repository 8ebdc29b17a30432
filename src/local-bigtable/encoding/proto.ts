/** The wire types, from Google's package: its generated codecs alone, without the client. */
import { google } from '@google-cloud/bigtable/build/protos/protos';
import protobuf from 'protobufjs/minimal';
import { FRAME_HEADER_BYTES, frameMessage } from '../../platform/network/grpc';
import { invalidArgumentError } from '../grpc/rpc-error';

export import data = google.bigtable.v2;
export import admin = google.bigtable.admin.v2;
export import rpc = google.rpc;
export import iam = google.iam.v1;
export import longrunning = google.longrunning;
export import wellKnown = google.protobuf;

export type Int64 = number | Long | string | null | undefined;
type Long = Extract<NonNullable<data.IReadRowsRequest['rowsLimit']>, object>;
type Bytes = Uint8Array | string | null | undefined;

export interface Decoder<T> {
  decode(reader: StrictProtoReader): T;
}
export interface Encoder<T> {
  encode(message: T): protobuf.Writer;
}

/** Refuses a text that goes on after the end of the message: the library cuts it, and a cut name is another's name. */
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

/** Decodes a request of Google's API. */
export function decode<T>(type: Decoder<T>, bytes: Buffer): T {
  return parseOrReject(() => type.decode(new StrictProtoReader(bytes)));
}

/** What `parse` throws is the caller's error, as gRPC servers answer bytes that are no such message. */
export function parseOrReject<T>(parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    throw invalidArgumentError(`the request cannot be parsed: ${(error as Error).message}`);
  }
}

/** Encodes a response with its frame header. */
export function encode<T>(type: Encoder<T>, message: T): Buffer {
  return frameMessage(type.encode(message).finish());
}

/** The framed message without any field. */
export const EMPTY_MESSAGE = Buffer.alloc(FRAME_HEADER_BYTES);

/** A bytes field as a latin1 string, the store's form; some decoders give it as such. */
export function byteString(bytes: Bytes): string {
  if (bytes === null || bytes === undefined || bytes.length === 0) return '';
  if (typeof bytes === 'string') return bytes;
  return (bytes as Buffer).toString('latin1');
}

export const toBuffer = (text: string): Buffer => Buffer.from(text, 'latin1');

/** An int64 field as a number; beyond 2^53 the nearest one. */
export function int64(value: Int64): number {
  if (value === null || value === undefined) return 0;
  return typeof value === 'object' ? value.toNumber() : Number(value);
}

/** A Duration or a Timestamp in milliseconds; 0 when absent. */
export function milliseconds(time: { seconds?: Int64; nanos?: number | null } | null | undefined): number {
  return int64(time?.seconds) * 1_000 + (time?.nanos ?? 0) / 1e6;
}

/** An int64 field, exactly. */
export function bigInt64(value: Int64): bigint {
  if (value === null || value === undefined) return 0n;
  if (typeof value !== 'object') return BigInt(value);
  return (BigInt(value.high) << 32n) | BigInt(value.low >>> 0);
}
