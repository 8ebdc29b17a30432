import type { Socket } from 'node:net';

/** Of a connection with requests that are not over. */
interface ConnectionState {
  open: number;
  /** Of requests that came after the one that is worked on. */
  readonly waiting: (() => void)[];
}

/**
 * The requests of each connection, worked on one after the other: the next one begins when the answer to the last one has been
 * sent. A caller that pipelines requests and does not read the answers has one answer made for it. node:http itself hands over
 * every request that it has read.
 */
export class ConnectionRequests {
  readonly #states = new WeakMap<Socket, ConnectionState>();
  readonly #openMax: number;

  /** `openMax`: requests of one connection that are not over. */
  constructor(openMax: number) {
    this.#openMax = openMax;
  }

  /**
   * Adds a request; `end` is to be called when it is over, if it is `first` or `later`. The first one may begin, a later one is to
   * `wait`. `refused` where the connection has too many: the answer to this one is to be its last. `dropped` is what comes after
   * that, and gets no answer.
   */
  add(socket: Socket): 'first' | 'later' | 'refused' | 'dropped' {
    const state = this.#states.get(socket);
    if (state === undefined) {
      this.#states.set(socket, { open: 1, waiting: [] });
      return 'first';
    }
    if (state.open === Infinity) return 'dropped';
    if (state.open >= this.#openMax) {
      state.open = Infinity;
      return 'refused';
    }
    state.open += 1;
    return state.open === 1 ? 'first' : 'later';
  }

  /** Calls `begin` when the requests before this one are over. */
  wait(socket: Socket, begin: () => void): void {
    this.#states.get(socket)!.waiting.push(begin);
  }

  end(socket: Socket): void {
    const state = this.#states.get(socket)!;
    state.open -= 1;
    state.waiting.shift()?.();
  }
}
