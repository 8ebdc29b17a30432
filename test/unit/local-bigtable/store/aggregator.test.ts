import fc from 'fast-check';
import { AGGREGATORS, decodeInt64, encodeInt64 } from '../../../../src/local-bigtable/store/aggregator';

const int64 = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });
const state = int64.map(encodeInt64);

describe('an int64 state', () => {
  it('a state has eight bytes in big-endian order and can be decoded', () => {
    expect(encodeInt64(-2n)).toBe('\xff\xff\xff\xff\xff\xff\xff\xfe');
    fc.assert(
      fc.property(int64, (value) => {
        expect(encodeInt64(value)).toHaveLength(8);
        expect(decodeInt64(encodeInt64(value))).toBe(value);
      }),
    );
    for (const length of [0, 7, 9]) expect(decodeInt64('x'.repeat(length))).toBeUndefined();
  });
});

/** Replicas apply the same inputs in different orders and must reach the same state. */
describe.each(Object.values(AGGREGATORS))('the aggregator $name', (aggregate) => {
  const { name } = aggregate;
  const merge = (a: string, b: string): string => aggregate.merge(a, b);

  it('the result does not depend on order and grouping', () => {
    fc.assert(
      fc.property(state, state, state, (a, b, c) => {
        expect(merge(a, b)).toBe(merge(b, a));
        expect(merge(merge(a, b), c)).toBe(merge(a, merge(b, c)));
        if (name !== 'sum') expect(merge(a, a)).toBe(a);
      }),
    );
  });

  it('numbers are signed', () => {
    const merged = decodeInt64(merge(encodeInt64(-3n), encodeInt64(5n)));
    expect(merged).toBe({ sum: 2n, min: -3n, max: 5n }[name]);
  });
});

it('a sum wraps around at the ends of int64, as in Google’s emulator (production is undocumented)', () => {
  const [max, min] = [2n ** 63n - 1n, -(2n ** 63n)];
  expect(decodeInt64(AGGREGATORS.sum.merge(encodeInt64(max), encodeInt64(1n)))).toBe(min);
});
