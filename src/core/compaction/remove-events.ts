/**
 * Removes hidden events from the cells of a row: single cells and blocks of which all events are hidden are deleted, and
 * blocks of which some are hidden are replaced by blocks with the others. Compaction and the sweep of erasures use it.
 *
 * No other event is lost, whatever happens concurrently: a mutation that deletes a block sets, in the same atomic step,
 * one with all of its events that are not hidden. That holds only for events that stay hidden for ever
 * (`removableEvents`), because another process may know less, or more, of what is hidden.
 */
import { TidemarkError } from '../../errors';
import { parseBlockColumn, SECONDS_PER_DAY, type BlockColumn } from '../blocks/block-column';
import { decodeBlock } from '../blocks/decode-block';
import type { EventCell } from '../columns/event-cell';
import { visibleEvents, type HiddenEvents } from '../privacy/visible-events';
import type { EventType } from '../schema/schema';
import type { SkippedCell } from './pack-cells';
import type { CellHead } from './plan-packing';
import { blockCell, type LargeBlockLimits } from './write-block';

/** Result of a removal, to be applied in one atomic mutation: deletions first. */
export interface RemovedEvents<Cell> {
  /** Cells to be deleted. */
  readonly removed: readonly Cell[];
  /** Blocks to be set, with what is left of removed ones. */
  readonly blocks: readonly EventCell[];
  /** Cells without hidden events. They stay unchanged. */
  readonly untouched: readonly Cell[];
  /** Blocks that cannot be rewritten, because they are malformed or have content of a later schema. They stay unchanged. */
  readonly skipped: readonly SkippedCell<Cell>[];
  /** Number of hidden events that are removed. Blocks that are deleted as a whole count as one. */
  readonly events: number;
}

/**
 * Removes the hidden events from whole cells of one row and family, in any order.
 *
 * `hidden`: events that stay hidden for ever.
 */
export function removeEvents<Cell extends EventCell>(
  cells: readonly Cell[],
  type: EventType,
  { hidden, limits }: { readonly hidden: HiddenEvents | undefined; readonly limits: LargeBlockLimits },
): RemovedEvents<Cell> {
  if (hidden === undefined) return { removed: [], blocks: [], untouched: cells, skipped: [], events: 0 };
  const [removed, untouched]: [Cell[], Cell[]] = [[], []];
  const blocks: EventCell[] = [];
  const skipped: SkippedCell<Cell>[] = [];
  let events = 0;
  for (const cell of cells) {
    const rest = restOf(cell, type, { hidden, limits });
    if (rest.error !== undefined) skipped.push({ cell, error: rest.error });
    else if (rest.events === 0) untouched.push(cell);
    else removed.push(cell);
    if (rest.block !== undefined) blocks.push(rest.block);
    events += rest.events;
  }
  return { removed, blocks, untouched, skipped, events };
}

/**
 * Returns whether the cell may contain hidden events, by its name alone. Of single events it is certain; a block has to be
 * read.
 */
export function mayHaveHidden(head: CellHead, hidden: HiddenEvents): boolean {
  const block = parseBlockColumn(head.qualifier);
  if (isHiddenCell(head, hidden)) return true;
  return block !== undefined && mayBlockHaveHidden(block, hidden);
}

interface CellRest {
  /** Number of hidden events. */
  readonly events: number;
  /** Block with the others, if there are any. */
  readonly block?: EventCell;
  readonly error?: TidemarkError;
}

const UNTOUCHED: CellRest = Object.freeze({ events: 0 });
const ALL_HIDDEN: CellRest = Object.freeze({ events: 1 });

function restOf(
  cell: EventCell,
  type: EventType,
  { hidden, limits }: { readonly hidden: HiddenEvents; readonly limits: LargeBlockLimits },
): CellRest {
  if (isHiddenCell(cell, hidden)) return ALL_HIDDEN;
  const period = parseBlockColumn(cell.qualifier);
  if (period === undefined || !mayBlockHaveHidden(period, hidden)) return UNTOUCHED;
  try {
    const stored = decodeBlock(cell.value, type);
    const visible = visibleEvents(stored, hidden, type);
    const events = stored.count - visible.count;
    if (events === 0) return UNTOUCHED;
    return visible.count === 0 ? { events } : { events, block: blockCell(visible, type, { period, limits }) };
  } catch (error) {
    if (error instanceof TidemarkError) return { events: 0, error };
    throw error;
  }
}

/** Whether the whole cell is hidden. A block has the time of its latest event, so all of its events are. */
function isHiddenCell({ qualifier, timestampMicros }: CellHead, { upToMs, named }: HiddenEvents): boolean {
  if (timestampMicros / MICROS_PER_MS <= upToMs) return true;
  return named?.has(qualifier) ?? false;
}

/** Whether hidden events may be of the block's days. An event is never before the start of its dedup window. */
function mayBlockHaveHidden({ startSeconds, days }: BlockColumn, { upToMs, named }: HiddenEvents): boolean {
  if (startSeconds * MS_PER_SECOND <= upToMs) return true;
  return named?.hasBetween(startSeconds, startSeconds + days * SECONDS_PER_DAY) ?? false;
}

const MICROS_PER_MS = 1_000;
const MS_PER_SECOND = 1_000;
