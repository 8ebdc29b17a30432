/** The JSON form of an object's cell: a line of NDJSON. */
import type { ObjectCodec } from '../../codec/protobuf/object-codec';
import { rejectUnknownFields, stringAt, wholeNumberAt, type JsonObject } from '../../core/json/json-fields';
import { invalidArgument, TidemarkError } from '../../errors';
import { TIMESTAMP_MS_MAX } from '../../operations/objects/object-rules';
import type { ObjectInput, ObjectRecord } from './object-record';

type JsonCodec = Pick<ObjectCodec, 'toJson' | 'fromJson'>;

const FIELDS = ['id', 'dataType', 'subType', 'timestampMs', 'value', 'valueBase64'] as const;

/**
 * Returns the line of a cell, without its line ending. The value is JSON if it gives the same bytes again, and otherwise
 * Base64: with unknown fields, or written by an encoder that orders fields in another way.
 */
export function objectLine({ value, ...record }: ObjectRecord, codec: JsonCodec): string {
  const { id, dataType, subType, timestampMs } = record;
  const json = exactJson(value, codec);
  const place = { id, dataType, subType, timestampMs };
  if (json === undefined) return JSON.stringify({ ...place, valueBase64: value.toString('base64') });
  return `${JSON.stringify(place).slice(0, -1)},"value":${json}}`;
}

/** Returns the value as JSON text; undefined if the schema cannot read it. */
export function valueJson(value: Buffer, codec: JsonCodec): string | undefined {
  try {
    return JSON.stringify(codec.toJson(value));
  } catch (error) {
    if (!(error instanceof TidemarkError)) throw error;
    return undefined;
  }
}

function exactJson(value: Buffer, codec: JsonCodec): string | undefined {
  const text = valueJson(value, codec);
  if (text === undefined) return undefined;
  try {
    // The text, and not what it was made of: it has no -0.
    return codec.fromJson(JSON.parse(text)).equals(value) ? text : undefined;
  } catch (error) {
    if (!(error instanceof TidemarkError)) throw error;
    return undefined;
  }
}

/** Reads the fields of a line. Throws `invalid_argument` that names the field. */
export function objectInputOf(fields: JsonObject): ObjectInput {
  rejectUnknownFields(fields, FIELDS, '');
  const { timestampMs, value, valueBase64 } = fields;
  if ((value === undefined) === (valueBase64 === undefined))
    throw invalidArgument('value', 'or valueBase64 is required: exactly one of them');
  return {
    id: stringAt(fields.id, 'id'),
    dataType: stringAt(fields.dataType, 'dataType'),
    subType: stringAt(fields.subType, 'subType'),
    timestampMs:
      timestampMs === undefined
        ? undefined
        : wholeNumberAt(timestampMs, 'timestampMs', { min: 0, max: TIMESTAMP_MS_MAX }),
    body:
      valueBase64 === undefined
        ? { kind: 'json', value }
        : { kind: 'protobuf', bytes: base64At(valueBase64, 'valueBase64') },
  };
}

/** `Buffer.from` skips what is not Base64, so the text is compared with that of the bytes. */
function base64At(value: unknown, field: string): Buffer {
  const text = stringAt(value, field);
  const bytes = Buffer.from(text, 'base64');
  if (bytes.toString('base64') === text) return bytes;
  throw invalidArgument(field, 'must be Base64 with padding');
}
