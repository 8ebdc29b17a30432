/** Load on one service: keep-alive connections, one request at a time on each, timed from when each request was due. */
import { bytesOf, LoadConnection } from './load-connection';
import type { Answer, LoadRequest, LoadResult } from './messages';

/** Default time to wait for the answers that are under way in the end. */
const PATIENCE_MS = 20_000;
/** Statuses with which a service sheds load. */
const SHED = [429, 503];

export class Load {
  readonly #request: LoadRequest;
  readonly #messages: readonly Buffer[];
  readonly #statuses: Record<number, number> = {};
  readonly #latenciesMs: number[] = [];
  readonly #answers: Answer[] = [];
  /** Due times of the requests that no connection was free for, the earliest first. */
  readonly #waiting: number[] = [];
  readonly #idle = new Set<LoadConnection>();
  #fromMs = 0;
  #lastAnswerMs = 0;
  #due = 0;
  #answered = 0;
  /** Answers with status 200 before the end. */
  #inTime = 0;
  #inFlight = 0;
  #sent = 0;
  #isOver = false;
  #finish: (error?: Error) => void = () => undefined;

  constructor(request: LoadRequest) {
    this.#request = request;
    this.#messages = request.messages.map(bytesOf);
  }

  /** Rejects when the service accepts no connections, or none any more. */
  async run(): Promise<LoadResult> {
    const { connections: count, port, durationMs, patienceMs = PATIENCE_MS } = this.#request;
    const finished = new Promise<void>((resolve, reject) => {
      this.#finish = (error) => (error === undefined ? resolve() : reject(error));
    });
    const connections = Array.from({ length: count }, () => new LoadConnection(port, this.#events));
    const timers: NodeJS.Timeout[] = [];
    try {
      await Promise.race([Promise.all(connections.map((connection) => connection.open())), finished]);
      this.#fromMs = performance.now();
      this.#begin();
      timers.push(setTimeout(() => this.#end(), durationMs));
      timers.push(setTimeout(() => this.#finish(), durationMs + patienceMs));
      await finished;
      return this.#result();
    } finally {
      this.#isOver = true;
      timers.forEach(clearTimeout);
      for (const connection of connections) connection.close();
    }
  }

  #begin(): void {
    const { perSecond } = this.#request;
    if (perSecond !== undefined) return this.#keepArriving(perSecond);
    for (const connection of [...this.#idle]) this.#sendNew(connection);
    stayAwake(() => this.#isOver);
  }

  /** Nothing more is due; what is, is still answered. */
  #end(): void {
    const { perSecond, durationMs } = this.#request;
    // Also what fell due while this process waited for a processor.
    if (perSecond !== undefined) this.#arrive(durationMs, perSecond);
    this.#isOver = true;
    this.#finishIfDone();
  }

  #keepArriving(perSecond: number): void {
    if (this.#isOver) return;
    this.#arrive(Math.min(performance.now() - this.#fromMs, this.#request.durationMs), perSecond);
    // Spinning in between would take one of two cores from those who are measured; what begins late is timed from when it was due.
    setTimeout(() => this.#keepArriving(perSecond), 1);
  }

  /** Begins what is due before this time after the start, at even intervals. */
  #arrive(beforeMs: number, perSecond: number): void {
    for (; (this.#due * 1_000) / perSecond < beforeMs; this.#due++) {
      this.#waiting.push(this.#fromMs + (this.#due * 1_000) / perSecond);
    }
    for (const connection of this.#idle) {
      if (this.#waiting.length === 0) break;
      this.#sendWaiting(connection);
    }
  }

  readonly #events = {
    onIdle: (connection: LoadConnection): void => {
      this.#idle.add(connection);
      if (this.#request.perSecond !== undefined) this.#sendWaiting(connection);
      // A connection that had to be opened again.
      else if (this.#due > 0 && !this.#isOver) this.#sendNew(connection);
    },
    onAnswer: (connection: LoadConnection, status: number): void => {
      this.#inFlight -= 1;
      this.#answered += 1;
      this.#statuses[status] = (this.#statuses[status] ?? 0) + 1;
      this.#lastAnswerMs = performance.now();
      if (status === 200) this.#note(connection, this.#lastAnswerMs);
      this.#finishIfDone();
    },
    /** The request in flight on this connection, if any, stays unanswered. */
    onLost: (connection: LoadConnection, wasInFlight: boolean): void => {
      this.#idle.delete(connection);
      if (wasInFlight) this.#inFlight -= 1;
      this.#finishIfDone();
    },
    onRefused: (error: Error): void => this.#finish(error),
  };

  #note({ dueMs, sentMs }: LoadConnection, doneMs: number): void {
    this.#latenciesMs.push(doneMs - dueMs);
    if (doneMs - this.#fromMs <= this.#request.durationMs) this.#inTime += 1;
    if (this.#request.perSecond === undefined) return;
    const { timeOrigin } = performance;
    this.#answers.push({
      dueMs: timeOrigin + dueMs,
      sentMs: timeOrigin + sentMs,
      doneMs: timeOrigin + doneMs,
    });
  }

  #sendNew(connection: LoadConnection): void {
    this.#due += 1;
    this.#send(connection, performance.now());
  }

  #sendWaiting(connection: LoadConnection): void {
    const dueMs = this.#waiting.shift();
    if (dueMs !== undefined) this.#send(connection, dueMs);
  }

  #send(connection: LoadConnection, dueMs: number): void {
    this.#idle.delete(connection);
    this.#inFlight += 1;
    connection.send(this.#messages[this.#sent++ % this.#messages.length]!, dueMs);
  }

  #finishIfDone(): void {
    if (this.#isOver && this.#inFlight === 0 && this.#waiting.length === 0) this.#finish();
  }

  #result(): LoadResult {
    const { durationMs, perSecond } = this.#request;
    const isOpen = perSecond !== undefined;
    const offeredMs = isOpen ? durationMs : this.#spentMs;
    return {
      statuses: this.#statuses,
      shed: SHED.reduce((sum, status) => sum + (this.#statuses[status] ?? 0), 0),
      due: this.#due,
      unanswered: this.#due - this.#answered,
      offeredPerSecond: (this.#due * 1_000) / offeredMs,
      answeredPerSecond: ((isOpen ? this.#inTime : this.#latenciesMs.length) * 1_000) / offeredMs,
      latenciesMs: this.#latenciesMs.sort((a, b) => a - b),
      answers: this.#answers,
    };
  }

  /** Time up to the last answer, or to the end if none came later, in milliseconds. */
  get #spentMs(): number {
    return Math.max(this.#request.durationMs, this.#lastAnswerMs - this.#fromMs);
  }
}

/** Waking a sleeping reader costs the writer 10 µs: a slow server would be charged for it, a fast one not. */
function stayAwake(isOver: () => boolean): void {
  if (!isOver()) setImmediate(() => stayAwake(isOver));
}
