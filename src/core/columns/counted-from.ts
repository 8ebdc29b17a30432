import { dedupPeriodSeconds } from '../events/dedup-period';
import type { EventType, Retention } from '../schema/schema';

/**
 * Time of the oldest event that counts, milliseconds since the Unix epoch; 0 where events are kept for ever. It is the end
 * of the retention, moved back to a multiple of the dedup period, so that every event within the retention counts and no
 * dedup window is cut in two. Of two duplicates the earlier one counts: a boundary between them would make the count depend
 * on when garbage collection or compaction ran.
 */
export function countedFromMs(type: EventType, retention: Retention, nowMs: number): number {
  if (retention.maxAgeMs === undefined) return 0;
  const stepMs = stepMsOf(type);
  return Math.max(0, Math.floor((nowMs - retention.maxAgeMs) / stepMs) * stepMs);
}

/** First moment at which an event of that time no longer counts, by the same rule; Infinity: it always counts. */
export function leavesRetentionAtMs(type: EventType, { maxAgeMs }: Retention, eventMs: number): number {
  if (maxAgeMs === undefined) return Infinity;
  const stepMs = stepMsOf(type);
  return (Math.floor(eventMs / stepMs) + 1) * stepMs + maxAgeMs;
}

/** Age that no counted event exceeds; undefined where events are kept for ever. The store keeps cells at least this long. */
export function countedAgeMs(type: EventType, { maxAgeMs }: Retention): number | undefined {
  return maxAgeMs === undefined ? undefined : maxAgeMs + stepMsOf(type);
}

/** Length of the steps in which the oldest counted time moves. */
function stepMsOf({ actions }: EventType): number {
  return dedupPeriodSeconds(actions) * 1_000;
}
