import { Agent, request as httpRequest } from 'node:http';
import type { Answer, SendOptions } from '../../support/http-server';

/** Sends requests one after the other on persistent connections. */
export class Client {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 4 });

  constructor(readonly port: number) {}

  close(): void {
    this.#agent.destroy();
  }

  /** Sends a request. Rejects without an answer. Retries once if the connection was closed as the request began. */
  async send(options: SendOptions): Promise<Answer> {
    try {
      return await this.#sendOnce(options);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ECONNRESET') throw error;
      return this.#sendOnce(options);
    }
  }

  #sendOnce({ method = 'GET', path, headers = {}, body, timeoutMs = 30_000 }: SendOptions): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const { port } = this;
      const agent = this.#agent;
      const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
      const req = httpRequest(
        { host: '127.0.0.1', port, method, path, agent, headers: { ...headers, ...length } },
        (res) => {
          const chunks: Buffer[] = [];
          const isLive = res.headers['content-type']?.startsWith('text/event-stream') === true;
          const complete = (): void => {
            const whole = Buffer.concat(chunks);
            resolve({
              status: res.statusCode ?? 0,
              headers: res.headers,
              body: whole,
              get json() {
                return JSON.parse(whole.toString()) as Record<string, unknown>;
              },
            });
          };
          res.on('data', (chunk: Buffer) => {
            chunks.push(chunk);
            // A live answer lasts for minutes: its first event is enough.
            if (!isLive) return;
            complete();
            res.destroy();
          });
          res.on('error', reject);
          res.on('end', complete);
        },
      );
      req.setTimeout(timeoutMs, () => req.destroy(new Error(`no answer within ${timeoutMs} ms`)));
      req.on('error', reject);
      req.end(body);
    });
  }
}
