/**
 * Makes load in a process of its own: keep-alive connections, one request at a time on each. By hand, since the usual
 * generators cost more per request than what is measured here.
 */
import { connect, type Socket } from 'node:net';
import type { Answer, LoadRequest, LoadResult } from './messages';

class Load {
  readonly #request: LoadRequest;
  readonly #messages: readonly Buffer[];
  readonly #statuses: Record<number, number> = {};
  readonly #latenciesMs: number[] = [];
  readonly #answers: Answer[] = [];
  /** When requests were due that no connection was free for. */
  readonly #due: number[] = [];
  readonly #idle: Connection[] = [];
  #next = 0;
  #inFlight = 0;
  #isOver = false;
  #onDone: () => void = () => undefined;

  constructor(request: LoadRequest) {
    this.#request = request;
    this.#messages = request.bodies.map((body) => messageOf(request.path, body));
  }

  async run(): Promise<LoadResult> {
    const { connections, port, durationMs, perSecond } = this.#request;
    const open = Array.from({ length: connections }, () => new Connection(port, this.#onAnswer));
    await Promise.all(open.map((connection) => connection.opened));
    const fromMs = performance.now();
    if (perSecond === undefined) for (const connection of open) this.#send(connection, fromMs);
    else {
      this.#idle.push(...open);
      this.#arrive(fromMs, 0, perSecond);
    }
    if (perSecond === undefined) stayAwake(() => this.#isOver);
    await new Promise((resolve) => setTimeout(resolve, durationMs));
    this.#isOver = true;
    const waiting = this.#due.length;
    await Promise.race([this.#drained(), new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))]);
    const seconds = (performance.now() - fromMs) / 1_000;
    for (const connection of open) connection.close();
    const latenciesMs = this.#latenciesMs.sort((a, b) => a - b);
    const unanswered = waiting + this.#inFlight;
    return { statuses: this.#statuses, seconds, latenciesMs, answers: this.#answers, unanswered };
  }

  /** Begins what is due by now, at even intervals. */
  #arrive(fromMs: number, begun: number, perSecond: number): void {
    if (this.#isOver) return;
    const nowMs = performance.now();
    let count = begun;
    for (; fromMs + (count * 1_000) / perSecond <= nowMs; count++) {
      const dueMs = fromMs + (count * 1_000) / perSecond;
      const connection = this.#idle.pop();
      if (connection === undefined) this.#due.push(dueMs);
      else this.#send(connection, dueMs);
    }
    // Spinning in between would take one of two cores from those who are measured; what begins late is timed from when it was due.
    setTimeout(() => this.#arrive(fromMs, count, perSecond), 1);
  }

  readonly #onAnswer = (connection: Connection, status: number): void => {
    this.#inFlight -= 1;
    this.#statuses[status] = (this.#statuses[status] ?? 0) + 1;
    if (status === 200) this.#note(connection, performance.now());
    if (this.#isOver) {
      if (this.#inFlight === 0) this.#onDone();
    } else if (this.#request.perSecond === undefined) this.#send(connection, performance.now());
    else {
      const due = this.#due.shift();
      if (due === undefined) this.#idle.push(connection);
      else this.#send(connection, due);
    }
  };

  #note({ dueMs, sentMs }: Connection, doneMs: number): void {
    this.#latenciesMs.push(doneMs - dueMs);
    if (this.#request.perSecond === undefined) return;
    const { timeOrigin } = performance;
    this.#answers.push({
      dueMs: timeOrigin + dueMs,
      sentMs: timeOrigin + sentMs,
      doneMs: timeOrigin + doneMs,
    });
  }

  #send(connection: Connection, dueMs: number): void {
    this.#inFlight += 1;
    connection.send(this.#messages[this.#next++ % this.#messages.length]!, dueMs);
  }

  #drained(): Promise<void> {
    if (this.#inFlight === 0) return Promise.resolve();
    return new Promise((resolve) => (this.#onDone = resolve));
  }
}

/** For the answers that are under way in the end. */
const PATIENCE_MS = 20_000;
const NOTHING = Buffer.alloc(0);

class Connection {
  readonly opened: Promise<void>;
  readonly #socket: Socket;
  readonly #onAnswer: (connection: Connection, status: number) => void;
  #received: Buffer = NOTHING;
  #awaitedBytes = 0;
  dueMs = 0;
  sentMs = 0;

  constructor(port: number, onAnswer: (connection: Connection, status: number) => void) {
    this.#onAnswer = onAnswer;
    this.#socket = connect(port, '127.0.0.1');
    this.#socket.setNoDelay(true).on('data', (chunk: Buffer) => this.#receive(chunk));
    this.opened = new Promise((resolve, reject) => this.#socket.once('connect', resolve).on('error', reject));
  }

  send(message: Buffer, dueMs: number): void {
    this.dueMs = dueMs;
    this.sentMs = performance.now();
    this.#socket.write(message);
  }

  close(): void {
    this.#socket.destroy();
  }

  #receive(chunk: Buffer): void {
    this.#received = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk]);
    if (this.#awaitedBytes === 0) this.#awaitedBytes = answerBytes(this.#received);
    if (this.#awaitedBytes === 0 || this.#received.length < this.#awaitedBytes) return;
    const status = Number(this.#received.toString('latin1', 9, 12));
    this.#received = this.#received.subarray(this.#awaitedBytes);
    this.#awaitedBytes = 0;
    this.#onAnswer(this, status);
  }
}

/** Head and body; 0 while the head is not here yet. */
function answerBytes(received: Buffer): number {
  const headEnd = received.indexOf('\r\n\r\n');
  if (headEnd === -1) return 0;
  const head = received.toString('latin1', 0, headEnd).toLowerCase();
  const length = Number(/content-length: (\d+)/.exec(head)?.[1]);
  return headEnd + 4 + length;
}

function messageOf(path: string, body: string): Buffer {
  const head = [
    `POST ${path} HTTP/1.1`,
    'host: 127.0.0.1',
    'accept: */*',
    'user-agent: bench',
    'content-type: application/json',
    `content-length: ${Buffer.byteLength(body)}`,
  ];
  return Buffer.from(`${head.join('\r\n')}\r\n\r\n${body}`);
}

/** Waking a sleeping reader costs the writer 10 µs: a slow server would be charged for it, a fast one not. */
function stayAwake(isOver: () => boolean): void {
  if (!isOver()) setImmediate(() => stayAwake(isOver));
}

process.on('message', (request: LoadRequest) => {
  new Load(request).run().then(
    (value) => process.send?.({ value }),
    (error: unknown) => process.send?.({ error: String(error) }),
  );
});
process.on('disconnect', () => process.exit(0));
process.send?.({ value: null });
