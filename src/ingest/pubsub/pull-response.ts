import protobuf from 'protobufjs/minimal';
import type { Attributes } from './message-delivery';

/** A message as received from Pub/Sub. */
export interface PulledMessage {
  readonly ackId: string;
  /** View of the response buffer, which stays in memory until all its messages are released. */
  readonly data: Buffer;
  readonly attributes: Attributes;
  readonly publishTimeMs: number;
}

type Draft = { -readonly [field in keyof PulledMessage]: PulledMessage[field] };

const NO_BYTES = Buffer.alloc(0);
const NO_ATTRIBUTES: Attributes = Object.freeze({});

/**
 * Decodes the messages of a serialized StreamingPullResponse, or of a PullResponse, whose first field is the same. It
 * is written by hand because the official client allocates about ten objects per message, which was the largest cost
 * of the consumer.
 */
export function decodePullResponse(bytes: Buffer): readonly PulledMessage[] {
  const reader = new protobuf.BufferReader(bytes);
  const messages: PulledMessage[] = [];
  while (reader.pos < reader.len) {
    const tag = reader.uint32();
    if (tag === RECEIVED_MESSAGES) messages.push(receivedMessage(reader));
    else reader.skipType(tag & 7);
  }
  return messages;
}

const BYTES = 2;
const RECEIVED_MESSAGES = (1 << 3) | BYTES;
const ACK_ID = (1 << 3) | BYTES;
const MESSAGE = (2 << 3) | BYTES;
const DATA = (1 << 3) | BYTES;
const ATTRIBUTES = (2 << 3) | BYTES;
const PUBLISH_TIME = (4 << 3) | BYTES;
const KEY = (1 << 3) | BYTES;
const VALUE = (2 << 3) | BYTES;
const SECONDS = 1 << 3;
const NANOS = 2 << 3;

function receivedMessage(reader: protobuf.Reader): PulledMessage {
  const end = reader.uint32() + reader.pos;
  const message: Draft = { ackId: '', data: NO_BYTES, attributes: NO_ATTRIBUTES, publishTimeMs: 0 };
  while (reader.pos < end) {
    const tag = reader.uint32();
    if (tag === ACK_ID) message.ackId = reader.string();
    else if (tag === MESSAGE) readPubsubMessage(reader, message);
    else reader.skipType(tag & 7);
  }
  return message;
}

function readPubsubMessage(reader: protobuf.Reader, message: Draft): void {
  const end = reader.uint32() + reader.pos;
  let attributes: Record<string, string> | undefined;
  while (reader.pos < end) {
    const tag = reader.uint32();
    if (tag === DATA) message.data = reader.bytes() as Buffer;
    else if (tag === ATTRIBUTES) readAttribute(reader, (attributes ??= newAttributes()));
    else if (tag === PUBLISH_TIME) message.publishTimeMs = timestampMs(reader);
    else reader.skipType(tag & 7);
  }
  if (attributes !== undefined) message.attributes = attributes;
}

/** The object has no prototype, because an attribute may have any name. */
function newAttributes(): Record<string, string> {
  return Object.create(null) as Record<string, string>;
}

function readAttribute(reader: protobuf.Reader, attributes: Record<string, string>): void {
  const end = reader.uint32() + reader.pos;
  let [key, value] = ['', ''];
  while (reader.pos < end) {
    const tag = reader.uint32();
    if (tag === KEY) key = reader.string();
    else if (tag === VALUE) value = reader.string();
    else reader.skipType(tag & 7);
  }
  attributes[key] = value;
}

function timestampMs(reader: protobuf.Reader): number {
  const end = reader.uint32() + reader.pos;
  let ms = 0;
  while (reader.pos < end) {
    const tag = reader.uint32();
    if (tag === SECONDS) ms += Number(reader.int64()) * 1_000;
    else if (tag === NANOS) ms += Math.floor(reader.int32() / 1e6);
    else reader.skipType(tag & 7);
  }
  return ms;
}
