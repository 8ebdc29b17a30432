import { WireReader } from '../../../../src/core/protobuf/wire-reader';
import { FIXED32, FIXED64, LENGTH_DELIMITED, VARINT } from '../../../../src/core/protobuf/wire-types';
import { WireWriter } from '../../../../src/core/protobuf/wire-writer';

const readerOf = (bytes: Buffer): WireReader => new WireReader().open(bytes);

describe('a message of the wire writer', () => {
  it.each([
    0,
    1,
    127,
    128,
    300,
    2 ** 28 - 1,
    2 ** 28,
    2 ** 31,
    2 ** 32,
    2 ** 35,
    2 ** 49 + 1,
    Number.MAX_SAFE_INTEGER,
  ])('is read as it was written with the varint %d', (value) => {
    expect(readerOf(new WireWriter().varint(value).message()).int64()).toBe(value);
  });

  it.each([0n, 1n, -1n, 2n ** 63n - 1n, -(2n ** 63n), 2n ** 32n, 2n ** 28n])(
    'is read as it was written with 64 bits of %d',
    (value) => {
      const writer = new WireWriter().varint64(value).fixed64(value);
      const reader = readerOf(writer.message());
      for (const { low, high } of [{ ...reader.varint64() }, { ...reader.fixed64() }]) {
        expect(BigInt.asIntN(64, (BigInt(high) << 32n) | BigInt(low))).toBe(value);
      }
    },
  );

  it.each(['', 'a', 'x'.repeat(200), 'Zoë 🌊'.repeat(30)])(
    'is read as it was written with a text (%#)',
    (text) => {
      const reader = readerOf(new WireWriter().text((1 << 3) | LENGTH_DELIMITED, text).message());
      expect(reader.tag()).toBe((1 << 3) | LENGTH_DELIMITED);
      expect(reader.text()).toBe(text);
      expect(reader.position).toBe(reader.end);
    },
  );

  it('follows its reserved bytes, and is empty after a reset', () => {
    const writer = new WireWriter({ reservedBytes: 5, capacity: 1 }).raw(Buffer.from('abc'));
    expect(writer.withReserved().subarray(5)).toEqual(writer.message());
    expect(writer.copy().toString()).toBe('abc');
    expect(writer.reset().length).toBe(0);
  });
});

describe('the wire reader', () => {
  it('skips fields of each wire type', () => {
    const writer = new WireWriter().varint(300).fixed32(-1).fixed64(1n).varint(2).raw(Buffer.from('ab'));
    const reader = readerOf(writer.message());
    for (const wireType of [VARINT, FIXED32, FIXED64, LENGTH_DELIMITED]) reader.skip(wireType);
    expect(reader.position).toBe(reader.end);
  });

  it.each<[string, string, (reader: WireReader) => unknown]>([
    ['a length beyond the end', '0361', (reader) => reader.bytes()],
    ['a cut varint', 'ff', (reader) => reader.int64()],
    ['a varint of eleven bytes', 'ff'.repeat(10) + '01', (reader) => reader.varint64()],
    ['a varint of more than 64 bits', 'ff'.repeat(9) + '02', (reader) => reader.int64()],
    ['a field with number 0', '02', (reader) => reader.tag()],
    ['a group', '', (reader) => reader.skip(3)],
    ['cut fixed bytes', '000000', (reader) => reader.fixed32()],
    ['invalid UTF-8', '01ff', (reader) => reader.text()],
  ])('throws the error of its owner for %s', (_, hex, read) => {
    const reader = new WireReader((reason) => new RangeError(reason)).open(Buffer.from(hex, 'hex'));
    expect(() => read(reader)).toThrow(RangeError);
  });
});
