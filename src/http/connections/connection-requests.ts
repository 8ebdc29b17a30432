import type { Socket } from 'node:net';

/** State of a connection with open requests. */
interface ConnectionState {
  open: number;
  /** Functions that begin the requests behind the current one. */
  readonly waiting: (() => void)[];
}

/**
 * Serializes the requests of each connection: the next one begins when the answer to the previous one has been sent. So
 * a client that pipelines requests without reading the answers causes one answer only. node:http by itself delivers
 * every request at once.
 */
export class ConnectionRequests {
  readonly #states = new WeakMap<Socket, ConnectionState>();
  readonly #openMax: number;

  /** `openMax`: maximum number of open requests of a connection. */
  constructor(openMax: number) {
    this.#openMax = openMax;
  }

  /**
   * Adds a request and returns what to do with it. A `first` request begins at once, a `later` one must `wait`; call
   * `end` when either is over. `rejected` means that the connection has too many: its answer is the last one of the
   * connection. `dropped` requests come after that and get no answer.
   */
  add(socket: Socket): 'first' | 'later' | 'rejected' | 'dropped' {
    const state = this.#states.get(socket);
    if (state === undefined) {
      this.#states.set(socket, { open: 1, waiting: [] });
      return 'first';
    }
    if (state.open === Infinity) return 'dropped';
    if (state.open >= this.#openMax) {
      state.open = Infinity;
      return 'rejected';
    }
    state.open += 1;
    return state.open === 1 ? 'first' : 'later';
  }

  /** Calls `begin` when all earlier requests of the connection are over. */
  wait(socket: Socket, begin: () => void): void {
    this.#states.get(socket)!.waiting.push(begin);
  }

  end(socket: Socket): void {
    const state = this.#states.get(socket)!;
    state.open -= 1;
    state.waiting.shift()?.();
  }
}
