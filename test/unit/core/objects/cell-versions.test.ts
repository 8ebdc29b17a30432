import {
  checkNotDeleted,
  nextVersion,
  type ExistingCell,
  type ExistingCells,
} from '../../../../src/core/objects/cell-versions';
import { columnMarker, FAMILY_MARKER, versionMarker } from '../../../../src/core/objects/delete-markers';
import { tidemarkError } from '../../../support/tidemark-error';

const Q = Buffer.from('q');
const NOW_MS = 1_000;
const RULES = { nowMs: NOW_MS, clockSkewMaxMs: 100 };
const cell = (versionMs: number, qualifier: Buffer = Q): ExistingCell => ({ qualifier, versionMs });

const existing = (cells: readonly ExistingCell[], hiddenUpToMs = -1): ExistingCells => ({
  cells,
  hiddenUpToMs,
});

describe('the version of a write', () => {
  it.each([
    ['is the clock of the writer where nothing is shown', [], NOW_MS],
    ['is the clock of the writer where all that is shown is older', [cell(NOW_MS - 1)], NOW_MS],
    ['is above an equal version', [cell(NOW_MS)], NOW_MS + 1],
    ['is above a version that another clock within the bound may show', [cell(NOW_MS + 100)], NOW_MS + 101],
    ['is above one that was itself above such a version', [cell(NOW_MS + 201)], NOW_MS + 202],
    ['is above a deletion of the column', [cell(NOW_MS + 7, columnMarker(Q))], NOW_MS + 8],
    ['is above a deletion of the family', [cell(NOW_MS + 7, FAMILY_MARKER)], NOW_MS + 8],
    ['is not a deleted version', [cell(NOW_MS, versionMarker(Q, NOW_MS))], NOW_MS + 1],
  ])('%s', (_, shown, versionMs) => {
    expect(nextVersion(existing(shown), RULES)).toMatchObject({ versionMs, futureCells: [] });
  });

  it('is above what the record of the user hides', () => {
    expect(nextVersion(existing([], NOW_MS + 9), RULES).versionMs).toBe(NOW_MS + 10);
    expect(nextVersion(existing([cell(NOW_MS + 20)], NOW_MS + 9), RULES).versionMs).toBe(NOW_MS + 21);
  });

  it('is sent when it is at most the clock bound plus 1 above the clock of its writer', () => {
    expect(nextVersion(existing([]), RULES).sendAtMs).toBeLessThan(NOW_MS);
    expect(nextVersion(existing([cell(NOW_MS + 100)]), RULES).sendAtMs).toBe(NOW_MS);
    expect(nextVersion(existing([cell(NOW_MS + 201)]), RULES).sendAtMs).toBe(NOW_MS + 101);
  });

  it('marks versions ahead of every clock within the bound for deletion', () => {
    const futureCells = [cell(NOW_MS + 202), cell(NOW_MS + 500, columnMarker(Q))];
    expect(nextVersion(existing([cell(NOW_MS + 3), ...futureCells]), RULES)).toMatchObject({
      versionMs: NOW_MS + 4,
      futureCells,
    });
  });

  it('is never a version that is deleted as future', () => {
    const [last, future] = [cell(NOW_MS + 201), cell(NOW_MS + 202)];
    expect(nextVersion(existing([last, future]), RULES)).toMatchObject({
      versionMs: NOW_MS + 203,
      futureCells: [future],
    });
  });

  it('does not delete a future version that is already deleted', () => {
    const shown = [cell(NOW_MS + 500), cell(NOW_MS + 500, versionMarker(Q, NOW_MS + 500))];
    expect(nextVersion(existing(shown), RULES)).toMatchObject({ versionMs: NOW_MS, futureCells: [] });
  });
});

describe('a version that a caller names', () => {
  it('is rejected if the record of the user hides it', () => {
    expect(() => checkNotDeleted(existing([], 5), Q, 5)).toThrow(
      tidemarkError('version_conflict', 'timestampMs'),
    );
    expect(() => checkNotDeleted(existing([], 4), Q, 5)).not.toThrow();
  });

  it.each([
    ['its column was deleted at it', [cell(5, columnMarker(Q))]],
    ['its family was deleted after it', [cell(6, FAMILY_MARKER)]],
    ['it was deleted itself', [cell(5, versionMarker(Q, 5))]],
  ])('is rejected if %s', (_, shown) => {
    expect(() => checkNotDeleted(existing(shown), Q, 5)).toThrow(
      tidemarkError('version_conflict', 'timestampMs'),
    );
  });

  it.each([
    ['there is nothing', []],
    ['there are other versions, older and newer ones', [cell(4), cell(5), cell(6)]],
    ['older ones were deleted', [cell(4, columnMarker(Q)), cell(4, FAMILY_MARKER)]],
    ['another version was deleted', [cell(6, versionMarker(Q, 6))]],
    ['another column was deleted', [cell(9, columnMarker(Buffer.from('r')))]],
    [
      'the deletion of its column was itself deleted',
      [cell(9, columnMarker(Q)), cell(9, versionMarker(columnMarker(Q), 9))],
    ],
  ])('is accepted if %s', (_, shown) => {
    expect(() => checkNotDeleted(existing(shown), Q, 5)).not.toThrow();
  });
});
