import {
  cellsOfGenerations,
  GENERATION_MAX,
  generationColumn,
  generationPrefix,
  generationRange,
  NO_PINS,
  parseGenerationColumn,
} from '../../../../src/core/generations/generation-column';
import { columnMarker, FAMILY_MARKER, isDeleteMarker } from '../../../../src/core/objects/delete-markers';

const NUMBERS = [1, 2, 255, 256, 65_536, 16_777_216, GENERATION_MAX];
const columns = ['main', 'ü', '\u0001', 'a'.repeat(1_024)].map((name) => Buffer.from(name));

describe('A column of a generation', () => {
  it.each(NUMBERS)('is parsed to what it was made of, in generation %d', (generation) => {
    for (const column of [...columns, columnMarker(columns[0]!), FAMILY_MARKER])
      expect(parseGenerationColumn(generationColumn(generation, column))).toEqual({ generation, column });
  });

  it('is no delete marker of a DataType without generations', () => {
    for (const generation of NUMBERS)
      expect(isDeleteMarker(generationColumn(generation, columns[0]!))).toBe(false);
  });

  it('is in the range of its generation only', () => {
    for (const generation of NUMBERS) {
      const column = generationColumn(generation, columns[3]!);
      for (const other of NUMBERS) {
        const { start, end } = generationRange(other);
        const isWithin = column.compare(start) >= 0 && column.compare(end) < 0;
        expect(isWithin).toBe(other === generation);
      }
    }
  });

  it.each(['', 'main', '\0fmain', 'long enough'])('is not recognised in %j', (text) => {
    expect(parseGenerationColumn(Buffer.from(text))).toBeUndefined();
  });

  it('has a SubType', () => {
    expect(parseGenerationColumn(generationPrefix(7))).toBeUndefined();
  });

  it.each([0, -1, 1.5, GENERATION_MAX + 1])('is not made for the number %p', (number) => {
    expect(() => generationPrefix(number)).toThrow(RangeError);
  });
});

describe('The cells of pinned generations', () => {
  const cell = (family: string, qualifier: Buffer) => ({ family, qualifier });
  const stored = [
    cell('plain', Buffer.from('main')),
    cell('vectors', generationColumn(1, Buffer.from('main'))),
    cell('vectors', generationColumn(2, Buffer.from('main'))),
  ];

  it('are the same list without pins', () => {
    expect(cellsOfGenerations(stored, NO_PINS)).toBe(stored);
  });

  it('have SubTypes as columns, and those of other families stay as they are', () => {
    expect(cellsOfGenerations(stored, new Map([['vectors', 2]]))).toEqual([
      cell('plain', Buffer.from('main')),
      cell('vectors', Buffer.from('main')),
    ]);
  });

  it('are none for a DataType of which no generation is published', () => {
    expect(cellsOfGenerations(stored, new Map([['vectors', undefined]]))).toEqual([stored[0]]);
  });
});
