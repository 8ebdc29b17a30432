import type { Socket } from 'node:net';

/** Of a connection with requests that are not over. */
interface State {
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
  readonly #states = new WeakMap<Socket, State>();
  readonly #openMax: number;

  /** `openMax`: requests of one connection that are not over. */
  constructor(openMax: number) {
    this.#openMax = openMax;
  }

  /**
   * Calls `begin` now, or when those before it are over; `end` is to be called when this one is. `refused` where the connection
   * has too many: the answer to this one is to be its last. `dropped` is what comes after that, and gets no answer.
   */
  add(socket: Socket, begin: () => void): 'taken' | 'refused' | 'dropped' {
    const state = this.#states.get(socket);
    if (state === undefined) {
      this.#states.set(socket, { open: 1, waiting: [] });
      begin();
      return 'taken';
    }
    if (state.open === Infinity) return 'dropped';
    if (state.open >= this.#openMax) {
      state.open = Infinity;
      return 'refused';
    }
    state.open += 1;
    if (state.open === 1) begin();
    else state.waiting.push(begin);
    return 'taken';
  }

  end(socket: Socket): void {
    const state = this.#states.get(socket)!;
    state.open -= 1;
    state.waiting.shift()?.();
  }
}
