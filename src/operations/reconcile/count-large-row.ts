import type { Cell, Filter } from '../../bigtable/client/types';
import type { QualifierRange } from '../../core/counts/event-range';
import { RowFindings } from '../../core/reconcile/row-findings';
import type { RowRecounter } from '../../core/reconcile/row-recounter';
import { TidemarkError } from '../../errors';
import type { Scanner } from '../../consistency/store';
import { blockNamesFilter, dayFilter } from './day-filter';

/** Location of a row and the columns to count. */
export interface LargeRow {
  readonly table: string;
  readonly family: string;
  readonly key: Buffer;
  readonly spans: readonly QualifierRange[];
}

export interface CountLargeRowOptions {
  readonly scanner: Scanner;
  readonly recounter: RowRecounter;
  readonly cellsMax: number;
  readonly signal: AbortSignal;
}

/** Maximum number of attempts for a row that is compacted while it is read. */
const ATTEMPTS_MAX = 5;

/**
 * Counts a row with more cells than one read allows, part by part. Between two parts, compaction may move events into
 * a block whose column has already been passed. The names of the blocks differ then, and the row is read again.
 * Returns the number of its cells.
 */
export async function countLargeRow(row: LargeRow, reading: CountLargeRowOptions): Promise<number> {
  let names = await blockNames(row, reading);
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
    const findings = new RowFindings();
    const cells = await findInParts(row, reading, findings);
    const after = await blockNames(row, reading);
    if (names === after) {
      reading.recounter.countCollected(findings);
      return cells;
    }
    names = after;
  }
  throw new TidemarkError('conflict', 'a large row was compacted repeatedly during its read');
}

async function findInParts(
  { table, family, key, spans }: LargeRow,
  reading: CountLargeRowOptions,
  findings: RowFindings,
): Promise<number> {
  let { cellsMax } = reading;
  let total = 0;
  for (let from: Buffer | undefined; ;) {
    const filter = dayFilter(family, spans, { cellsMax, from });
    const cells = await readRow({ table, key, filter }, reading);
    reading.recounter.collectPart(cells, findings);
    total += cells.length;
    if (cells.length < cellsMax) return total;
    // The last column may have more versions, so it is read again. Cells that are found twice count once.
    const last = Buffer.from(cells.at(-1)!.qualifier);
    if (from !== undefined && last.equals(from)) cellsMax *= 2;
    from = last;
  }
}

async function blockNames(
  { table, family, key, spans }: LargeRow,
  reading: CountLargeRowOptions,
): Promise<string> {
  const cells = await readRow({ table, key, filter: blockNamesFilter(family, spans) }, reading);
  return cells.map(({ qualifier }) => qualifier.toString('hex')).join(' ');
}

/** Reads one row by a scan, which resumes after interruptions. */
async function readRow(
  { table, key, filter }: { readonly table: string; readonly key: Buffer; readonly filter: Filter },
  { scanner, signal }: CountLargeRowOptions,
): Promise<readonly Cell[]> {
  const ranges = [{ start: { key, inclusive: true }, end: { key, inclusive: true } }];
  for await (const row of scanner.scan({ table, ranges, filter }, { signal })) return row.cells;
  return [];
}
