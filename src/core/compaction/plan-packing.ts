/**
 * Which cells of a user's row are to be packed into which blocks. Cells belong to the period that their dedup window's
 * *start* lies in, so that duplicates never end up in blocks of different periods.
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

/** What of a cell says where it belongs: all but its value. */
export interface CellHead {
  readonly qualifier: Uint8Array;
  readonly timestampMicros: number;
}

export interface PackingRules {
  readonly nowMs: number;
  /** A day is packed when it has been over for so long: what comes later is packed, too, but that takes another write. */
  readonly graceMs: number;
  /** By how much dedup windows that begin on a day may reach beyond its end. */
  readonly overhangSeconds: number;
  /** Time of the oldest event that counts: periods that end before it are left to garbage collection. */
  readonly retainedFromMs: number;
}

/** Cells that become one block, or several where they are too many. */
export interface PeriodCells<Cell> {
  readonly period: BlockPeriod;
  /** In the order of their columns. */
  readonly cells: readonly Cell[];
}

export interface PackingPlan<Cell> {
  /** Those that there is something to be done about, in the order of their columns. */
  readonly periods: readonly PeriodCells<Cell>[];
  /** Cells with columns that nothing of ours has written. */
  readonly unknownColumns: number;
}

/** How far dedup windows that begin on a day reach beyond it, at most. Windows that divide the day end with it. */
export function overhangSecondsOf(actions: readonly ActionDeclaration[]): number {
  const overhangs = actions.map(({ dedup: { windowSeconds } }) =>
    windowSeconds === 0 || SECONDS_PER_DAY % windowSeconds === 0 ? 0 : windowSeconds,
  );
  return Math.max(0, maxOf(overhangs));
}

/** The cells are those of one row and family in Bigtable's order, or a run of them. */
export function planPacking<Cell extends CellHead>(
  cells: readonly Cell[],
  rules: PackingRules,
): PackingPlan<Cell> {
  const periods: { readonly period: BlockPeriod; readonly cells: Cell[] }[] = [];
  let foreign = 0;
  for (const cell of cells) {
    const place = placeOf(cell.qualifier, rules);
    if (place === 'foreign') foreign += 1;
    if (typeof place === 'string') continue;
    const last = periods.at(-1);
    if (last !== undefined && isSame(last.period, place)) last.cells.push(cell);
    else periods.push({ period: place, cells: [cell] });
  }
  return { periods: periods.filter(isWorthwhile), unknownColumns: foreign };
}

/** Where a cell is to go, or why it stays as it is. */
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
  // Somebody whose clock is ahead has packed the week already: it is no part of a day.
  return typeof target === 'object' && target.days < days ? 'open' : target;
}

function targetOf(startSeconds: number, rules: PackingRules): CellTarget {
  const week = periodOf(startSeconds, WEEK);
  const target = isOver(week, WEEK_AGE_DAYS * SECONDS_PER_DAY, rules) ? week : periodOf(startSeconds, DAY);
  if (endSecondsOf(target, rules) * 1_000 <= rules.retainedFromMs) return 'expired';
  return isOver(target, 0, rules) ? target : 'open';
}

function isOver(period: BlockPeriod, forSeconds: number, rules: PackingRules): boolean {
  const { nowMs, graceMs } = rules;
  return endSecondsOf(period, rules) * 1_000 + Math.max(graceMs, forSeconds * 1_000) <= nowMs;
}

function endSecondsOf({ startSeconds, days }: BlockPeriod, { overhangSeconds }: PackingRules): number {
  return startSeconds + days * SECONDS_PER_DAY + overhangSeconds;
}

/** One block of the right length is what all is to become. */
function isWorthwhile({ period, cells }: PeriodCells<CellHead>): boolean {
  return cells.length > 1 || parseBlockColumn(cells[0]!.qualifier)?.days !== period.days;
}

const isSame = (one: BlockPeriod, other: BlockPeriod): boolean =>
  one.startSeconds === other.startSeconds && one.days === other.days;

/** The seconds that a column begins with. */
function secondsOf(qualifier: Uint8Array): number {
  const [a, b, c, d] = qualifier as unknown as [number, number, number, number];
  return ((a << 24) | (b << 16) | (c << 8) | d) >>> 0;
}
