import type { Cell } from '../../../../src/bigtable/client/types';
import { EVENTUAL, type ReadEvidence } from '../../../../src/core/consistency/consistency';
import { joinRows } from '../../../../src/core/rows/row-join';
import { EMPTY_TOKEN } from '../../../../src/core/tokens/write-token';
import { TidemarkError } from '../../../../src/errors';
import { readCellPages } from '../../../../src/operations/subjects/read-cell-pages';
import type { RowRead } from '../../../../src/consistency/store';
import { systemClock } from '../../../../src/platform/time/clock';
import { tidemarkError } from '../../../support/tidemark-error';

const KEY = Buffer.from('00#u1');
const EVIDENCE: ReadEvidence = {
  level: 'eventual',
  met: true,
  clusters: [],
  tier: 'nearest',
  lookups: 1,
  stalenessMs: 0,
  token: EMPTY_TOKEN,
};

const cellAt = (column: string, timestampMicros = 1_000): Cell => ({
  family: 'profile',
  qualifier: Buffer.from(column),
  timestampMicros,
  value: Buffer.from(column),
  labels: [],
});

/** Returns the first cells after those that the filter excludes, as a replica with these cells does. */
function firstCells(cells: readonly Cell[], { filter }: RowRead): readonly Cell[] {
  const [after, limit] = filter.chain!.filters!;
  const count = limit!.cellsPerRowLimitFilter!;
  const ranges = after!.interleave?.filters ?? [after!];
  const passes = ({ qualifier, timestampMicros }: Cell): boolean =>
    ranges.some((range) => {
      const [columns, times] = range.chain?.filters ?? [range];
      const { startQualifierClosed: start, endQualifierOpen: end } = columns!.columnRangeFilter!;
      const until = times?.timestampRangeFilter?.endTimestampMicros ?? Infinity;
      return (
        (start === null || start === undefined || qualifier.compare(start as Buffer) >= 0) &&
        (end === null || end === undefined || qualifier.compare(end as Buffer) < 0) &&
        timestampMicros < Number(until)
      );
    });
  return cells.filter(passes).slice(0, count);
}

interface Pages {
  readonly cells: readonly string[];
  readonly sizes: readonly number[];
}

async function readAll(
  replicas: readonly (readonly Cell[])[],
  limits: { readonly pageCellsMax: number; readonly pageBytesMax: number },
  bytesOf: (cells: readonly Cell[]) => number = () => 0,
): Promise<Pages> {
  const reader = {
    readRow(read: RowRead) {
      const rows = replicas.map((cells) => ({ key: KEY, cells: firstCells(cells, read) }));
      if (rows.some(({ cells }) => bytesOf(cells) > (read.bytesMax ?? Infinity)))
        return Promise.reject(new TidemarkError('answer_too_large', 'is too large'));
      return Promise.resolve({ row: joinRows(rows), evidence: EVIDENCE });
    },
  };
  const call = { deadlineMs: systemClock.monotonicMs() + 10_000, timeoutMs: 10_000, signal: undefined };
  const target = { table: 'users', key: KEY, family: 'profile' };
  const pages = readCellPages(
    target,
    { reader, clock: systemClock, limits },
    { consistency: EVENTUAL, call },
  );
  const found: { cells: string[]; sizes: number[] } = { cells: [], sizes: [] };
  for await (const { cells } of pages) {
    found.cells.push(
      ...cells.map(({ qualifier, timestampMicros }) => `${String(qualifier)}@${timestampMicros}`),
    );
    found.sizes.push(cells.length);
  }
  return found;
}

const LIMITS = { pageCellsMax: 2, pageBytesMax: 1_000 };

describe('Pages of a family', () => {
  it('have each cell once, and all versions of a column that two pages share', async () => {
    const cells = [
      cellAt('a', 3_000),
      cellAt('a', 2_000),
      cellAt('a', 1_000),
      cellAt('a', 0),
      cellAt('a\0'),
      cellAt('b'),
    ];
    const { cells: found } = await readAll([cells], LIMITS);
    expect(found).toEqual(['a@3000', 'a@2000', 'a@1000', 'a@0', 'a\0@1000', 'b@1000']);
  });

  it('of two replicas miss no cell that only one of them has', async () => {
    const [one, other] = ['abcde', 'cyz'].map((text) => [...text].map((column) => cellAt(column)));
    const { cells: found } = await readAll([one!, other!], LIMITS);
    expect(found).toEqual([...'abcdeyz'].map((column) => `${column}@1000`));
  });

  it('are smaller where cells are large, and grow again', async () => {
    const cells = [...'abcdefghijklmnop'].map((column) => cellAt(column));
    const bytesOf = (read: readonly Cell[]): number =>
      read.reduce((sum, { qualifier }) => sum + (String(qualifier) === 'b' ? 5_000 : 10), 0);
    const { cells: found, sizes } = await readAll([cells], { ...LIMITS, pageCellsMax: 4 }, bytesOf);
    expect(found).toHaveLength(cells.length);
    expect(sizes.slice(0, 5)).toEqual([1, 1, 2, 4, 4]);
  });

  it('end at the deadline of the whole call', async () => {
    const reader = { readRow: () => Promise.reject(new Error('must not be called')) };
    const call = { deadlineMs: systemClock.monotonicMs() - 1, timeoutMs: 5, signal: undefined };
    const target = { table: 'users', key: KEY, family: 'profile' };
    const dependencies = { reader, clock: systemClock, limits: LIMITS };
    const pages = readCellPages(target, dependencies, { consistency: EVENTUAL, call });
    await expect(pages.next()).rejects.toEqual(tidemarkError('deadline_exceeded'));
  });
});
