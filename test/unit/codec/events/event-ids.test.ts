import protobuf from 'protobufjs';
import { decodeEventsJson, decodeEventsProtobuf } from '../../../../src/codec/events/event-inputs';
import { loadSchema } from '../../../../src/codec/declarations/schema-registry';
import { EventSpans } from '../../../../src/core/events/stored-event';
import { decodeDimension } from '../../../../src/core/events/dimension-bytes';
import { eventFromNamed } from '../../../../src/core/events/event';
import { eventProto } from '../../../support/event-proto';
import { protoFolder } from '../../../support/proto-folder';
import { tidemarkError } from '../../../support/tidemark-error';

/** An event type with ids of every kind in fields of every type, including the user's. */
const schema = loadSchema({
  protoPaths: [
    protoFolder({
      'acme/v1/things.proto': eventProto({
        base: 'uint64 user_id = 1; string action = 2; int64 event_time_ms = 3;',
        fields: `
          string text = 4;
          string number_text = 5 [(tidemark.v1.dimension) = { id_type: UINT64 }];
          string uuid_text = 6 [(tidemark.v1.dimension) = { id_type: UUID }];
          uint64 number = 7;
          fixed64 fixed = 300;
          bytes uuid = 9;`,
        others: 'message ThingsBatch { repeated Things things = 7; }',
      }),
    }),
  ],
});
const THINGS = schema.eventDataType('things');
const FORMAT = { schema, limits: { batchEventsMax: 10 } };
const UUID = '123e4567-e89b-12d3-a456-426614174000';
const LARGEST = '18446744073709551615';
const IDS = { text: 'ü', numberText: '7', uuidText: UUID, number: LARGEST, fixed: LARGEST, uuid: UUID };
const EVENT = eventFromNamed(THINGS.events, { userId: '42', action: 'look', eventTimeMs: 1_000, ids: IDS });
const generated = schema.root.lookupType('acme.v1.Things');

const json = (ids: object): object => ({
  dataType: 'things',
  userId: '42',
  action: 'look',
  eventTime: 1_000,
  ...ids,
});
const decodeJson = (ids: object): unknown => decodeEventsJson(json(ids), FORMAT)[0];

describe('ids of every kind', () => {
  it('are decoded from JSON to their canonical form', () => {
    const [text, upper] = [IDS, { ...IDS, uuid: UUID.toUpperCase(), uuidText: UUID.toUpperCase() }];
    expect(decodeJson(text)).toEqual({ event: EVENT, dataType: THINGS });
    expect(decodeJson({ ...upper, userId: 42, numberText: '007', number: `0${LARGEST}` })).toMatchObject({
      event: EVENT,
    });
  });

  it('are decoded from protobuf written by the general encoder', () => {
    const bytes = generated
      .encode(
        generated.fromObject({
          user_id: 42,
          action: 'look',
          event_time_ms: 1_000,
          text: 'ü',
          number_text: '07',
          uuid_text: UUID.toUpperCase(),
          number: protobuf.util.LongBits.from(LARGEST).toLong(true),
          fixed: protobuf.util.LongBits.from(LARGEST).toLong(true),
          uuid: Buffer.from(UUID.replaceAll('-', ''), 'hex'),
        }),
      )
      .finish() as Buffer;
    const [one, batch] = schema.eventMessages(THINGS);
    expect(decodeEventsProtobuf(bytes, one, FORMAT)).toEqual([{ event: EVENT, dataType: THINGS }]);
    const wrapped = new protobuf.BufferWriter()
      .uint32((7 << 3) | 2)
      .bytes(bytes)
      .finish() as Buffer;
    expect(decodeEventsProtobuf(wrapped, batch!, FORMAT)).toMatchObject([
      { event: EVENT, path: 'events[0].' },
    ]);
  });

  it('are decoded from protobuf written by the event encoder', () => {
    const bytes = schema.eventCodec(THINGS).toProtobuf(EVENT);
    const [one] = schema.eventMessages(THINGS);
    expect(decodeEventsProtobuf(bytes, one, FORMAT)).toMatchObject([{ event: EVENT }]);
    expect(generated.toObject(generated.decode(bytes), { longs: String, bytes: String })).toMatchObject({
      user_id: '42',
      number: LARGEST,
      fixed: LARGEST,
      uuid_text: UUID,
      uuid: Buffer.from(UUID.replaceAll('-', ''), 'hex').toString('base64'),
    });
  });

  it('are found in stored events', () => {
    const value = schema.eventCodec(THINGS).toStored(EVENT);
    const spans = new EventSpans(THINGS.events);
    spans.scan(value);
    const found = THINGS.events.dimensions.map((dimension) =>
      decodeDimension(dimension, value, spans.starts[dimension.index]!, spans.ends[dimension.index]!),
    );
    expect(found).toEqual(EVENT.dimensions);
  });

  it('include the largest number that JSON represents exactly, and no larger one', () => {
    expect(decodeJson({ number: 2 ** 53 - 1 })).toMatchObject({ event: expect.anything() as object });
    const { error } = decodeJson({ number: 2 ** 53 }) as { error: Error };
    expect(error.message).toBe('is above 2^53 - 1: send it as a string to keep its last digits');
  });

  it.each([
    ['a number of 65 bits', { number: '18446744073709551616' }, 'number'],
    ['a number of 21 digits', { number: '100000000000000000000' }, 'number'],
    ['0, which protobuf takes for none', { number: '0' }, 'number'],
    ['0 in text', { numberText: '000' }, 'numberText'],
    ['a negative number', { number: -1 }, 'number'],
    ['a negative number in text', { number: '-1' }, 'number'],
    ['a number with a fraction', { number: 1.5 }, 'number'],
    ['a number that JSON has rounded', { number: 2 ** 53 }, 'number'],
    ['a number in hexadecimal', { fixed: '0x10' }, 'fixed'],
    ['an exponent', { fixed: '1e3' }, 'fixed'],
    ['no number', { fixed: 'seven' }, 'fixed'],
    ['an empty number', { fixed: '' }, 'fixed'],
    ['true', { fixed: true }, 'fixed'],
    ['a UUID without hyphens', { uuid: UUID.replaceAll('-', '') }, 'uuid'],
    ['a UUID in braces', { uuid: `{${UUID}}` }, 'uuid'],
    ['a UUID that is short', { uuidText: UUID.slice(1) }, 'uuidText'],
    ['a UUID with other letters', { uuidText: UUID.replace('e', 'g') }, 'uuidText'],
    ['a UUID that is a number', { uuid: 7 }, 'uuid'],
    ['an empty UUID', { uuid: '' }, 'uuid'],
    ['a number for text', { text: 7 }, 'text'],
    ['a user that is no number', { userId: 'u1' }, 'userId'],
    ['a user that is 0', { userId: 0 }, 'userId'],
  ])('are rejected in JSON: %s', (_what, ids, field) => {
    expect(decodeJson(ids)).toEqual({ error: tidemarkError('invalid_argument', field) });
  });

  const REST = schema.eventCodec(THINGS).toProtobuf(EVENT);
  const [ONE] = schema.eventMessages(THINGS);
  const decode = (...more: number[]): unknown =>
    decodeEventsProtobuf(Buffer.concat([REST, Buffer.from(more)]), ONE, FORMAT)[0];

  it.each([
    ['bytes that are no UUID', [0x4a, 2, 1, 2], 'invalid_argument', 'uuid'],
    ['text that is no UUID', [0x32, 1, 0x61], 'invalid_argument', 'uuidText'],
    ['text that is no number', [0x2a, 1, 0x61], 'invalid_argument', 'numberText'],
    ['a user that is 0', [0x08, 0], 'invalid_argument', 'userId'],
    ['text for a number', [0x3a, 1, 0x61], 'malformed_body', 'body'],
    ['a varint for fixed bits', [0xe0, 0x12, 1], 'malformed_body', 'body'],
    ['cut bits', [0xe1, 0x12, 1], 'malformed_body', 'body'],
  ] as const)('are rejected in protobuf: %s', (_what, bytes, code, field) => {
    expect(decode(...bytes)).toEqual({ error: tidemarkError(code, field) });
  });

  it('are absent in protobuf when they are 0 or empty', () => {
    const none = decode(0x38, 0, 0xe1, 0x12, 0, 0, 0, 0, 0, 0, 0, 0, 0x4a, 0, 0x22, 0, 0x2a, 0, 0x32, 0);
    const empty = { ...EVENT, dimensions: EVENT.dimensions.map(() => undefined) };
    expect(none).toMatchObject({ event: empty });
  });
});
