import { TidemarkError } from '../../errors';
import { parseBlockColumn, type BlockPeriod } from '../blocks/block-column';
import { decodeBlock } from '../blocks/decode-block';
import { encodeBlock } from '../blocks/encode-block';
import { mergeEvents } from '../columns/merge-events';
import { readEvents } from '../columns/read-events';
import type { EventCell } from '../columns/event-cell';
import type { EventColumns } from '../columns/event-columns';
import type { EventType } from '../schema/schema';
import type { PeriodCells } from './plan-packing';
import { withoutRecentDuplicates } from './recent-duplicates';
import { blockCell, type LargeBlockLimits } from './write-block';

export interface BlockLimits extends LargeBlockLimits {
  readonly eventsPerBlockMax: number;
  /** See `PackingRules.duplicatesKeptFromMs`. Default: no duplicates are kept. */
  readonly duplicatesKeptFromMs?: number | undefined;
}

/** Result of packing a period, to be applied in one atomic mutation. */
export interface PackedPeriod<Cell> {
  /** Cells whose events are in the blocks, to be deleted. */
  readonly removed: readonly Cell[];
  /** Blocks to be set, even if they exist already. */
  readonly blocks: readonly EventCell[];
  /** Cells that cannot be packed. They stay unchanged. */
  readonly skipped: readonly SkippedCell<Cell>[];
  /** Number of events in the cells that were packed, including duplicates. */
  readonly eventsRead: number;
  readonly eventsPacked: number;
}

export interface SkippedCell<Cell> {
  readonly cell: Cell;
  /**
   * Why the cell cannot be packed: it is malformed, or has content that this version or its schema does not support.
   */
  readonly error: TidemarkError;
}

/**
 * Packs the cells of one period into one block, or several if they are too many for one.
 *
 * No event is ever lost, whichever process packs the same cells concurrently, from whatever state, in whatever region:
 * a mutation that deletes a cell sets a block with the cell's events in the same atomic step. Consider all mutations
 * that ever delete a cell with an event. The last of them, in the order on which all replicas agree, leaves a cell with
 * the event. For the same reason an existing block is set again whenever anything beside it is deleted: another process
 * may be deleting it at the same time.
 */
export function packCells<Cell extends EventCell>(
  { period, cells }: Pick<PeriodCells<Cell>, 'period' | 'cells'>,
  type: EventType,
  limits: BlockLimits,
): PackedPeriod<Cell> {
  try {
    return packAll({ period, cells }, type, limits);
  } catch (error) {
    if (!(error instanceof TidemarkError)) throw error;
    const left = unpackable(cells, type);
    const isLeft = new Set(left.map(({ cell }) => cell));
    const sound = cells.filter((cell) => !isLeft.has(cell));
    return { ...packAll({ period, cells: sound }, type, limits), skipped: left };
  }
}

function packAll<Cell extends EventCell>(
  { period, cells }: Pick<PeriodCells<Cell>, 'period' | 'cells'>,
  type: EventType,
  limits: BlockLimits,
): PackedPeriod<Cell> {
  const removed: Cell[] = [];
  const blocks: EventCell[] = [];
  let [eventsRead, eventsPacked] = [0, 0];
  for (const part of inParts(cells, type, limits.eventsPerBlockMax)) {
    if (isBlockOf(period, part.cells)) continue;
    const { cells: sources, parts } = sourcesOf(part.cells, type, limits);
    if (isBlockOf(period, sources)) continue;
    const columns = mergeEvents(parts, type);
    const block = blockCell(columns, type, { period, limits });
    blocks.push(block);
    for (const cell of sources) if (!isSameCell(cell, block)) removed.push(cell);
    eventsRead += eventsIn(sources, type);
    eventsPacked += columns.count;
  }
  return { removed, blocks, skipped: [], eventsRead, eventsPacked };
}

interface SourceCells<Cell> {
  readonly cells: readonly Cell[];
  readonly parts: readonly EventColumns[];
}

/** Returns the cells to pack, and their events. Those that must stay beside the others are left out. */
function sourcesOf<Cell extends EventCell>(
  cells: readonly Cell[],
  type: EventType,
  { duplicatesKeptFromMs = Infinity }: BlockLimits,
): SourceCells<Cell> {
  const { parts, stats } = readEvents(cells, type);
  const isRecent = ({ timestampMicros }: Cell): boolean => timestampMicros / 1_000 >= duplicatesKeptFromMs;
  if (stats.duplicates === 0 || !cells.some(isRecent)) return { cells, parts };
  const sources = withoutRecentDuplicates(cells, type, duplicatesKeptFromMs);
  return sources === cells ? { cells, parts } : { cells: sources, parts: readEvents(sources, type).parts };
}

interface Part<Cell> {
  readonly cells: Cell[];
  events: number;
}

/** Splits cells into runs with at most as many events as a block takes. A single cell may have more. */
function inParts<Cell extends EventCell>(
  cells: readonly Cell[],
  type: EventType,
  eventsMax: number,
): Part<Cell>[] {
  const parts: Part<Cell>[] = [];
  for (const cell of cells) {
    const { qualifier, value } = cell;
    const events = eventsIn([{ qualifier, value }], type);
    const part = parts.at(-1);
    if (part !== undefined && part.events + events <= eventsMax) {
      part.cells.push(cell);
      part.events += events;
    } else parts.push({ cells: [cell], events });
  }
  return parts;
}

/** Returns the number of events in the cells, including duplicates. */
function eventsIn(cells: readonly Pick<EventCell, 'qualifier' | 'value'>[], type: EventType): number {
  return cells.reduce(
    (sum, { qualifier, value }) =>
      sum + (parseBlockColumn(qualifier) === undefined ? 1 : decodeBlock(value, type).count),
    0,
  );
}

/** Returns whether the cells already are one block of this length, so that packing gains nothing. */
function isBlockOf({ days }: BlockPeriod, cells: readonly EventCell[]): boolean {
  return cells.length === 1 && parseBlockColumn(cells[0]!.qualifier)?.days === days;
}

function isSameCell(one: EventCell, other: EventCell): boolean {
  return (
    one.timestampMicros === other.timestampMicros && Buffer.compare(one.qualifier, other.qualifier) === 0
  );
}

/** Returns the invalid cells, found by bisection: they are very rare. */
function unpackable<Cell extends EventCell>(cells: readonly Cell[], type: EventType): SkippedCell<Cell>[] {
  const error = errorIn(cells, type);
  if (error === undefined) return [];
  if (cells.length === 1) return [{ cell: cells[0]!, error }];
  const middle = cells.length >>> 1;
  return [...unpackable(cells.slice(0, middle), type), ...unpackable(cells.slice(middle), type)];
}

/**
 * Returns the error in the cells. Encoding verifies everything, whereas decoding verifies only the columns it needs.
 */
function errorIn(cells: readonly EventCell[], type: EventType): TidemarkError | undefined {
  try {
    encodeBlock(mergeEvents(readEvents(cells, type).parts, type), type);
    return undefined;
  } catch (error) {
    if (error instanceof TidemarkError) return error;
    throw error;
  }
}
