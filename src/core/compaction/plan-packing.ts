/**
 * Plans which cells of a user's row are packed into which blocks. A cell belongs to the period that contains the
 * *start* of its dedup window, so that duplicates never end up in blocks of different periods.
 */
import {
  parseBlockColumn,
  DAY,
  periodOf,
  SECONDS_PER_DAY,
  WEEK,
  WEEK_AGE_DAYS,
  type BlockPeriod,
} from '../blocks/block-column';
import { QUALIFIER_BYTES } from '../events/dedup-key';
import { maxOf } from '../shared/lists';
import type { ActionDeclaration } from '../schema/schema';

/** A cell without its value. */
export interface CellHead {
  readonly qualifier: Uint8Array;
  readonly timestampMicros: number;
}

export interface PackingRules {
  readonly nowMs: number;
  /**
   * Time after the end of a day before it is packed, in milliseconds. Later events are packed too, but with another
   * write.
   */
  readonly graceMs: number;
  /**
   * Number of single events from which a row's day is packed although it is not over; 0: never. Later events of the day
   * stay beside its block, as late ones do, until they are as many.
   */
  readonly openDayEventsMin: number;
  /** Maximum time by which dedup windows that begin on a day extend beyond its end, in seconds. */
  readonly overhangSeconds: number;
  /**
   * Time from which a cell keeps its duplicates, in milliseconds since the Unix epoch: what hides one of two events and
   * not the other may still be on its way to this replica, if the later one is so recent. Infinity: none does.
   */
  readonly duplicatesKeptFromMs: number;
  /** Time of the oldest event that counts. Periods that end before it are left to garbage collection. */
  readonly retainedFromMs: number;
}

/** Cells that become one block, or several if they are too many. */
export interface PeriodCells<Cell> {
  readonly period: BlockPeriod;
  /** Whether the period is not over yet, or only since less than the grace. */
  readonly isOpen: boolean;
  /** Cells in the order of their columns. */
  readonly cells: readonly Cell[];
}

export interface PackingPlan<Cell> {
  /** Periods that need packing, in the order of their columns. */
  readonly periods: readonly PeriodCells<Cell>[];
  /** Number of cells with columns that Tidemark does not write. */
  readonly unknownColumns: number;
}

/**
 * Returns the maximum time by which dedup windows that begin on a day extend beyond it, in seconds. Windows that divide
 * the day end with it.
 */
export function overhangSecondsOf(actions: readonly ActionDeclaration[]): number {
  const overhangs = actions.map(({ dedup: { windowSeconds } }) =>
    windowSeconds === 0 || SECONDS_PER_DAY % windowSeconds === 0 ? 0 : windowSeconds,
  );
  return Math.max(0, maxOf(overhangs));
}

/** Plans the packing of the cells of one row and family, or a run of them, in Bigtable's order. */
export function planPacking<Cell extends CellHead>(
  cells: readonly Cell[],
  rules: PackingRules,
): PackingPlan<Cell> {
  const periods: (PeriodCells<Cell> & { readonly cells: Cell[] })[] = [];
  let foreign = 0;
  for (const cell of cells) {
    const place = placeOf(cell.qualifier, rules);
    if (place === 'foreign') foreign += 1;
    if (typeof place === 'string') continue;
    const last = periods.at(-1);
    if (last !== undefined && isSame(last.period, place)) last.cells.push(cell);
    else periods.push({ period: place, isOpen: !isOver(place, 0, rules), cells: [cell] });
  }
  return { periods: periods.filter((each) => isWorthwhile(each, rules)), unknownColumns: foreign };
}

/** The period that a cell is packed into, or why it is not packed. */
type CellTarget = BlockPeriod | 'foreign' | 'large' | 'open' | 'expired';

function placeOf(qualifier: Uint8Array, rules: PackingRules): CellTarget {
  const block = parseBlockColumn(qualifier);
  if (block === undefined) {
    return qualifier.length === QUALIFIER_BYTES ? targetOf(secondsOf(qualifier), rules) : 'foreign';
  }
  const { startSeconds, days, isLarge } = block;
  if ((days !== DAY && days !== WEEK) || periodOf(startSeconds, days).startSeconds !== startSeconds) {
    return 'foreign';
  }
  if (isLarge) return 'large';
  const target = targetOf(startSeconds, rules);
  // A process whose clock is ahead has packed the week already, so the cell cannot become part of a day.
  return typeof target === 'object' && target.days < days ? 'open' : target;
}

function targetOf(startSeconds: number, rules: PackingRules): CellTarget {
  const week = periodOf(startSeconds, WEEK);
  const target = isOver(week, WEEK_AGE_DAYS * SECONDS_PER_DAY, rules) ? week : periodOf(startSeconds, DAY);
  if (endSecondsOf(target, rules) * 1_000 <= rules.retainedFromMs) return 'expired';
  return rules.openDayEventsMin > 0 || isOver(target, 0, rules) ? target : 'open';
}

function isOver(period: BlockPeriod, forSeconds: number, rules: PackingRules): boolean {
  const { nowMs, graceMs } = rules;
  return endSecondsOf(period, rules) * 1_000 + Math.max(graceMs, forSeconds * 1_000) <= nowMs;
}

function endSecondsOf({ startSeconds, days }: BlockPeriod, { overhangSeconds }: PackingRules): number {
  return startSeconds + days * SECONDS_PER_DAY + overhangSeconds;
}

/**
 * Returns whether to pack the period. One that is over is complete when it is one block of the right length. One that is
 * open is packed when it has enough single events, or several blocks, which concurrent compactors have left.
 */
function isWorthwhile({ period, isOpen, cells }: PeriodCells<CellHead>, rules: PackingRules): boolean {
  if (!isOpen) return cells.length > 1 || parseBlockColumn(cells[0]!.qualifier)?.days !== period.days;
  let blocks = 0;
  for (const { qualifier } of cells) if (parseBlockColumn(qualifier) !== undefined) blocks += 1;
  return blocks > 1 || cells.length - blocks >= rules.openDayEventsMin;
}

const isSame = (one: BlockPeriod, other: BlockPeriod): boolean =>
  one.startSeconds === other.startSeconds && one.days === other.days;

/** Returns the seconds with which a column begins. */
function secondsOf(qualifier: Uint8Array): number {
  const [a, b, c, d] = qualifier as unknown as [number, number, number, number];
  return ((a << 24) | (b << 16) | (c << 8) | d) >>> 0;
}
