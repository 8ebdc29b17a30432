/** A user's row on which compaction is tried out by hand: cells in Bigtable's order. */
import { packCells, type BlockLimits } from '../../src/core/compaction/pack-cells';
import {
  overhangSecondsOf,
  planPacking,
  type CellHead,
  type PackingRules,
} from '../../src/core/compaction/plan-packing';
import { DedupKeys } from '../../src/core/columns/dedup-keys';
import { EventTexts } from '../../src/core/columns/event-texts';
import { readEventsInSteps } from '../../src/core/columns/read-events';
import type { EventCell } from '../../src/core/columns/event-cell';
import type { HiddenEvents } from '../../src/core/privacy/visible-events';
import { columnsOfCells } from '../../src/core/rows/cell-columns';
import type { EventType } from '../../src/core/schema/schema';
import { runToCompletion } from '../../src/core/shared/steps';
import { DEFAULTS } from '../../src/config/defaults';
import { ACTIONS, AD_ACTION, DAY_MS } from './events';

/** Cells as `storedCells` writes them. */
export const TYPE: EventType = { ...AD_ACTION.events, actions: [...ACTIONS.values()] };

/** A Thursday, with which a week of the epoch begins. */
export const WEEK_START_MS = Date.UTC(2026, 9, 29);

/** Rules that pack days when they are over. */
export function rulesAt(nowMs: number, more: Partial<PackingRules> = {}): PackingRules {
  const { graceMs } = DEFAULTS.compaction;
  const overhangSeconds = overhangSecondsOf(TYPE.actions);
  return {
    nowMs,
    graceMs,
    openDayEventsMin: 0,
    overhangSeconds,
    duplicatesKeptFromMs: Infinity,
    retainedFromMs: nowMs - 400 * DAY_MS,
    ...more,
  };
}

/** The row after one round of compaction. */
export function packed(
  cells: readonly EventCell[],
  rules: PackingRules,
  limits: BlockLimits = DEFAULTS.compaction,
): EventCell[] {
  const packings = planPacking(cells, rules).periods.map((period) => packCells(period, TYPE, limits));
  const row = new Map(cells.map((cell) => [nameOf(cell), cell]));
  for (const { removed } of packings) for (const cell of removed) row.delete(nameOf(cell));
  for (const { blocks } of packings) for (const block of blocks) row.set(nameOf(block), block);
  return inOrder([...row.values()]);
}

export function inOrder<Cell extends CellHead>(cells: readonly Cell[]): Cell[] {
  return [...cells].sort(
    (a, b) => Buffer.compare(a.qualifier, b.qualifier) || b.timestampMicros - a.timestampMicros,
  );
}

export function nameOf({ qualifier, timestampMicros }: CellHead): string {
  return `${Buffer.from(qualifier).toString('hex')}@${timestampMicros}`;
}

/**
 * Each event that the cells show, with all that is known of it; duplicates only if they are shown twice. `hidden`: events in
 * blocks that are left out.
 */
export function eventsShown(
  cells: readonly EventCell[],
  type: EventType = TYPE,
  hidden: HiddenEvents | undefined = undefined,
): string[] {
  return runToCompletion(readEventsInSteps(columnsOfCells(cells), type, hidden))
    .parts.flatMap((columns) => {
      const texts = new EventTexts(columns, type);
      const keys = new DedupKeys(columns, type);
      return Array.from({ length: columns.count }, (_, event) => {
        const key = keys.qualifierOf(event)?.toString('hex');
        return JSON.stringify([columns.timesMs[event], key, texts.of(event)]);
      });
    })
    .sort();
}
