import { createClient, type Client, type ClientOptions } from '../../src/client/index';
import type { DefaultSchema } from '../../src/client/schema';
import { VirtualClock } from './virtual-clock';

export interface SentRequest {
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly signal: AbortSignal;
}

/** Returns the answer to a request, by its number from 0. It may wait, or throw as `fetch` does. */
export type Responder = (request: SentRequest, index: number) => Response | Promise<Response>;

/** Returns an answer in JSON. */
export function json(value: unknown, init: ResponseInit = {}): Response {
  return new Response(JSON.stringify(value), {
    status: 200,
    ...init,
    headers: { 'content-type': 'application/json', ...(init.headers as Record<string, string>) },
  });
}

/** Returns a failure, as the server sends it. */
export function problem(status: number, code: string, headers: Record<string, string> = {}): Response {
  const body = {
    type: `urn:tidemark:error:${code}`,
    title: code,
    status,
    detail: `failed: ${code}`,
    code,
    requestId: 'r',
  };
  return json(body, { status, headers: { 'content-type': 'application/problem+json', ...headers } });
}

export interface ScriptedClient {
  readonly client: Client<DefaultSchema>;
  readonly clock: VirtualClock;
  readonly sent: readonly SentRequest[];
}

/** Client on a virtual clock whose requests a function answers. Random numbers are 0.5. */
export function scriptedClient(respond: Responder, options: Partial<ClientOptions> = {}): ScriptedClient {
  const clock = new VirtualClock();
  const sent: SentRequest[] = [];
  const client = createClient({
    url: 'http://tidemark.test/base/',
    runtime: {
      nowMs: () => clock.monotonicMs(),
      random: () => 0.5,
      schedule: (run, delayMs) => clock.schedule(delayMs, run),
    },
    fetch: async (input, init) => {
      const { signal } = init as { readonly signal: AbortSignal };
      const text = init?.body as string | undefined;
      const request = {
        method: init?.method ?? 'GET',
        path: (input as string).replace('http://tidemark.test/base', ''),
        headers: init?.headers as Record<string, string>,
        body: text === undefined ? undefined : (JSON.parse(text) as unknown),
        signal,
      };
      sent.push(request);
      return respond(request, sent.length - 1);
    },
    ...options,
  });
  return { client, clock, sent };
}

/** Never answers, and fails once the call is cancelled, as `fetch` does. */
export function silence({ signal }: SentRequest): Promise<Response> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
}
