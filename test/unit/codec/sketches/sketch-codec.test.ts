import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import {
  encodeHashes,
  encodeRaised,
  encodeSketch,
  mergeSketchBytes,
} from '../../../../src/codec/sketches/sketch-codec';
import { EXACT_MAX, Sketch } from '../../../../src/core/sketches/sketch';
import { RANK_MAX, REGISTER_COUNT } from '../../../../src/core/sketches/registers';
import { tidemark } from '../../../gen/tidemark';
import { itemHash, itemsFrom, ranksOf, sketchOf, someItems } from '../../../support/sketches';
import { tidemarkError } from '../../../support/tidemark-error';

const SINGLES_AT = 1 + REGISTER_COUNT / 2;
const read = (bytes: Uint8Array): Sketch => {
  const sketch = new Sketch();
  mergeSketchBytes(sketch, bytes);
  return sketch;
};
/** Returns the bytes of a message with a correct checksum, whatever else is wrong. */
const signed = (fields: tidemark.v1.ISketch): Buffer => {
  const message = tidemark.v1.Sketch.encode({ version: 1, precision: 14, ...fields }).finish();
  const checksum = Buffer.alloc(5, 0x35);
  checksum.writeUInt32LE(crc32(message), 1);
  return Buffer.concat([message, checksum]);
};

describe('a stored sketch', () => {
  it('is decoded as it was encoded, and merged into another sketch', () => {
    fc.assert(
      fc.property(someItems, someItems, (a, b) => {
        const bytes = encodeSketch(sketchOf(b));
        expect(encodeSketch(read(bytes)).equals(bytes)).toBe(true);
        const both = sketchOf(a);
        mergeSketchBytes(both, bytes);
        expect(encodeSketch(both).equals(encodeSketch(sketchOf([...a, ...b])))).toBe(true);
        expect(both.estimate()).toBe(sketchOf([...a, ...b]).estimate());
      }),
      { numRuns: 30 },
    );
  });

  it('keeps ranks far above the others, up to the maximum', () => {
    const sketch = sketchOf(itemsFrom(0, 2_000));
    sketch.mergeRegisters((own) => {
      for (let rank = 1; rank <= RANK_MAX; rank++) own.raise(rank * 5, rank);
    });
    const ranks = ranksOf(read(encodeSketch(sketch)));
    expect(ranks).toEqual(ranksOf(sketch));
    expect([ranks[5 * RANK_MAX], ranks[5 * (RANK_MAX - 1)]]).toEqual([RANK_MAX, RANK_MAX - 1]);
  });

  it.each([0, 1, 20, 36, 37, RANK_MAX])('stores ranks relative to the lowest one, %d', (base) => {
    const sketch = new Sketch();
    sketch.mergeRegisters((own) => {
      for (let index = 0; index < REGISTER_COUNT; index++) {
        own.raise(index, Math.min(RANK_MAX, base + (index % 20)));
      }
    });
    const ranks = ranksOf(read(encodeSketch(sketch)));
    expect(ranks).toEqual(ranksOf(sketch));
  });

  it('has the same bytes as in earlier versions', () => {
    expect(encodeSketch(new Sketch()).toString('hex')).toBe('0801100e1a0035308a5b8a');
    expect(encodeSketch(sketchOf([1, 2])).toString('hex')).toBe(
      '0801100e1a1052dc563ee2ff0a13d149cd2efb9fde4335ae34279a',
    );
    expect(crc32(encodeSketch(sketchOf(itemsFrom(0, 5_000))))).toBe(905_133_960);
    expect(encodeRaised(sketchOf(itemsFrom(0, 5_000)).registers!, [7, 9]).toString('hex')).toBe(
      '0801100e2a060001c0000240352b9a9a57',
    );
  });

  it('takes at most as many bytes as a set of items as it takes as registers', () => {
    const most = encodeSketch(sketchOf(itemsFrom(0, EXACT_MAX)));
    const least = encodeSketch(sketchOf(itemsFrom(0, EXACT_MAX + 1)));
    expect([most.length, least.length]).toEqual([8_204, 8_205]);
  });

  it('merges single registers', () => {
    const before = sketchOf(itemsFrom(0, 3_000));
    const after = sketchOf(itemsFrom(0, 3_100));
    const old = ranksOf(before);
    const raised = itemsFrom(0, REGISTER_COUNT).filter(
      (index) => after.registers!.rankAt(index) > old[index]!,
    );
    const bytes = encodeRaised(after.registers!, raised);
    expect(bytes.length).toBeLessThan(20 + 3 * 100);
    mergeSketchBytes(before, bytes);
    expect(ranksOf(before)).toEqual(ranksOf(after));
  });

  it('can be decoded from the middle of a buffer, and does not share bytes with the sketch', () => {
    for (const count of [100, 3_000]) {
      const sketch = sketchOf(itemsFrom(0, count));
      const bytes = encodeSketch(sketch);
      const shared = Buffer.concat([Buffer.alloc(3, 0xff), bytes, Buffer.alloc(5, 0xff)]);
      const copy = read(shared.subarray(3, 3 + bytes.length));
      shared.fill(0xaa);
      expect(encodeSketch(copy).equals(bytes)).toBe(true);
    }
  });
});

describe('a corrupted sketch', () => {
  const stored = {
    'of nothing': encodeSketch(new Sketch()),
    'of one item': encodeSketch(sketchOf([1])),
    'of some items': encodeSketch(sketchOf(itemsFrom(0, 40))),
    'of many items': encodeSketch(sketchOf(itemsFrom(0, 20_000))),
    'of raised registers': encodeRaised(sketchOf(itemsFrom(0, 2_000)).registers!, [1, 2, 9_999]),
  };

  it.each(Object.entries(stored))('%s is rejected whichever bit is flipped', (_, bytes) => {
    const mine = sketchOf(itemsFrom(0, 3));
    const before = encodeSketch(mine);
    for (let at = 0; at < bytes.length; at++) {
      // All bits of short inputs, and one bit of each byte of long ones, to limit the test's duration.
      for (let bit = bytes.length > 1_000 ? at & 7 : 0; bit < 8; bit += bytes.length > 1_000 ? 8 : 1) {
        const flipped = Buffer.from(bytes);
        flipped[at]! ^= 1 << bit;
        expectRefused(mine, flipped);
      }
    }
    expect(encodeSketch(mine).equals(before)).toBe(true);
  });

  it.each(Object.entries(stored))(
    '%s is rejected when its end is missing or followed by other bytes',
    (_, bytes) => {
      const step = Math.ceil(bytes.length / 500);
      for (let length = 0; length < bytes.length; length += step)
        expectRefused(new Sketch(), bytes.subarray(0, length));
      expectRefused(new Sketch(), Buffer.concat([bytes, Buffer.alloc(1)]));
      expectRefused(new Sketch(), Buffer.concat([bytes, bytes]));
    },
  );

  it('of random bytes is rejected', () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 64 }), (bytes) => expectRefused(new Sketch(), bytes)));
  });

  const nibbles = (
    base: number,
    change?: (bytes: Buffer) => void,
    singles: readonly number[] = [],
  ): Buffer => {
    const bytes = Buffer.alloc(SINGLES_AT + 3 * singles.length);
    bytes[0] = base;
    change?.(bytes);
    singles.forEach((single, place) => bytes.writeUIntBE(single, SINGLES_AT + 3 * place, 3));
    return bytes;
  };
  const full = (bytes: Buffer): void => void bytes.fill(0xff, 1, 3);
  const single = (index: number, rank: number): number => (index << 6) | rank;
  const raised = (...singles: number[]): Buffer => nibbles(0, undefined, singles).subarray(SINGLES_AT);
  const hashes = (...words: number[]): Buffer => Buffer.from(new Uint32Array(words).buffer).swap32();

  it.each<[string, tidemark.v1.ISketch]>([
    ['no items', {}],
    ['half a hash', { hashes: Buffer.alloc(12) }],
    ['a hash twice', { hashes: hashes(1, 2, 1, 2) }],
    ['first words that fall', { hashes: hashes(2, 0, 1, 9) }],
    ['second words that fall', { hashes: hashes(1, 3, 1, 2) }],
    ['too many hashes', { hashes: hashes(...itemsFrom(0, EXACT_MAX + 1).flatMap((each) => [each, 0])) }],
    ['no registers', { registers: Buffer.alloc(0) }],
    ['a register too few', { registers: nibbles(0).subarray(0, -1) }],
    ['a byte after the registers', { registers: Buffer.concat([nibbles(0), Buffer.alloc(1)]) }],
    ['ranks beyond the largest', { registers: nibbles(37) }],
    ['a rank beyond, of a register that is not full', { registers: nibbles(0, undefined, [single(0, 20)]) }],
    [
      'a rank beyond, of the other of two registers',
      { registers: nibbles(0, (b) => (b[1] = 0xf0), [single(0, 20)]) },
    ],
    ['a rank beyond that is not', { registers: nibbles(10, full, [single(0, 25)]) }],
    ['a rank beyond the largest', { registers: nibbles(10, full, [single(0, 52)]) }],
    ['ranks beyond that do not ascend', { registers: nibbles(0, full, [single(1, 20), single(0, 20)]) }],
    ['half a raised register', { raised: raised(single(0, 1)).subarray(1) }],
    ['a raised register twice', { raised: raised(single(3, 1), single(3, 2)) }],
    ['raised registers that do not ascend', { raised: raised(single(4, 1), single(3, 2)) }],
    ['a register raised to nothing', { raised: raised(single(4, 0)) }],
    ['a register raised beyond the largest rank', { raised: raised(single(4, 52)) }],
    ['a raised register that does not exist', { raised: raised(single(REGISTER_COUNT, 1)) }],
  ])('with %s is rejected although its checksum is right', (_, fields) => {
    for (const mine of [new Sketch(), sketchOf(itemsFrom(0, 2_000))]) {
      const before = encodeSketch(mine);
      expect(() => mergeSketchBytes(mine, signed(fields))).toThrow(tidemarkError('data_corrupted'));
      expect(encodeSketch(mine).equals(before)).toBe(true);
    }
  });

  it('does not result from the helpers of these tests', () => {
    for (const fields of [
      { hashes: hashes(1, 2, 1, 3, 0x8000_0000, 0) },
      { registers: nibbles(36, full, [single(0, 52 - 1)].slice(1)) },
      { registers: nibbles(10, full, [single(0, 26), single(3, 51)]) },
      { raised: raised(single(3, 1), single(REGISTER_COUNT - 1, 51)) },
    ]) {
      expect(() => read(signed(fields))).not.toThrow();
    }
  });

  it.each([
    ['a later version', { version: 2 }],
    ['no version', { version: 0 }],
    ['another precision', { precision: 12 }],
    ['a version beyond 32 bits', { version: 2 ** 32 - 1 }],
  ])('is distinguished from one of %s', (_, fields) => {
    const mine = sketchOf([1]);
    expect(() => mergeSketchBytes(mine, signed({ ...fields, hashes: hashes(1, 2) }))).toThrow(
      tidemarkError('data_unsupported'),
    );
    expect(mine.estimate()).toBe(1);
  });
});

function expectRefused(mine: Sketch, bytes: Uint8Array): void {
  let code: unknown;
  try {
    mergeSketchBytes(mine, bytes);
  } catch (error) {
    ({ code } = error as { code: unknown });
  }
  if (code !== 'data_corrupted')
    throw new Error(`${String(code)}: ${Buffer.from(bytes).toString('hex').slice(0, 80)}`);
}

describe('hashes of items', () => {
  it('are stored as ascending 64-bit numbers', () => {
    const [a, b] = [itemHash(1), itemHash(2)];
    const expected = [a, b].map(({ first, second }) => hex(first) + hex(second)).sort();
    const bytes = encodeHashes(Uint32Array.of(a.first, a.second, b.first, b.second));
    expect(bytes.toString('hex')).toContain(expected.join(''));
  });
});

function hex(word: number): string {
  return word.toString(16).padStart(8, '0');
}
