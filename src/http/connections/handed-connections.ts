import type { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';

/**
 * Connections that another process accepted and handed over to this server. The server's own limit, `close` and
 * timeouts cover only connections that it accepts itself. This class provides them for the others.
 */
export class HandedConnections {
  readonly #server: EventEmitter;
  readonly #openMax: number;
  #openCount = 0;
  #isWatched = false;
  #onAllClosed: (() => void) | undefined;

  constructor(server: EventEmitter, openMax: number) {
    this.#server = server;
    this.#openMax = openMax;
  }

  /** Serves the connection, or closes it if too many are open. The socket must be paused, with nothing read from it. */
  take(socket: Socket): void {
    if (this.#openCount >= this.#openMax) {
      socket.destroy();
      // The server emits the same event for connections that it accepts itself.
      this.#server.emit('drop');
      return;
    }
    this.#watch();
    this.#openCount += 1;
    socket.once('close', () => this.#onClosed());
    this.#server.emit('connection', socket);
    socket.resume();
  }

  /** Resolves when no connection is open. Call it once. */
  whenAllClosed(): Promise<void> {
    return new Promise((resolve) => {
      this.#onAllClosed = resolve;
      if (this.#openCount === 0) resolve();
    });
  }

  /** Makes the server track its connections and close slow ones, which it does only after the event `listening`. */
  #watch(): void {
    if (!this.#isWatched) this.#server.emit('listening');
    this.#isWatched = true;
  }

  #onClosed(): void {
    this.#openCount -= 1;
    if (this.#openCount === 0) this.#onAllClosed?.();
  }
}
