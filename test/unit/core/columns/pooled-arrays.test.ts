import fc from 'fast-check';
import { float64s, int32s, uint32s, uint8s } from '../../../../src/core/columns/pooled-arrays';

const kinds = [uint8s, uint32s, int32s, float64s];

test('pooled arrays are zeroed, have the requested length and do not overlap', () => {
  const asked = fc.tuple(fc.constantFrom(...kinds), fc.nat({ max: 3_000 }));
  fc.assert(
    fc.property(fc.array(asked, { maxLength: 60, size: 'max' }), (all) => {
      const arrays = all.map(([make, length], i) => {
        const array = make(length);
        expect(array.length).toBe(length);
        expect(array.every((value) => value === 0)).toBe(true);
        return array.fill(i + 1);
      });
      arrays.forEach((array, i) => expect(array.every((value) => value === i + 1)).toBe(true));
    }),
    { numRuns: 50 },
  );
});

test.each(kinds.map((make) => [make.name, make]))('%s rejects an invalid length', (_name, make) => {
  expect(() => make(-1)).toThrow('Invalid typed array length');
});
