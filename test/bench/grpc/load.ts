/** Closed loops of requests to both ports. Their processor time is that of the benchmark, which is not measured. */
import { Agent, request as httpRequest } from 'node:http';
import { connect, type ClientHttp2Session, type IncomingHttpHeaders } from 'node:http2';
import { frameMessage } from '../../../src/platform/network/grpc';
import { WrongAnswer } from '../harness';
import type { ServicePorts } from './service';

/** One request. `grpc` names a method, the others a path. */
export interface Message {
  readonly path: string;
  readonly method?: 'GET' | 'POST';
  readonly body: Buffer;
  readonly type: 'JSON' | 'protobuf' | 'gRPC';
}

const TYPES = { JSON: 'application/json', protobuf: 'application/x-protobuf' } as const;

export class Load {
  readonly #ports: ServicePorts;
  readonly #agent = new Agent({ keepAlive: true });
  readonly #session: ClientHttp2Session;

  constructor(ports: ServicePorts) {
    this.#ports = ports;
    this.#session = connect(`http://127.0.0.1:${ports.grpc}`, {
      settings: { initialWindowSize: 4 * 1024 * 1024 },
    });
    this.#session.on('connect', () => this.#session.setLocalWindowSize(64 * 1024 * 1024));
  }

  /** Sends a request once and returns the body of the answer, which must be a success. */
  ask(message: Message): Promise<Buffer> {
    return message.type === 'gRPC' ? this.#call(message) : this.#request(message);
  }

  /**
   * Sends requests for the time, so many at once: on connections of their own over HTTP/1.1, on one connection by gRPC.
   * Returns their number.
   */
  async run(messages: readonly Message[], inFlight: number, milliseconds: number): Promise<number> {
    const endMs = performance.now() + milliseconds;
    let sent = 0;
    stayAwake(endMs);
    const loop = async (): Promise<void> => {
      do await this.ask(messages[(sent += 1) % messages.length]!);
      while (performance.now() < endMs);
    };
    await Promise.all(Array.from({ length: inFlight }, loop));
    return sent;
  }

  close(): void {
    this.#agent.destroy();
    this.#session.destroy();
  }

  #request({ path, method = 'POST', body, type }: Message): Promise<Buffer> {
    const mediaType = TYPES[type as keyof typeof TYPES];
    const headers = {
      accept: mediaType,
      ...(method === 'POST' && { 'content-type': mediaType, 'content-length': body.length }),
    };
    return new Promise((resolve, reject) => {
      const options = {
        agent: this.#agent,
        host: '127.0.0.1',
        port: this.#ports.http,
        path,
        method,
        headers,
      };
      const req = httpRequest(options, (res) => {
        const chunks: Buffer[] = [];
        res.on('data', (chunk: Buffer) => chunks.push(chunk));
        res.on('end', () => {
          const answer = Buffer.concat(chunks);
          if (res.statusCode === 200) resolve(answer);
          else reject(new WrongAnswer(`${path} was answered with ${answer.toString()}`));
        });
      });
      req.on('error', reject);
      if (method === 'POST') req.end(body);
      else req.end();
    });
  }

  #call({ path, body }: Message): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      const stream = this.#session.request({
        ':method': 'POST',
        ':path': path,
        'content-type': 'application/grpc',
        te: 'trailers',
        'user-agent': 'bench',
      });
      const chunks: Buffer[] = [];
      let status: unknown;
      stream.on('response', (headers: IncomingHttpHeaders) => (status = headers['grpc-status']));
      stream.on('trailers', (trailers: IncomingHttpHeaders) => (status = trailers['grpc-status']));
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('error', reject);
      stream.on('end', () => {
        if (status === '0') resolve(Buffer.concat(chunks).subarray(5));
        else reject(new WrongAnswer(`${path} ended with status ${String(status)}`));
      });
      stream.end(frameMessage(body));
    });
  }
}

/** Waking a sleeping reader costs the writer processor time: a slow server would be charged for it. */
function stayAwake(endMs: number): void {
  if (performance.now() < endMs) setImmediate(() => stayAwake(endMs));
}
