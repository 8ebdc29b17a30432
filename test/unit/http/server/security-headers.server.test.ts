import { STATUS_CODES } from 'node:http';
import { jsonResponse } from '../../../../src/http/endpoint';
import { documentationEndpoints } from '../../../../src/http/openapi/documentation-endpoints';
import { builtInVocabulary } from '../../../support/described-endpoints';
import { until } from '../../../support/until';
import {
  echoEndpoint,
  sendRaw,
  startTestServer,
  type Answer,
  type TestServer,
} from '../../../support/http-server';

const HEADERS: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=63072000',
};
const POLICY = "default-src 'none'; frame-ancestors 'none'";
const POST = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' };

const servers: TestServer[] = [];
const held: (() => void)[] = [];
afterEach(async () => {
  for (const release of held.splice(0)) release();
  for (const { server } of servers.splice(0)) await server.drain();
});

/** Answers at once on one route, and on another only when the test is over. */
async function start(config: object = {}): Promise<TestServer> {
  const slow = echoEndpoint({
    method: 'GET',
    path: '/slow',
    operationId: 'slow',
    request: {},
    handle: () => new Promise((resolve) => void held.push(() => resolve(jsonResponse({})))),
  });
  const plain = echoEndpoint({ path: '/plain', highVolume: false, operationId: 'plain' });
  const endpoints = [echoEndpoint(), plain, slow];
  const started = await startTestServer(
    [...endpoints, ...documentationEndpoints(endpoints, { names: builtInVocabulary() })],
    { config },
  );
  servers.push(started);
  return started;
}

function expectAll({ status, headers }: Answer, expected: number): void {
  expect(status).toBe(expected);
  expect(headers).toMatchObject({
    ...HEADERS,
    'cache-control': 'no-store',
    'content-security-policy': POLICY,
  });
  for (const name of ['server', 'x-powered-by', 'etag']) expect(headers).not.toHaveProperty(name);
}

it.each([
  ['a high-volume endpoint', { ...POST, path: '/v1/echo/x' }, 200],
  ['a failure of it', { ...POST, path: '/v1/echo/x', body: '{' }, 400],
  ['an endpoint behind Express', { path: '/openapi.json' }, 200],
  ['a failure of it', { ...POST, path: '/plain', headers: {} }, 415],
  ['no route', { path: '/.git/config' }, 404],
  ['a path that cannot be decoded', { ...POST, path: '/v1/echo/%' }, 400],
  ['a method that the route does not have', { method: 'DELETE', path: '/plain' }, 405],
  ['OPTIONS', { method: 'OPTIONS', path: '/plain' }, 204],
  ['HEAD', { method: 'HEAD', path: '/openapi.json' }, 200],
])('every answer has the security headers: %s', async (_name, request, status) => {
  expectAll(await (await start()).send(request), status);
});

it('a rejection because of overload has the security headers', async () => {
  const { server, send } = await start({ requestsInFlightMax: 1 });
  void send({ path: '/slow' }).catch(() => undefined);
  await until(() => server.inFlight === 1);
  expectAll(await send({ ...POST, path: '/v1/echo/x' }), 503);
});

it.each([
  ['what is no HTTP', 'GET \r\n\r\n', 400],
  ['headers that are too large', `GET / HTTP/1.1\r\nhost: x\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`, 431],
])('the rejection of %s has the security headers', async (_name, text, status) => {
  const { port } = await start();
  const [head = ''] = (await sendRaw(port, text)).split('\r\n\r\n');
  const [line, ...headers] = head.split('\r\n');
  expect(line).toBe(`HTTP/1.1 ${status} ${STATUS_CODES[status]}`);
  for (const [name, value] of Object.entries(HEADERS)) expect(headers).toContain(`${name}: ${value}`);
  expect(headers).toContain(`content-security-policy: ${POLICY}`);
  expect(headers).toContain('cache-control: no-store');
  expect(headers).toContain('connection: close');
});

it('the HTML page may have its style, and nothing else', async () => {
  const { headers } = await (await start()).send({ path: '/' });
  expect(headers).toMatchObject(HEADERS);
  expect(headers['content-security-policy']).toBe(
    "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
  );
});
