/** Written by hand, since the usual load generators cost more per request than what is measured here. */
import { connect, type Socket } from 'node:net';
import type { LoadMessage } from './messages';

export interface ConnectionEvents {
  /** Called when it is open and has no request in flight: at first, after an answer, and when it was opened again. */
  onIdle(connection: LoadConnection): void;
  onAnswer(connection: LoadConnection, status: number): void;
  /** Called when the server has closed it. It is opened again. */
  onLost(connection: LoadConnection, wasInFlight: boolean): void;
  onRefused(error: Error): void;
}

const NOTHING = Buffer.alloc(0);

/** A keep-alive connection with one request at a time, opened again whenever the server closes it. */
export class LoadConnection {
  readonly #port: number;
  readonly #events: ConnectionEvents;
  #socket: Socket | undefined;
  /** Bytes of a head that is not complete yet. */
  #received: Buffer = NOTHING;
  #head: AnswerHead | undefined;
  /** Bytes of the body that are still to come. */
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

  /** Runs once for each socket. */
  #lose(socket: Socket): void {
    if (socket !== this.#socket) return;
    this.#socket = undefined;
    this.#received = NOTHING;
    this.#head = undefined;
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
    if (this.#head === undefined) this.#receiveHead(chunk);
    else this.#awaitedBytes -= chunk.length;
    if (this.#head === undefined || this.#awaitedBytes > 0) return;
    const { status, isLast } = this.#head;
    // What follows an answer belongs to no request, either.
    const isOver = isLast || this.#awaitedBytes < 0;
    this.#head = undefined;
    this.#isInFlight = false;
    this.#events.onAnswer(this, status);
    if (isOver) this.#lose(socket);
    else this.#events.onIdle(this);
  }

  #receiveHead(chunk: Buffer): void {
    this.#received = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk]);
    const end = this.#received.indexOf(HEAD_END);
    if (end === -1) return;
    this.#head = parseHead(this.#received.toString('latin1', 0, end));
    this.#awaitedBytes = this.#head.bodyBytes - (this.#received.length - end - HEAD_END.length);
    this.#received = NOTHING;
  }
}

const HEAD_END = '\r\n\r\n';

interface AnswerHead {
  readonly status: number;
  readonly bodyBytes: number;
  /** Whether the connection has no further answers. */
  readonly isLast: boolean;
}

/** An answer without a length ends with its connection. Its body is of no interest, so the connection can be closed at once. */
function parseHead(text: string): AnswerHead {
  const head = text.toLowerCase();
  const length = /\r\ncontent-length: (\d+)/.exec(head)?.[1];
  return {
    status: Number(head.slice(9, 12)),
    bodyBytes: Number(length ?? 0),
    isLast: length === undefined || head.includes('\r\nconnection: close'),
  };
}

export function bytesOf({ method, path, accept = '*/*', body }: LoadMessage): Buffer {
  const head = [
    `${method} ${path} HTTP/1.1`,
    'host: 127.0.0.1',
    `accept: ${accept}`,
    'user-agent: bench',
    ...(body === undefined
      ? []
      : ['content-type: application/json', `content-length: ${Buffer.byteLength(body)}`]),
  ];
  return Buffer.from(`${head.join('\r\n')}${HEAD_END}${body ?? ''}`);
}
