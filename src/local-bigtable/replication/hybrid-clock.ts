/**
 * Hybrid logical clock (Kulkarni et al., "Logical Physical Clocks", 2014). Commit timestamps follow the wall clock but
 * only increase, and exceed every commit timestamp that the cluster has seen, so that a write comes after all writes
 * that its author could have read. Microseconds since the epoch.
 */
export class HybridClock {
  readonly #nowMs: () => number;
  #latest = 0;

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
  }

  /** Returns the timestamp of a new commit. */
  next(): number {
    this.#latest = Math.max(this.#latest + 1, this.#physical());
    return this.#latest;
  }

  /** Advances past a commit of another cluster. */
  observe(commitMicros: number): void {
    if (commitMicros > this.#latest) this.#latest = commitMicros;
  }

  /**
   * Returns the closed timestamp: no future commit will have a timestamp up to it, even when the wall clock is set
   * back.
   */
  closedTimestamp(): number {
    this.#latest = Math.max(this.#latest, this.#physical() - 1);
    return this.#latest;
  }

  #physical(): number {
    return this.#nowMs() * MICROS_PER_MS;
  }
}

const MICROS_PER_MS = 1_000;
