/** Retention of stored cells. It is longer than the declared retention where reads may still need older cells. */
import { countedAgeMs } from '../columns/counted-from';
import type { DataType, Retention, SketchDeclaration } from './schema';

const HOUR_MS = 3_600_000;

/** Margin for clusters whose clocks are ahead and for long reads, in milliseconds. */
const GARBAGE_MARGIN_MS = HOUR_MS;

/** Length of the longest calendar day, when clocks are set back, in milliseconds. */
const LONGEST_DAY_MS = 25 * HOUR_MS;

/**
 * Returns the stored retention of a DataType. Objects are kept as declared. Events are kept for a further dedup period
 * and a margin, rounded up to whole hours.
 */
export function storedRetention({ events, retention }: DataType): Retention {
  const ageMs = events === undefined ? undefined : countedAgeMs(events, retention);
  if (ageMs === undefined) return retention;
  return { ...retention, maxAgeMs: Math.ceil(ageMs / HOUR_MS) * HOUR_MS + GARBAGE_MARGIN_MS };
}

/**
 * Returns the stored retention of sketches. A day is counted until its last event is beyond the retention, so the day's
 * first events are kept a day longer.
 */
export function storedSketchRetention({ retention }: SketchDeclaration): Retention {
  const { maxAgeMs } = retention;
  if (maxAgeMs === undefined) return retention;
  return { ...retention, maxAgeMs: maxAgeMs + LONGEST_DAY_MS + GARBAGE_MARGIN_MS };
}
