import type { CalendarDay } from '../time/calendar-day';
import { dedupWindowStartSeconds } from '../events/dedup-key';
import { HOURS_MAX } from '../sketches/sketch-row';

const MS_PER_HOUR = 3_600_000;

/** Bits of the hours of one day, counted from its beginning, the first one lowest. */
export class DayHours {
  readonly startMs: number;
  readonly endMs: number;

  constructor({ startMs, endMs }: CalendarDay) {
    this.startMs = startMs;
    this.endMs = endMs;
  }

  /** The hour's bit; 0 outside of the day. */
  at(timeMs: number): number {
    if (timeMs < this.startMs || timeMs >= this.endMs) return 0;
    return 1 << Math.floor((timeMs - this.startMs) / MS_PER_HOUR);
  }

  /**
   * Of the hours, but that of the event itself, in which a duplicate of it would have been counted: compaction keeps the
   * earliest of duplicates and drops the later ones, which begin at the event and end with its dedup window.
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
