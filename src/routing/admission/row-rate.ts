/**
 * So many rows per second, after a second's worth at once: each row has its turn on a timeline, and who comes early waits.
 * This is the leaky bucket as ATM's generic cell rate algorithm keeps it (ITU-T I.371): one number instead of a queue.
 */
export class RowRate {
  readonly #msPerRow: number;
  /** When the next row's turn is. */
  #nextRowMs = -Infinity;

  /** 0 for no limit. */
  constructor(rowsPerSecond: number) {
    this.#msPerRow = rowsPerSecond === 0 ? 0 : 1_000 / rowsPerSecond;
  }

  /** Takes the turns of so many rows; returns how long the first has to wait, milliseconds. */
  reserve(rows: number, nowMs: number): number {
    const turnMs = Math.max(this.#nextRowMs, nowMs - BURST_MS);
    this.#nextRowMs = turnMs + rows * this.#msPerRow;
    return Math.max(0, turnMs - nowMs);
  }
}

const BURST_MS = 1_000;
