import { DEFAULTS } from '../../../../src/config/defaults';
import { TidemarkError, type ErrorCode } from '../../../../src/errors';
import { createAccessGate } from '../../../../src/http/access/create-access-gate';
import type { AccessGate } from '../../../../src/http/access/access-gate';
import { TokenRejected } from '../../../../src/http/access/tokens/token-rejected';
import type { Endpoint } from '../../../../src/http/endpoint';
import { systemClock } from '../../../../src/platform/time/clock';
import { createMetrics } from '../../../../src/platform/telemetry/metrics';
import {
  echoEndpoint,
  startTestServer,
  type SendOptions,
  type TestServer,
} from '../../../support/http-server';
import { until } from '../../../support/until';

const TOKEN = 'a-token-that-no-line-may-have';
const LINES = DEFAULTS.http.refusalLinesPerSecond;
const FLOOD = 4 * LINES;

/** Callers by their tokens: one whose scopes do not suffice, one over its rate, one that may do everything. */
async function gateOfThree(): Promise<AccessGate> {
  return createAccessGate({
    authenticate(authorization) {
      const id = authorization?.split(' ')[2];
      if (id === undefined)
        throw new TokenRejected('bad_signature', 'the signature is not that of its issuer');
      return { id, scopes: id === 'reader' ? new Set() : 'all', groups: 'all' };
    },
    limitsOf: (id) => (id === 'eager' ? { requestsPerSecond: 0.001, burst: 1 } : {}),
    clock: systemClock,
    metrics: await createMetrics({ resource: {}, target: undefined, intervalMs: 60_000 }),
  });
}

describe.each([
  ['high-volume', true],
  ['low-volume', false],
])('The log of failures on a %s route', (_name, highVolume) => {
  const servers: TestServer[] = [];
  afterEach(async () => {
    for (const { server } of servers.splice(0)) await server.drain();
  });

  const start = async (over: Partial<Endpoint> = {}, gate?: AccessGate): Promise<TestServer> => {
    const started = await startTestServer([echoEndpoint({ highVolume, access: 'objects:read', ...over })], {
      logLevel: 'info',
      ...(gate !== undefined && { gate }),
    });
    servers.push(started);
    return started;
  };
  const post = (over: Partial<SendOptions> = {}, headers: Record<string, string> = {}): SendOptions => ({
    method: 'POST',
    path: '/v1/echo/alice',
    headers: { 'content-type': 'application/json', ...headers },
    body: '{}',
    ...over,
  });
  const failing =
    (code: ErrorCode): Endpoint['handle'] =>
    () => {
      throw new TidemarkError(code, 'why');
    };
  const flood = async ({ send, server }: TestServer, request: SendOptions): Promise<void> => {
    await Promise.all(Array.from({ length: FLOOD }, () => send(request)));
    await until(() => server.openCount === 0);
  };

  it.each([
    ['unauthenticated', undefined, undefined],
    ['permission_denied', 'reader', 'reader'],
    ['rate_limited', 'eager', 'eager'],
  ] as const)('a flood of %s leaves a few lines at info, which name the caller', async (code, id, caller) => {
    const server = await start({}, await gateOfThree());
    const authorization = id === undefined ? `Bearer ${TOKEN}` : `Bearer ${TOKEN} ${id}`;
    if (id === 'eager') await server.send(post({}, { authorization }));
    await flood(server, post({ path: `/v1/echo/alice?access_token=${TOKEN}` }, { authorization }));
    const lines = server.logLines().filter((line) => line['code'] === code && 'requestId' in line);
    expect(lines.length).toBeGreaterThan(0);
    // Two seconds of the clock may have passed, on a machine that is busy.
    expect(lines.length).toBeLessThan(FLOOD);
    for (const line of lines) {
      expect(line).toMatchObject({ level: 'info', code, operation: 'echo', msg: 'request rejected' });
      expect(line['caller']).toBe(caller);
      expect(line).not.toHaveProperty('err');
    }
    const text = JSON.stringify(server.logLines());
    expect(text).not.toContain(TOKEN);
    expect(text).not.toContain('alice');
  });

  it('the number of suppressed lines is logged in a line of its own', async () => {
    const server = await start({}, await gateOfThree());
    await flood(server, post());
    await until(() => server.logLines().some(({ suppressed }) => suppressed !== undefined));
    const summary = server.logLines().find(({ suppressed }) => suppressed !== undefined);
    expect(summary).toMatchObject({ level: 'info', code: 'unauthenticated' });
    expect(summary!['suppressed']).toBeLessThanOrEqual(FLOOD - LINES);
  });

  it('an unavailable store leaves a few lines at warn, with the error', async () => {
    const server = await start({ handle: failing('store_unavailable') });
    await flood(server, post());
    const lines = server.logLines().filter(({ level }) => level === 'warn');
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.length).toBeLessThan(FLOOD);
    expect(lines[0]).toMatchObject({ msg: 'request failed', err: { code: 'store_unavailable' } });
  });

  it('an unexpected error is logged each time, with its stack', async () => {
    const server = await start({ handle: failing('internal') });
    await flood(server, post());
    const lines = server.logLines().filter(({ level }) => level === 'error');
    expect(lines).toHaveLength(FLOOD);
    expect(lines[0]).toHaveProperty('err.stack');
  });

  it('a deadline chosen by the client is logged at info without a stack, and counted apart', async () => {
    const server = await start({ handle: () => new Promise(() => undefined) });
    const answer = await server.send(post({}, { 'x-request-timeout-ms': '1' }));
    expect(answer.json['code']).toBe('deadline_exceeded');
    await until(() => server.server.openCount === 0);
    expect(server.logLines()).toHaveLength(1);
    expect(server.logLines()[0]).toMatchObject({
      level: 'info',
      code: 'deadline_exceeded',
      deadline: 'client',
    });
    expect(server.logLines()[0]).not.toHaveProperty('err');
    expect(await countOf(server, 'error_type="deadline_exceeded",deadline="client"')).toBe(1);
  });

  it('a deadline of the server is logged at warn and counted as its own', async () => {
    const handle = failing('deadline_exceeded');
    const server = await start({ handle });
    await server.send(post());
    await until(() => server.server.openCount === 0);
    expect(server.logLines()[0]).toMatchObject({ level: 'warn', deadline: 'server' });
    expect(server.logLines()[0]).toHaveProperty('err');
    expect(await countOf(server, 'error_type="deadline_exceeded",deadline="server"')).toBe(1);
  });
});

describe('The log of shed requests', () => {
  it('a flood of shed requests leaves a few lines a second', async () => {
    const { server, send, logLines } = await startTestServer(
      [echoEndpoint({ handle: () => new Promise(() => undefined) })],
      { logLevel: 'info', config: { requestsInFlightMax: 1, drainTimeoutMs: 50 } },
    );
    const request = {
      method: 'POST',
      path: '/v1/echo/alice',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    };
    void send(request).catch(() => undefined);
    await until(() => server.inFlight === 1);
    const answers = await Promise.all(Array.from({ length: FLOOD }, () => send(request)));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 503));
    const lines = logLines().filter(({ msg }) => msg === 'request rejected');
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.length).toBeLessThan(FLOOD);
    expect(lines[0]).toMatchObject({ level: 'info', code: 'overloaded', operation: 'echo' });
    await server.drain();
  });
});

async function countOf({ metrics }: TestServer, labels: string): Promise<number> {
  const text = await metrics.prometheus();
  const line = text
    .split('\n')
    .find((each) => each.startsWith('http_server_request_duration_seconds_count') && each.includes(labels));
  return Number(line?.split(' ').at(-1) ?? 0);
}
