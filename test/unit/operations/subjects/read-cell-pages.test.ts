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

/** Column of a block of the first day, with the byte as its hash. */
const blockColumn = (hash: number): string =>
  Buffer.from([0, 0, 0, 1, 0, 1, ...Array<number>(12).fill(hash)]).toString('latin1');

/** Reads pages of a family of events whose cells change after some reads. */
async function readWhileChanging(
  states: readonly (readonly string[])[],
  hasBlocks: boolean,
): Promise<string[]> {
  let reads = 0;
  const reader = {
    readRow(read: RowRead) {
      const columns = states[Math.min(reads++, states.length - 1)]!;
      const cells = columns.map((column) => ({ ...cellAt(''), qualifier: Buffer.from(column, 'latin1') }));
      const found = read.filter.chain?.filters?.some((each) => each.cellsPerRowLimitFilter !== undefined)
        ? firstCells(cells, read)
        : firstCells(cells, {
            ...read,
            filter: { chain: { filters: [rangeOf(read), { cellsPerRowLimitFilter: 99 }] } },
          });
      return Promise.resolve({ row: joinRows([{ key: KEY, cells: found }]), evidence: EVIDENCE });
    },
  };
  const call = { deadlineMs: systemClock.monotonicMs() + 10_000, timeoutMs: 10_000, signal: undefined };
  const target = { table: 'users', key: KEY, family: 'profile', hasBlocks };
  const found: string[] = [];
  const pages = readCellPages(
    target,
    { reader, clock: systemClock, limits: LIMITS },
    { consistency: EVENTUAL, call },
  );
  for await (const { cells } of pages)
    found.push(...cells.map(({ qualifier }) => qualifier.toString('latin1')));
  return found;
}

const rangeOf = ({ filter }: RowRead) => filter.chain?.filters?.[0] ?? filter;

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

  it('end with the blocks that compaction has written meanwhile, and with those that have replaced these', async () => {
    const singles = ['b', 'c', 'd', 'e'].map((name) => `\0\0\0\x02\x01${name}`);
    const [first, second, third] = [1, 2, 3].map(blockColumn) as [string, string, string];
    // The last event moves into a block before the page that is read next, and then into others.
    const states = [
      [first, ...singles],
      [first, second, ...singles.slice(0, 3)],
      [first, second, ...singles.slice(0, 3)],
      [first, second, ...singles.slice(0, 3)],
      [first, third, ...singles.slice(0, 3)],
    ];
    expect(await readWhileChanging(states, false)).not.toContain(third);
    const found = await readWhileChanging(states, true);
    expect(found).toContain(third);
    expect(new Set(found).size).toBe(found.length);
  });
});
