import fc from 'fast-check';
import {
  RowRecordDecoder,
  RowRecordEncoder,
  tableOf,
  tablePrefix,
} from '../../../../src/local-bigtable/storage/row-record';
import type { CellChange } from '../../../../src/local-bigtable/store/stored-row';

const text = fc
  .array(fc.constantFrom(0, 1, 0x61, 0xfe, 0xff), { maxLength: 4 })
  .map((bytes) => Buffer.from(bytes).toString('latin1'));
const longText = fc.oneof(
  text,
  fc.constantFrom(127, 128, 1_000).map((length) => 'x'.repeat(length)),
);
const address = fc.record({
  family: fc.constantFrom('a', 'ab', 'b'),
  qualifier: text,
  timestampMs: fc.oneof(fc.nat({ max: 3 }), fc.maxSafeNat()),
});
const PREFIX = tablePrefix(4, 77);

describe('Row records', () => {
  const encoder = new RowRecordEncoder();
  const keyOf = (rowKey: string, number: number): Buffer => Buffer.from(encoder.key(PREFIX, rowKey, number));

  it('keys sort like the rows, and within a row by number', () => {
    const place = fc.tuple(text, fc.constantFrom(0, 1, 255, 256, 70_000));
    fc.assert(
      fc.property(place, place, (a, b) => {
        const byRow = a[0] < b[0] ? -1 : a[0] > b[0] ? 1 : 0;
        expect(keyOf(...a).compare(keyOf(...b))).toBe(byRow || Math.sign(a[1] - b[1]));
      }),
      { numRuns: 500 },
    );
  });

  it('keys contain table, row and whether they are the first', () => {
    fc.assert(
      fc.property(text, fc.constantFrom(0, 1, 256), (rowKey, number) => {
        const key = keyOf(rowKey, number);
        const decoder = new RowRecordDecoder();
        expect([tableOf(key), decoder.rowKey(key), decoder.isFirst(key)]).toEqual([77, rowKey, number === 0]);
      }),
    );
  });

  it('records are decoded to their cells, one record after the other', () => {
    const change = fc
      .tuple(address, fc.option(longText, { nil: undefined }))
      .map(([cell, after]): CellChange => ({ cell, before: undefined, after }));
    fc.assert(
      fc.property(fc.array(fc.tuple(text, fc.array(change))), (records) => {
        const decoder = new RowRecordDecoder();
        for (const [rowKey, changes] of records) {
          const { bytes, key, value } = encoder.changes(PREFIX, rowKey, 3, changes);
          expect(Buffer.concat([key, value]).equals(bytes)).toBe(true);
          const decoded: [CellChange['cell'], string | undefined][] = [];
          decoder.cells(encoder.changes(PREFIX, rowKey, 3, changes).value, (...each) => decoded.push(each));
          expect(decoded).toEqual(changes.map(({ cell, after }) => [cell, after]));
        }
      }),
    );
  });

  it('a record may be larger than the initial buffer of the encoder', () => {
    const value = 'x'.repeat(20_000_000);
    const cell = { family: 'f', qualifier: 'q', timestampMs: 1, value };
    const decoded: string[] = [];
    new RowRecordDecoder().cells(encoder.cells(PREFIX, 'k', [cell]).value, (_cell, bytes = '') =>
      decoded.push(bytes),
    );
    expect(decoded[0] === value).toBe(true);
    expect(keyOf('k', 0).length).toBeLessThan(20);
  });

  it('truncated records are rejected', () => {
    const change = {
      cell: { family: 'f', qualifier: 'q', timestampMs: 1 },
      before: undefined,
      after: 'value',
    };
    const { value } = encoder.changes(PREFIX, 'k', 0, [change]);
    for (let length = 1; length < value.length; length++) {
      const decoder = new RowRecordDecoder();
      expect(() => decoder.cells(value.subarray(0, length), () => undefined)).toThrow();
    }
  });
});
