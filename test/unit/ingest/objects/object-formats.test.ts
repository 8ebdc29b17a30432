import fc from 'fast-check';
import { loadSchema } from '../../../../src/codec/declarations/schema-registry';
import { TidemarkError } from '../../../../src/errors';
import { delimitedMessages } from '../../../../src/ingest/objects/delimited-messages';
import { objectInputOf, objectLine } from '../../../../src/ingest/objects/object-json';
import { objectMessage, objectOfMessage } from '../../../../src/ingest/objects/object-message';
import { objectFormatOf, type ObjectRecord } from '../../../../src/ingest/objects/object-record';
import { tidemark } from '../../../gen/tidemark';
import { tidemarkError } from '../../../support/tidemark-error';

const schema = loadSchema();
const PROFILE = schema.codec(schema.dataType('users', 'profile'));
const EMBEDDING = schema.codec(schema.dataType('users', 'embedding'));

const recordOf = (value: Buffer, changes: Partial<ObjectRecord> = {}): ObjectRecord => ({
  id: 'user-1',
  dataType: 'profile',
  subType: 'main',
  timestampMs: 1_795_239_300_000,
  value,
  ...changes,
});

const lineOf = (value: Buffer, codec = PROFILE) =>
  JSON.parse(objectLine(recordOf(value), codec)) as Record<string, unknown>;

/** Returns the bytes that a line stands for. */
function bytesOf(line: string, codec: typeof PROFILE): Buffer {
  const { body } = objectInputOf(JSON.parse(line) as Record<string, unknown>);
  return body.kind === 'json' ? codec.fromJson(body.value) : body.bytes;
}

const embedding = fc
  .record({
    modelVersion: fc.string({ unit: 'grapheme' }),
    values: fc.array(fc.float(), { maxLength: 8 }),
    unknown: fc.uint8Array({ maxLength: 5 }),
  })
  .map(({ modelVersion, values, unknown }) => {
    const known = tidemark.v1.Embedding.encode({ modelVersion, values }).finish();
    // Field 900, of wire type 2.
    const field = unknown.length === 0 ? [] : [0xa2, 0x38, unknown.length, ...unknown];
    return Buffer.concat([known, Buffer.from(field)]);
  });

describe('A line of NDJSON', () => {
  it('has the value as JSON where that gives the same bytes again', () => {
    const value = Buffer.from(tidemark.v1.Profile.encode({ locale: 'de-CH' }).finish());
    expect(lineOf(value)).toEqual({
      id: 'user-1',
      dataType: 'profile',
      subType: 'main',
      timestampMs: 1_795_239_300_000,
      value: { locale: 'de-CH' },
    });
  });

  it('has the bytes of a value with unknown fields, and of one that the schema cannot read', () => {
    for (const value of [Buffer.from([0xa2, 0x38, 1, 7]), Buffer.from([0xff])]) {
      const { value: json, valueBase64 } = lineOf(value);
      expect([json, valueBase64]).toEqual([undefined, value.toString('base64')]);
    }
  });

  it('gives the bytes of any value again, negative zeros included', () => {
    const check = (value: Buffer) =>
      expect(bytesOf(objectLine(recordOf(value), EMBEDDING), EMBEDDING)).toEqual(value);
    fc.assert(fc.property(embedding, check));
    check(Buffer.from(tidemark.v1.Embedding.encode({ values: [-0, NaN, Infinity] }).finish()));
  });

  it.each([
    [{ dataType: 'profile', subType: 'main', value: {} }, 'id'],
    [{ id: 'a', dataType: 'profile', subType: 1, value: {} }, 'subType'],
    [{ id: 'a', dataType: 'profile', subType: 'main', timestampMs: 1.5, value: {} }, 'timestampMs'],
    [{ id: 'a', dataType: 'profile', subType: 'main' }, 'value'],
    [{ id: 'a', dataType: 'profile', subType: 'main', value: {}, valueBase64: '' }, 'value'],
    [{ id: 'a', dataType: 'profile', subType: 'main', valueBase64: 'a b' }, 'valueBase64'],
    [{ id: 'a', dataType: 'profile', subtype: 'main', value: {} }, 'subtype'],
  ])('%j is rejected with the field %s', (fields, field) => {
    expect(() => objectInputOf(fields)).toThrow(tidemarkError('invalid_argument', field));
  });
});

describe('A file of messages', () => {
  const record = fc.record({
    id: fc.string({ unit: 'grapheme', minLength: 1 }),
    dataType: fc.string({ minLength: 1 }),
    subType: fc.string({ unit: 'grapheme' }),
    timestampMs: fc.maxSafeNat().map((micros) => Math.floor(micros / 1_000)),
    value: fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
  });

  async function* chunked(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  }

  async function read(bytes: Buffer, size: number): Promise<unknown[]> {
    const records: unknown[] = [];
    for await (const message of delimitedMessages(chunked(bytes, size), 10_000)) {
      const { body, ...place } = objectOfMessage(message);
      records.push({ ...place, value: body.kind === 'protobuf' ? Buffer.from(body.bytes) : undefined });
    }
    return records;
  }

  it('gives the records again, in chunks of any size', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(record, { maxLength: 5 }),
        fc.integer({ min: 1, max: 700 }),
        async (records, size) => {
          expect(await read(Buffer.concat(records.map(objectMessage)), size)).toEqual(records);
        },
      ),
    );
  });

  it('is what other decoders of protobuf read', () => {
    const bytes = objectMessage(recordOf(Buffer.from('value')));
    expect(bytes[0]).toBe(bytes.length - 1);
    const { id, dataType, subType, timestampMicros, value } = tidemark.v1.ObjectRecord.decode(
      bytes.subarray(1),
    );
    expect([id, dataType, subType]).toEqual(['user-1', 'profile', 'main']);
    expect([Number(timestampMicros), Buffer.from(value)]).toEqual([
      1_795_239_300_000_000,
      Buffer.from('value'),
    ]);
  });

  it('ends with an error where a record is incomplete, too large, or has no length', async () => {
    const bytes = objectMessage(recordOf(Buffer.alloc(200)));
    const twice = Buffer.concat([bytes, bytes]);
    await expect(read(twice.subarray(0, -1), 50)).rejects.toThrow('record 2 is incomplete');
    await expect(read(objectMessage(recordOf(Buffer.alloc(20_000))), 50)).rejects.toThrow('at most 10000');
    await expect(read(Buffer.alloc(9, 0xff), 2)).rejects.toThrow('record 1 does not begin with its length');
  });

  it('rejects a message of another form, and microseconds', () => {
    expect(() => objectOfMessage(Buffer.from([0x0a, 0x05]))).toThrow(TidemarkError);
    const micros = Buffer.from(tidemark.v1.ObjectRecord.encode({ timestampMicros: 1_500 }).finish());
    expect(() => objectOfMessage(micros)).toThrow(tidemarkError('invalid_argument', 'timestamp_micros'));
  });
});

it('the name of a file decides its format', () => {
  const formats = ['a.parquet', 'a.PB', 'a.binpb', 'a.ndjson', 'a', '-'].map(objectFormatOf);
  expect(formats).toEqual(['parquet', 'protobuf', 'protobuf', 'ndjson', 'ndjson', 'ndjson']);
});
