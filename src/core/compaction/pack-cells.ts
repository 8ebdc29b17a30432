import { TidemarkError } from '../../errors';
import { parseBlockColumn, blockQualifier, type BlockPeriod } from '../blocks/block-column';
import { decodeBlock } from '../blocks/decode-block';
import { encodeBlock } from '../blocks/encode-block';
import { mergeEvents } from '../columns/merge-events';
import { readEvents, type EventCell } from '../columns/read-events';
import type { EventType } from '../schema/schema';
import type { PeriodCells } from './plan-packing';

export interface BlockLimits {
  readonly eventsPerBlockMax: number;
  /** A block of so many events, or bytes, is not merged with others any more. */
  readonly largeBlockEvents: number;
  readonly largeBlockBytes: number;
}

/** What becomes of a period's cells, in one atomic mutation. */
export interface PackedPeriod<Cell> {
  /** Cells whose events are in the blocks. */
  readonly removed: readonly Cell[];
  /** To be set, whether they are there already or not. */
  readonly blocks: readonly EventCell[];
  /** Cells that cannot be packed: they stay as they are. */
  readonly skipped: readonly SkippedCell<Cell>[];
  /** In the cells that go into the blocks, duplicates included; and in the blocks. */
  readonly eventsRead: number;
  readonly eventsPacked: number;
}

export interface SkippedCell<Cell> {
  readonly cell: Cell;
  /** It is malformed, or has what this version or its schema does not know. */
  readonly error: TidemarkError;
}

/**
 * Packs the cells of one period into one block, or into several where they are more than one takes.
 *
 * Nothing is ever lost, whoever else packs the same cells from whatever state of them, in whatever region: a mutation that
 * deletes a cell sets, in the same atomic step, a block with the cell's events. So of all mutations that ever delete a cell
 * with an event, the last one, in the order that all replicas agree on, leaves a cell with it behind. That is why a block
 * that is there already is set again where anything beside it is deleted: somebody else may just be deleting it.
 */
export function packCells<Cell extends EventCell>(
  { period, cells }: PeriodCells<Cell>,
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
  { period, cells }: PeriodCells<Cell>,
  type: EventType,
  limits: BlockLimits,
): PackedPeriod<Cell> {
  const removed: Cell[] = [];
  const blocks: EventCell[] = [];
  let [eventsRead, eventsPacked] = [0, 0];
  for (const part of inParts(cells, type, limits.eventsPerBlockMax)) {
    if (isBlockOf(period, part.cells)) continue;
    const columns = mergeEvents(readEvents(part.cells, type).parts, type);
    const block = blockOf(encodeBlock(columns, type), { period, limits, timesMs: columns.timesMs });
    blocks.push(block);
    for (const cell of part.cells) if (!isSameCell(cell, block)) removed.push(cell);
    eventsRead += part.events;
    eventsPacked += columns.count;
  }
  return { removed, blocks, skipped: [], eventsRead, eventsPacked };
}

interface Part<Cell> {
  readonly cells: Cell[];
  events: number;
}

/** Runs of cells with no more events each than a block takes, unless a cell alone has more. */
function inParts<Cell extends EventCell>(
  cells: readonly Cell[],
  type: EventType,
  eventsMax: number,
): Part<Cell>[] {
  const parts: Part<Cell>[] = [];
  for (const cell of cells) {
    const { qualifier, value } = cell;
    const events = parseBlockColumn(qualifier) === undefined ? 1 : decodeBlock(value, type).count;
    const part = parts.at(-1);
    if (part !== undefined && part.events + events <= eventsMax) {
      part.cells.push(cell);
      part.events += events;
    } else parts.push({ cells: [cell], events });
  }
  return parts;
}

/** There is nothing to be gained. */
function isBlockOf({ days }: BlockPeriod, cells: readonly EventCell[]): boolean {
  return cells.length === 1 && parseBlockColumn(cells[0]!.qualifier)?.days === days;
}

function blockOf(
  value: Buffer,
  about: { readonly period: BlockPeriod; readonly limits: BlockLimits; readonly timesMs: Float64Array },
): EventCell {
  const { period, limits, timesMs } = about;
  const isLarge = timesMs.length >= limits.largeBlockEvents || value.length >= limits.largeBlockBytes;
  // When its latest event is garbage, the block is.
  const timestampMicros = timesMs.at(-1)! * 1_000;
  return { qualifier: blockQualifier({ ...period, isLarge }, value), timestampMicros, value };
}

function isSameCell(one: EventCell, other: EventCell): boolean {
  return (
    one.timestampMicros === other.timestampMicros && Buffer.compare(one.qualifier, other.qualifier) === 0
  );
}

/** The cells at fault, found by halves: there is next to nothing of them. */
function unpackable<Cell extends EventCell>(cells: readonly Cell[], type: EventType): SkippedCell<Cell>[] {
  const error = errorIn(cells, type);
  if (error === undefined) return [];
  if (cells.length === 1) return [{ cell: cells[0]!, error }];
  const middle = cells.length >>> 1;
  return [...unpackable(cells.slice(0, middle), type), ...unpackable(cells.slice(middle), type)];
}

/** Encoding looks at everything; decoding only at what it is asked for. */
function errorIn(cells: readonly EventCell[], type: EventType): TidemarkError | undefined {
  try {
    encodeBlock(mergeEvents(readEvents(cells, type).parts, type), type);
    return undefined;
  } catch (error) {
    if (error instanceof TidemarkError) return error;
    throw error;
  }
}
