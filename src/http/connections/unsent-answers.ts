import { LinkedList, type ListEntry } from '../../platform/memory/linked-list';
import type { Clock } from '../../platform/time/clock';
import { SharedTimer } from '../../platform/time/shared-timer';

export interface UnsentAnswerLimits {
  /** Maximum bytes of all unsent answers. Beyond it, the oldest ones are aborted. */
  readonly unsentBytesMax: number;
  /** Base time for reading an answer, in milliseconds. The time for its bytes at the minimum rate is added. */
  readonly unsentTimeoutMs: number;
  readonly unsentBytesPerSecondMin: number;
}

/** An answer that its client has not read completely. */
export interface UnsentAnswer {
  readonly bytes: number;
  /** Closes the connection, which discards the answer. */
  closeConnection(): void;
}

/**
 * Tracks answers that are made but not sent, because their clients read slowly or not at all. They occupy memory, so
 * their size and their time are limited: connections that do not read are closed. Connections that do are not affected.
 */
export class UnsentAnswers {
  readonly #limits: UnsentAnswerLimits;
  readonly #timer: SharedTimer;
  /** Unsent answers, oldest first. */
  readonly #answers = new LinkedList<UnsentAnswer>();
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

  /** Tracks an answer. Call the returned function when it has been sent or its connection is closed. */
  add(answer: UnsentAnswer): () => void {
    const { unsentTimeoutMs, unsentBytesPerSecondMin } = this.#limits;
    const entry = this.#answers.add(answer);
    this.#bytes += answer.bytes;
    const allowedMs = unsentTimeoutMs + (1_000 * answer.bytes) / unsentBytesPerSecondMin;
    const cancel = this.#timer.schedule(allowedMs, () => this.#abort(entry));
    this.#evict();
    return () => {
      cancel();
      this.#remove(entry);
    };
  }

  /** Aborts the oldest answers until the bytes are within the limit. The newest one stays, however large it is. */
  #evict(): void {
    while (this.#bytes > this.#limits.unsentBytesMax && this.#answers.size > 1) {
      this.#abort(this.#answers.first!);
    }
  }

  #abort(entry: ListEntry<UnsentAnswer>): void {
    if (!this.#remove(entry)) return;
    this.onAborted();
    entry.value.closeConnection();
  }

  #remove(entry: ListEntry<UnsentAnswer>): boolean {
    if (!this.#answers.remove(entry)) return false;
    this.#bytes -= entry.value.bytes;
    return true;
  }
}
