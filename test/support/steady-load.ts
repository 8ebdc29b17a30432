import { Agent, request } from 'node:http';

/** One request as its sender saw it. */
export interface Sent {
  readonly connection: number;
  readonly startedMs: number;
  readonly outcome: number | string;
}

/** Longer than any answer takes on a busy machine: a connection without an answer fails the test. */
const PATIENCE_MS = 60_000;

/**
 * Persistent connections under constant use, with one request after the other on each, until stopped or until the server is gone.
 */
export class SteadyLoad {
  readonly sent: Sent[] = [];
  /** Pause of each connection after an answer, in milliseconds. Without one, they use all the processor time that there is. */
  pauseMs = 0;
  readonly #port: number;
  readonly #path: string;
  readonly #ended: Promise<unknown>;
  #stopped = false;
  #onSent: () => void = () => undefined;

  constructor(port: number, path: string, connections: number) {
    this.#port = port;
    this.#path = path;
    this.#ended = Promise.all(Array.from({ length: connections }, (_, index) => this.#keepAsking(index)));
  }

  /** Resolves when so many more requests have ended. To look again and again would take a core from who answers. */
  async answered(count: number): Promise<void> {
    const until = this.sent.length + count;
    while (this.sent.length < until) await new Promise<void>((resolve) => (this.#onSent = resolve));
  }

  /** Resolves when the last request has ended. */
  async ended(): Promise<void> {
    await this.#ended;
  }

  stop(): Promise<void> {
    this.#stopped = true;
    return this.ended();
  }

  async #keepAsking(connection: number): Promise<void> {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    while (!this.#stopped) {
      const startedMs = performance.now();
      const outcome = await this.#ask(agent);
      if (outcome === 'ECONNREFUSED') break;
      this.sent.push({ connection, startedMs, outcome });
      this.#onSent();
      if (this.pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, this.pauseMs));
    }
    agent.destroy();
  }

  #ask(agent: Agent): Promise<number | string> {
    return new Promise((resolve) => {
      const req = request({ host: '127.0.0.1', port: this.#port, path: this.#path, agent }, (res) => {
        res.resume().on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
        res.on('end', () => resolve(res.statusCode ?? 0));
      });
      req.setTimeout(PATIENCE_MS, () => req.destroy(new Error('no answer')));
      req.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
      req.end();
    });
  }
}
