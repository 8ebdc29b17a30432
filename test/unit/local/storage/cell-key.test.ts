import fc from 'fast-check';
import { CellKeyDecoder, encodeCellKey, tableOf, tablePrefix } from '../../../../src/local/storage/cell-key';
import { compareCells } from '../../../../src/local/store/cell';

const text = fc
  .array(fc.constantFrom(0, 1, 0x61, 0xfe, 0xff), { maxLength: 4 })
  .map((bytes) => Buffer.from(bytes).toString('latin1'));
const address = fc.record({
  rowKey: text,
  family: fc.constantFrom('a', 'ab', 'b'),
  qualifier: text,
  timestampMs: fc.oneof(fc.nat({ max: 3 }), fc.maxSafeNat()),
});
const PREFIX = tablePrefix(4, 77);

describe('Cell keys', () => {
  it('sort as rows and cells do', () => {
    fc.assert(
      fc.property(address, address, (a, b) => {
        const cellA = { ...a, value: '' };
        const cellB = { ...b, value: '' };
        const byRow = a.rowKey < b.rowKey ? -1 : a.rowKey > b.rowKey ? 1 : 0;
        const expected = Math.sign(byRow || compareCells(cellA, cellB));
        expect(encodeCellKey(PREFIX, a.rowKey, a).compare(encodeCellKey(PREFIX, b.rowKey, b))).toBe(expected);
      }),
      { numRuns: 2_000 },
    );
  });

  it('are decoded to what they were made of', () => {
    fc.assert(
      fc.property(fc.array(address), (addresses) => {
        const decoder = new CellKeyDecoder();
        for (const { rowKey, ...cell } of addresses) {
          const key = encodeCellKey(PREFIX, rowKey, cell);
          expect(tableOf(key)).toBe(77);
          expect(decoder.decode(key)).toEqual({ rowKey, cell });
        }
      }),
    );
  });
});
