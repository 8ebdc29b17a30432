import { connect, type Socket } from 'node:net';

/** A request that a server has begun to read, and whose last byte it waits for. */
export class OpenRequest {
  readonly #socket: Socket;
  #answer = '';

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.setEncoding('utf8').on('data', (chunk: string) => (this.#answer += chunk));
  }

  /** Resolves when the server has taken the request on: it answers `100 Continue`. */
  static async begin(port: number, path: string): Promise<OpenRequest> {
    const request = new OpenRequest(connect(port, '127.0.0.1'));
    const headers = [
      'host: localhost',
      'content-type: application/json',
      'content-length: 2',
      'expect: 100-continue',
    ];
    request.#socket.write(`POST ${path} HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n`);
    await new Promise((resolve, reject) => request.#socket.once('data', resolve).once('error', reject));
    return request;
  }

  /** Sends what is missing. Resolves with the status of the answer when the server has closed the connection; 0 without one. */
  async end(): Promise<number> {
    const closed = new Promise((resolve) => this.#socket.once('close', resolve));
    this.#socket.on('error', () => undefined).write('{}');
    await closed;
    return Number(/\r\n\r\nHTTP\/1\.1 (\d+)/.exec(this.#answer)?.[1] ?? 0);
  }
}
