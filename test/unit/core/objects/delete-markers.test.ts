import fc from 'fast-check';
import {
  columnMarker,
  FAMILY_MARKER,
  isDeleteMarker,
  versionMarker,
  visibleCells,
} from '../../../../src/core/objects/delete-markers';

interface TestCell {
  readonly family: string;
  readonly qualifier: Buffer;
  readonly timestampMicros: number;
}

const [A, B] = [Buffer.from('a'), Buffer.from('b')];
const cell = (qualifier: Buffer, versionMs: number, family = 'f'): TestCell => ({
  family,
  qualifier,
  timestampMicros: versionMs * 1_000,
});
const names = (cells: readonly TestCell[]): string[] =>
  cells.map(
    ({ family, qualifier, timestampMicros }) =>
      `${family}:${qualifier.toString()}@${timestampMicros / 1_000}`,
  );
const visible = (...cells: TestCell[]): string[] => names(visibleCells(cells).cells);

describe('delete markers', () => {
  it('hide a column up to their own version', () => {
    expect(visible(cell(columnMarker(A), 5), cell(A, 6), cell(A, 5), cell(A, 4), cell(B, 4))).toEqual([
      'f:a@6',
      'f:b@4',
    ]);
  });

  it('hide a family up to their own version, and no other family', () => {
    const cells = [cell(FAMILY_MARKER, 5), cell(A, 6), cell(A, 5), cell(B, 4), cell(A, 4, 'g')];
    expect(visible(...cells)).toEqual(['f:a@6', 'g:a@4']);
  });

  it('hide exactly one version', () => {
    expect(visible(cell(versionMarker(A, 5), 5), cell(A, 6), cell(A, 5), cell(A, 4), cell(B, 5))).toEqual([
      'f:a@6',
      'f:a@4',
      'f:b@5',
    ]);
  });

  it('hide another marker, which then hides nothing', () => {
    const column = columnMarker(A);
    expect(visible(cell(column, 9), cell(versionMarker(column, 9), 9), cell(A, 5))).toEqual(['f:a@5']);
    expect(visible(cell(column, 9), cell(versionMarker(column, 8), 8), cell(A, 5))).toEqual([]);
  });

  it('count the hidden versions of a column', () => {
    const marked = [cell(versionMarker(A, 5), 5), cell(versionMarker(A, 4), 4), cell(versionMarker(A, 3), 3)];
    expect(visibleCells([...marked, cell(A, 5), cell(A, 4)]).versionsHidden).toBe(2);
    expect(visibleCells([...marked, cell(A, 2)]).versionsHidden).toBe(0);
    expect(visibleCells([cell(columnMarker(A), 5), cell(A, 4)]).versionsHidden).toBe(0);
  });

  it('leave a row without markers unchanged', () => {
    const cells = [cell(A, 1), cell(B, 1)];
    expect(visibleCells(cells).cells).toBe(cells);
  });

  it('are distinguished from SubTypes by their first byte', () => {
    expect([FAMILY_MARKER, columnMarker(A), versionMarker(A, 1)].every(isDeleteMarker)).toBe(true);
    expect([A, Buffer.from('\0'), Buffer.from('a\0b')].some(isDeleteMarker)).toBe(false);
  });

  const anyCell = fc
    .record({
      kind: fc.constantFrom('cell', 'cell', 'column', 'version', 'family', 'unmark'),
      qualifier: fc.constantFrom(A, B),
      versionMs: fc.integer({ min: 1, max: 6 }),
    })
    .map(({ kind, qualifier, versionMs }) => {
      if (kind === 'column') return cell(columnMarker(qualifier), versionMs);
      if (kind === 'version') return cell(versionMarker(qualifier, versionMs), versionMs);
      if (kind === 'family') return cell(FAMILY_MARKER, versionMs);
      if (kind === 'unmark') return cell(versionMarker(columnMarker(qualifier), versionMs), versionMs);
      return cell(qualifier, versionMs);
    });

  it('make the visible cells depend only on the set of cells, not on order or repetitions', () => {
    const shuffledTwice = fc
      .array(anyCell, { maxLength: 12 })
      .chain((cells) =>
        fc.tuple(
          fc.constant(cells),
          fc.shuffledSubarray([...cells, ...cells], { minLength: 2 * cells.length }),
        ),
      );
    fc.assert(
      fc.property(shuffledTwice, ([cells, again]) => {
        expect(new Set(visible(...again))).toEqual(new Set(visible(...cells)));
      }),
    );
  });

  it('never reveal cells when more deletions are known, unless one deletes a marker', () => {
    const plain = anyCell.filter(({ qualifier }) => !qualifier.toString('latin1').includes('\0c', 2));
    fc.assert(
      fc.property(fc.array(plain), fc.array(plain), (cells, more) => {
        const before = new Set(visible(...cells));
        const markers = more.filter(({ qualifier }) => isDeleteMarker(qualifier));
        for (const name of visible(...cells, ...markers)) expect(before).toContain(name);
      }),
    );
  });
});
