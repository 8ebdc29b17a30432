/** The form of an object's cell in files of protobuf: `tidemark.v1.ObjectRecord`. */
import { LENGTH_DELIMITED, VARINT } from '../../core/protobuf/wire-types';
import { WireReader } from '../../core/protobuf/wire-reader';
import { WireWriter } from '../../core/protobuf/wire-writer';
import { invalidArgument } from '../../errors';
import { malformedRecord } from '../files/malformed-record';
import type { ObjectInput, ObjectRecord } from './object-record';

const delimited = (field: number): number => (field << 3) | LENGTH_DELIMITED;

const TAGS = {
  id: delimited(1),
  dataType: delimited(2),
  subType: delimited(3),
  timestampMicros: (4 << 3) | VARINT,
  value: delimited(5),
} as const;

const MICROS_PER_MS = 1_000;

/** Returns the message after its length. */
export function objectMessage({ id, dataType, subType, timestampMs, value }: ObjectRecord): Buffer {
  const message = new WireWriter({ capacity: value.length + 64 })
    .text(TAGS.id, id)
    .text(TAGS.dataType, dataType)
    .text(TAGS.subType, subType)
    .varint(TAGS.timestampMicros)
    .varint(timestampMs * MICROS_PER_MS)
    .bytes(TAGS.value, value)
    .message();
  const length = new WireWriter().varint(message.length).message();
  return Buffer.concat([length, message]);
}

/** Reads a message without its length. Throws `malformed_body`, or `invalid_argument` that names the field. */
export function objectOfMessage(bytes: Buffer): ObjectInput {
  const reader = new WireReader((reason) => malformedRecord(`is not an ObjectRecord: ${reason}`)).open(bytes);
  const texts = { id: '', dataType: '', subType: '' };
  let timestampMicros: number | undefined;
  let value: Buffer = Buffer.alloc(0);
  while (reader.position < reader.end) {
    const tag = reader.tag();
    if (tag === TAGS.id) texts.id = reader.text();
    else if (tag === TAGS.dataType) texts.dataType = reader.text();
    else if (tag === TAGS.subType) texts.subType = reader.text();
    else if (tag === TAGS.timestampMicros) timestampMicros = reader.int64();
    else if (tag === TAGS.value) value = reader.bytes();
    else reader.skip(tag & 7);
  }
  const timestampMs =
    timestampMicros === undefined ? undefined : millisecondsOf(timestampMicros, 'timestamp_micros');
  return { ...texts, timestampMs, body: { kind: 'protobuf', bytes: value } };
}

/** Returns the version in milliseconds. Throws `invalid_argument` for microseconds that are no whole milliseconds. */
export function millisecondsOf(micros: number, field: string): number {
  if (micros % MICROS_PER_MS === 0) return micros / MICROS_PER_MS;
  throw invalidArgument(field, 'must be whole milliseconds');
}
