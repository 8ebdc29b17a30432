/** Limits the unsent messages to a process, and drops further ones. For messages that later ones supersede. */
export class MessageBacklog {
  readonly #unsentMax: number;
  #unsent = 0;

  constructor(unsentMax: number) {
    this.#unsentMax = unsentMax;
  }

  /**
   * Calls `send`, which must call `sent` once the message was sent or has failed. Returns false if the message is
   * dropped.
   */
  send(send: (sent: () => void) => void): boolean {
    if (this.#unsent >= this.#unsentMax) return false;
    this.#unsent += 1;
    send(() => (this.#unsent -= 1));
    return true;
  }
}
