/** Checks limits on a server with real connections: each admitted request is released exactly once. */
import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import type { Caller, CallerLimits } from '../../../../src/core/access/caller';
import { TidemarkError } from '../../../../src/errors';
import type { AccessGate } from '../../../../src/http/access/access-gate';
import { createAccessGate } from '../../../../src/http/access/create-access-gate';
import { jsonResponse, type ApiResponse } from '../../../../src/http/endpoint';
import { systemClock } from '../../../../src/platform/time/clock';
import { createMetrics } from '../../../../src/platform/telemetry/metrics';
import { echoEndpoint, startTestServer, type Answer, type TestServer } from '../../../support/http-server';
import { until } from '../../../support/until';

let testServer: TestServer | undefined;
const held: (() => void)[] = [];
afterEach(async () => {
  for (const release of held.splice(0)) release();
  await testServer?.server.drain();
  testServer = undefined;
});

const callerOf = (id: string): Caller => ({ id, scopes: 'all', groups: 'all' });

/** Tokens are the names of callers; the gate's own calls are written down. */
async function start(limits: Readonly<Record<string, CallerLimits>>, config: object = {}) {
  const metrics = await createMetrics({ resource: {}, target: undefined, intervalMs: 60_000 });
  const pending = new Map<string, (caller: Caller) => void>();
  const real = createAccessGate({
    authenticate(id = '') {
      if (id.startsWith('unknown')) throw new TidemarkError('unauthenticated', 'needs a token');
      if (!id.startsWith('new-')) return callerOf(id);
      return new Promise((resolve) => void pending.set(id, resolve));
    },
    limitsOf: (id) => limits[id] ?? {},
    clock: systemClock,
    metrics,
  });
  const calls = { admitted: 0, left: 0 };
  const gate: AccessGate = {
    admit(access, authorization) {
      const admitted = real.admit(access, authorization);
      if (admitted instanceof Promise) return admitted.finally(() => void (calls.admitted += 1));
      calls.admitted += 1;
      return admitted;
    },
    release(caller) {
      calls.left += 1;
      real.release(caller);
    },
  };
  const access = 'counts:read' as const;
  const get = { method: 'GET', access, request: {}, highVolume: true } as const;
  const quick = echoEndpoint({
    ...get,
    path: '/quick',
    operationId: 'quick',
    handle: () => jsonResponse({}),
  });
  const slow = echoEndpoint({
    ...get,
    path: '/slow',
    operationId: 'slow',
    handle: () => new Promise<ApiResponse>((resolve) => void held.push(() => resolve(jsonResponse({})))),
  });
  const parked = echoEndpoint({
    ...get,
    path: '/parked',
    operationId: 'parked',
    async handle(request) {
      await request.wait(60_000, () => new Promise<void>((resolve) => void held.push(resolve)));
      return jsonResponse({});
    },
  });
  const late: unknown[] = [];
  const lateParked = echoEndpoint({
    ...get,
    path: '/late',
    operationId: 'late',
    async handle(request) {
      await new Promise<void>((resolve) => void held.push(resolve));
      late.push(request.callOptions.signal.aborted);
      await request.wait(60_000, async () => void late.push('waits')).catch(() => late.push('does not wait'));
      return jsonResponse({});
    },
  });
  testServer = await startTestServer([quick, slow, parked, lateParked], { gate, config, logLevel: 'silent' });
  const { server, port } = testServer;
  const ask = (path: string, id: string): Promise<Answer> =>
    testServer!.send({ path, headers: { authorization: id } });
  return { server, port, pending, calls, late, ask };
}

/** Limits callers to one request at a time: the next one is admitted only if the previous one was released. */
const ONE = { ads: { requestsInFlightMax: 1 } };

describe('An admitted request', () => {
  it.each(['/quick', '/slow'])('the request is released when it is answered: %s', async (path) => {
    const { calls, ask } = await start(ONE);
    for (let each = 1; each <= 3; each++) {
      const answer = ask(path, 'ads');
      if (path === '/slow') {
        await until(() => held.length === 1);
        expect((await ask('/quick', 'ads')).json).toMatchObject({ code: 'rate_limited' });
        held.pop()!();
      }
      expect((await answer).status).toBe(200);
      await until(() => calls.left === each);
    }
    expect(calls).toEqual({ admitted: 3, left: 3 });
  });

  it('the request is released when it has failed', async () => {
    const { calls, ask } = await start(ONE);
    for (let each = 1; each <= 3; each++) {
      expect((await ask('/quick?unknown=1', 'ads')).status).toBe(400);
      await until(() => calls.left === each);
    }
  });

  it('the request is released when its deadline has passed', async () => {
    const { calls, ask } = await start(ONE, { requestTimeoutMs: 30 });
    expect((await ask('/slow', 'ads')).json).toMatchObject({ code: 'deadline_exceeded' });
    await until(() => calls.left === 1);
    expect((await ask('/quick', 'ads')).status).toBe(200);
  });

  it('the request is released when the client closes the connection', async () => {
    const { port, calls, ask } = await start(ONE);
    const gone = httpRequest({ port, path: '/slow', headers: { authorization: 'ads' } });
    gone.on('error', () => undefined).end();
    await until(() => held.length === 1);
    gone.destroy();
    await until(() => calls.left === 1);
    expect((await ask('/quick', 'ads')).status).toBe(200);
    await until(() => calls.left === 2);
  });

  it('the request is released when the client closes the connection during authentication', async () => {
    const { port, server, pending, calls, ask } = await start({ 'new-ads': { requestsInFlightMax: 1 } });
    const gone = httpRequest({ port, path: '/slow', headers: { authorization: 'new-ads' } });
    gone.on('error', () => undefined).end();
    await until(() => pending.size === 1);
    gone.destroy();
    await until(() => server.inFlight === 0);
    pending.get('new-ads')!(callerOf('new-ads'));
    await until(() => calls.left === 1);
    pending.clear();
    const next = ask('/quick', 'new-ads');
    await until(() => pending.size === 1);
    pending.get('new-ads')!(callerOf('new-ads'));
    expect((await next).status).toBe(200);
    await until(() => calls.left === 2);
  });

  it('the request is released when its connection closes before its turn', async () => {
    const { port, server, calls } = await start({});
    const socket = connect(port, '127.0.0.1');
    const head = 'HTTP/1.1\r\nhost: x\r\nauthorization: ads\r\n\r\n';
    socket.on('error', () => undefined).write(`GET /slow ${head}GET /slow ${head}GET /quick ${head}`);
    await until(() => server.openCount === 3 && calls.admitted === 1);
    socket.destroy();
    await until(() => server.openCount === 0);
    expect([calls.admitted, calls.left]).toEqual([1, 1]);
  });

  it('a request counts towards the limit while it waits for a change', async () => {
    const { server, calls, ask } = await start(ONE);
    const waiting = ask('/parked', 'ads');
    await until(() => held.length === 1 && server.inFlight === 0);
    expect((await ask('/quick', 'ads')).json).toMatchObject({ code: 'rate_limited' });
    expect(calls.left).toBe(0);
    held.pop()!();
    expect((await waiting).status).toBe(200);
    await until(() => calls.left === 1);
    expect((await ask('/quick', 'ads')).status).toBe(200);
  });
});

describe('A request that is over', () => {
  it.each(['the caller has gone', 'its deadline has passed'])(
    'the request does not begin to wait: %s',
    async (why) => {
      const { port, server, calls, late } = await start(
        ONE,
        why.includes('deadline') ? { requestTimeoutMs: 30 } : {},
      );
      const request = httpRequest({ port, path: '/late', headers: { authorization: 'ads' } });
      request.on('error', () => undefined).end();
      await until(() => held.length === 1);
      if (why.includes('gone')) request.destroy();
      await until(() => calls.left === 1);
      held.pop()!();
      await until(() => late.length === 2);
      expect(late).toEqual([true, 'does not wait']);
      expect(server.inFlight).toBe(0);
    },
  );
});

describe('A request that was not admitted', () => {
  it('the request is not released either: unauthenticated, rejected by a limit, or shed', async () => {
    const { server, calls, ask } = await start(ONE, { requestsInFlightMax: 1 });
    expect((await ask('/quick', 'unknown')).status).toBe(401);
    const first = ask('/slow', 'ads');
    await until(() => held.length === 1);
    expect((await ask('/quick', 'other')).json).toMatchObject({ code: 'overloaded' });
    expect(calls).toEqual({ admitted: 1, left: 0 });
    held.pop()!();
    expect((await first).status).toBe(200);
    await until(() => server.inFlight === 0);
    expect(calls).toEqual({ admitted: 1, left: 1 });
  });
});

describe('A greedy caller', () => {
  const GREEDY = { requestsPerSecond: 20, burst: 20 };

  it('the greedy caller gets its rate, and a caller within its rate is always answered', async () => {
    const limits = { greedy: GREEDY, modest: { requestsPerSecond: 1_000, burst: 50 } };
    const { ask } = await start(limits);
    const startedMs = performance.now();
    const greedy: Promise<Answer>[] = [];
    for (let round = 0; round < 10; round++) {
      for (let each = 0; each < 10; each++) greedy.push(ask('/quick', 'greedy'));
      expect((await ask('/quick', 'modest')).status).toBe(200);
    }
    const answers = await Promise.all(greedy);
    const most = GREEDY.burst + ((performance.now() - startedMs) / 1_000) * GREEDY.requestsPerSecond;
    const answered = answers.filter(({ status }) => status === 200).length;
    expect(answered).toBeGreaterThanOrEqual(GREEDY.burst);
    expect(answered).toBeLessThanOrEqual(most + 1);
    for (const { status, json: problem, headers } of answers.filter(({ status }) => status !== 200)) {
      expect([status, problem['code'], headers['retry-after']]).toEqual([429, 'rate_limited', '1']);
    }
  });

  it('the greedy caller cannot take all request slots of the server', async () => {
    const limits = { greedy: { requestsInFlightMax: 5 } };
    const { server, ask } = await start(limits, { requestsInFlightMax: 10 });
    const greedy = Array.from({ length: 50 }, () => ask('/slow', 'greedy'));
    await until(() => held.length === 5);
    await until(() => server.inFlight === 5);
    expect((await ask('/quick', 'modest')).status).toBe(200);
    for (const release of held.splice(0)) release();
    const statuses = (await Promise.all(greedy)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(5);
  });
});
