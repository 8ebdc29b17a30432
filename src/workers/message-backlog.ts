/** Counts messages that are on their way to a process, and drops further ones at the limit. For messages that others replace. */
export class MessageBacklog {
  readonly #unsentMax: number;
  #unsent = 0;

  constructor(unsentMax: number) {
    this.#unsentMax = unsentMax;
  }

  /** Calls `send` with what is to be called once the message is on its way, or has failed. Returns false for a dropped one. */
  send(send: (sent: () => void) => void): boolean {
    if (this.#unsent >= this.#unsentMax) return false;
    this.#unsent += 1;
    send(() => (this.#unsent -= 1));
    return true;
  }
}
