import type { EventCell } from '../columns/event-cell';
import type { HiddenEvents } from '../privacy/visible-events';
import type { EventType } from '../schema/schema';
import { packCells, type BlockLimits, type PackedPeriod, type SkippedCell } from './pack-cells';
import { planPacking, type PackingRules } from './plan-packing';
import { removeEvents } from './remove-events';

/** Result of packing cells of a row, to be applied in one atomic mutation: deletions first. */
export interface PackedRow<Cell> {
  /** Cells to be deleted: those whose events are in the blocks, and hidden ones. */
  readonly removed: readonly Cell[];
  /** Blocks to be set. */
  readonly blocks: readonly EventCell[];
  /** Hidden events that are removed. */
  readonly hiddenEvents: number;
  /** Cells that can be neither packed nor rewritten. They stay unchanged. */
  readonly skipped: readonly SkippedCell<EventCell>[];
  /** Each period that was packed. */
  readonly periods: readonly { readonly isOpen: boolean; readonly packing: PackedPeriod<EventCell> }[];
}

/**
 * Removes hidden events from the cells, and packs the others. Hidden events are removed first, because one of them must
 * not suppress another event as its duplicate.
 */
export function packRowCells<Cell extends EventCell>(
  cells: readonly Cell[],
  type: EventType,
  {
    hidden,
    limits,
    rules,
  }: {
    /** Events that stay hidden for ever. */
    readonly hidden: HiddenEvents | undefined;
    readonly limits: BlockLimits;
    readonly rules: PackingRules;
  },
): PackedRow<Cell> {
  const swept = removeEvents(cells, type, { hidden, limits });
  const left: readonly EventCell[] =
    swept.blocks.length === 0 ? swept.untouched : inOrder([...swept.untouched, ...swept.blocks]);
  const { duplicatesKeptFromMs } = rules;
  const periods = planPacking(left, rules).periods.map((period) => ({
    isOpen: period.isOpen,
    packing: packCells(period, type, { ...limits, duplicatesKeptFromMs }),
  }));
  const packed = new Set(periods.flatMap(({ packing }) => packing.removed));
  return {
    removed: [...swept.removed, ...swept.untouched.filter((cell) => packed.has(cell))],
    // What is left of a block may be packed at once, and then it is never written.
    blocks: [
      ...swept.blocks.filter((block) => !packed.has(block)),
      ...periods.flatMap(({ packing }) => packing.blocks),
    ],
    hiddenEvents: swept.events,
    skipped: [...swept.skipped, ...periods.flatMap(({ packing }) => packing.skipped)],
    periods,
  };
}

/** Sorts cells in Bigtable's order. */
function inOrder(cells: readonly EventCell[]): readonly EventCell[] {
  return [...cells].sort(
    (a, b) => Buffer.compare(a.qualifier, b.qualifier) || b.timestampMicros - a.timestampMicros,
  );
}
