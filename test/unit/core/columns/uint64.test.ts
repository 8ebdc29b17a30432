import fc from 'fast-check';
import { IdSet } from '../../../../src/core/columns/id-set';
import { orderOfTimes } from '../../../../src/core/columns/order-of-times';
import { parsedUint64, parseUint64, parseUint64In, uint64Text } from '../../../../src/core/columns/uint64';

/** Numbers of all lengths. Most random numbers below 2^64 have 20 digits. */
const uint64 = fc
  .tuple(fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), fc.bigInt({ min: 0n, max: 63n }))
  .map(([value, shift]) => value >> shift);

describe('64-bit numbers', () => {
  it('are parsed and formatted like BigInt', () => {
    fc.assert(
      fc.property(uint64, (value) => {
        expect(parseUint64(String(value))).toBe(true);
        const { high, low } = parsedUint64;
        expect(parseUint64In(Buffer.from(`9${value}9`), 1, String(value).length + 1)).toBe(true);
        expect(parsedUint64).toEqual({ high, low });
        expect((BigInt(parsedUint64.high) << 32n) | BigInt(parsedUint64.low)).toBe(value);
        expect(uint64Text(Number(value >> 32n), Number(value & 0xffff_ffffn))).toBe(String(value));
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    '',
    '00',
    '01',
    '-1',
    '+1',
    '1.0',
    '1e3',
    ' 1',
    '１',
    '18446744073709551616',
    '100000000000000000000',
  ])('are not parsed from %j', (text) => {
    expect(parseUint64(text)).toBe(false);
    expect(parseUint64In(Buffer.from(`9${text}9`), 1, Buffer.byteLength(text) + 1)).toBe(false);
  });

  it('are the same ids as their texts, in any order of insertion', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.bigInt({ min: 0n, max: 20n }), fc.boolean(), fc.boolean())),
        (adds) => {
          const ids = new IdSet();
          const plain = new IdSet();
          for (const [value, asText, afterOther] of adds) {
            if (afterOther) expect(ids.add(`no number ${value}`)).toBe(plain.add(`no number ${value}`));
            const number = asText ? ids.add(String(value)) : ids.addUint64(0, Number(value));
            expect(number).toBe(plain.add(String(value)));
            const found = ids.numbersOfUint64s(Uint32Array.of(0), Uint32Array.of(Number(value)));
            expect([...found]).toEqual([number]);
          }
          expect([...ids]).toEqual([...plain]);
        },
      ),
    );
  });
});

it('orderOfTimes orders times of any spread like a stable sort', () => {
  const spread = fc.constantFrom(3, 2 ** 40, Number.MAX_SAFE_INTEGER);
  fc.assert(
    fc.property(
      spread.chain((max) =>
        fc.array(
          fc.nat({ max: Math.min(max, 2 ** 31 - 1) }).map((value) => value * Math.ceil(max / 2 ** 31)),
          { maxLength: 200, size: 'max' },
        ),
      ),
      (times) => {
        const sorted = [...times.keys()].sort((a, b) => times[a]! - times[b]! || a - b);
        expect([...orderOfTimes(Float64Array.from(times))]).toEqual(sorted);
      },
    ),
  );
});
