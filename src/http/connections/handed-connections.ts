import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Connections of a server that another process has accepted. The server's own limit, its `close` and its timeouts cover only
 * connections that it accepts itself; this class does the same for those that are handed to it.
 */
export class HandedConnections {
  readonly #server: Server;
  readonly #openMax: number;
  #openCount = 0;
  #isWatched = false;
  #onAllClosed: (() => void) | undefined;

  constructor(server: Server, openMax: number) {
    this.#server = server;
    this.#openMax = openMax;
  }

  /** Serves the connection, or closes it where too many are open. The socket is paused, and nothing has been read from it. */
  take(socket: Socket): void {
    if (this.#openCount >= this.#openMax) {
      socket.destroy();
      // As it does for those that it accepts itself.
      this.#server.emit('drop');
      return;
    }
    this.#watch();
    this.#openCount += 1;
    socket.once('close', () => this.#onClosed());
    this.#server.emit('connection', socket);
    socket.resume();
  }

  /** Resolves when no connection is open. */
  whenAllClosed(): Promise<void> {
    return new Promise((resolve) => {
      this.#onAllClosed = resolve;
      if (this.#openCount === 0) resolve();
    });
  }

  /** A server of node:http knows its connections, and closes those that are too slow, only after this event. */
  #watch(): void {
    if (!this.#isWatched) this.#server.emit('listening');
    this.#isWatched = true;
  }

  #onClosed(): void {
    this.#openCount -= 1;
    if (this.#openCount === 0) this.#onAllClosed?.();
  }
}
