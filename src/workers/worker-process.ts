import { fork, type ChildProcess } from 'node:child_process';
import type { Socket } from 'node:net';
import { extname, join } from 'node:path';
import { TidemarkError } from '../errors';
import type { Clock } from '../platform/time/clock';
import type { ConnectionReceiver } from './acceptor';
import { MessageBacklog } from './message-backlog';
import type { WorkerMessage, HeartbeatsMessage, SupervisorMessage } from './messages';
import { handleOf } from './tcp-handle';

export interface WorkerEvents {
  /** It takes connections from now on. */
  onServing(worker: WorkerProcess): void;
  /** It takes no connections any more. */
  onDraining(worker: WorkerProcess): void;
  onTaken(worker: WorkerProcess, number: number): void;
  onDeclined(worker: WorkerProcess, number: number): void;
  /** Its process is gone, and all that it sent has been received. */
  onEnd(worker: WorkerProcess): void;
  /** It asks for the metrics of all. */
  onMetricsRequested(worker: WorkerProcess, question: number): void;
  onHeartbeats(worker: WorkerProcess, message: HeartbeatsMessage): void;
}

/** One worker as the process that keeps it sees it. */
export class WorkerProcess implements ConnectionReceiver {
  /** Since when there is this process. */
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
    /** Its place, from 1 on: the worker that replaces it has the same. */
    readonly id: number,
    clock: Clock,
    events: WorkerEvents,
  ) {
    this.#clock = clock;
    this.startedMs = clock.monotonicMs();
    // Messages have undefined and bytes in them.
    this.#child = fork(WORKER_FILE, { serialization: 'advanced' });
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

  /** Whether it takes connections. */
  get isServing(): boolean {
    return this.#exitReason === undefined && this.#isServing;
  }

  get region(): string | undefined {
    return this.#region;
  }

  /** Whether it has served at any time. */
  get hasServed(): boolean {
    return this.#hasServed;
  }

  /** Its start failed for a reason that lasts. */
  get cannotStart(): boolean {
    return this.#cannotStart;
  }

  /** The signal or the code that it ended with. */
  get exitReason(): string | undefined {
    return this.#exitReason;
  }

  send(message: SupervisorMessage): void {
    // One that is just ending cannot be told any more, which its end will tell.
    if (this.#child.connected) this.#child.send(message, () => undefined);
  }

  handOver(number: number, socket: Socket): void {
    const message: SupervisorMessage = { kind: 'connection', number };
    if (this.#child.connected) this.#child.send(message, handleOf(socket), undefined, () => undefined);
  }

  confirm(number: number): void {
    this.send({ kind: 'confirm-connection', number });
  }

  /** Passes heartbeats on, unless the worker is so far behind that it would only get old ones: newer ones will follow. */
  sendHeartbeats(message: HeartbeatsMessage): void {
    if (!this.#child.connected) return;
    this.#backlog.send((sent) => void this.#child.send(message, sent));
  }

  kill(): void {
    this.#child.kill('SIGKILL');
  }

  /** Its own metrics; undefined where it does not tell them in time. */
  metrics(timeoutMs: number): Promise<string | undefined> {
    return this.#request('tell-metrics', timeoutMs);
  }

  /** Throws `not_ready` with what keeps it from getting requests. */
  async checkReady(timeoutMs: number): Promise<void> {
    const reason = (await this.#request('tell-readiness', timeoutMs)) ?? `no answer within ${timeoutMs} ms`;
    if (reason !== '') throw new TidemarkError('not_ready', `worker ${this.id}: ${reason}`);
  }

  #request(kind: 'tell-metrics' | 'tell-readiness', timeoutMs: number): Promise<string | undefined> {
    const question = (this.#requestCount += 1);
    return new Promise((resolve) => {
      const cancel = this.#clock.schedule(timeoutMs, () => this.#answer(question, undefined));
      this.#pendingRequests.set(question, (text) => {
        cancel();
        resolve(text);
      });
      this.send({ kind, question });
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
        return this.#answer(message.question, message.text);
      case 'ask-metrics':
        return events.onMetricsRequested(this, message.question);
      case 'heartbeats-seen':
        return events.onHeartbeats(this, message);
    }
  }

  #answer(question: number, text: string | undefined): void {
    this.#pendingRequests.get(question)?.(text);
    this.#pendingRequests.delete(question);
  }
}

const WORKER_FILE = join(__dirname, `worker${extname(__filename)}`);

/** Looks of a worker that does not read what it is told; at most 60 KB each. */
const HEARTBEATS_UNSENT_MAX = 64;
