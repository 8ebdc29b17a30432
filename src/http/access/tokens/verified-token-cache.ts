import type { Caller } from '../../../core/access/caller';

interface Entry {
  readonly caller: Caller;
  readonly untilMs: number;
}

/**
 * Callers by tokens that were verified lately, so that a request costs a look-up instead of a signature. Tokens are kept as they
 * are: to hash one takes longer than everything else here. When there are too many, the least recently seen makes room.
 */
export class VerifiedTokenCache {
  readonly #sizeMax: number;
  /** In the order of their last use. */
  readonly #entries = new Map<string, Entry>();

  constructor(most: number) {
    this.#sizeMax = most;
  }

  get size(): number {
    return this.#entries.size;
  }

  callerOf(token: string, nowMs: number): Caller | undefined {
    const entry = this.#entries.get(token);
    if (entry === undefined) return undefined;
    this.#entries.delete(token);
    if (nowMs >= entry.untilMs) return undefined;
    this.#entries.set(token, entry);
    return entry.caller;
  }

  set(token: string, caller: Caller, untilMs: number): void {
    this.#entries.delete(token);
    this.#entries.set(token, { caller, untilMs });
    if (this.#entries.size > this.#sizeMax) this.#entries.delete(this.#entries.keys().next().value!);
  }

  clear(): void {
    this.#entries.clear();
  }
}
