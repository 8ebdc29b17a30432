import fc from 'fast-check';
import { rowKey } from '../../../../src/core/rows/row-key';
import { objectRanges, type IdSelection } from '../../../../src/operations/objects/object-ids';
import { tidemarkError } from '../../../support/tidemark-error';

const WHOLE = { index: 0, count: 1 };

function isIn(key: Buffer, ranges: ReturnType<typeof objectRanges>): boolean {
  return ranges.some(({ start, end }) => {
    const from = key.compare(start!.key);
    return (from > 0 || (from === 0 && start!.inclusive)) && key.compare(end!.key) < 0;
  });
}

const isSelected = (id: string, { prefix, from, to }: IdSelection): boolean => {
  const bytes = Buffer.from(id);
  if (prefix !== undefined) return bytes.subarray(0, Buffer.byteLength(prefix)).equals(Buffer.from(prefix));
  const isBehind = from === undefined || bytes.compare(Buffer.from(from)) >= 0;
  return isBehind && (to === undefined || bytes.compare(Buffer.from(to)) < 0);
};

const id = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 4 });
const selection: fc.Arbitrary<IdSelection> = fc.oneof(
  fc.constant({}),
  id.map((prefix) => ({ prefix })),
  id.map((from) => ({ from })),
  fc
    .tuple(id, id)
    .map((ids) => ids.sort((a, b) => Buffer.from(a).compare(Buffer.from(b))))
    .filter(([from, to]) => from !== to)
    .map(([from, to]) => ({ from, to })),
);

describe('The ranges of rows of selected ids', () => {
  it('contain the selected ids, and no other ids and no internal rows', () => {
    fc.assert(
      fc.property(selection, id, (ids, each) => {
        const ranges = objectRanges(ids, WHOLE);
        expect(isIn(rowKey(each), ranges)).toBe(isSelected(each, ids));
        expect(isIn(Buffer.from('7f!1'), ranges)).toBe(false);
      }),
    );
  });

  it('of all shares contain each id once', () => {
    fc.assert(
      fc.property(id, fc.integer({ min: 1, max: 300 }), (each, count) => {
        const shares = Array.from({ length: count }, (_, index) => ({ index, count }));
        const found = shares.filter((share) => isIn(rowKey(each), objectRanges({}, share)));
        expect(found).toHaveLength(1);
      }),
    );
  });

  it('of a continued scan contain the ids behind its last key', () => {
    fc.assert(
      fc.property(selection, id, id, (ids, last, each) => {
        const [after, key] = [rowKey(last), rowKey(each)];
        const isLeft = isSelected(each, ids) && key.compare(after) > 0;
        expect(isIn(key, objectRanges(ids, WHOLE, after))).toBe(isLeft);
      }),
    );
  });

  it('of an empty range of ids do not exist', () => {
    expect(() => objectRanges({ from: 'b', to: 'a' }, WHOLE)).toThrow(
      tidemarkError('invalid_argument', 'toId'),
    );
    expect(() => objectRanges({ prefix: 'a', to: 'b' }, WHOLE)).toThrow(
      tidemarkError('invalid_argument', 'prefix'),
    );
  });
});
