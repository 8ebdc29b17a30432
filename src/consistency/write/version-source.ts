import type { Clock } from '../../platform/time/clock';

/** Number of rows whose versions are remembered one by one; see below. */
const ROWS_MAX = 10_000;

/**
 * Versions of a writer's rows, in milliseconds: each is greater than all before it of the same row, and close to the
 * clock.
 *
 * Only versions that the clock has not passed are remembered. If it stands still, or was set back, these would
 * accumulate without end. Then the writer runs ahead of its clock by one millisecond for every `ROWS_MAX` rows.
 */
export class VersionSource {
  readonly #clock: Clock;
  readonly #last = new Map<string, number>();
  /** Wall clock that never goes back. */
  #nowMs = 0;
  /** Greatest version that is remembered. */
  #highest = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Returns the next version of the row. `row`: any name of the row, as long as it is always the same one. */
  next(row: string): number {
    this.#nowMs = Math.max(this.#nowMs, this.#clock.nowMs());
    if (this.#nowMs > this.#highest) this.#last.clear();
    if (this.#last.size >= ROWS_MAX) this.#goAhead();
    const version = Math.max(this.#nowMs, (this.#last.get(row) ?? 0) + 1);
    this.#last.set(row, version);
    this.#highest = Math.max(this.#highest, version);
    return version;
  }

  /** Number of rows that are remembered. */
  get size(): number {
    return this.#last.size;
  }

  #goAhead(): void {
    this.#nowMs = this.#highest + 1;
    this.#last.clear();
  }
}
