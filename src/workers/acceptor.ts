import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import type { Config } from '../config/index';
import type { Clock } from '../platform/time/clock';
import type { Logger } from '../platform/telemetry/logger';
import { SharedTimer } from '../platform/time/shared-timer';
import { ConnectionDispatcher } from './connection-dispatcher';
import type { Address, Listener } from './messages';

/**
 * A worker that receives connections. It confirms each hand-over with `onTaken` or `onDeclined` of the acceptor, unless
 * it ends.
 */
export interface ConnectionReceiver {
  /** Sends a connection to the worker. `number` is the number of the hand-over, higher than all earlier ones. */
  handOver(number: number, socket: Socket, listener: Listener): void;
  /**
   * Makes the worker decline the hand-over if the connection has not arrived, for example for lack of file descriptors.
   */
  confirm(number: number): void;
}

export interface AcceptorOptions {
  readonly limits: Pick<
    Config['processes'],
    'connectionsWaitingMax' | 'connectionWaitMaxMs' | 'handOverConfirmMs' | 'unservedLogIntervalMs'
  >;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** A connection that no worker has taken yet. */
interface WaitingConnection {
  readonly socket: Socket;
  readonly listener: Listener;
  /** Number of its latest hand-over; 0 before the first one. */
  number: number;
  cancelConfirm: () => void;
}

/**
 * Accepts connections and hands each one over to a worker. Node's `cluster` loses a connection if its worker is killed
 * during the hand-over: the client waits in vain. This acceptor keeps its own copy of a connection, unread, until the
 * worker has taken it. If the worker ends before that, another worker gets the connection.
 */
export class Acceptor {
  readonly #options: AcceptorOptions;
  /** Servers that listen, or will. */
  readonly #servers: Server[] = [];
  readonly #timer: SharedTimer;
  readonly #dispatcher = new ConnectionDispatcher<WaitingConnection, ConnectionReceiver>((each, worker) =>
    this.#handOver(each, worker),
  );
  readonly #waiting = new Set<WaitingConnection>();
  #handOverCount = 0;
  #unservedCount = 0;
  #loggedCount = 0;
  #lastLoggedMs = -Infinity;
  #closed: Promise<void> | undefined;

  constructor(options: AcceptorOptions) {
    this.#options = options;
    this.#timer = new SharedTimer(options.clock);
  }

  /** Number of connections that no worker has taken yet. */
  get waitingCount(): number {
    return this.#waiting.size;
  }

  /** Number of connections that were closed because no worker took them in time, or too many waited. */
  get unservedCount(): number {
    return this.#unservedCount;
  }

  /** Listens on the address for connections of this listener. Resolves with the actual address. */
  async listen(address: Address, listener: Listener = 'api'): Promise<Address> {
    const server = this.#createServer(listener);
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen({ host: address.host, port: address.port }, resolve);
    });
    server.removeAllListeners('error').on('error', (err) => this.#countUnserved(err));
    if (this.#closed !== undefined) {
      server.close();
      return address;
    }
    this.#servers.push(server);
    const { address: host, port } = server.address() as AddressInfo;
    return { host, port };
  }

  #createServer(listener: Listener): Server {
    const onConnection = (socket: Socket): void => this.#accept(socket, listener);
    const server = createServer({ pauseOnConnect: true, noDelay: true }, onConnection);
    // The server counts a connection until this process closes its copy.
    server.maxConnections = this.#options.limits.connectionsWaitingMax;
    server.on('drop', () => this.#countUnserved());
    return server;
  }

  /** Accepts no further connections. Resolves when each accepted one has been taken or closed. */
  close(): Promise<void> {
    const closing = (server: Server): Promise<void> =>
      new Promise((resolve) => server.close(() => resolve()));
    this.#closed ??= Promise.all(this.#servers.map(closing)).then(() => undefined);
    this.#closeIfNoWorkers();
    return this.#closed;
  }

  /** Hands connections over to the worker from now on. */
  addWorker(worker: ConnectionReceiver): void {
    this.#dispatcher.addWorker(worker);
  }

  /** Hands no more connections over to the worker. */
  removeWorker(worker: ConnectionReceiver): void {
    this.#dispatcher.removeWorker(worker);
    this.#closeIfNoWorkers();
  }

  /** Ends a hand-over that the worker confirmed. The worker reads from the connection only after that. */
  onTaken(worker: ConnectionReceiver, number: number): void {
    if (this.#dispatcher.inTransitTo(worker)?.number !== number) return;
    const waiting = this.#dispatcher.confirm(worker)!;
    waiting.cancelConfirm();
    this.#waiting.delete(waiting);
    // Closes only this process's copy: the connection itself stays open.
    waiting.socket.destroy();
  }

  /** Gives the connection of a declined hand-over to another worker. */
  onDeclined(worker: ConnectionReceiver, number: number): void {
    if (this.#dispatcher.inTransitTo(worker)?.number === number) this.#reassign(worker);
  }

  /** Gives the connection of an ended worker to another one. Call it after all messages of the worker were received. */
  onEnded(worker: ConnectionReceiver): void {
    this.#dispatcher.removeWorker(worker);
    this.#reassign(worker);
  }

  #reassign(worker: ConnectionReceiver): void {
    const waiting = this.#dispatcher.inTransitTo(worker);
    waiting?.cancelConfirm();
    if (waiting === undefined || this.#waiting.has(waiting)) this.#dispatcher.reassign(worker);
    else this.#dispatcher.confirm(worker);
    this.#closeIfNoWorkers();
  }

  #accept(socket: Socket, listener: Listener): void {
    const waiting: WaitingConnection = { socket, listener, number: 0, cancelConfirm: () => undefined };
    this.#waiting.add(waiting);
    const expire = (): void => this.#closeUnserved(waiting);
    const cancelExpiry = this.#timer.schedule(this.#options.limits.connectionWaitMaxMs, expire);
    socket.on('error', () => socket.destroy());
    socket.once('close', () => {
      cancelExpiry();
      this.#waiting.delete(waiting);
    });
    this.#dispatcher.add(waiting);
  }

  #handOver(waiting: WaitingConnection, worker: ConnectionReceiver): void {
    const number = (this.#handOverCount += 1);
    waiting.number = number;
    const confirm = (): void => worker.confirm(number);
    waiting.cancelConfirm = this.#timer.schedule(this.#options.limits.handOverConfirmMs, confirm);
    worker.handOver(number, waiting.socket, waiting.listener);
  }

  /** Closes the connection for the client, even if a worker has a copy that it has not taken. */
  #closeUnserved(waiting: WaitingConnection): void {
    this.#waiting.delete(waiting);
    this.#dispatcher.remove(waiting);
    waiting.socket.destroySoon();
    this.#countUnserved();
  }

  /** Closes waiting connections if the service is closing and no worker is left: none will be started. */
  #closeIfNoWorkers(): void {
    if (this.#closed === undefined || this.#dispatcher.hasWorkers) return;
    for (const waiting of [...this.#waiting]) this.#closeUnserved(waiting);
  }

  #countUnserved(err?: Error): void {
    this.#unservedCount += 1;
    const { clock, logger, limits } = this.#options;
    const nowMs = clock.monotonicMs();
    if (nowMs - this.#lastLoggedMs < limits.unservedLogIntervalMs) return;
    const closed = this.#unservedCount - this.#loggedCount;
    logger.warn({ closed, waiting: this.#waiting.size, err }, 'closed connections that no worker has taken');
    this.#lastLoggedMs = nowMs;
    this.#loggedCount = this.#unservedCount;
  }
}
