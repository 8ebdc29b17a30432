import { firstColumnSeconds } from '../blocks/block-column';
import { dedupWindowStartSeconds } from '../events/dedup-key';
import type { ActionDeclaration } from '../schema';

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
  };
}

/** The seconds as columns begin with them. */
export function secondsPrefix(seconds: number): Buffer {
  const prefix = Buffer.allocUnsafe(4);
  prefix.writeUInt32BE(seconds);
  return prefix;
}
