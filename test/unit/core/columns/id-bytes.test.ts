import fc from 'fast-check';
import { IdBytes } from '../../../../src/core/columns/id-bytes';
import { IdSet } from '../../../../src/core/columns/id-set';
import { viewOf } from '../../../../src/core/shared/data-view';

/** Ids of all lengths, many of them alike in their first or last bytes. */
const id = fc.oneof(
  fc.string({ minLength: 1, maxLength: 30 }),
  fc.string({ minLength: 1, maxLength: 4, unit: 'grapheme' }),
  fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }).map(String),
  fc.integer({ min: 0, max: 300 }).map((number) => `7100000${number}`),
  fc.integer({ min: 0, max: 300 }).map((number) => `${number}00000000000000000`),
  fc.integer({ min: 0, max: 9 }).map((number) => `a rather long id, number ${number} of ten`),
);

it('ids are found by their bytes as by their texts, wherever these lie', () => {
  fc.assert(
    fc.property(fc.uniqueArray(id, { maxLength: 50 }), fc.array(id), fc.nat(9), (listed, others, offset) => {
      const table = new IdBytes(listed);
      for (const text of [...listed, ...others]) {
        const padding = Buffer.alloc(offset, '1');
        const bytes = Buffer.concat([padding, Buffer.from(text), padding]);
        expect(table.find(viewOf(bytes), offset, bytes.length - offset)).toBe(listed.indexOf(text));
      }
    }),
    { numRuns: 166 },
  );
});

it('an id is not found by a part of its bytes, or by more of them', () => {
  const texts = ['7100000001', 'abcd', 'abc', '12345678901234567890', 'an id that is longer than 20 bytes'];
  const table = new IdBytes(texts);
  for (const text of texts) {
    const bytes = Buffer.from(`${text}x`);
    expect(table.find(viewOf(bytes), 0, text.length)).toBe(texts.indexOf(text));
    expect(table.find(viewOf(bytes), 0, text.length + 1)).toBe(-1);
    expect(table.find(viewOf(bytes), 1, text.length)).toBe(-1);
  }
});

it('a set of ids offers those that were added after the first look-up', () => {
  const ids = new IdSet(['a']);
  const bytes = viewOf(Buffer.from('ab'));
  expect(ids.byBytes().find(bytes, 1, 2)).toBe(-1);
  ids.add('b');
  expect(ids.byBytes().find(bytes, 1, 2)).toBe(1);
});
