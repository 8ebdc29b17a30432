/**
 * A hybrid logical clock: commit timestamps that follow the wall clock but only grow, and exceed every timestamp that
 * the cluster has seen of others, so that a write always comes after the writes its author could have read.
 * Kulkarni et al., "Logical Physical Clocks", 2014. Stamps are microseconds since the epoch.
 */
export class HybridClock {
  readonly #nowMs: () => number;
  #latest = 0;

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
  }

  /** The stamp of a new commit. */
  next(): number {
    this.#latest = Math.max(this.#latest + 1, this.#physical());
    return this.#latest;
  }

  /** Takes note of a commit of another cluster. */
  observe(stamp: number): void {
    if (stamp > this.#latest) this.#latest = stamp;
  }

  /** No commit will ever again have a stamp up to this one, not even when the wall clock is set back. */
  closedTimestamp(): number {
    this.#latest = Math.max(this.#latest, this.#physical() - 1);
    return this.#latest;
  }

  #physical(): number {
    return this.#nowMs() * MICROS_PER_MS;
  }
}

const MICROS_PER_MS = 1_000;
