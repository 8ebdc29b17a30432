import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { connect } from 'node:net';
import { Writable } from 'node:stream';
import type { Config } from '../../src/config/index';
import { DEFAULTS } from '../../src/config/defaults';
import type { AccessGate } from '../../src/http/access/access-gate';
import { jsonResponse, type Endpoint } from '../../src/http/endpoint';
import { HttpServer } from '../../src/http/server/http-server';
import { systemClock } from '../../src/platform/time/clock';
import { createLogger } from '../../src/platform/telemetry/logger';
import { createMetrics, type Metrics } from '../../src/platform/telemetry/metrics';
import { NO_TRACING } from '../../src/platform/telemetry/tracing';

export interface TestServer {
  readonly server: HttpServer;
  readonly metrics: Metrics;
  readonly port: number;
  readonly logLines: () => readonly Record<string, unknown>[];
  readonly send: (options: SendOptions) => Promise<Answer>;
}

export interface SendOptions {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  /** Fails if nothing arrives for so many milliseconds. Default: waits indefinitely. */
  readonly timeoutMs?: number;
  /** Closes the connection when it is aborted. */
  readonly signal?: AbortSignal | undefined;
}

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  /** The body as JSON. */
  readonly json: Record<string, unknown>;
}

export interface TestServerOptions {
  readonly fastPath?: boolean;
  readonly config?: Partial<Config['http']>;
  readonly logLevel?: string;
  /** Default: allows all requests. */
  readonly gate?: AccessGate;
  /** Default: the server has no console. */
  readonly consoleFiles?: Endpoint;
  /** Whether the server listens. If false, connections come through `takeConnection` only. Default: true. */
  readonly listens?: boolean;
}

/** Limits that reject no request because the machine is busy. */
const PATIENT = { requestTimeoutMs: 30_000, shedding: { ...DEFAULTS.http.shedding, enabled: false } };

/** Starts a server with the real request pipeline around the given endpoints. */
export async function startTestServer(
  endpoints: readonly Endpoint[],
  {
    fastPath = true,
    config = {},
    logLevel = 'debug',
    gate,
    consoleFiles,
    listens = true,
  }: TestServerOptions = {},
): Promise<TestServer> {
  const lines: string[] = [];
  const destination = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(chunk.toString());
      done();
    },
  });
  const metrics = await createMetrics({ resource: {}, target: undefined, intervalMs: 60_000 });
  const server = new HttpServer({
    endpoints,
    consoleFiles,
    fastPath,
    config: { ...DEFAULTS.http, ...PATIENT, drainTimeoutMs: 500, ...config, port: 0 },
    clock: systemClock,
    logger: createLogger({ level: logLevel, service: 'test', destination }),
    metrics,
    tracing: NO_TRACING,
    ...(gate !== undefined && { gate }),
  });
  const { port } = listens ? await server.listen() : { port: 0 };
  return {
    server,
    metrics,
    port,
    logLines: () => lines.map((line) => JSON.parse(line) as Record<string, unknown>),
    send: (options) => send(port, options),
  };
}

export function send(
  port: number,
  { method = 'GET', path, headers = {}, body, timeoutMs = 0, signal }: SendOptions,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port, method, path, headers, agent: false, signal };
    const req = httpRequest(options, (res) => {
      const chunks: Buffer[] = [];
      res.on('data', (chunk: Buffer) => chunks.push(chunk));
      res.on('error', reject);
      res.on('end', () => {
        const whole = Buffer.concat(chunks);
        resolve({
          status: res.statusCode ?? 0,
          headers: res.headers,
          body: whole,
          get json() {
            return JSON.parse(whole.toString()) as Record<string, unknown>;
          },
        });
      });
    });
    req.setTimeout(timeoutMs, () => req.destroy(new Error(`no answer within ${timeoutMs} ms`)));
    req.on('error', reject);
    req.end(body);
  });
}

export function sendJson(port: number, path: string, value: unknown, method = 'POST'): Promise<Answer> {
  const headers = { 'content-type': 'application/json' };
  return send(port, { method, path, headers, body: JSON.stringify(value) });
}

/** Writes bytes as they are and resolves with what comes back until the connection ends. */
export function sendRaw(port: number, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    let answer = '';
    socket.setEncoding('utf8');
    socket.on('data', (chunk: string) => (answer += chunk));
    socket.on('end', () => socket.end());
    socket.on('close', () => resolve(answer));
    socket.on('error', reject);
  });
}

/** Returns a high-volume endpoint that echoes its request. */
export function echoEndpoint(over: Partial<Endpoint> = {}): Endpoint {
  return {
    method: 'POST',
    path: '/v1/echo/{id}',
    operationId: 'echo',
    summary: 'Echo',
    tag: 'Operation',
    access: 'public',
    highVolume: true,
    parameters: [{ in: 'query', name: 'limit', description: '', schema: { type: 'integer' } }],
    request: { 'application/json': {}, 'application/x-protobuf': {} },
    response: {
      status: 200,
      description: '',
      forms: { 'application/json': {}, 'application/x-protobuf': {} },
    },
    errors: [],
    handle(request) {
      if (request.accepted === 'application/x-protobuf') {
        return { status: 200, mediaType: request.accepted, body: request.body };
      }
      const body = request.mediaType === 'application/json' ? request.json() : request.body.toString('hex');
      return jsonResponse({ id: request.param('id'), limit: request.integer('limit', 1, 10) ?? null, body });
    },
    ...over,
  };
}
