import type { Clock } from '../../platform/time/clock';

/** Rows whose versions are remembered one by one; see below. */
const ROWS_MAX = 10_000;

/**
 * Versions of a writer's rows: each is greater than all before it of the same row, and near the clock's milliseconds.
 *
 * Only versions that the clock has not passed are remembered. When it stands still, or was set back, these would grow
 * without end: so then the writer goes ahead of its clock by a millisecond for every `ROWS_MAX` rows.
 */
export class VersionSource {
  readonly #clock: Clock;
  readonly #last = new Map<string, number>();
  /** The clock, never going back. */
  #nowMs = 0;
  /** The greatest of those remembered. */
  #highest = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Of the row, which is named however its caller likes, always alike. */
  next(row: string): number {
    this.#nowMs = Math.max(this.#nowMs, this.#clock.nowMs());
    if (this.#nowMs > this.#highest) this.#last.clear();
    if (this.#last.size >= ROWS_MAX) this.#goAhead();
    const version = Math.max(this.#nowMs, (this.#last.get(row) ?? 0) + 1);
    this.#last.set(row, version);
    this.#highest = Math.max(this.#highest, version);
    return version;
  }

  /** Rows remembered. */
  get size(): number {
    return this.#last.size;
  }

  #goAhead(): void {
    this.#nowMs = this.#highest + 1;
    this.#last.clear();
  }
}
