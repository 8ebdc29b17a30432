import { connect } from 'node:net';

/** Longer than any answer takes on a busy machine. */
const PATIENCE_MS = 60_000;

/** Outcome of a connection: what the server sent until it closed the connection, an error code, or `hung`. */
export type Outcome = { readonly text: string } | { readonly error: string };

/** Opens a connection, writes the text, and resolves when the connection is closed or nothing has come for a minute. */
export function exchange(port: number, text: string): Promise<Outcome> {
  return new Promise((resolve) => {
    let received = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(text)).setEncoding('utf8');
    socket.setTimeout(PATIENCE_MS, () => {
      resolve({ error: 'hung' });
      socket.destroy();
    });
    socket.on('data', (chunk: string) => (received += chunk));
    socket.on('error', (error: NodeJS.ErrnoException) => resolve({ error: error.code ?? error.message }));
    socket.on('close', () => resolve({ text: received }));
  });
}

/** Clients that open one connection after the other, with one request on each. */
export class ConnectingClients {
  readonly outcomes: Outcome[] = [];
  /** Pause of each client after an answer, in milliseconds. Without one, clients use all the processor time that there is. */
  pauseMs = 0;
  readonly #ended: Promise<unknown>;
  #stopped = false;

  constructor(port: number, request: string, count: number) {
    this.#ended = Promise.all(Array.from({ length: count }, () => this.#run(port, request)));
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#ended;
  }

  async #run(port: number, request: string): Promise<void> {
    while (!this.#stopped) {
      this.outcomes.push(await exchange(port, request));
      if (this.pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, this.pauseMs));
    }
  }
}
