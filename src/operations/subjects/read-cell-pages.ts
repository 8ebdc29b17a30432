import { deadlineError } from '../../bigtable/client/bigtable-error';
import {
  blockAll,
  cellsPerRowLimit,
  chain,
  interleave,
  qualifierRange,
  stripValue,
  timestampRange,
} from '../../bigtable/read/filters';
import type { CallOptions, Cell, Filter } from '../../bigtable/client/types';
import { isBlockQualifier } from '../../core/blocks/block-column';
import type { Consistency, ReadEvidence } from '../../core/consistency/consistency';
import type { RowPrivacy } from '../../core/privacy/row-privacy';
import { cellsOfFamily } from '../../core/rows/row-parts';
import { TidemarkError } from '../../errors';
import type { Clock } from '../../platform/time/clock';
import type { Reader } from '../../consistency/store';

/** Cells of one family of a user's row, what hides them included. */
export interface FamilyToRead {
  readonly table: string;
  readonly key: Buffer;
  readonly family: string;
  /** Range of columns; `end` is exclusive. Default: all columns of the family. */
  readonly start?: Buffer | undefined;
  readonly end?: Buffer | undefined;
  /**
   * Whether the family has events. While the pages are read, compaction may pack events of later pages into a block whose
   * column is before them. So the blocks that it has written meanwhile follow the last page; some of their events were in
   * earlier pages, too. Default: false.
   */
  readonly hasBlocks?: boolean | undefined;
}

/** Some adjacent cells of a family. */
export interface CellPage {
  readonly cells: readonly Cell[];
  readonly privacy: RowPrivacy | undefined;
  readonly evidence: ReadEvidence;
}

export interface PageLimits {
  /** Maximum number of cells in one page. */
  readonly pageCellsMax: number;
  /** Maximum size of a page, in bytes. Only a page of one cell may be larger: as large as a cell can be. */
  readonly pageBytesMax: number;
}

export interface PageDependencies {
  readonly reader: Pick<Reader, 'readRow'>;
  readonly clock: Clock;
  readonly limits: PageLimits;
}

/** Call with one deadline for all of its reads. */
export interface LongCall extends Pick<CallOptions, 'signal'> {
  /** By the monotonic clock, in milliseconds. */
  readonly deadlineMs: number;
  readonly timeoutMs: number;
}

/** Returns the options of the next read. Throws `deadline_exceeded` after the deadline. */
export function nextRead({ deadlineMs, timeoutMs, signal }: LongCall, clock: Clock): CallOptions {
  const leftMs = deadlineMs - clock.monotonicMs();
  if (leftMs <= 0) throw deadlineError(timeoutMs);
  return { timeoutMs: leftMs, signal };
}

/**
 * Reads all cells of a family, page by page in Bigtable's order, so that memory depends on the largest cell, and not on
 * the row. Each page is read with the user's record, at the same consistency. Pages are as large as both limits allow:
 * a page that exceeds the bytes is read again with fewer cells.
 */
export async function* readCellPages(
  target: FamilyToRead,
  { reader, clock, limits }: PageDependencies,
  { consistency, call }: { readonly consistency: Consistency; readonly call: LongCall },
): AsyncGenerator<CellPage, void> {
  const { table, key, family, hasBlocks = false } = target;
  let cellsMax = limits.pageCellsMax;
  let last: Cell | undefined;
  const blocks = new Set<string>();
  for (;;) {
    const filter = chain(after(target, last), cellsPerRowLimit(cellsMax));
    const bytesMax = cellsMax === 1 ? undefined : limits.pageBytesMax;
    const read = { table, key, filter, bytesMax, allowsJoin: true, keepsHidden: true };
    const answer = await reader.readRow(read, consistency, nextRead(call, clock)).catch((error: unknown) => {
      if (cellsMax > 1 && isTooLarge(error)) return undefined;
      throw error;
    });
    if (answer === undefined) {
      cellsMax = Math.ceil(cellsMax / 4);
      continue;
    }
    const { row, evidence, privacy } = answer;
    const found = row === undefined ? [] : cellsOfFamily(row, family);
    // A join of several replicas or placements has the first cells of each. Beyond the limit, it may lack some.
    const cells = found.slice(0, cellsMax);
    yield { cells, privacy, evidence };
    if (hasBlocks) for (const cell of cells.filter(isBlock)) blocks.add(nameOf(cell));
    if (cells.length < cellsMax) break;
    last = cells.at(-1);
    cellsMax = Math.min(limits.pageCellsMax, cellsMax * 2);
  }
  // One page alone is one moment.
  if (hasBlocks && last !== undefined)
    yield* otherBlocks(target, blocks, { reader, consistency, clock, call });
}

/**
 * Reads the blocks that are not among the known ones, one after another, until there are no others: a block that was just read may
 * have been replaced meanwhile.
 */
async function* otherBlocks(
  target: FamilyToRead,
  known: Set<string>,
  {
    reader,
    consistency,
    clock,
    call,
  }: Pick<PageDependencies, 'reader' | 'clock'> & {
    readonly consistency: Consistency;
    readonly call: LongCall;
  },
): AsyncGenerator<CellPage, void> {
  const { table, key, family } = target;
  const read = async (filter: Filter): Promise<CellPage> => {
    const part = { table, key, filter, allowsJoin: true, keepsHidden: true };
    const { row, evidence, privacy } = await reader.readRow(part, consistency, nextRead(call, clock));
    return { cells: row === undefined ? [] : cellsOfFamily(row, family), evidence, privacy };
  };
  for (;;) {
    const { cells } = await read(chain(after(target, undefined), stripValue()));
    const others = cells.filter((cell) => isBlock(cell) && !known.has(nameOf(cell)));
    if (others.length === 0) return;
    for (const block of others) {
      if (known.has(nameOf(block))) continue;
      known.add(nameOf(block));
      const start = Buffer.from(block.qualifier);
      yield await read(qualifierRange({ family, start, end: Buffer.concat([start, Buffer.of(0)]) }));
    }
  }
}

const isBlock = ({ qualifier }: Cell): boolean => isBlockQualifier(qualifier, 0, qualifier.length);
const nameOf = ({ qualifier }: Cell): string => qualifier.toString('latin1');

/** Passes the cells of the family after this one: older versions of its column, and all later columns. */
function after({ family, start, end }: FamilyToRead, last: Cell | undefined): Filter {
  const to = end === undefined ? {} : { end };
  if (last === undefined)
    return qualifierRange(start === undefined ? { family, ...to } : { family, start, ...to });
  const { qualifier, timestampMicros } = last;
  const next = Buffer.concat([qualifier, Buffer.of(0)]);
  const hasLater = end === undefined || next.compare(end) < 0;
  const later = hasLater ? qualifierRange({ family, start: next, ...to }) : blockAll();
  if (timestampMicros === 0) return later;
  const older = chain(
    qualifierRange({ family, start: Buffer.from(qualifier), end: next }),
    timestampRange(0, timestampMicros),
  );
  return interleave(older, later);
}

const isTooLarge = (error: unknown): boolean =>
  error instanceof TidemarkError && error.code === 'answer_too_large';
