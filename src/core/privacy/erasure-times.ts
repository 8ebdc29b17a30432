import { maxOf } from '../shared/lists';
import type { SubjectRecord } from './subject-record';

/** Times up to which an erasure hides data of each kind, in milliseconds since the Unix epoch; 0: it hides none. */
export interface ErasureTimes {
  readonly eventsUpToMs: number;
  readonly objectsUpToMs: number;
  readonly decisionsUpToMs: number;
}

export const NO_ERASURE_TIMES: ErasureTimes = Object.freeze({
  eventsUpToMs: 0,
  objectsUpToMs: 0,
  decisionsUpToMs: 0,
});

const MICROS_PER_MS = 1_000;

/** Returns the latest of each of the times: the tombstones of all of them are in the row. */
export function latestTimes(times: readonly ErasureTimes[]): ErasureTimes {
  return {
    eventsUpToMs: maxOf(times.map(({ eventsUpToMs }) => eventsUpToMs)),
    objectsUpToMs: maxOf(times.map(({ objectsUpToMs }) => objectsUpToMs)),
    decisionsUpToMs: maxOf(times.map(({ decisionsUpToMs }) => decisionsUpToMs)),
  };
}

/** Whether the second times hide all that the first ones hide. */
export const areCovered = (times: ErasureTimes, by: ErasureTimes): boolean =>
  times.eventsUpToMs <= by.eventsUpToMs &&
  times.objectsUpToMs <= by.objectsUpToMs &&
  times.decisionsUpToMs <= by.decisionsUpToMs;

/** Returns the times of the tombstones that a row has. */
export function erasedTimesOf(record: SubjectRecord): ErasureTimes {
  const msOf = (micros: number): number => Math.max(0, Math.floor(micros / MICROS_PER_MS));
  return {
    eventsUpToMs: msOf(record.eventsErasedUpTo),
    objectsUpToMs: msOf(record.objectsErasedUpTo),
    decisionsUpToMs: msOf(record.decisionsErasedUpTo),
  };
}
