/**
 * Assigns connections to workers. At most one connection is in transit to each worker, since node's channel between
 * processes carries one at a time. The next connection goes to the worker that has been free for the longest time, so
 * free workers take turns. A worker that does not take its connection gets no other one.
 */
export class ConnectionDispatcher<Connection, Worker> {
  readonly #handOver: (connection: Connection, worker: Worker) => void;
  /** Waiting connections, oldest first. */
  readonly #waiting: Connection[] = [];
  readonly #serving = new Set<Worker>();
  /** Free workers. The one that has been free for the longest time comes first. */
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

  /** Removes a waiting connection. A connection in transit stays with its worker. */
  remove(connection: Connection): void {
    const at = this.#waiting.indexOf(connection);
    if (at >= 0) this.#waiting.splice(at, 1);
  }

  /** Assigns connections to the worker from now on. */
  addWorker(worker: Worker): void {
    this.#serving.add(worker);
    if (!this.#inTransit.has(worker)) this.#free.add(worker);
    this.#assign();
  }

  /**
   * Assigns no more connections to the worker. A connection in transit stays with it until it is confirmed or
   * reassigned.
   */
  removeWorker(worker: Worker): void {
    this.#serving.delete(worker);
    this.#free.delete(worker);
  }

  /** Returns the connection in transit to the worker. */
  inTransitTo(worker: Worker): Connection | undefined {
    return this.#inTransit.get(worker);
  }

  /** Confirms that the worker has taken its connection, and returns that. The worker is free again. */
  confirm(worker: Worker): Connection | undefined {
    const connection = this.#release(worker);
    this.#assign();
    return connection;
  }

  /** Puts the worker's connection first in the queue, after the worker has not taken it. */
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
