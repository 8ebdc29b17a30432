import type { Endpoint } from '../../../../src/http/endpoint';
import {
  echoEndpoint,
  startTestServer,
  type SendOptions,
  type TestServer,
} from '../../../support/http-server';
import { until } from '../../../support/until';

describe.each([
  ['fast path', true],
  ['Express', false],
])('Telemetry of a request on the %s', (_name, fastPath) => {
  const servers: TestServer[] = [];
  afterEach(async () => {
    for (const { server } of servers.splice(0)) await server.drain();
  });

  const start = async (over: Partial<Endpoint> = {}, logLevel = 'debug'): Promise<TestServer> => {
    const started = await startTestServer([echoEndpoint(over)], { fastPath, logLevel });
    servers.push(started);
    return started;
  };
  const post = (over: Partial<SendOptions> = {}): SendOptions => ({
    method: 'POST',
    path: '/v1/echo/x',
    headers: { 'content-type': 'application/json' },
    body: '{"a":1}',
    ...over,
  });

  it('requests are counted by route, status and code', async () => {
    const { send, metrics, server } = await start();
    await send(post());
    await send(post({ body: 'x' }));
    await send(post({ path: '/nowhere' }));
    await until(() => server.inFlight === 0);
    const text = await metrics.prometheus();
    const count = (labels: string): string | undefined =>
      text
        .split('\n')
        .find(
          (line) => line.startsWith('http_server_request_duration_seconds_count') && line.includes(labels),
        );
    expect(count('http_route="/v1/echo/{id}",http_response_status_code="200"')).toMatch(/ 1$/);
    expect(count('http_response_status_code="400",error_type="malformed_body"')).toMatch(/ 1$/);
    expect(
      count('http_route="unmatched",http_response_status_code="404",error_type="unknown_route"'),
    ).toMatch(/ 1$/);
  });

  it('each request has a log line at debug, with ids, and none above', async () => {
    const quiet = await start({}, 'info');
    await quiet.send(post());
    expect(quiet.logLines()).toEqual([]);
    const loud = await start();
    const answer = await loud.send(post());
    await until(() => loud.logLines().length > 0);
    expect(loud.logLines()[0]).toMatchObject({
      level: 'debug',
      operation: 'echo',
      url: '/v1/echo/x',
      status: 200,
      requestId: answer.headers['x-request-id'],
    });
  });

  it('ids are not in the lines above debug', async () => {
    const { send, logLines, server } = await start({ highVolume: false }, 'info');
    await send(post({ path: '/v1/echo/alice' }));
    await until(() => server.inFlight === 0);
    expect(logLines()[0]).toMatchObject({ level: 'info', route: '/v1/echo/{id}' });
    expect(JSON.stringify(logLines())).not.toContain('alice');
  });
});
