/**
 * Rate limiter for rows, with a burst of one second's worth. Each row has a slot on a timeline, and a row that arrives
 * before its slot waits. This is the leaky bucket in the form of ATM's generic cell rate algorithm (ITU-T I.371): one
 * number instead of a queue.
 */
export class RowRate {
  readonly #msPerRow: number;
  /** Time of the next row's slot, in monotonic milliseconds. */
  #nextRowMs = -Infinity;

  /** `rowsPerSecond`: 0 means no limit. */
  constructor(rowsPerSecond: number) {
    this.#msPerRow = rowsPerSecond === 0 ? 0 : 1_000 / rowsPerSecond;
  }

  /** Reserves slots for `rows` rows; returns how long the first row has to wait, in milliseconds. */
  reserve(rows: number, nowMs: number): number {
    const turnMs = Math.max(this.#nextRowMs, nowMs - BURST_MS);
    this.#nextRowMs = turnMs + rows * this.#msPerRow;
    return Math.max(0, turnMs - nowMs);
  }
}

const BURST_MS = 1_000;
