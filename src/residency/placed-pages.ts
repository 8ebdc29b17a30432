/** Pages of a scan of the tables of one corpus in several placements. */
import type { CallOptions, Row, RowRange } from '../bigtable/client/types';
import { joinRows } from '../core/rows/row-join';
import type { RowScan, Scanner } from '../consistency/store';
import type { FeedFollower } from './feed-follower';

interface PageLimits {
  /** Rows of one table after which a page ends. */
  readonly pageRowsMax: number;
  /** Size of the cells of one table after which a page ends, in bytes; a larger row is a page of its own. */
  readonly pageBytesMax: number;
}

export interface PlacedPagesOptions {
  readonly scanner: Pick<Scanner, 'scan'>;
  readonly follower: Pick<FeedFollower, 'isLeaseHeld' | 'changes' | 'moves'>;
  readonly limits: PageLimits;
}

interface Page {
  /** Rows in the order of keys; what several tables have of one is joined. */
  readonly rows: readonly Row[];
  /** Key up to which the tables were read. Undefined at the end. */
  readonly upTo: Buffer | undefined;
}

interface Part {
  readonly rows: readonly Row[];
  /** Last key, if there may be rows behind it. */
  readonly cutAt: Buffer | undefined;
}

/**
 * Reads the next rows of all tables. If a move may have ended meanwhile, all are read again: a row that the first read
 * found nowhere, because it was copied to one table behind the read and deleted from another before it, is found by the
 * second. A mover deletes a row only long after the feed has announced its wave.
 */
export async function readPlacedPage(
  options: PlacedPagesOptions,
  tables: readonly string[],
  scan: Omit<RowScan, 'table'>,
  call: CallOptions,
): Promise<Page> {
  const { follower } = options;
  const { changes } = follower;
  const wasHeld = follower.isLeaseHeld;
  const first = await readParts(options, tables, scan, call);
  const isCurrent = wasHeld && follower.isLeaseHeld && follower.changes === changes;
  if (isCurrent && follower.moves.size === 0) return pageOf(first);
  const { upTo } = pageOf(first);
  const again = { ...scan, ranges: rangesWithin(scan.ranges, { upTo }) };
  return pageOf([...first, ...(await readParts(options, tables, again, call))]);
}

function readParts(
  { scanner, limits }: PlacedPagesOptions,
  tables: readonly string[],
  scan: Omit<RowScan, 'table'>,
  call: CallOptions,
): Promise<readonly Part[]> {
  const rowsMax = Math.min(scan.rowsMax ?? Infinity, limits.pageRowsMax);
  return Promise.all(
    tables.map(async (table): Promise<Part> => {
      const rows: Row[] = [];
      let bytes = 0;
      for await (const row of scanner.scan({ ...scan, table, rowsMax }, call)) {
        rows.push(row);
        bytes += row.cells.reduce((sum, { value }) => sum + value.length, 0);
        if (rows.length >= rowsMax || bytes >= limits.pageBytesMax) return { rows, cutAt: row.key };
      }
      return { rows, cutAt: undefined };
    }),
  );
}

function pageOf(parts: readonly Part[]): Page {
  const upTo = parts.flatMap(({ cutAt }) => cutAt ?? []).reduce<Buffer | undefined>(lesser, undefined);
  const byKey = new Map<string, Row[]>();
  for (const row of parts.flatMap(({ rows }) => rows)) {
    if (upTo !== undefined && Buffer.compare(row.key, upTo) > 0) continue;
    const key = row.key.toString('latin1');
    const found = byKey.get(key);
    if (found === undefined) byKey.set(key, [row]);
    else found.push(row);
  }
  const rows = Array.from(byKey.values(), (found) => joinRows<Row['cells'][number], Row>(found)!);
  return { upTo, rows: rows.sort((a, b) => Buffer.compare(a.key, b.key)) };
}

const lesser = (a: Buffer | undefined, b: Buffer): Buffer =>
  a === undefined || Buffer.compare(b, a) < 0 ? b : a;

/** Returns the parts of the ranges behind a key, and up to a key. Without ranges: of the whole table. */
export function rangesWithin(
  ranges: readonly RowRange[] = [{}],
  { after, upTo }: { readonly after?: Buffer | undefined; readonly upTo?: Buffer | undefined },
): readonly RowRange[] {
  return ranges.flatMap(({ start, end }): RowRange[] => {
    const isBehind = after !== undefined && isUpTo(start?.key, after);
    const endsLater = upTo !== undefined && (isOpen(end) || Buffer.compare(end.key, upTo) > 0);
    const from = isBehind ? { key: after, inclusive: false } : start;
    const to = endsLater ? { key: upTo, inclusive: true } : end;
    return isEmpty(from, to) ? [] : [{ start: from, end: to }];
  });
}

/** An empty key as a bound is an absent one. */
const isOpen = (bound: RowRange['end']): bound is undefined => bound === undefined || bound.key.length === 0;

const isUpTo = (key: Buffer | undefined, last: Buffer): boolean =>
  key === undefined || Buffer.compare(key, last) <= 0;

function isEmpty(start: RowRange['start'], end: RowRange['end']): boolean {
  if (start === undefined || isOpen(end)) return false;
  const order = Buffer.compare(start.key, end.key);
  return order > 0 || (order === 0 && !(start.inclusive && end.inclusive));
}
