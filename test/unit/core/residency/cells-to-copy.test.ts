import { cellsToCopy } from '../../../../src/core/residency/cells-to-copy';
import { columnMarker, FAMILY_MARKER } from '../../../../src/core/objects/delete-markers';

interface Cell {
  readonly family: string;
  readonly qualifier: Buffer;
  readonly timestampMicros: number;
  readonly value: Buffer;
}

const cell = (family: string, qualifier: string | Buffer, version: number, value = ''): Cell => ({
  family,
  qualifier: Buffer.from(qualifier),
  timestampMicros: version * 1_000,
  value: Buffer.from(value),
});
const object = (column: string | Buffer, version: number, value = 'v'): Cell =>
  cell('profile', column, version, value);
const event = (column: string | Buffer, version: number): Cell => cell('action', column, version);

/** Bigtable's order. */
const sorted = (cells: readonly Cell[]): Cell[] =>
  [...cells].sort(
    (a, b) =>
      Buffer.compare(Buffer.from(a.family), Buffer.from(b.family)) ||
      Buffer.compare(a.qualifier, b.qualifier) ||
      b.timestampMicros - a.timestampMicros,
  );
const copied = (
  from: readonly Cell[],
  to: readonly Cell[] = [],
  voidedUpTo = (_family: string): number => -1,
): readonly Cell[] =>
  cellsToCopy({
    from: sorted(from),
    to: sorted(to),
    hasMarkers: (family) => family === 'profile',
    voidedUpTo,
  });

describe('The cells to copy', () => {
  it('are those that the other row lacks', () => {
    const [a, b, c] = [event('a', 1), event('b', 2), object('c', 3)];
    expect(copied([a, b, c])).toEqual([a, b, c]);
    expect(copied([a, b, c], [b])).toEqual([a, c]);
    expect(copied([a, b, c], [a, b, c])).toEqual([]);
    expect(copied([object('c', 4)], [object('c', 3)])).toEqual([object('c', 4)]);
  });

  it('replace a lesser value of the same version, and no greater one', () => {
    expect(copied([object('c', 1, 'b')], [object('c', 1, 'a')])).toEqual([object('c', 1, 'b')]);
    expect(copied([object('c', 1, 'a')], [object('c', 1, 'b')])).toEqual([]);
  });

  it('begin with delete markers', () => {
    const marker = object(columnMarker(Buffer.from('z')), 5, '');
    expect(copied([event('a', 1), object('a', 2), marker])).toEqual([marker, event('a', 1), object('a', 2)]);
  });

  it('are not those that a marker of either row hides', () => {
    const hidden = object('c', 3);
    const marker = object(columnMarker(Buffer.from('c')), 3, '');
    expect(copied([hidden, object('d', 3)], [marker])).toEqual([object('d', 3)]);
    expect(copied([hidden, marker])).toEqual([marker]);
    expect(copied([object('c', 4)], [marker])).toEqual([object('c', 4)]);
    expect(copied([object('d', 3)], [object(FAMILY_MARKER, 3, '')])).toEqual([]);
  });

  it('are not those that were erased', () => {
    const from = [event('a', 3), event('b', 4), object('c', 3)];
    const voided = (family: string): number => (family === 'action' ? 3_000 : -1);
    expect(copied(from, [], voided)).toEqual([event('b', 4), object('c', 3)]);
  });

  it('include events whatever their columns look like', () => {
    const cells = [event(FAMILY_MARKER, 9), event('a', 1)];
    expect(copied(cells)).toEqual(cells);
  });
});
