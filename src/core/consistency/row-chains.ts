/** Derives what a replica's row proves from the chains of its watermark cells. Pure. */
import {
  decodeWatermarkColumn,
  decodePredecessor,
  isRowWatermarkCell,
  NO_WATERMARK,
  type RowWatermark,
  type WatermarkColumn,
} from './row-watermark';

/** One watermark cell: a write, and the acknowledged write of the same column that came before it. */
interface ChainLink {
  readonly versionMs: number;
  /**
   * Version of the preceding write. 0 for the first write of the column. Undefined if the cell's value is invalid, so
   * that the cell proves nothing.
   */
  readonly predecessorMs: number | undefined;
}

/** Links by column, newest first. */
export type ChainLinks = ReadonlyMap<WatermarkColumn, readonly ChainLink[]>;

/**
 * A gap in a chain: the replica has a write of the column but not its predecessor. It applied the two in another order
 * than their origin did.
 */
export interface ChainGap {
  readonly column: WatermarkColumn;
  readonly versionMs: number;
  /** Version of the missing write. */
  readonly predecessorMs: number;
}

export interface RowChains {
  /** Newest version of each column that the replica has. */
  readonly watermark: RowWatermark;
  /** Version of each column up to which the replica has every acknowledged write. */
  readonly complete: RowWatermark;
  /** Gaps, at most one per column. */
  readonly gaps: readonly ChainGap[];
  readonly shown: ChainLinks;
}

export interface ChainBounds {
  /** Writes with an older version are in every cluster. Milliseconds since the Unix epoch. */
  readonly replicatedBeforeMs: number;
  /** Number of the newest cells that were fetched of each column. */
  readonly depth: number;
}

interface WatermarkCell {
  readonly family: string;
  readonly qualifier: Buffer;
  /** Microseconds since the Unix epoch. */
  readonly timestampMicros: number;
  readonly value: Buffer;
}

const NO_GAPS: readonly ChainGap[] = Object.freeze([]);

const NO_LINKS: ChainLinks = new Map();

/** Returns the chains of a row for which no chains were fetched. They prove nothing. */
export function withoutChains(watermark: RowWatermark): RowChains {
  return { watermark, complete: NO_WATERMARK, gaps: NO_GAPS, shown: NO_LINKS };
}

export const NO_CHAINS: RowChains = Object.freeze(withoutChains(NO_WATERMARK));

/**
 * Returns the chains of the watermark cells among the given cells, which may be in any place.
 *
 * A column is complete up to `u` when the cell of `u` is present, and so is each predecessor in turn, down to a cell
 * that needs none. That is the first cell of its column, or one that is older than `replicatedBeforeMs` or whose
 * predecessor is. Each cell arrives with its own write, in one atomic mutation, and the chain names every acknowledged
 * write of the column up to `u`. So the replica has all these writes, in whatever order it applied them.
 */
export function chainsOf(cells: readonly WatermarkCell[], bounds: ChainBounds): RowChains {
  const shown = linksOf(cells);
  if (shown === undefined) return NO_CHAINS;
  const watermark = new Map<WatermarkColumn, number>();
  const complete = new Map<WatermarkColumn, number>();
  const gaps: ChainGap[] = [];
  for (const [column, links] of shown) {
    watermark.set(column, links[0]!.versionMs);
    const completeMs = completeUpTo(links, bounds.replicatedBeforeMs);
    if (completeMs !== undefined) complete.set(column, completeMs);
    const gap = gapIn(links, bounds);
    if (gap !== undefined) gaps.push({ column, ...gap });
  }
  return { watermark, complete, gaps, shown };
}

function linksOf(cells: readonly WatermarkCell[]): ChainLinks | undefined {
  let columns: Map<WatermarkColumn, ChainLink[]> | undefined;
  for (const cell of cells) {
    if (!isRowWatermarkCell(cell)) continue;
    columns ??= new Map();
    const column = decodeWatermarkColumn(cell.qualifier);
    const link = linkOf(cell);
    const links = columns.get(column);
    if (links === undefined) columns.set(column, [link]);
    else insert(links, link);
  }
  return columns;
}

function linkOf({ timestampMicros, value }: WatermarkCell): ChainLink {
  const versionMs = timestampMicros / 1_000;
  const predecessorMs = decodePredecessor(value);
  const isValid = predecessorMs !== undefined && predecessorMs < versionMs;
  return { versionMs, predecessorMs: isValid ? predecessorMs : undefined };
}

/**
 * Inserts the link in its place, newest first. Bigtable returns cells in that order, so the place is nearly always the
 * last. A cell occurs twice if the filter of the requested data passes it too, and one of the two may lack its value.
 */
function insert(links: ChainLink[], link: ChainLink): void {
  let at = links.length;
  while (at > 0 && links[at - 1]!.versionMs < link.versionMs) at -= 1;
  const same = links[at - 1];
  if (same?.versionMs !== link.versionMs) links.splice(at, 0, link);
  else if (same.predecessorMs === undefined) links[at - 1] = link;
}

/** Returns the newest complete version, or undefined if no cell is complete. */
function completeUpTo(links: readonly ChainLink[], replicatedBeforeMs: number): number | undefined {
  let completeMs: number | undefined;
  let isComplete = false;
  for (let at = links.length - 1; at >= 0; at--) {
    const { versionMs, predecessorMs } = links[at]!;
    const isNext = links[at + 1]?.versionMs === predecessorMs && predecessorMs !== undefined;
    isComplete = isChainStart(links[at]!, replicatedBeforeMs) || (isNext && isComplete);
    if (isComplete) completeMs = versionMs;
  }
  return completeMs;
}

/** Returns whether everything before the cell's write is in every cluster, or nothing precedes it. */
function isChainStart({ versionMs, predecessorMs }: ChainLink, replicatedBeforeMs: number): boolean {
  if (versionMs < replicatedBeforeMs) return true;
  return predecessorMs !== undefined && (predecessorMs === 0 || predecessorMs < replicatedBeforeMs);
}

/**
 * Returns the newest gap. After the last of as many cells as were fetched there may be more, so the end of a full list
 * is not a gap.
 */
function gapIn(
  links: readonly ChainLink[],
  { replicatedBeforeMs, depth }: ChainBounds,
): Omit<ChainGap, 'column'> | undefined {
  for (const [at, { versionMs, predecessorMs }] of links.entries()) {
    if (versionMs < replicatedBeforeMs) return undefined;
    if (predecessorMs === undefined || predecessorMs === 0 || predecessorMs < replicatedBeforeMs) continue;
    const next = links[at + 1];
    const isMissing = next === undefined ? links.length < depth : next.versionMs < predecessorMs;
    if (isMissing) return { versionMs, predecessorMs };
  }
  return undefined;
}
