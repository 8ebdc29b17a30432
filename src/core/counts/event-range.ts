import { firstColumnSeconds, SECONDS_PER_DAY } from '../blocks/block-column';
import { dedupWindowStartSeconds } from '../events/dedup-key';
import type { ActionDeclaration } from '../schema/schema';

const SECONDS_MAX = 0xffff_ffff;

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
  /** Before this time only blocks are needed. */
  readonly singlesFromSeconds: number;
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
  for (const { dedup } of actions) {
    const startSeconds = dedupWindowStartSeconds(earliestMs, dedup.windowSeconds);
    if (startSeconds < windowStartSeconds) windowStartSeconds = startSeconds;
  }
  return {
    startSeconds: firstColumnSeconds(windowStartSeconds, nowMs),
    endSeconds: Math.min(Math.ceil(toMs / 1_000), SECONDS_MAX),
    singlesFromSeconds: windowStartSeconds,
  };
}

/**
 * Returns the range in one piece or two: without the single events of the day before a window that begins within it. A
 * query for half an hour should not read a whole day of a bot's events. The preceding days of a packed week have few
 * single events.
 */
export function qualifierRanges({
  startSeconds,
  endSeconds,
  singlesFromSeconds,
}: ColumnRange): readonly QualifierRange[] {
  const end = secondsPrefix(endSeconds);
  const intoDay = singlesFromSeconds % SECONDS_PER_DAY;
  if (intoDay === 0) return [{ start: secondsPrefix(startSeconds), end }];
  const behindBlocks = Buffer.concat([secondsPrefix(singlesFromSeconds - intoDay), FIRST_ACTION]);
  return [
    { start: secondsPrefix(startSeconds), end: behindBlocks },
    { start: secondsPrefix(singlesFromSeconds), end },
  ];
}

/** Columns from `start` up to, not including, `end`. */
export interface QualifierRange {
  readonly start: Buffer;
  readonly end: Buffer;
}

/** Code of the first action. Blocks have 0 where single events have their action. */
const FIRST_ACTION = Buffer.of(1);

/** Returns the seconds as columns begin with them. */
export function secondsPrefix(seconds: number): Buffer {
  const prefix = Buffer.allocUnsafe(4);
  prefix.writeUInt32BE(seconds);
  return prefix;
}
