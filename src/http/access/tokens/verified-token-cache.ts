import type { Caller } from '../../../core/access/caller';

interface Entry {
  readonly caller: Caller;
  readonly untilMs: number;
}

/**
 * Cache of callers by verified token (LRU), so that a request costs a look-up instead of the verification of a
 * signature. Tokens are stored as they are: hashing one takes longer than everything else here.
 */
export class VerifiedTokenCache {
  readonly #sizeMax: number;
  /** Entries, least recently used first. */
  readonly #entries = new Map<string, Entry>();

  constructor(sizeMax: number) {
    this.#sizeMax = sizeMax;
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
