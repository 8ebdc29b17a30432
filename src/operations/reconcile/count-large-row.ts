import type { Cell, Filter } from '../../bigtable/client/types';
import type { QualifierRange } from '../../core/counts/event-range';
import { RowFindings } from '../../core/reconcile/row-findings';
import type { RowRecounter } from '../../core/reconcile/row-recounter';
import { TidemarkError } from '../../errors';
import type { Scanner } from '../../consistency/store';
import { blockNamesFilter, dayFilter } from './day-filter';

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

/** A row that goes on being packed while it is read is given up after so many attempts. */
const ATTEMPTS_MAX = 5;

/**
 * Counts a row that has more cells than are read at once, part by part. Between two parts compaction may move events into a
 * block whose column has been passed by already: then there is a block of another name afterwards, and the row is read again.
 * Returns how many cells it has.
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
  throw new TidemarkError('conflict', 'a large row went on being packed while it was read');
}

async function findInParts(
  { table, family, key, spans }: LargeRow,
  reading: CountLargeRowOptions,
  findings: RowFindings,
): Promise<number> {
  let { cellsMax } = reading;
  let total = 0;
  for (let from: Buffer | undefined; ;) {
    const filter = dayFilter(family, spans, { cellsMax, ...(from !== undefined && { from }) });
    const cells = await readRow({ table, key, filter }, reading);
    reading.recounter.collectPart(cells, findings);
    total += cells.length;
    if (cells.length < cellsMax) return total;
    // The last column may have more versions: it is read again, for what is found twice counts once.
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

/** By a scan of one row, which goes on where it breaks, as the scan of all rows does. */
async function readRow(
  { table, key, filter }: { readonly table: string; readonly key: Buffer; readonly filter: Filter },
  { scanner, signal }: CountLargeRowOptions,
): Promise<readonly Cell[]> {
  const ranges = [{ start: { key, inclusive: true }, end: { key, inclusive: true } }];
  for await (const row of scanner.scan({ table, ranges, filter }, { signal })) return row.cells;
  return [];
}
