/**
 * Assigns connections to workers. At most one connection is on its way to a worker: node's channel between processes carries one at
 * a time. The next connection goes to the worker that has been free for the longest. Free workers get connections in
 * turn, and a worker that does not take its connection gets no other one.
 */
export class ConnectionDispatcher<Connection, Worker> {
  readonly #handOver: (connection: Connection, worker: Worker) => void;
  /** Oldest first. */
  readonly #waiting: Connection[] = [];
  readonly #serving = new Set<Worker>();
  /** The worker that has been free for the longest comes first. */
  readonly #free = new Set<Worker>();
  readonly #inTransit = new Map<Worker, Connection>();

  /** `hand` sends a connection to a worker. */
  constructor(hand: (connection: Connection, worker: Worker) => void) {
    this.#handOver = hand;
  }

  get hasWorkers(): boolean {
    return this.#serving.size > 0;
  }

  add(connection: Connection): void {
    this.#waiting.push(connection);
    this.#assign();
  }

  /** Forgets a connection that waits. One that is on its way to a worker stays with that worker. */
  remove(connection: Connection): void {
    const at = this.#waiting.indexOf(connection);
    if (at >= 0) this.#waiting.splice(at, 1);
  }

  /** The worker gets connections from now on. */
  addWorker(worker: Worker): void {
    this.#serving.add(worker);
    if (!this.#inTransit.has(worker)) this.#free.add(worker);
    this.#assign();
  }

  /** The worker gets no more connections. One that is on its way stays its own until it is taken or returned. */
  removeWorker(worker: Worker): void {
    this.#serving.delete(worker);
    this.#free.delete(worker);
  }

  /** Returns the connection that is on its way to the worker. */
  inTransitTo(worker: Worker): Connection | undefined {
    return this.#inTransit.get(worker);
  }

  /** The worker has taken its connection, which is returned, and can get another one. */
  confirm(worker: Worker): Connection | undefined {
    const connection = this.#release(worker);
    this.#assign();
    return connection;
  }

  /** The worker has not taken its connection, which goes to the next free worker before all others. */
  reassign(worker: Worker): void {
    const connection = this.#release(worker);
    if (connection !== undefined) this.#waiting.unshift(connection);
    this.#assign();
  }

  #release(worker: Worker): Connection | undefined {
    const connection = this.#inTransit.get(worker);
    this.#inTransit.delete(worker);
    if (this.#serving.has(worker)) this.#free.add(worker);
    return connection;
  }

  #assign(): void {
    for (const worker of this.#free) {
      const connection = this.#waiting.shift();
      if (connection === undefined) return;
      this.#free.delete(worker);
      this.#inTransit.set(worker, connection);
      this.#handOver(connection, worker);
    }
  }
}
