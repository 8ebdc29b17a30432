import { firstColumnSeconds, SECONDS_PER_DAY } from '../blocks/block-column';
import { dedupWindowStartSeconds } from '../events/dedup-key';
import type { ActionDeclaration, DedupPolicy } from '../schema/schema';

const SECONDS_MAX = 0xffff_ffff;
/** Number of values of the byte behind the seconds: 0 in blocks, the action's code in single events. */
const CODES = 256;

/**
 * Range of event times, from `fromMs` up to, not including, `toMs`, in milliseconds since the Unix epoch, and actions.
 */
export interface EventPeriod {
  readonly actions: readonly ActionDeclaration[];
  readonly fromMs: number;
  readonly toMs: number;
}

/** Columns whose first seconds are from `startSeconds` up to, not including, `endSeconds`. */
export interface ColumnRange {
  readonly startSeconds: number;
  readonly endSeconds: number;
  /**
   * Before this time only blocks are needed, and single events whose dedup windows begin with days. Infinity: no others
   * are needed at all.
   */
  readonly singlesFromSeconds: number;
  /** Greatest code of the actions whose dedup windows begin with days; 0: there is none. */
  readonly dayCodeMax: number;
}

/**
 * Returns the range of columns with every counted event of the period and every duplicate of each, as single events or
 * in blocks. It begins where the dedup windows around the period's start begin, or where the blocks with those windows
 * begin. Returns undefined if nothing of the period counts any more.
 */
export function eventRange(
  { actions, fromMs, toMs }: EventPeriod,
  { countedFromMs, nowMs }: { readonly countedFromMs: number; readonly nowMs: number },
): ColumnRange | undefined {
  const earliestMs = Math.max(fromMs, countedFromMs);
  if (earliestMs >= toMs || actions.length === 0) return undefined;
  let windowStartSeconds = Infinity;
  let singlesFromSeconds = Infinity;
  let dayCodeMax = 0;
  for (const { code, dedup } of actions) {
    const startSeconds = dedupWindowStartSeconds(earliestMs, dedup.windowSeconds);
    if (startSeconds < windowStartSeconds) windowStartSeconds = startSeconds;
    if (beginsWithDays(dedup)) dayCodeMax = Math.max(dayCodeMax, code);
    else singlesFromSeconds = Math.min(singlesFromSeconds, startSeconds);
  }
  return {
    startSeconds: firstColumnSeconds(windowStartSeconds, nowMs),
    endSeconds: Math.min(Math.ceil(toMs / 1_000), SECONDS_MAX),
    singlesFromSeconds,
    dayCodeMax,
  };
}

function beginsWithDays({ windowSeconds }: DedupPolicy): boolean {
  return windowSeconds > 0 && windowSeconds % SECONDS_PER_DAY === 0;
}

/**
 * Returns the range in one piece or two: without the single events of the day before a window that begins within it,
 * except those whose dedup windows are days. A query for half an hour should not read a whole day of a bot's events. The
 * preceding days of a packed week have few single events. If all dedup windows are days, the range ends where the last
 * day's other events begin.
 */
export function qualifierRanges(range: ColumnRange): readonly QualifierRange[] {
  const { singlesFromSeconds } = range;
  const start = secondsPrefix(range.startSeconds);
  if (singlesFromSeconds === Infinity) return [{ start, end: endOfDayColumns(range.endSeconds - 1, range) }];
  const end = secondsPrefix(range.endSeconds);
  if (singlesFromSeconds % SECONDS_PER_DAY === 0) return [{ start, end }];
  return [
    { start, end: endOfDayColumns(singlesFromSeconds, range) },
    { start: secondsPrefix(singlesFromSeconds), end },
  ];
}

/** Returns the column behind the blocks of the day of this time, and behind the events whose dedup window is the day. */
function endOfDayColumns(seconds: number, { dayCodeMax }: ColumnRange): Buffer {
  const daySeconds = seconds - (seconds % SECONDS_PER_DAY);
  const column = Buffer.allocUnsafe(5);
  // Code 255 carries into the next second.
  column.writeUIntBE(daySeconds * CODES + dayCodeMax + 1, 0, 5);
  return column;
}

/** Columns from `start` up to, not including, `end`. */
export interface QualifierRange {
  readonly start: Buffer;
  readonly end: Buffer;
}

/** Returns the seconds as columns begin with them. */
export function secondsPrefix(seconds: number): Buffer {
  const prefix = Buffer.allocUnsafe(4);
  prefix.writeUInt32BE(seconds);
  return prefix;
}
