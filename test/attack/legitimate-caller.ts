import { performance } from 'node:perf_hooks';
import { Agent, request } from 'node:http';

/** Answers that a caller got during a period. Latencies are milliseconds from the due time of a request to its complete answer. */
export interface Seen {
  readonly requests: number;
  readonly succeeded: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Statuses other than 200, and codes of failed connections. */
  readonly failures: readonly string[];
}

const PER_SECOND = 25;

/**
 * Asks what an ad server would: counts, an object and an event in turn, so many a second, however late the answers are. Each
 * request that is not answered 200 has failed: nothing is asked again.
 */
export async function behave(
  port: number,
  { token, seconds }: { readonly token: string; readonly seconds: number },
): Promise<Seen> {
  const agent = new Agent({ keepAlive: true });
  const startedMs = performance.now();
  const total = seconds * PER_SECOND;
  const asked: Promise<{ readonly ms: number; readonly outcome: string }>[] = [];
  for (let at = 0; at < total; at++) {
    const dueMs = startedMs + (at * 1_000) / PER_SECOND;
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, dueMs - performance.now())));
    const outcome = send(port, { agent, token, at });
    asked.push(outcome.then((outcome) => ({ outcome, ms: performance.now() - dueMs })));
  }
  const answers = await Promise.all(asked);
  agent.destroy();
  const sorted = answers.map(({ ms }) => ms).sort((a, b) => a - b);
  const failures = answers.map(({ outcome }) => outcome).filter((outcome) => outcome !== '200');
  return {
    requests: total,
    succeeded: total - failures.length,
    failures,
    p50Ms: sorted[Math.floor(total * 0.5)]!,
    p99Ms: sorted[Math.floor(total * 0.99)]!,
  };
}

interface Asking {
  readonly agent: Agent;
  readonly token: string;
  readonly at: number;
}

function send(port: number, { agent, token, at }: Asking): Promise<string> {
  const { body, ...what } = REQUESTS[at % REQUESTS.length]!(at);
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  return new Promise((resolve) => {
    const sent = request({ port, host: '127.0.0.1', agent, headers, ...what }, (res) => {
      res.resume();
      res.once('end', () => resolve(String(res.statusCode)));
      res.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    });
    sent.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    sent.end(body);
  });
}

const REQUESTS: readonly ((at: number) => { method: string; path: string; body?: string })[] = [
  () => ({
    method: 'POST',
    path: '/v1/counts:query',
    body: JSON.stringify({
      userId: 'user-1',
      actions: ['impression'],
      windows: ['1d'],
      entities: { ad: '*' },
    }),
  }),
  () => ({ method: 'GET', path: '/v1/schema' }),
  (at) => ({
    method: 'POST',
    path: '/v1/events',
    body: JSON.stringify({
      userId: 'user-1',
      action: 'impression',
      adId: `ad-${at % 20}`,
      campaignId: 'cmp-1',
      insertionId: `insertion-${at}`,
      eventTime: Date.now(),
    }),
  }),
];
