import protobuf from 'protobufjs';
import {
  decodeEventsJson,
  decodeEventsProtobuf,
  type IngestInput,
} from '../../../../src/codec/events/event-inputs';
import { loadSchema } from '../../../../src/codec/declarations/schema-registry';
import type { ErrorCode } from '../../../../src/errors';
import { tidemark } from '../../../gen/tidemark';
import { AD_ACTION, adEvent, click, encodeEvent, encodeStoredEvent } from '../../../support/events';
import { tidemarkError } from '../../../support/tidemark-error';

const schema = loadSchema();
const FORMAT = { schema, limits: { batchEventsMax: 5 } };
const [ONE, BATCH] = schema.eventMessages(AD_ACTION);
const T = Date.UTC(2026, 10, 21, 5, 35);
const EVENT = {
  userId: 'u1',
  action: 'click',
  eventTime: '2026-11-21T05:35:00Z',
  adId: '1',
  campaignId: 'c1',
};

const onlyInput = (inputs: readonly IngestInput[]): IngestInput => {
  expect(inputs).toHaveLength(1);
  return inputs[0]!;
};

const field = (tag: number, ...bytes: number[]): Buffer => Buffer.from([tag, ...bytes]);
const string = (tag: number, text: string): Buffer => field(tag, text.length, ...Buffer.from(text));

describe('decodeEventsJson', () => {
  const decode = (body: unknown): readonly IngestInput[] => decodeEventsJson(body, FORMAT);
  const event = adEvent({ eventTimeMs: T, adId: '1', campaignId: 'c1' });

  it('accepts a bare event with every field', () => {
    const ids = { viewType: 'v', adGroupId: 'g', advertiserId: 'a', insertionId: 'i', sessionId: 's' };
    const all = adEvent({ eventTimeMs: T, adId: '1', campaignId: 'c1', ...ids });
    expect(decode({ ...EVENT, ...ids })).toEqual([{ event: all, dataType: AD_ACTION }]);
  });

  it('accepts null for an absent dimension and milliseconds for the time', () => {
    expect(decode({ ...EVENT, viewType: null, eventTime: T })).toEqual([{ event, dataType: AD_ACTION }]);
  });

  it('accepts a DataType in one event and in a batch', () => {
    expect(decode({ ...EVENT, dataType: 'ad_action' })).toEqual([{ event, dataType: AD_ACTION }]);
    expect(decode({ dataType: 'ad_action', events: [EVENT] })).toMatchObject([{ event }]);
  });

  it.each([
    ['is unknown', { ...EVENT, dataType: 'profile' }, 'unknown_data_type', 'dataType'],
    ['is no text', { ...EVENT, dataType: 7 }, 'invalid_argument', 'dataType'],
  ] as const)('rejects a request whose DataType %s', (_what, body, code, at) => {
    expect(() => decode(body)).toThrow(tidemarkError(code, at));
  });

  it('accepts one DataType per batch only', () => {
    const inputs = decode({ events: [{ ...EVENT, dataType: 'ad_action' }] });
    expect(inputs).toEqual([{ error: tidemarkError('invalid_argument', 'events[0].dataType') }]);
  });

  it('returns the valid entries of a batch and an error for each of the others', () => {
    const batch = [
      EVENT,
      { ...EVENT, adId: 7 },
      'x',
      { ...EVENT, colour: 'red' },
      { ...EVENT, eventTime: 'noon' },
    ];
    const [good, ...bad] = decode({ events: batch });
    expect(good).toEqual({ path: 'events[0].', event, dataType: AD_ACTION });
    expect(bad.map((input) => 'error' in input && input.error.field)).toEqual([
      'events[1].adId',
      'events[2]',
      'events[3].colour',
      'events[4].eventTime',
    ]);
  });

  it.each([
    ['no user', { ...EVENT, userId: undefined }, 'userId'],
    ['a user that is null', { ...EVENT, userId: null }, 'userId'],
    ['no action', { ...EVENT, action: undefined }, 'action'],
    ['no time', { ...EVENT, eventTime: undefined }, 'eventTime'],
    ['a time without a zone', { ...EVENT, eventTime: '2026-11-21T05:35:00' }, 'eventTime'],
    ['a negative time', { ...EVENT, eventTime: -1 }, 'eventTime'],
    ["the wire's name of the time", { ...EVENT, eventTimeMs: T }, 'eventTimeMs'],
    ['a field called __proto__', JSON.parse('{"userId":"u","__proto__":{}}') as object, '__proto__'],
  ])('reports %s with its field', (_what, body, at) => {
    expect(onlyInput(decode(body))).toEqual({ error: tidemarkError('invalid_argument', at) });
  });

  it.each([
    ['a list', [EVENT], 'body'],
    ['no batch', { events: [] }, 'events'],
    ['a batch that is no list', { events: EVENT }, 'events'],
    ['too large a batch', { events: new Array(6).fill(EVENT) }, 'events'],
    ['a batch with company', { events: [EVENT], userId: 'u1' }, 'userId'],
  ])('rejects the whole request for %s', (_what, body, at) => {
    expect(() => decode(body)).toThrow(tidemarkError('invalid_argument', at));
  });
});

describe('decodeEventsProtobuf', () => {
  const event = click(T, { viewType: 'search', userId: '用户' });
  const decodeOne = (bytes: Buffer): IngestInput => onlyInput(decodeEventsProtobuf(bytes, ONE, FORMAT));
  const decodeBatch = (bytes: Buffer): readonly IngestInput[] => decodeEventsProtobuf(bytes, BATCH!, FORMAT);
  const batchOf = (entries: readonly Buffer[]): Buffer => {
    const writer = new protobuf.BufferWriter();
    for (const entry of entries) writer.uint32(0x0a).bytes(entry);
    return writer.finish() as Buffer;
  };

  it('accepts the messages of the schema: one event, and the message that repeats it', () => {
    expect([ONE.name, BATCH?.name]).toEqual(['tidemark.v1.AdAction', 'tidemark.v1.AdActionBatch']);
    expect(schema.eventMessage('tidemark.v1.Profile')).toBeUndefined();
    expect(decodeOne(encodeEvent(event))).toEqual({ event, dataType: AD_ACTION });
  });

  it('decodes bytes of the generated codec', () => {
    const generated = {
      userId: '用户',
      action: 'click',
      eventTimeMs: T,
      viewType: 'search',
      adId: 'a1',
      campaignId: 'c1',
    };
    const bytes = Buffer.from(tidemark.v1.AdActionBatch.encode({ events: [generated, generated] }).finish());
    expect(decodeBatch(bytes)).toEqual([
      { event, dataType: AD_ACTION, path: 'events[0].' },
      { event, dataType: AD_ACTION, path: 'events[1].' },
    ]);
    expect(encodeEvent(event)).toEqual(tidemark.v1.AdAction.encode(generated).finish());
  });

  it('accepts ids of any length', () => {
    for (const length of [41, 42, 43, 127, 128, 5_000]) {
      for (const letter of ['x', 'ü', '用', '😀']) {
        const long = click(T, { adId: letter.repeat(length) });
        expect(decodeOne(encodeEvent(long))).toMatchObject({ event: long });
      }
    }
  });

  it('skips fields of later versions, and reads empty strings as absent', () => {
    const later = new protobuf.BufferWriter()
      .uint32((99 << 3) | 0)
      .uint64(7)
      .uint32((5_000 << 3) | 5)
      .fixed32(7)
      .uint32(0x22)
      .string('');
    const bytes = Buffer.concat([encodeEvent(click(T)), later.finish()]);
    expect(decodeOne(bytes)).toMatchObject({ event: click(T) });
  });

  it('uses the last occurrence of a repeated singular field, as all of protobuf does', () => {
    const bytes = Buffer.concat([encodeEvent(click(T)), string(0x2a, 'a2'), string(0x3a, '')]);
    expect(decodeOne(bytes)).toMatchObject({ event: click(T, { adId: 'a2', campaignId: undefined! }) });
  });

  it('accepts times beyond 32 bits, and leaves negative ones to validation', () => {
    const times = [2 ** 41 + 1, -5].map((ms) => {
      const input = decodeOne(encodeEvent(click(ms)));
      return 'event' in input && input.event.eventTimeMs;
    });
    expect(times).toEqual([2 ** 41 + 1, -5]);
  });

  it.each<[string, Buffer, ErrorCode, string]>([
    ['no bytes', Buffer.alloc(0), 'invalid_argument', 'userId'],
    ['no action', encodeEvent(click(T, { action: '' })), 'invalid_argument', 'action'],
    ['no time', encodeEvent(click(0)), 'invalid_argument', 'eventTime'],
    ['a length over the end', field(0x0a, 5, 0x61), 'malformed_body', 'body'],
    ['a number for an id', field(0x28, 1), 'malformed_body', 'body'],
    ['a number for the user', field(0x08, 1), 'malformed_body', 'body'],
    ['0 for an id', Buffer.concat([encodeEvent(click(T)), field(0x28, 0)]), 'malformed_body', 'body'],
    ['a string for the time', field(0x1a, 1, 0x61), 'malformed_body', 'body'],
    ['bytes that are not UTF-8', field(0x2a, 1, 0xff), 'malformed_body', 'body'],
    ['field number 0', field(0x02, 0), 'malformed_body', 'body'],
    ['a group', field(0x7b), 'malformed_body', 'body'],
    ['a cut number', field(0x18, 0x80), 'malformed_body', 'body'],
    [
      'a number of more than 64 bits',
      field(0x18, ...new Array<number>(9).fill(0xff), 0x02),
      'malformed_body',
      'body',
    ],
  ])('reports %s', (_what, bytes, code, at) => {
    expect(decodeOne(bytes)).toEqual({ error: tidemarkError(code, at) });
  });

  it('returns the valid entries of a batch with a malformed one', () => {
    const [bad, good] = decodeBatch(batchOf([field(0x28, 1), encodeEvent(event)]));
    expect(bad).toEqual({ error: tidemarkError('malformed_body', 'events[0]') });
    expect(good).toEqual({ event, dataType: AD_ACTION, path: 'events[1].' });
  });

  it('does not let an entry of a batch extend into the next one', () => {
    const [bad, good] = decodeBatch(
      batchOf([Buffer.concat([encodeEvent(event), field(0x2a, 3)]), encodeEvent(event)]),
    );
    expect(bad).toEqual({ error: tidemarkError('malformed_body', 'events[0]') });
    expect(good).toMatchObject({ event });
  });

  it.each<[string, Buffer, ErrorCode, string]>([
    ['an empty batch', Buffer.alloc(0), 'invalid_argument', 'events'],
    [
      'too large a batch',
      batchOf(new Array<Buffer>(6).fill(encodeEvent(event))),
      'invalid_argument',
      'events',
    ],
    ['a batch that is cut', batchOf([encodeEvent(event)]).subarray(0, -1), 'malformed_body', 'body'],
    ['a batch of numbers', field(0x08, 1), 'malformed_body', 'body'],
  ])('rejects the whole request for %s', (_what, bytes, code, at) => {
    expect(() => decodeBatch(bytes)).toThrow(tidemarkError(code, at));
  });
});

it('a stored event contains everything but its user, action and time', () => {
  const stored = tidemark.v1.AdAction.decode(encodeStoredEvent(click(T)));
  expect(tidemark.v1.AdAction.toObject(stored)).toEqual({ adId: 'a1', campaignId: 'c1' });
});
