import type { CountQuery } from './ad-count-query';
import { dedupWindowStartSeconds } from '../events/dedup-key';

const SECONDS_MAX = 0xffff_ffff;

/** Columns from `start` up to, not including, `end`. */
export interface QualifierRange {
  readonly start: Buffer;
  readonly end: Buffer;
}

/**
 * The columns that hold every event which the query can count, and every version of each: the range begins where
 * the dedup windows around the earliest window's start begin. Undefined when no retained event can be in a window.
 */
export function countRange(query: CountQuery, retainedFromMs: number): QualifierRange | undefined {
  const windows = query.windows.filter(({ fromMs, toMs }) => fromMs < toMs && toMs > retainedFromMs);
  if (windows.length === 0) return undefined;
  const fromMs = Math.max(retainedFromMs, Math.min(...windows.map((window) => window.fromMs)));
  const startSeconds = Math.min(
    ...query.actions.map(({ dedup }) => dedupWindowStartSeconds(fromMs, dedup.windowSeconds)),
  );
  const endSeconds = Math.ceil(Math.max(...windows.map(({ toMs }) => toMs)) / 1_000);
  return { start: secondsPrefix(startSeconds), end: secondsPrefix(endSeconds) };
}

function secondsPrefix(seconds: number): Buffer {
  const prefix = Buffer.allocUnsafe(4);
  prefix.writeUInt32BE(Math.min(seconds, SECONDS_MAX));
  return prefix;
}
