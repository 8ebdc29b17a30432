import type { CalendarDay } from '../time/calendar-day';
import { dedupWindowStartSeconds } from '../events/dedup-key';
import { HOURS_MAX } from '../sketches/sketch-row';

const MS_PER_HOUR = 3_600_000;

/** Bits for the hours of one day, first hour lowest. */
export class DayHours {
  readonly startMs: number;
  readonly endMs: number;

  constructor({ startMs, endMs }: CalendarDay) {
    this.startMs = startMs;
    this.endMs = endMs;
  }

  /** Returns the bit of the hour, or 0 outside the day. */
  at(timeMs: number): number {
    if (timeMs < this.startMs || timeMs >= this.endMs) return 0;
    return 1 << Math.floor((timeMs - this.startMs) / MS_PER_HOUR);
  }

  /**
   * Returns the hours, except the event's own, in which a duplicate of the event would have been counted. Compaction
   * keeps the earliest duplicate and drops later ones, which lie between the event and the end of its dedup window.
   */
  possible(timeMs: number, windowSeconds: number): number {
    if (windowSeconds === 0) return 0;
    const windowEndMs = (dedupWindowStartSeconds(timeMs, windowSeconds) + windowSeconds) * 1_000;
    const fromMs = Math.max(timeMs, this.startMs);
    const toMs = Math.min(windowEndMs, this.endMs);
    if (fromMs >= toMs) return 0;
    const first = Math.floor((fromMs - this.startMs) / MS_PER_HOUR);
    const last = Math.min(Math.floor((toMs - 1 - this.startMs) / MS_PER_HOUR), HOURS_MAX - 1);
    return ((2 << last) - (1 << first)) & ~this.at(timeMs);
  }
}
