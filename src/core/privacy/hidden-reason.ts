import type { DataType } from '../schema/schema';
import { isEventDataType } from '../schema/schema';
import { countedFromMs } from '../columns/counted-from';
import type { RowPrivacy } from './row-privacy';

/**
 * Why reads do not return a stored cell of a user: it was erased, or deleted; it is past its retention; or the user has not
 * allowed its purpose. Of several reasons the first of this order applies.
 */
export const HIDDEN_REASONS = ['erased', 'deleted', 'past_retention', 'no_consent'] as const;
export type HiddenReason = (typeof HIDDEN_REASONS)[number];

const MICROS_PER_MS = 1_000;

/** Times at or below which a DataType's cells of one user are hidden, in milliseconds since the Unix epoch. */
export interface HiddenBounds {
  readonly erasedUpToMs: number;
  /** Cells before this time are past the retention. */
  readonly retainedFromMs: number;
  /** Infinity if the user has not allowed the purpose at all. */
  readonly unlawfulUpToMs: number;
}

export function hiddenBounds(privacy: RowPrivacy, dataType: DataType, nowMs: number): HiddenBounds {
  const { eventsErasedUpTo, objectsErasedUpTo } = privacy.record;
  return {
    erasedUpToMs: (isEventDataType(dataType) ? eventsErasedUpTo : objectsErasedUpTo) / MICROS_PER_MS,
    retainedFromMs: retainedFromMs(dataType, nowMs),
    unlawfulUpToMs: privacy.upTo(dataType.family) / MICROS_PER_MS,
  };
}

/** Returns the time of the oldest cell that reads return, whether garbage collection has removed older ones or not. */
function retainedFromMs(dataType: DataType, nowMs: number): number {
  const { retention } = dataType;
  if (isEventDataType(dataType)) return countedFromMs(dataType.events, retention, nowMs);
  return retention.maxAgeMs === undefined ? 0 : Math.max(0, nowMs - retention.maxAgeMs);
}

/** Returns why reads leave out what has this time; undefined if they return it. `isDeleted`: by a marker. */
export function hiddenReason(
  timeMs: number,
  bounds: HiddenBounds,
  { isDeleted = false, isExcess = false }: { readonly isDeleted?: boolean; readonly isExcess?: boolean } = {},
): HiddenReason | undefined {
  if (timeMs <= bounds.erasedUpToMs) return 'erased';
  if (isDeleted) return 'deleted';
  if (isExcess || timeMs < bounds.retainedFromMs) return 'past_retention';
  return timeMs <= bounds.unlawfulUpToMs ? 'no_consent' : undefined;
}
