/** What a replica's row proves by its chains of watermark cells: pure. */
import {
  decodeWatermarkColumn,
  decodePredecessor,
  isRowWatermarkCell,
  NO_WATERMARK,
  type RowWatermark,
  type WatermarkColumn,
} from './row-watermark';

/** One watermark cell: a write, and the acknowledged write of its column that came before it. */
export interface ChainLink {
  readonly versionMs: number;
  /** 0: the first one of its column. Undefined: the cell's value is not valid, so the cell proves nothing. */
  readonly predecessorMs: number | undefined;
}

/** Cells by column, newest first. */
export type ChainLinks = ReadonlyMap<WatermarkColumn, readonly ChainLink[]>;

/** A replica shows a write of the column but not its predecessor: it applied the two in another order than their origin. */
export interface ChainGap {
  readonly column: WatermarkColumn;
  readonly versionMs: number;
  /** Version of the write that is missing. */
  readonly predecessorMs: number;
}

export interface RowChains {
  /** The newest version of each column: what was seen. */
  readonly watermark: RowWatermark;
  /** The version of each column up to which no acknowledged write is missing: what is proven. */
  readonly complete: RowWatermark;
  /** At most one for each column. */
  readonly gaps: readonly ChainGap[];
  readonly shown: ChainLinks;
}

export interface ChainBounds {
  /** Writes with an older version are in every cluster. */
  readonly replicatedBeforeMs: number;
  /** Number of newest cells of each column that were fetched. */
  readonly depth: number;
}

interface WatermarkCell {
  readonly family: string;
  readonly qualifier: Buffer;
  /** Microseconds since 1970. */
  readonly timestampMicros: number;
  readonly value: Buffer;
}

const NO_GAPS: readonly ChainGap[] = Object.freeze([]);

const NO_LINKS: ChainLinks = new Map();

/** What a row proves of which no chains were fetched: nothing. */
export function withoutChains(watermark: RowWatermark): RowChains {
  return { watermark, complete: NO_WATERMARK, gaps: NO_GAPS, shown: NO_LINKS };
}

export const NO_CHAINS: RowChains = Object.freeze(withoutChains(NO_WATERMARK));

/**
 * The chains among a row's cells, wherever these stand.
 *
 * A column is complete up to `u` when the cell of `u` is shown, and so is each predecessor in turn, down to a cell that
 * needs none: the first one of its column, or one whose predecessor, or itself, is older than `settledMs`. Each cell comes
 * with its own write, in one atomic mutation, and the chain names every acknowledged write of the column up to `u`; so the
 * replica has them all, in whatever order it applied them.
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
 * At its place, newest first. Bigtable returns cells in that order, so that place is nearly always the last one. A cell
 * comes twice where the filter of what is wanted passes it too, and perhaps once without its value.
 */
function insert(links: ChainLink[], link: ChainLink): void {
  let at = links.length;
  while (at > 0 && links[at - 1]!.versionMs < link.versionMs) at -= 1;
  const same = links[at - 1];
  if (same?.versionMs !== link.versionMs) links.splice(at, 0, link);
  else if (same.predecessorMs === undefined) links[at - 1] = link;
}

/** Undefined when no cell is complete. */
function completeUpTo(links: readonly ChainLink[], settledMs: number): number | undefined {
  let completeMs: number | undefined;
  let isComplete = false;
  for (let at = links.length - 1; at >= 0; at--) {
    const { versionMs, predecessorMs } = links[at]!;
    const isNext = links[at + 1]?.versionMs === predecessorMs && predecessorMs !== undefined;
    isComplete = needsNone(links[at]!, settledMs) || (isNext && isComplete);
    if (isComplete) completeMs = versionMs;
  }
  return completeMs;
}

/** Whether everything before the cell's write is in every cluster, or there is nothing before it. */
function needsNone({ versionMs, predecessorMs }: ChainLink, settledMs: number): boolean {
  if (versionMs < settledMs) return true;
  return predecessorMs !== undefined && (predecessorMs === 0 || predecessorMs < settledMs);
}

/** The newest one. Behind the last of as many cells as were fetched there may be others, so that is none. */
function gapIn(
  links: readonly ChainLink[],
  { replicatedBeforeMs: settledMs, depth }: ChainBounds,
): Omit<ChainGap, 'column'> | undefined {
  for (const [at, { versionMs, predecessorMs }] of links.entries()) {
    if (versionMs < settledMs) return undefined;
    if (predecessorMs === undefined || predecessorMs === 0 || predecessorMs < settledMs) continue;
    const next = links[at + 1];
    const isMissing = next === undefined ? links.length < depth : next.versionMs < predecessorMs;
    if (isMissing) return { versionMs, predecessorMs };
  }
  return undefined;
}
