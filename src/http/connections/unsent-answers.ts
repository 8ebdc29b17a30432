import type { Clock } from '../../platform/time/clock';
import { SharedTimer } from '../../platform/time/shared-timer';

export interface UnsentAnswerLimits {
  /** Of all answers together. Beyond that the oldest are given up. */
  readonly unsentBytesMax: number;
  /** How long an answer may take to be read: so long, and as long as its bytes take at the rate. */
  readonly unsentTimeoutMs: number;
  readonly unsentBytesPerSecondMin: number;
}

/** An answer that its caller has not read whole. */
export interface UnsentAnswer {
  readonly bytes: number;
  /** Closes its connection. */
  closeConnection(): void;
}

/**
 * Answers that are made and not sent, because their callers read slowly or not at all. They hold memory, so they may be
 * neither too many nor too slow: a connection that does not read is closed. Those who read are not held up by those who don't.
 */
export class UnsentAnswers {
  readonly #limits: UnsentAnswerLimits;
  readonly #timer: SharedTimer;
  /** The oldest first. */
  readonly #answers = new Set<UnsentAnswer>();
  #bytes = 0;

  constructor(
    limits: UnsentAnswerLimits,
    clock: Clock,
    private readonly onAborted: () => void = () => undefined,
  ) {
    this.#limits = limits;
    this.#timer = new SharedTimer(clock);
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** The returned function is to be called when the answer has been sent, or its connection is gone. */
  add(answer: UnsentAnswer): () => void {
    const { unsentTimeoutMs, unsentBytesPerSecondMin } = this.#limits;
    this.#answers.add(answer);
    this.#bytes += answer.bytes;
    const allowedMs = unsentTimeoutMs + (1_000 * answer.bytes) / unsentBytesPerSecondMin;
    const cancel = this.#timer.schedule(allowedMs, () => this.#abort(answer));
    this.#evict();
    return () => {
      cancel();
      this.#remove(answer);
    };
  }

  /** Not the latest one: however large an answer is, it has a turn. */
  #evict(): void {
    for (const answer of this.#answers) {
      if (this.#bytes <= this.#limits.unsentBytesMax || this.#answers.size === 1) return;
      this.#abort(answer);
    }
  }

  #abort(answer: UnsentAnswer): void {
    if (!this.#remove(answer)) return;
    this.onAborted();
    answer.closeConnection();
  }

  #remove(answer: UnsentAnswer): boolean {
    if (!this.#answers.delete(answer)) return false;
    this.#bytes -= answer.bytes;
    return true;
  }
}
