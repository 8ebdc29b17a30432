import type { Clock } from '../../platform/time/clock';

export interface SampledLinesOptions {
  readonly clock: Clock;
  /** Maximum number of lines per key and second. */
  readonly perSecondMax: number;
  /** Called at the end of a second in which lines were suppressed, with their number. */
  readonly onSuppressed: (key: string, suppressed: number) => void;
}

interface Second {
  readonly beganMs: number;
  written: number;
  suppressed: number;
}

const SECOND_MS = 1_000;

/**
 * Limits log lines to a few per second and key, and counts the suppressed ones: a flood of requests must not become a
 * flood of lines. Keys must be few, such as error codes: each is kept for the lifetime of the process.
 */
export class SampledLines {
  readonly #options: SampledLinesOptions;
  readonly #seconds = new Map<string, Second>();

  constructor(options: SampledLinesOptions) {
    this.#options = options;
  }

  /** Calls `write` unless the key has reached its maximum in this second. */
  add(key: string, write: () => void): void {
    const second = this.#secondOf(key);
    if (second.written < this.#options.perSecondMax) {
      second.written += 1;
      return write();
    }
    if (second.suppressed === 0) this.#reportLater(key, second);
    second.suppressed += 1;
  }

  #secondOf(key: string): Second {
    const nowMs = this.#options.clock.monotonicMs();
    const current = this.#seconds.get(key);
    if (current !== undefined && nowMs - current.beganMs < SECOND_MS) return current;
    const next = { beganMs: nowMs, written: 0, suppressed: 0 };
    this.#seconds.set(key, next);
    return next;
  }

  #reportLater(key: string, second: Second): void {
    const { clock, onSuppressed } = this.#options;
    const leftMs = second.beganMs + SECOND_MS - clock.monotonicMs();
    clock.schedule(leftMs, () => onSuppressed(key, second.suppressed));
  }
}
