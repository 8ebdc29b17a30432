import fc from 'fast-check';
import { addExponential, addInverse } from '../../../../src/core/features/decay-sums';

const DAY_MS = 86_400_000;
const LENGTH_MS = DAY_MS;
const ages = fc.array(
  fc.oneof(fc.integer({ min: 0, max: 400 * DAY_MS }), fc.integer({ min: 0, max: 3 * DAY_MS })),
  {
    maxLength: 200,
  },
);

type Add = typeof addExponential;
const DECAYS = [
  { add: addExponential, weight: (ageMs: number) => 0.5 ** (ageMs / LENGTH_MS) },
  { add: addInverse, weight: (ageMs: number) => 1 / (1 + ageMs / LENGTH_MS) },
];

describe('sums of decays', () => {
  it.each(DECAYS)('are identical to the last bit in any order and division: $add.name', ({ add }) => {
    const divided = ages.chain((all) =>
      fc.tuple(fc.constant(all), fc.array(fc.nat(3), { minLength: all.length, maxLength: all.length })),
    );
    fc.assert(
      fc.property(divided, ([all, partOf]) => {
        const whole = sumOf(add, [all]);
        const parts = [0, 1, 2, 3].map((part) => all.filter((_age, i) => partOf[i] === part));
        expect(sumOf(add, parts)).toBe(whole);
        expect(parts.reduce((sum, part) => sum + sumOf(add, [part]), 0)).toBe(whole);
      }),
    );
  });

  it.each(DECAYS)('depend on the order without rounding: $add.name', ({ weight }) => {
    const weights = Array.from({ length: 1_000 }, (_, i) => weight((i * 7_919_777) % (30 * DAY_MS)));
    const plus = (a: number, b: number): number => a + b;
    expect(weights.reduce(plus)).not.toBe(weights.reduceRight(plus));
  });

  it.each(DECAYS)('have an error of at most 2^-33 per event: $add.name', ({ add, weight }) => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 400 * DAY_MS }), (ageMs) => {
        expect(Math.abs(sumOf(add, [[ageMs]]) - weight(ageMs))).toBeLessThanOrEqual(1.02 * 2 ** -33);
      }),
    );
    expect(sumOf(add, [[0]])).toBe(1);
    expect(sumOf(add, [[LENGTH_MS]])).toBe(0.5);
  });

  it('change only their own slots', () => {
    const sums = new Float64Array(6);
    const sample = { count: 2, agesMs: Float64Array.of(LENGTH_MS, 0), slots: Uint32Array.of(0, 2) };
    addExponential(sample, LENGTH_MS, { sums, offset: 1, stride: 2 });
    expect([...sums]).toEqual([0, 0.5, 0, 0, 0, 1]);
  });
});

function sumOf(add: Add, parts: readonly (readonly number[])[]): number {
  const sums = new Float64Array(1);
  for (const part of parts) {
    const agesMs = Float64Array.from(part).sort().reverse();
    const sample = { count: part.length, agesMs, slots: new Uint32Array(part.length) };
    add(sample, LENGTH_MS, { sums, offset: 0, stride: 1 });
  }
  return sums[0]!;
}
