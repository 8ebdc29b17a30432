import { getEventListeners } from 'node:events';
import { isTidemarkError, TidemarkError } from '../../../src/client/index';
import { json, problem, scriptedClient, silence } from '../../support/scripted-fetch';

const OK = (): Response => json({ status: 'ok' });
const cell = { corpus: 'users', id: 'u', dataType: 'profile', subType: 's' } as const;

/** Returns the error of a call, or fails. */
async function errorOf(call: Promise<unknown>): Promise<TidemarkError> {
  const error: unknown = await call.then(
    () => undefined,
    (each: unknown) => each,
  );
  expect(error).toBeInstanceOf(TidemarkError);
  return error as TidemarkError;
}

describe('Calls of the client', () => {
  it('a passing failure is retried after the time that the server asks for and a random delay', async () => {
    const { client, clock, sent } = scriptedClient((_request, index) =>
      index === 0 ? problem(503, 'overloaded', { 'retry-after': '2' }) : OK(),
    );
    const call = client.server.health();
    await clock.advance(2_024);
    expect(sent).toHaveLength(1);
    await clock.advance(1);
    expect(sent).toHaveLength(2);
    expect(await call).toEqual({ status: 'ok' });
    expect(clock.pending).toBe(0);
  });

  it('the delay doubles with each retry, and the last failure is reported', async () => {
    const { client, clock, sent } = scriptedClient(() => problem(503, 'store_unavailable'));
    const failed = errorOf(client.server.health());
    const counts: number[] = [];
    for (const ms of [25, 50, 100, 10_000]) {
      await clock.advance(ms);
      counts.push(sent.length);
    }
    expect(counts).toEqual([2, 3, 4, 4]);
    expect(await failed).toMatchObject({
      code: 'store_unavailable',
      status: 503,
      retryable: true,
      requestId: 'r',
    });
  });

  it('a final failure is not retried', async () => {
    const { client, sent } = scriptedClient(() => problem(400, 'invalid_argument'));
    expect(await errorOf(client.server.health())).toMatchObject({
      code: 'invalid_argument',
      retryable: false,
    });
    expect(sent).toHaveLength(1);
  });

  it('a write without a version is retried only if nothing can have been written', async () => {
    const codes = ['deadline_exceeded', 'overloaded'];
    const { client, clock, sent } = scriptedClient((_request, index) =>
      problem(503, codes[index === 0 ? 1 : 0] as string),
    );
    const failed = errorOf(client.objects.put({ ...cell, value: {} }));
    await clock.advance(10_000);
    expect((await failed).code).toBe('deadline_exceeded');
    expect(sent).toHaveLength(2);
    const versioned = errorOf(client.objects.put({ ...cell, value: {}, timestampMs: 1 }));
    await clock.advance(10_000);
    expect((await versioned).code).toBe('deadline_exceeded');
    expect(sent).toHaveLength(6);
  });

  it('the budget limits retries to a share of the successful calls', async () => {
    let isWell = false;
    const { client, clock, sent } = scriptedClient(() => (isWell ? OK() : problem(503, 'overloaded')), {
      retryBudget: 2,
    });
    const failed = errorOf(client.server.health());
    await clock.advance(10_000);
    await failed;
    expect(sent).toHaveLength(3);
    await errorOf(client.server.health());
    expect(sent).toHaveLength(4);
    isWell = true;
    for (let call = 0; call < 11; call++) await client.server.health();
    isWell = false;
    const again = errorOf(client.server.health());
    await clock.advance(10_000);
    await again;
    expect(sent).toHaveLength(17);
  });

  it('a call ends at its deadline, and sends what is left of it', async () => {
    const { client, clock, sent } = scriptedClient((request, index) =>
      index === 0 ? problem(503, 'overloaded') : silence(request),
    );
    const failed = errorOf(client.server.health({ timeoutMs: 1_000 }));
    await clock.advance(999);
    await clock.advance(1);
    expect(await failed).toMatchObject({ code: 'client_timeout', status: undefined });
    expect(sent.map(({ headers }) => headers['x-request-timeout-ms'])).toEqual(['1000', '975']);
    expect(clock.pending).toBe(0);
  });

  it('no retry begins that the deadline would end before', async () => {
    const { client, clock } = scriptedClient(() => problem(503, 'overloaded', { 'retry-after': '5' }));
    const failed = errorOf(client.server.health({ timeoutMs: 1_000 }));
    await clock.advance(0);
    expect((await failed).code).toBe('overloaded');
  });

  it('the signal of the caller cancels a call, before and while it runs', async () => {
    const { client, clock, sent } = scriptedClient(silence);
    const controller = new AbortController();
    const failed = errorOf(client.server.health({ signal: controller.signal }));
    await clock.advance(1);
    controller.abort(new Error('left the page'));
    expect(await failed).toMatchObject({ code: 'cancelled', cause: new Error('left the page') });
    expect((await errorOf(client.server.health({ signal: controller.signal }))).code).toBe('cancelled');
    expect(sent).toHaveLength(1);
    expect(clock.pending).toBe(0);
  });

  it('a call leaves no listener on the signal of its caller', async () => {
    const { client } = scriptedClient(OK);
    const { signal } = new AbortController();
    await client.server.health({ signal });
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  it('a server that cannot be reached is retried, and reported with its cause', async () => {
    const { client, clock, sent } = scriptedClient(() => Promise.reject(new TypeError('fetch failed')));
    const failed = errorOf(client.counts.query({ userId: 'u', actions: ['click'], windows: ['1d'] }));
    await clock.advance(10_000);
    expect(await failed).toMatchObject({ code: 'connection_failed', cause: new TypeError('fetch failed') });
    expect(sent).toHaveLength(4);
  });

  it('answers of proxies have the code of their status', async () => {
    const { client } = scriptedClient(() => new Response('<html>', { status: 403 }), {});
    expect((await errorOf(client.server.health())).code).toBe('permission_denied');
    const other = scriptedClient(() => new Response('<html>', { status: 418 }));
    expect((await errorOf(other.client.server.health())).code).toBe('invalid_response');
    const text = scriptedClient(() => new Response('{', { headers: { 'content-type': 'application/json' } }));
    expect((await errorOf(text.client.server.health())).code).toBe('invalid_response');
  });

  it('a rejected bearer token is provided again once', async () => {
    const asked: boolean[] = [];
    const { client, sent } = scriptedClient(
      (request) =>
        request.headers['authorization'] === 'Bearer new' ? OK() : problem(401, 'unauthenticated'),
      {
        auth: ({ rejected }) => {
          asked.push(rejected);
          return rejected ? 'new' : 'old';
        },
      },
    );
    await client.server.health();
    expect([asked, sent.length]).toEqual([[false, true], 2]);
    const fixed = scriptedClient(() => problem(401, 'unauthenticated'), { auth: 'old' });
    expect((await errorOf(fixed.client.server.health())).code).toBe('unauthenticated');
    expect(fixed.sent).toHaveLength(1);
  });

  it('each attempt has the headers of the trace, the id of the request and the level of consistency', async () => {
    const { client, sent } = scriptedClient(() => json({ cells: [] }), {
      propagate: (headers) => {
        headers['traceparent'] = '00-trace';
      },
      consistency: 'strict',
    });
    await client.objects.getCell(cell, { requestId: 'mine' });
    const consistency = { level: 'bounded', maxStalenessMs: 5, onUnmet: 'stale' } as const;
    await client.objects.getCell(cell, { consistency, token: 'T' });
    await client.objects.getCell(cell, { token: 'T' });
    const asOf = Date.UTC(2026, 0, 1);
    await client.objects.getCell(cell, { consistency: { level: 'strict', asOf } });
    expect(sent[0]?.headers).toMatchObject({ traceparent: '00-trace', 'x-request-id': 'mine' });
    const levels = sent.map(({ headers }) => headers['tidemark-consistency']);
    const bounded = 'bounded; max-staleness-ms=5; on-unmet=stale';
    expect(levels).toEqual(['strict', bounded, undefined, 'strict; as-of=2026-01-01T00:00:00.000Z']);
  });

  it('errors are distinguished by their codes', async () => {
    const { client } = scriptedClient(() => problem(404, 'object_not_found'));
    const error = await errorOf(client.objects.getCell(cell));
    expect([isTidemarkError(error, 'object_not_found'), isTidemarkError(error, 'overloaded')]).toEqual([
      true,
      false,
    ]);
    expect([isTidemarkError(error), isTidemarkError(new Error('x'))]).toEqual([true, false]);
    expect(await client.objects.value(cell)).toBeUndefined();
  });

  it('an option that is invalid is rejected before anything is sent', async () => {
    const { client, sent } = scriptedClient(OK);
    expect(await errorOf(client.server.health({ timeoutMs: 0 }))).toMatchObject({
      code: 'invalid_option',
      field: 'timeoutMs',
    });
    expect(() => scriptedClient(OK, { url: 'localhost:8080' })).toThrow('http://');
    expect(sent).toHaveLength(0);
  });
});
