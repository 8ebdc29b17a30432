import protobuf from 'protobufjs';
import {
  decodeEventsJson,
  decodeEventsProtobuf,
  encodeEvent,
  encodeStoredEvent,
  type IngestInput,
} from '../../../src/codec/ad-action';
import type { ErrorCode } from '../../../src/errors';
import { tidemark } from '../../../src/gen/tidemark';
import { click } from '../../support/events';
import { tidemarkError } from '../../support/tidemark-error';

const LIMITS = { batchEventsMax: 5 };
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

describe('events as JSON', () => {
  const decode = (body: unknown): readonly IngestInput[] => decodeEventsJson(body, LIMITS);

  it('takes a bare event with every field', () => {
    const dimensions = { viewType: 'v', adGroupId: 'g', advertiserId: 'a', insertionId: 'i', sessionId: 's' };
    expect(decode({ ...EVENT, ...dimensions })).toEqual([
      {
        event: { userId: 'u1', action: 'click', eventTimeMs: T, adId: '1', campaignId: 'c1', ...dimensions },
      },
    ]);
  });

  it('takes null for an absent dimension and milliseconds for the time', () => {
    const { event } = onlyInput(decode({ ...EVENT, viewType: null, eventTime: T })) as { event: object };
    expect(event).toEqual({ userId: 'u1', action: 'click', eventTimeMs: T, adId: '1', campaignId: 'c1' });
  });

  it('keeps the good entries of a batch and tells what is wrong with the others', () => {
    const batch = [
      EVENT,
      { ...EVENT, adId: 7 },
      'x',
      { ...EVENT, colour: 'red' },
      { ...EVENT, eventTime: 'noon' },
    ];
    const [good, ...bad] = decode({ events: batch });
    expect(good).toMatchObject({ path: 'events[0].', event: { adId: '1' } });
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
  ])('tells %s by its field', (_what, body, field) => {
    expect(onlyInput(decode(body))).toEqual({ error: tidemarkError('invalid_argument', field) });
  });

  it.each([
    ['a list', [EVENT], 'body'],
    ['no batch', { events: [] }, 'events'],
    ['a batch that is no list', { events: EVENT }, 'events'],
    ['too large a batch', { events: new Array(6).fill(EVENT) }, 'events'],
    ['a batch with company', { events: [EVENT], userId: 'u1' }, 'userId'],
  ])('refuses %s altogether', (_what, body, field) => {
    expect(() => decode(body)).toThrow(tidemarkError('invalid_argument', field));
  });
});

describe('events as protobuf', () => {
  const event = click(T, { viewType: 'search', userId: '用户' });
  const batchOf = (entries: readonly Buffer[]): Buffer => {
    const writer = new protobuf.BufferWriter();
    for (const entry of entries) writer.uint32(0x0a).bytes(entry);
    return writer.finish() as Buffer;
  };

  it('takes one AdAction', () => {
    expect(decodeEventsProtobuf(encodeEvent(event), 'AdAction', LIMITS)).toEqual([{ event }]);
  });

  it('reads what the generated codec writes', () => {
    const bytes = Buffer.from(tidemark.v1.AdActionBatch.encode({ events: [event, event] }).finish());
    expect(decodeEventsProtobuf(bytes, 'AdActionBatch', LIMITS)).toEqual([
      { event, path: 'events[0].' },
      { event, path: 'events[1].' },
    ]);
  });

  it('skips fields of later versions, and takes empty strings for absent ones', () => {
    const later = new protobuf.BufferWriter()
      .uint32((99 << 3) | 0)
      .uint64(7)
      .uint32(0x22)
      .string('');
    const bytes = Buffer.concat([encodeEvent(click(T)), later.finish()]);
    expect(decodeEventsProtobuf(bytes, 'AdAction', LIMITS)).toEqual([{ event: click(T) }]);
  });

  it('takes times beyond 32 bits, and keeps negative ones for validation to refuse', () => {
    const times = [2 ** 41 + 1, -5].map((ms) => {
      const [input] = decodeEventsProtobuf(encodeEvent(click(ms)), 'AdAction', LIMITS);
      return input !== undefined && 'event' in input && input.event.eventTimeMs;
    });
    expect(times).toEqual([2 ** 41 + 1, -5]);
  });

  const field = (tag: number, ...bytes: number[]): Buffer => Buffer.from([tag, ...bytes]);

  it.each<[string, Buffer, ErrorCode, string]>([
    ['no bytes', Buffer.alloc(0), 'invalid_argument', 'userId'],
    ['no action', encodeEvent(click(T, { action: '' })), 'invalid_argument', 'action'],
    ['no time', encodeEvent(click(0)), 'invalid_argument', 'eventTime'],
    ['a length over the end', field(0x0a, 5, 0x61), 'malformed_body', 'body'],
    ['a number for a string', field(0x28, 1), 'malformed_body', 'body'],
    ['a string for the time', field(0x1a, 1, 0x61), 'malformed_body', 'body'],
    ['bytes that are not UTF-8', field(0x2a, 1, 0xff), 'malformed_body', 'body'],
    ['field number 0', field(0x02, 0), 'malformed_body', 'body'],
  ])('tells %s', (_what, bytes, code, path) => {
    expect(onlyInput(decodeEventsProtobuf(bytes, 'AdAction', LIMITS))).toEqual({
      error: tidemarkError(code, path),
    });
  });

  it('keeps the good entries of a batch with a malformed one', () => {
    const [bad, good] = decodeEventsProtobuf(
      batchOf([field(0x28, 1), encodeEvent(event)]),
      'AdActionBatch',
      LIMITS,
    );
    expect(bad).toEqual({ error: tidemarkError('malformed_body', 'events[0]') });
    expect(good).toEqual({ event, path: 'events[1].' });
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
  ])('refuses %s altogether', (_what, bytes, code, path) => {
    expect(() => decodeEventsProtobuf(bytes, 'AdActionBatch', LIMITS)).toThrow(tidemarkError(code, path));
  });
});

it('stores all of an event but its user and its time', () => {
  expect(tidemark.v1.AdAction.toObject(tidemark.v1.AdAction.decode(encodeStoredEvent(click(T))))).toEqual({
    action: 'click',
    adId: 'a1',
    campaignId: 'c1',
  });
});
