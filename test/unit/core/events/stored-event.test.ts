import { encodeStoredEvent } from '../../../../src/codec/ad-action';
import { EVENT_DIMENSIONS } from '../../../../src/core/events/event';
import { EventSpans, FIELD_NUMBER } from '../../../../src/core/events/stored-event';
import { click } from '../../../support/events';
import protobuf from 'protobufjs';
import descriptors from '../../../../src/gen/descriptors.json';

const spans = new EventSpans();
const fieldOf = (value: Buffer, field: number): string =>
  value.toString('utf8', spans.starts[field], spans.starts[field] === 0 ? 0 : spans.ends[field]);

describe('the scanner of stored events', () => {
  it('knows the field numbers of the proto', () => {
    const { fields } = protobuf.Root.fromJSON(descriptors.root).lookupType('tidemark.v1.AdAction');
    const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    const declared = EVENT_DIMENSIONS.map((name) => [name, fields[snake(name)]!.id]);
    expect(Object.fromEntries(declared)).toEqual(FIELD_NUMBER);
  });

  it('finds every string of what the codec wrote, and neither user nor time in it', () => {
    const dimensions = Object.fromEntries(EVENT_DIMENSIONS.map((name) => [name, `${name}-ü`.repeat(20)]));
    const value = encodeStoredEvent(click(1, dimensions));
    spans.scan(value);
    for (const name of EVENT_DIMENSIONS) expect(fieldOf(value, FIELD_NUMBER[name])).toBe(dimensions[name]);
    expect([spans.starts[1], spans.starts[3]]).toEqual([0, 0]);
  });

  it('forgets the event before', () => {
    spans.scan(encodeStoredEvent(click(1, { viewType: 'search' })));
    spans.scan(encodeStoredEvent(click(1)));
    expect(spans.starts[FIELD_NUMBER.viewType]).toBe(0);
  });

  it('skips fields that it does not know, of every wire type and number', () => {
    const writer = protobuf.Writer.create();
    writer.uint32((11 << 3) | 0).uint64(2 ** 53 - 1);
    writer.uint32((12 << 3) | 1).double(1);
    writer.uint32((13 << 3) | 5).float(1);
    writer.uint32((5_000 << 3) | 2).string('future');
    writer.uint32((5 << 3) | 2).string('a1');
    const value = writer.finish() as Buffer;
    spans.scan(value);
    expect(fieldOf(value, FIELD_NUMBER.adId)).toBe('a1');
  });

  it.each([
    ['a length over the end', [0x2a, 0x05, 0x61]],
    ['a cut varint', [0x2a, 0x80]],
    ['an endless varint', new Array<number>(20).fill(0xff)],
    ['a fixed field over the end', [0x69, 0x00]],
    ['a group', [0x0b]],
  ])('refuses %s', (_what, bytes) => {
    expect(() => spans.scan(Buffer.from(bytes))).toThrow('a stored event is malformed');
  });
});
