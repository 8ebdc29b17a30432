import { fork, type ChildProcess } from 'node:child_process';
import type { Socket } from 'node:net';
import { extname, join } from 'node:path';
import { TidemarkError } from '../errors';
import type { Clock } from '../platform/time/clock';
import type { ConnectionReceiver } from './acceptor';
import { MessageBacklog } from './message-backlog';
import type { WorkerMessage, HeartbeatsMessage, Listener, SupervisorMessage } from './messages';
import { handleOf } from './tcp-handle';

export interface WorkerEvents {
  /** Called when the worker begins to take connections. */
  onServing(worker: WorkerProcess): void;
  /** Called when the worker takes no more connections. */
  onDraining(worker: WorkerProcess): void;
  onTaken(worker: WorkerProcess, number: number): void;
  onDeclined(worker: WorkerProcess, number: number): void;
  /** Called when the process has ended and all its messages were received. */
  onEnd(worker: WorkerProcess): void;
  /** Called when the worker requests the metrics of all workers. */
  onMetricsRequested(worker: WorkerProcess, requestId: number): void;
  onHeartbeats(worker: WorkerProcess, message: HeartbeatsMessage): void;
}

export interface WorkerProcessOptions {
  readonly clock: Clock;
  /** Options of Node.js, in addition to those of this process. */
  readonly nodeOptions: readonly string[];
}

/** A worker process, from the view of the supervisor. */
export class WorkerProcess implements ConnectionReceiver {
  /** Start of the process by the monotonic clock, in milliseconds. */
  readonly startedMs: number;
  readonly #child: ChildProcess;
  readonly #clock: Clock;
  readonly #backlog = new MessageBacklog(HEARTBEATS_UNSENT_MAX);
  readonly #pendingRequests = new Map<number, (text: string | undefined) => void>();
  #requestCount = 0;
  #isServing = false;
  #region: string | undefined;
  #exitReason: string | undefined;
  #hasServed = false;
  #cannotStart = false;

  constructor(
    /** Id of the worker, from 1. Its replacement has the same id. */
    readonly id: number,
    { clock, nodeOptions }: WorkerProcessOptions,
    events: WorkerEvents,
  ) {
    this.#clock = clock;
    this.startedMs = clock.monotonicMs();
    // Messages contain undefined and bytes, which JSON cannot represent.
    this.#child = fork(WORKER_FILE, {
      serialization: 'advanced',
      execArgv: [...process.execArgv, ...nodeOptions],
    });
    this.#child.on('message', (message: WorkerMessage) => this.#onMessage(message, events));
    this.#child.on('error', () => undefined);
    // Unlike `exit`, this comes after the last message.
    this.#child.on('close', (code: number | null, signal: string | null) => {
      this.#exitReason = signal ?? `code ${code ?? 'unknown'}`;
      events.onEnd(this);
    });
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  /** Whether the worker takes connections. */
  get isServing(): boolean {
    return this.#exitReason === undefined && this.#isServing;
  }

  get region(): string | undefined {
    return this.#region;
  }

  /** Whether the worker has ever served. */
  get hasServed(): boolean {
    return this.#hasServed;
  }

  /** Whether the start failed permanently. */
  get cannotStart(): boolean {
    return this.#cannotStart;
  }

  /** Signal or exit code of the ended process; undefined while it runs. */
  get exitReason(): string | undefined {
    return this.#exitReason;
  }

  send(message: SupervisorMessage): void {
    // A process that is ending receives no messages. Its end is reported separately.
    if (this.#child.connected) this.#child.send(message, () => undefined);
  }

  handOver(number: number, socket: Socket, listener: Listener): void {
    const message: SupervisorMessage = { kind: 'connection', number, listener };
    if (this.#child.connected) this.#child.send(message, handleOf(socket), undefined, () => undefined);
  }

  confirm(number: number): void {
    this.send({ kind: 'confirm-connection', number });
  }

  /** Passes heartbeats on. Drops them if too many messages are unsent: newer ones will follow. */
  sendHeartbeats(message: HeartbeatsMessage): void {
    if (!this.#child.connected) return;
    this.#backlog.send((sent) => void this.#child.send(message, sent));
  }

  kill(): void {
    this.#child.kill('SIGKILL');
  }

  /** Returns the metrics of the worker, or undefined if it does not answer in time. */
  metrics(timeoutMs: number): Promise<string | undefined> {
    return this.#request('get-metrics', timeoutMs);
  }

  /** Throws `not_ready` with the reason if the worker is not ready. */
  async checkReady(timeoutMs: number): Promise<void> {
    const reason = (await this.#request('get-readiness', timeoutMs)) ?? `no answer within ${timeoutMs} ms`;
    if (reason !== '') throw new TidemarkError('not_ready', `worker ${this.id}: ${reason}`);
  }

  #request(kind: 'get-metrics' | 'get-readiness', timeoutMs: number): Promise<string | undefined> {
    const requestId = (this.#requestCount += 1);
    return new Promise((resolve) => {
      const cancel = this.#clock.schedule(timeoutMs, () => this.#answer(requestId, undefined));
      this.#pendingRequests.set(requestId, (text) => {
        cancel();
        resolve(text);
      });
      this.send({ kind, requestId });
    });
  }

  #onMessage(message: WorkerMessage, events: WorkerEvents): void {
    switch (message.kind) {
      case 'serving':
        this.#hasServed = true;
        this.#isServing = true;
        this.#region = message.region;
        return events.onServing(this);
      case 'taken':
        return events.onTaken(this, message.number);
      case 'declined':
        return events.onDeclined(this, message.number);
      case 'cannot-start':
        this.#cannotStart = true;
        return;
      case 'draining':
        this.#isServing = false;
        return events.onDraining(this);
      case 'answer':
        return this.#answer(message.requestId, message.text);
      case 'get-all-metrics':
        return events.onMetricsRequested(this, message.requestId);
      case 'heartbeats':
        return events.onHeartbeats(this, message);
    }
  }

  #answer(requestId: number, text: string | undefined): void {
    this.#pendingRequests.get(requestId)?.(text);
    this.#pendingRequests.delete(requestId);
  }
}

const WORKER_FILE = join(__dirname, `worker${extname(__filename)}`);

/** Maximum number of unsent heartbeat messages to a worker; each has at most 60 KB. */
const HEARTBEATS_UNSENT_MAX = 64;
