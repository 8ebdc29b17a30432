import cluster, { type Worker } from 'node:cluster';
import { TidemarkError } from '../errors';
import type { Clock } from '../platform/clock';
import { Backlog } from './backlog';
import type { Address, FromWorker, HeartbeatsSeen, ToWorker } from './messages';

export interface WorkerEvents {
  onListening(worker: WorkerProcess): void;
  onStoppedListening(worker: WorkerProcess): void;
  onEnd(worker: WorkerProcess): void;
  /** It asks for the metrics of all. */
  onMetricsAsked(worker: WorkerProcess, question: number): void;
  onHeartbeatsSeen(worker: WorkerProcess, message: HeartbeatsSeen): void;
}

/** One worker as the process that keeps it sees it. */
export class WorkerProcess {
  /** Since when there is this process. */
  readonly startedMs: number;
  readonly #worker: Worker;
  readonly #clock: Clock;
  readonly #backlog = new Backlog(HEARTBEATS_UNSENT_MAX);
  readonly #questions = new Map<number, (text: string | undefined) => void>();
  #questionCount = 0;
  #address: Address | undefined;
  #region: string | undefined;
  #ended: string | undefined;
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
    this.#worker = cluster.fork();
    this.#worker.on('message', (message: FromWorker) => this.#onMessage(message, events));
    this.#worker.on('error', () => undefined);
    this.#worker.on('exit', (code: number | null, signal: string | null) => {
      this.#ended = signal ?? `code ${code ?? 'unknown'}`;
      events.onEnd(this);
    });
  }

  get pid(): number | undefined {
    return this.#worker.process.pid;
  }

  /** Where it listens, as soon as it does, until it ends. */
  get address(): Address | undefined {
    return this.#ended === undefined ? this.#address : undefined;
  }

  get region(): string | undefined {
    return this.#region;
  }

  /** Whether it has listened at any time. */
  get hasServed(): boolean {
    return this.#hasServed;
  }

  /** Its start failed for a reason that lasts. */
  get cannotStart(): boolean {
    return this.#cannotStart;
  }

  /** The signal or the code that it ended with. */
  get ended(): string | undefined {
    return this.#ended;
  }

  tell(message: ToWorker): void {
    // One that is just ending cannot be told any more, which its end will tell.
    if (this.#worker.isConnected()) this.#worker.send(message, () => undefined);
  }

  /** Passes heartbeats on, unless the worker is so far behind that it would only get old ones: newer ones will follow. */
  tellHeartbeats(message: HeartbeatsSeen): void {
    if (!this.#worker.isConnected()) return;
    this.#backlog.send((sent) => void this.#worker.send(message, sent));
  }

  kill(): void {
    this.#worker.process.kill('SIGKILL');
  }

  /** Its own metrics; undefined where it does not tell them in time. */
  metrics(timeoutMs: number): Promise<string | undefined> {
    return this.#ask('tell-metrics', timeoutMs);
  }

  /** Throws `not_ready` with what keeps it from getting requests. */
  async checkReady(timeoutMs: number): Promise<void> {
    const reason = (await this.#ask('tell-readiness', timeoutMs)) ?? `no answer within ${timeoutMs} ms`;
    if (reason !== '') throw new TidemarkError('not_ready', `worker ${this.id}: ${reason}`);
  }

  #ask(kind: 'tell-metrics' | 'tell-readiness', timeoutMs: number): Promise<string | undefined> {
    const question = (this.#questionCount += 1);
    return new Promise((resolve) => {
      const cancel = this.#clock.schedule(timeoutMs, () => this.#answer(question, undefined));
      this.#questions.set(question, (text) => {
        cancel();
        resolve(text);
      });
      this.tell({ kind, question });
    });
  }

  #onMessage(message: FromWorker, events: WorkerEvents): void {
    switch (message.kind) {
      case 'listening':
        this.#hasServed = true;
        this.#address = message.address;
        this.#region = message.region;
        return events.onListening(this);
      case 'cannot-start':
        this.#cannotStart = true;
        return;
      case 'stopped-listening':
        this.#address = undefined;
        return events.onStoppedListening(this);
      case 'answer':
        return this.#answer(message.question, message.text);
      case 'ask-metrics':
        return events.onMetricsAsked(this, message.question);
      case 'heartbeats-seen':
        return events.onHeartbeatsSeen(this, message);
    }
  }

  #answer(question: number, text: string | undefined): void {
    this.#questions.get(question)?.(text);
    this.#questions.delete(question);
  }
}

/** Looks of a worker that does not read what it is told; at most 60 KB each. */
const HEARTBEATS_UNSENT_MAX = 64;
