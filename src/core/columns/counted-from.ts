import { dedupPeriodSeconds } from '../events/dedup-period';
import type { EventType, Retention } from '../schema/schema';

/**
 * Returns the time of the oldest event that counts, in milliseconds since the Unix epoch, or 0 if events are kept
 * forever. It is the end of the retention, moved back to a multiple of the dedup period. So every event within the
 * retention counts, and no dedup window is cut. Of two duplicates the earlier one counts. With a boundary between them,
 * the count would depend on when garbage collection or compaction ran.
 */
export function countedFromMs(type: EventType, retention: Retention, nowMs: number): number {
  if (retention.maxAgeMs === undefined) return 0;
  const stepMs = stepMsOf(type);
  return Math.max(0, Math.floor((nowMs - retention.maxAgeMs) / stepMs) * stepMs);
}

/**
 * Returns the first moment at which an event with this time no longer counts by the same rule. Infinity: it always
 * counts.
 */
export function leavesRetentionAtMs(type: EventType, { maxAgeMs }: Retention, eventMs: number): number {
  if (maxAgeMs === undefined) return Infinity;
  const stepMs = stepMsOf(type);
  return (Math.floor(eventMs / stepMs) + 1) * stepMs + maxAgeMs;
}

/**
 * Returns the maximum age of a counted event in milliseconds, or undefined if events are kept forever. The store keeps
 * cells at least this long.
 */
export function countedAgeMs(type: EventType, { maxAgeMs }: Retention): number | undefined {
  return maxAgeMs === undefined ? undefined : maxAgeMs + stepMsOf(type);
}

/** Returns the length of the steps in which the oldest counted time moves, in milliseconds. */
function stepMsOf({ actions }: EventType): number {
  return dedupPeriodSeconds(actions) * 1_000;
}
