import {
  createSecureServer,
  createServer,
  type IncomingHttpHeaders,
  type ServerHttp2Session,
  type ServerHttp2Stream,
  type ServerOptions,
} from 'node:http2';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { frameMessage, MessageReader } from '../../src/platform/network/grpc';

/** One call at a scripted server. */
export class ScriptedCall {
  readonly path: string;
  /** Resolves with the request message once it is complete. */
  readonly request: Promise<Buffer>;

  constructor(
    readonly stream: ServerHttp2Stream,
    readonly headers: IncomingHttpHeaders,
  ) {
    this.path = headers[':path'] ?? '';
    this.request = readRequest(stream);
    stream.on('error', () => undefined);
  }

  get session(): ServerHttp2Session {
    return this.stream.session as ServerHttp2Session;
  }

  /** Sends a message. Returns false when flow control holds it back. */
  send(message: Uint8Array): boolean {
    return this.sendRaw(frameMessage(message));
  }

  sendRaw(bytes: Uint8Array): boolean {
    this.open();
    return this.stream.write(bytes);
  }

  open(): void {
    if (!this.stream.headersSent) {
      this.stream.respond({ ':status': 200, 'content-type': 'application/grpc' }, { waitForTrailers: true });
    }
  }

  /** Ends with trailers, after any messages. */
  end(status = 0, trailers: Record<string, string> = {}): void {
    if (this.stream.destroyed) return;
    this.open();
    this.stream.on('wantTrailers', () =>
      this.stream.sendTrailers({ 'grpc-status': String(status), ...trailers }),
    );
    this.stream.end();
  }

  /** Ends with a single HEADERS frame. */
  endAtOnce(headers: Record<string, string | number>): void {
    this.stream.respond({ ':status': 200, ...headers }, { endStream: true });
  }

  reset(code: number): void {
    this.stream.close(code);
  }
}

export interface ScriptedServer {
  readonly endpoint: string;
  readonly port: number;
  /** All sessions ever opened, in order. */
  readonly sessions: readonly ServerHttp2Session[];
  readonly calls: readonly ScriptedCall[];
  close(): Promise<void>;
}

export interface ScriptedServerOptions extends ServerOptions {
  readonly tls?: { readonly key: string; readonly cert: string };
  readonly port?: number;
}

/** Starts a real HTTP/2 server that answers each call as the test defines. */
export async function startGrpcServer(
  onCall: (call: ScriptedCall, index: number) => void | Promise<void>,
  options: ScriptedServerOptions = {},
): Promise<ScriptedServer> {
  const sessions: ServerHttp2Session[] = [];
  const calls: ScriptedCall[] = [];
  const server =
    options.tls === undefined ? createServer(options) : createSecureServer({ ...options, ...options.tls });
  server.on('session', (session) => {
    session.on('error', () => undefined);
    sessions.push(session);
  });
  server.on('stream', (stream, headers) => {
    const call = new ScriptedCall(stream, headers);
    calls.push(call);
    void onCall(call, calls.length - 1);
  });
  server.listen(options.port ?? 0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    endpoint: `127.0.0.1:${port}`,
    port,
    sessions,
    calls,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const session of sessions) session.destroy();
      }),
  };
}

/** Resolves when the client has received everything that the server has sent it so far. */
export async function answersPing(session: ServerHttp2Session): Promise<void> {
  await new Promise<void>((resolve, reject) =>
    session.ping((error) => (error === null ? resolve() : reject(error))),
  );
}

function readRequest(stream: ServerHttp2Stream): Promise<Buffer> {
  return new Promise((resolve) => {
    const reader = new MessageReader(1 << 28, resolve);
    stream.on('data', (chunk: Buffer) => reader.push(chunk));
  });
}
