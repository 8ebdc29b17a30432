/** By hand, since the usual generators of load cost more per request than what is measured here. */
import { connect, type Socket } from 'node:net';

export interface ConnectionEvents {
  /** It is open and has no request in flight: at first, after an answer, and when it was opened again. */
  onIdle(connection: LoadConnection): void;
  onAnswer(connection: LoadConnection, status: number): void;
  /** The server has closed it. It is opened again. */
  onLost(connection: LoadConnection, wasInFlight: boolean): void;
  onRefused(error: Error): void;
}

const NOTHING = Buffer.alloc(0);

/** A keep-alive connection with one request at a time, opened again whenever the server closes it. */
export class LoadConnection {
  readonly #port: number;
  readonly #events: ConnectionEvents;
  #socket: Socket | undefined;
  #received: Buffer = NOTHING;
  #awaitedBytes = 0;
  #isInFlight = false;
  #isClosed = false;
  dueMs = 0;
  sentMs = 0;

  constructor(port: number, events: ConnectionEvents) {
    this.#port = port;
    this.#events = events;
  }

  open(): Promise<void> {
    const socket = connect(this.#port, '127.0.0.1');
    this.#socket = socket;
    socket.setNoDelay(true).on('data', (chunk: Buffer) => this.#receive(socket, chunk));
    return new Promise((resolve) => {
      const onRefused = (error: Error): void => this.#events.onRefused(error);
      socket.once('error', onRefused);
      socket.once('connect', () => {
        socket.off('error', onRefused);
        // A reset is a loss like any other.
        socket.on('error', () => undefined).once('close', () => this.#lose(socket));
        this.#events.onIdle(this);
        resolve();
      });
    });
  }

  send(message: Buffer, dueMs: number): void {
    this.#isInFlight = true;
    this.dueMs = dueMs;
    this.sentMs = performance.now();
    this.#socket?.write(message);
  }

  close(): void {
    this.#isClosed = true;
    this.#socket?.destroy();
  }

  /** Once for each socket. */
  #lose(socket: Socket): void {
    if (socket !== this.#socket) return;
    this.#socket = undefined;
    this.#received = NOTHING;
    this.#awaitedBytes = 0;
    const wasInFlight = this.#isInFlight;
    this.#isInFlight = false;
    socket.destroy();
    if (this.#isClosed) return;
    this.#events.onLost(this, wasInFlight);
    void this.open();
  }

  #receive(socket: Socket, chunk: Buffer): void {
    if (socket !== this.#socket) return;
    // No request asked for it: a 408 for a connection that has been idle for long. The server closes it next.
    if (!this.#isInFlight) return this.#lose(socket);
    this.#received = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk]);
    if (this.#awaitedBytes === 0) this.#awaitedBytes = answerBytes(this.#received);
    if (this.#awaitedBytes === 0 || this.#received.length < this.#awaitedBytes) return;
    const status = Number(this.#received.toString('latin1', 9, 12));
    const isLast = isClosing(this.#received);
    this.#received = this.#received.subarray(this.#awaitedBytes);
    this.#awaitedBytes = 0;
    this.#isInFlight = false;
    this.#events.onAnswer(this, status);
    if (isLast) this.#lose(socket);
    else this.#events.onIdle(this);
  }
}

const headEndOf = (received: Buffer): number => received.indexOf('\r\n\r\n');

function headOf(received: Buffer): string {
  return received.toString('latin1', 0, headEndOf(received)).toLowerCase();
}

/** Head and body, which has a length in bytes or is not there; 0 while the head is not here yet. */
function answerBytes(received: Buffer): number {
  const headEnd = headEndOf(received);
  if (headEnd === -1) return 0;
  const length = /content-length: (\d+)/.exec(headOf(received))?.[1];
  return headEnd + 4 + Number(length ?? 0);
}

function isClosing(received: Buffer): boolean {
  return headOf(received).includes('\r\nconnection: close');
}

export function messageOf(path: string, body: string): Buffer {
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
