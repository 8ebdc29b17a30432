import protobuf from 'protobufjs';
import { encodeDimension, decodeDimension } from '../../../../src/core/events/dimension-bytes';
import { EventSpans } from '../../../../src/core/events/stored-event';
import type { Dimension } from '../../../../src/core/schema/schema';
import { AD_ACTION, click, encodeStoredEvent } from '../../../support/events';

const { dimensions } = AD_ACTION.events;
const [viewType, adId] = dimensions as readonly [Dimension, Dimension];
const spans = new EventSpans(AD_ACTION.events);
const textOf = (value: Buffer, { index }: Dimension): string =>
  value.toString('utf8', spans.starts[index], spans.starts[index] === 0 ? 0 : spans.ends[index]);

describe('the scanner of stored events', () => {
  it('finds every id of an event that the codec wrote', () => {
    const ids = Object.fromEntries(dimensions.map(({ name }) => [name, `${name}-ü`.repeat(20)]));
    const value = encodeStoredEvent(click(1, ids));
    spans.scan(value);
    for (const dimension of dimensions) expect(textOf(value, dimension)).toBe(ids[dimension.name]);
  });

  it('does not keep ids of the previous event', () => {
    spans.scan(encodeStoredEvent(click(1, { viewType: 'search' })));
    spans.scan(encodeStoredEvent(click(1)));
    expect(spans.starts[viewType.index]).toBe(0);
  });

  it('reads an empty string as absent', () => {
    spans.scan(Buffer.from([(viewType.fieldNumber << 3) | 2, 0]));
    expect(spans.starts[viewType.index]).toBe(0);
  });

  it('skips unknown fields of every wire type and number', () => {
    const writer = protobuf.Writer.create();
    writer.uint32((11 << 3) | 0).uint64(2 ** 53 - 1);
    writer.uint32((12 << 3) | 1).double(1);
    writer.uint32((13 << 3) | 5).float(1);
    writer.uint32((5_000 << 3) | 2).string('future');
    writer.uint32((5 << 3) | 2).string('a1');
    const value = writer.finish() as Buffer;
    spans.scan(value);
    expect(textOf(value, adId)).toBe('a1');
  });

  it.each([
    ['a length over the end', [0x2a, 0x05, 0x61]],
    ['a cut varint', [0x2a, 0x80]],
    ['an endless varint', new Array<number>(20).fill(0xff)],
    ['a fixed field over the end', [0x69, 0x00]],
    ['a group', [0x0b]],
    ['a number for a string', [0x28, 0x01]],
  ])('rejects %s', (_what, bytes) => {
    expect(() => spans.scan(Buffer.from(bytes))).toThrow('a stored event is malformed');
  });
});

describe('ids of every kind on the wire', () => {
  const kinds: readonly Dimension[] = (['string', 'uint64', 'fixed64', 'bytes'] as const).map(
    (wire, index) => ({
      name: wire,
      index,
      fieldNumber: [3, 300, 255, 2 ** 29 - 1][index]!,
      required: false,
      wire,
      idType: ({ string: 'string', bytes: 'uuid' } as const)[wire as 'string'] ?? 'uint64',
    }),
  );

  it.each<[Dimension['wire'], string, string]>([
    ['string', 'ü', 'c3bc'],
    ['uint64', '1', '01'],
    ['uint64', '127', '7f'],
    ['uint64', '128', '8001'],
    ['uint64', '300', 'ac02'],
    ['uint64', '268435455', 'ffffff7f'],
    ['uint64', '268435456', '8080808001'],
    ['uint64', '4294967295', 'ffffffff0f'],
    ['uint64', '4294967296', '8080808010'],
    ['uint64', '9007199254740993', '8180808080808010'],
    ['uint64', '18446744073709551615', 'ffffffffffffffffff01'],
    ['fixed64', '1', '0100000000000000'],
    ['fixed64', '4294967296', '0000000001000000'],
    ['fixed64', '18446744073709551615', 'ffffffffffffffff'],
    ['bytes', '123e4567-e89b-12d3-a456-426614174000', '123e4567e89b12d3a456426614174000'],
  ])('are encoded and decoded: %s %s as the bytes %s', (wire, id, hex) => {
    const bytes = encodeDimension({ wire }, id);
    expect(bytes.toString('hex')).toBe(hex);
    const padded = Uint8Array.from([9, ...bytes, 9]);
    expect(decodeDimension({ wire }, padded, 1, 1 + bytes.length)).toBe(id);
  });

  it('are found in messages of the general encoder, for any field number', () => {
    const uuid = '123e4567-e89b-12d3-a456-426614174000';
    const ids = ['text', '18446744073709551615', '77', uuid];
    const writer = protobuf.Writer.create();
    kinds.forEach(({ fieldNumber, wire }, i) => {
      const tag = ((fieldNumber << 3) | { string: 2, bytes: 2, uint64: 0, fixed64: 1 }[wire]) >>> 0;
      writer.uint32(tag);
      if (wire === 'string') writer.string(ids[i]!);
      else if (wire === 'bytes') writer.bytes(Buffer.from(uuid.replaceAll('-', ''), 'hex'));
      else writer[wire](protobuf.util.LongBits.from(ids[i]!).toLong(true));
    });
    const value = writer.finish() as Buffer;
    const found = new EventSpans({ dimensions: kinds });
    found.scan(value);
    const texts = kinds.map((kind) =>
      decodeDimension(kind, value, found.starts[kind.index]!, found.ends[kind.index]!),
    );
    expect(texts).toEqual(ids);
  });
});
