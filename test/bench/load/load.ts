/** Load on one service: keep-alive connections, one request at a time on each, timed from when each request was due. */
import { LoadConnection, messageOf } from './load-connection';
import type { Answer, LoadRequest, LoadResult } from './messages';

/** For the answers that are under way in the end. */
const PATIENCE_MS = 20_000;

export class Load {
  readonly #request: LoadRequest;
  readonly #messages: readonly Buffer[];
  readonly #statuses: Record<number, number> = {};
  readonly #latenciesMs: number[] = [];
  readonly #answers: Answer[] = [];
  /** When requests were due that no connection was free for, the earliest first. */
  readonly #waiting: number[] = [];
  readonly #idle = new Set<LoadConnection>();
  #due = 0;
  #answered = 0;
  #inFlight = 0;
  #sent = 0;
  #isOver = false;
  #finish: (error?: Error) => void = () => undefined;

  constructor(request: LoadRequest) {
    this.#request = request;
    this.#messages = request.bodies.map((body) => messageOf(request.path, body));
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
      const fromMs = performance.now();
      this.#begin(fromMs);
      timers.push(setTimeout(() => this.#end(), durationMs));
      timers.push(setTimeout(() => this.#finish(), durationMs + patienceMs));
      await finished;
      return this.#result((performance.now() - fromMs) / 1_000);
    } finally {
      this.#isOver = true;
      timers.forEach(clearTimeout);
      for (const connection of connections) connection.close();
    }
  }

  #begin(fromMs: number): void {
    const { perSecond } = this.#request;
    if (perSecond !== undefined) return this.#arrive(fromMs, 0, perSecond);
    for (const connection of [...this.#idle]) this.#sendNew(connection);
    stayAwake(() => this.#isOver);
  }

  /** Nothing more is due; what is, is still answered. */
  #end(): void {
    this.#isOver = true;
    this.#finishIfDone();
  }

  /** Begins what is due by now, at even intervals. */
  #arrive(fromMs: number, begun: number, perSecond: number): void {
    if (this.#isOver) return;
    const nowMs = performance.now();
    let count = begun;
    for (; fromMs + (count * 1_000) / perSecond <= nowMs; count++) {
      this.#due += 1;
      this.#waiting.push(fromMs + (count * 1_000) / perSecond);
    }
    for (const connection of this.#idle) {
      if (this.#waiting.length === 0) break;
      this.#sendWaiting(connection);
    }
    // Spinning in between would take one of two cores from those who are measured; what begins late is timed from when it was due.
    setTimeout(() => this.#arrive(fromMs, count, perSecond), 1);
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
      if (status === 200) this.#note(connection, performance.now());
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

  #result(seconds: number): LoadResult {
    return {
      statuses: this.#statuses,
      seconds,
      latenciesMs: this.#latenciesMs.sort((a, b) => a - b),
      answers: this.#answers,
      due: this.#due,
      unanswered: this.#due - this.#answered,
    };
  }
}

/** Waking a sleeping reader costs the writer 10 µs: a slow server would be charged for it, a fast one not. */
function stayAwake(isOver: () => boolean): void {
  if (!isOver()) setImmediate(() => stayAwake(isOver));
}
