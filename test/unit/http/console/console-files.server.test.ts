import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib';
import { loadConfig } from '../../../../src/config/index';
import { consoleEndpoint } from '../../../../src/http/console/console-endpoint';
import { readConsoleFiles } from '../../../../src/http/console/console-files';
import { describedEndpoints } from '../../../support/described-endpoints';
import { startTestServer, type TestServer } from '../../../support/http-server';
import { tidemarkError } from '../../../support/tidemark-error';

/** Compressed size of all files of the console together, in bytes. */
const COMPRESSED_MAX = 300_000;

let folder: string;
let server: TestServer;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'console-'));
  const write = (name: string, text: string): void =>
    writeFileSync(join(folder, `${name}.br`), brotliCompressSync(text));
  write('index.html', '<!doctype html><title>page</title>');
  write('main-AB12.js', 'script');
  const consoleFiles = consoleEndpoint(undefined, () => readConsoleFiles(folder));
  server = await startTestServer(describedEndpoints(), { consoleFiles, logLevel: 'silent' });
});

afterAll(async () => {
  await server.server.drain();
  rmSync(folder, { recursive: true });
});

describe('the files of the console', () => {
  it.each(['/console', '/console/', '/console/users/user-1'])(
    'the path %s leads to the page',
    async (path) => {
      const { status, headers, body } = await server.send({ path });
      expect(status).toBe(200);
      expect(headers['content-type']).toBe('text/html; charset=utf-8');
      expect(headers['cache-control']).toBe('no-cache');
      expect(body.toString()).toContain('<title>page</title>');
    },
  );

  it('the page may load files of its server only, and run nothing that is written in it', async () => {
    const { headers } = await server.send({ path: '/console' });
    const policy = String(headers['content-security-policy']).split('; ');
    expect(policy).toEqual(
      expect.arrayContaining([
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "frame-ancestors 'none'",
      ]),
    );
    expect(policy.join()).not.toContain('unsafe');
    expect(headers['x-frame-options']).toBe('DENY');
  });

  it.each([
    ['br, gzip', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
    ['br;q=0, gzip;q=0.5', 'gzip', gunzipSync],
    ['identity', undefined, (bytes: Buffer) => Buffer.from(bytes)],
  ])(
    'a file is sent in the best encoding of "%s", and may be cached for ever',
    async (accepted, encoding, decode) => {
      const { headers, body } = await server.send({
        path: '/console/main-AB12.js',
        headers: { 'accept-encoding': accepted },
      });
      expect(headers['content-encoding']).toBe(encoding);
      expect(headers['cache-control']).toContain('immutable');
      expect(headers['vary']).toBe('accept-encoding');
      expect(decode(body).toString()).toBe('script');
    },
  );

  it('a file of an earlier version is not found, rather than the page in its place', async () => {
    const { status, json } = await server.send({ path: '/console/main-OLD.js' });
    expect([status, json['code']]).toEqual([404, 'unknown_route']);
  });

  it('a path that leaves the folder names no file', async () => {
    const { status, body } = await server.send({ path: '/console/..%2F..%2Fpackage.json' });
    expect([status, body.toString().includes('dependencies')]).toEqual([404, false]);
  });
});

describe('the sign-in of the console', () => {
  const signIn = {
    issuer: 'https://id.example.com/realms/ads',
    clientId: 'console',
    scopes: 'openid',
    parameters: {},
    token: 'access',
  } as const;

  it('adds the origin of the issuer, and nothing else, to what the page may reach', async () => {
    const consoleFiles = consoleEndpoint(signIn, () => readConsoleFiles(folder));
    const other = await startTestServer(describedEndpoints(), { consoleFiles, logLevel: 'silent' });
    const policyOf = async ({ send }: TestServer): Promise<string[]> => {
      const { headers } = await send({ path: '/console' });
      return String(headers['content-security-policy']).split('; ');
    };
    const changed = (await policyOf(other)).filter(
      (each) => each !== "connect-src 'self' https://id.example.com",
    );
    expect(changed).toEqual((await policyOf(server)).filter((each) => each !== "connect-src 'self'"));
    expect(changed.join()).not.toContain('connect-src');
    expect((await other.send({ path: '/console/sign-in.json' })).json).toEqual({ signIn });
    expect((await server.send({ path: '/console/sign-in.json' })).json).toEqual({});
    await other.server.drain();
  });

  it.each([
    [{ ISSUER: 'https://id.example.com' }, 'CLIENT_ID'],
    [{ CLIENT_ID: 'console' }, 'ISSUER'],
    [{ ISSUER: 'http://id.example.com', CLIENT_ID: 'console' }, 'ISSUER'],
    [{ ISSUER: 'https://id.example.com', CLIENT_ID: 'console', SCOPES: 'email' }, 'SCOPES'],
    [{ ISSUER: 'https://id.example.com', CLIENT_ID: 'console', PARAMETERS: 'state=x' }, 'PARAMETERS'],
    [{ ISSUER: 'https://id.example.com', CLIENT_ID: 'console', TOKEN: 'refresh' }, 'TOKEN'],
  ])('with %j is rejected at its field', (given, field) => {
    const prefix = 'TIDEMARK_CONSOLE_OIDC_';
    const env = Object.fromEntries(Object.entries(given).map(([name, value]) => [prefix + name, value]));
    expect(() => loadConfig({ BIGTABLE_EMULATOR_HOST: '127.0.0.1:8086', ...env })).toThrow(
      tidemarkError('invalid_argument', prefix + field),
    );
  });
});

describe('the index', () => {
  const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

  it('leads browsers to the console, and other programs to the list of endpoints', async () => {
    const redirected = await server.send({ path: '/', headers: browser });
    expect([redirected.status, redirected.headers['location']]).toEqual([302, '/console']);
    const listed = await server.send({ path: '/' });
    expect([listed.status, listed.body.toString().includes('/openapi.json')]).toEqual([200, true]);
  });
});

it('the built console is smaller than 300 KB when it is compressed', () => {
  const files = readConsoleFiles();
  expect(files.has('index.html')).toBe(true);
  const sizes = Array.from(files.values(), (file) => file.body('br').length);
  for (const file of files.values()) expect(file.body('').length).toBeGreaterThan(0);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(COMPRESSED_MAX);
});
