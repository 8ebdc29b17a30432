import { dedupPeriodSeconds } from '../events/dedup-period';
import type { EventType, Retention } from '../schema';

/**
 * Events from then on count, milliseconds since the Unix epoch; 0 where they are kept for ever. It is the end of the
 * retention moved to where no dedup window is cut in two. For of two duplicates the earlier one counts: if garbage
 * collection had taken it and not the later one, or if compaction had dropped the later one before that, counts would
 * depend on when either ran. From this moment on neither of two duplicates is garbage.
 */
export function countedFromMs(type: EventType, retention: Retention, nowMs: number): number {
  if (retention.maxAgeMs === undefined) return 0;
  const stepMs = dedupPeriodSeconds(type.actions) * 1_000;
  return Math.max(0, Math.ceil((nowMs - retention.maxAgeMs) / stepMs) * stepMs);
}

/** The first moment at which an event of that time does not count any more, by the same rule; Infinity: it always will. */
export function leavesRetentionMs(type: EventType, { maxAgeMs }: Retention, eventMs: number): number {
  if (maxAgeMs === undefined) return Infinity;
  const stepMs = dedupPeriodSeconds(type.actions) * 1_000;
  return Math.floor(eventMs / stepMs) * stepMs + maxAgeMs + 1;
}
