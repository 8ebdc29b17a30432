/** Requests that pretend to be for another server. */
import { ALLOW_ALL_LOCALLY } from '../../src/http/access/access-gate';
import { echoEndpoint, sendRaw, startTestServer, type TestServer } from '../support/http-server';

describe('A server on a loopback address without authentication', () => {
  let started: TestServer;
  beforeAll(async () => {
    started = await startTestServer([echoEndpoint()], { gate: ALLOW_ALL_LOCALLY });
  });
  afterAll(() => started.server.drain());

  const ask = (...hosts: readonly string[]): Promise<string> => {
    const lines = hosts.map((host) => `host: ${host}\r\n`).join('');
    const head = `POST /v1/echo/x HTTP/1.1\r\n${lines}content-type: application/json\r\n`;
    return sendRaw(started.port, `${head}content-length: 2\r\nconnection: close\r\n\r\n{}`);
  };

  it.each(['localhost', 'LOCALHOST:8080', '127.0.0.1', '127.0.0.1:8080', '[::1]:8080', '127.1.2.3:1'])(
    'the server answers requests to the host %s',
    async (host) => expect(await ask(host)).toMatch(/^HTTP\/1\.1 200 /),
  );

  it.each([
    'evil.example',
    'evil.example:8080',
    'localhost.evil.example',
    '10.0.0.1',
    '[::2]:80',
    '127.0.0.1.nip.io',
    '',
  ])(
    'the server rejects requests to the host "%s", which a web page may have resolved to this address',
    async (host) => {
      const answer = await ask(host);
      expect(answer).toMatch(/^HTTP\/1\.1 403 [^]*"code":"permission_denied"/);
      expect(answer).toContain('"field":"host"');
    },
  );

  it('the server rejects a request with two hosts', async () => {
    expect(await ask('localhost', 'evil.example')).toMatch(/^HTTP\/1\.1 400 [^]*"code":"malformed_request"/);
  });

  it.each(['http://[', 'http://[/v1/echo/x', 'nonsense'])(
    'the server answers the target %s with a problem',
    async (target) => {
      const answer = await sendRaw(
        started.port,
        `GET ${target} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n`,
      );
      expect(answer).toMatch(/^HTTP\/1\.1 400 [^]*application\/problem\+json[^]*"code":"malformed_request"/);
    },
  );
});
