import {
  cellsOfFamily,
  columnsOfFamily,
  contentBytesOf,
  withoutFamily,
} from '../../../../src/core/rows/row-parts';

const cell = (family: string, qualifier: string, value = '') => ({
  family,
  qualifier: Buffer.from(qualifier),
  timestampMicros: 1_000,
  value: Buffer.from(value),
});
const key = Buffer.from('r');
const [a, b, c, d] = [cell('f', 'a', '12'), cell('m', 'b'), cell('m', 'c', '3'), cell('z', 'd')] as const;

// Rows of columns are compared with rows of objects by the test of the decoder.
describe('a row of objects', () => {
  it('is returned itself where it lacks the family to be removed', () => {
    const row = { key, cells: [a, d] };
    expect(withoutFamily(row, 'm')).toBe(row);
  });

  it('retains all other cells, in order, when a family is removed', () => {
    for (const cells of [
      [a, b, c, d],
      [b, c, a, d],
      [a, d, b, c],
      [b, a, c, d],
    ]) {
      const row = { key, cells };
      expect(withoutFamily(row, 'm')).toEqual({ key, cells: [a, d] });
      expect(cellsOfFamily(row, 'm')).toEqual([b, c]);
      expect(row.cells).toHaveLength(4);
    }
  });

  it('is absent if no cell is left', () => {
    expect(withoutFamily({ key, cells: [b, c] }, 'm')).toBeUndefined();
    expect(withoutFamily({ key, cells: [] }, 'm')).toBeUndefined();
  });

  it('has the size of its qualifiers and values', () => {
    expect(contentBytesOf({ key, cells: [a, b, c, d] })).toBe(7);
  });

  it('is copied into columns', () => {
    const { bytes, spans, timestampsMicros, start, end } = columnsOfFamily({ key, cells: [a, b, c, d] }, 'm');
    expect([start, end]).toEqual([0, 2]);
    expect(bytes.toString()).toBe('bc3');
    expect([...spans]).toEqual([0, 1, 1, 1, 1, 2, 2, 3]);
    expect([...timestampsMicros]).toEqual([1_000, 1_000]);
  });
});
