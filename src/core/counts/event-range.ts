import { firstColumnSeconds, SECONDS_PER_DAY } from '../blocks/block-column';
import { dedupWindowStartSeconds } from '../events/dedup-key';
import type { ActionDeclaration } from '../schema/schema';

const SECONDS_MAX = 0xffff_ffff;

/** Event times from `fromMs` up to, not including, `toMs`, milliseconds since the Unix epoch, of these actions. */
export interface EventPeriod {
  readonly actions: readonly ActionDeclaration[];
  readonly fromMs: number;
  readonly toMs: number;
}

/** Columns whose first seconds lie from `startSeconds` up to, not including, `endSeconds`. */
export interface ColumnRange {
  readonly startSeconds: number;
  readonly endSeconds: number;
  /** Of those before then only blocks are needed. */
  readonly singlesFromSeconds: number;
}

/**
 * The columns that hold every event of the period which counts, with every duplicate of each, be they single events or in
 * blocks: the range begins where the dedup windows around the period's start begin, or the blocks that hold those.
 * Undefined where nothing of the period counts any longer.
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
 * The range in one piece, or two: without the single events of a day before a window that begins within it. Whoever asks for
 * half an hour is not to read a whole day of a bot's. What there is of the days before, in a week that is packed, is little.
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

/** Where single events have their action, blocks have 0. */
const FIRST_ACTION = Buffer.of(1);

/** The seconds as columns begin with them. */
export function secondsPrefix(seconds: number): Buffer {
  const prefix = Buffer.allocUnsafe(4);
  prefix.writeUInt32BE(seconds);
  return prefix;
}
