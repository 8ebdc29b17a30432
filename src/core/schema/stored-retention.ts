/** How long the store keeps cells: longer than a retention declares, where reads may still use what is older. */
import { countedAgeMs } from '../columns/counted-from';
import type { DataType, Retention, SketchDeclaration } from './schema';

const HOUR_MS = 3_600_000;

/** Added to what reads may use: for clusters whose clocks are ahead, and reads that take long. */
const GARBAGE_MARGIN_MS = HOUR_MS;

/** Longest calendar day, where clocks are set back. */
const LONGEST_DAY_MS = 25 * HOUR_MS;

/** Of a DataType's cells. Objects are kept as declared; events a dedup period and a margin longer, in whole hours. */
export function storedRetention({ events, retention }: DataType): Retention {
  const ageMs = events === undefined ? undefined : countedAgeMs(events, retention);
  if (ageMs === undefined) return retention;
  return { ...retention, maxAgeMs: Math.ceil(ageMs / HOUR_MS) * HOUR_MS + GARBAGE_MARGIN_MS };
}

/** Of counts over all users: a day is counted until its last event is beyond the retention, so its first ones are kept a day longer. */
export function storedSketchRetention({ retention }: SketchDeclaration): Retention {
  const { maxAgeMs } = retention;
  if (maxAgeMs === undefined) return retention;
  return { ...retention, maxAgeMs: maxAgeMs + LONGEST_DAY_MS + GARBAGE_MARGIN_MS };
}
