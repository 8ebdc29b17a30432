import { createServer, type Server } from 'node:tls';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createTransport, type Credentials } from '../../../../src/bigtable/transport/create-transport';
import type { AccessToken } from '../../../../src/bigtable/transport/credentials';
import { TokenCache } from '../../../../src/bigtable/transport/token-cache';
import { systemClock } from '../../../../src/platform/time/clock';
import { GrpcStatus } from '../../../../src/platform/network/grpc';
import { call } from '../../../support/grpc-call';
import { startGrpcServer, type ScriptedServer } from '../../../support/grpc-server';
import { selfSignedCertificate } from '../../../support/self-signed';

const tls = selfSignedCertificate();
let server: ScriptedServer;

beforeAll(async () => {
  server = await startGrpcServer((serverCall) => serverCall.end(), { tls });
});
afterAll(() => server.close());

describe('TLS', () => {
  it('calls succeed when the certificate is trusted and ALPN selects h2', async () => {
    const transport = createTransport({ endpoint: server.endpoint, plaintext: false, ca: tls.cert });
    expect(await call(transport)).toEqual({ messages: [], error: undefined });
    expect(server.calls.at(-1)?.headers[':scheme']).toBe('https');
    await transport.close();
  });

  it('an untrusted certificate is rejected', async () => {
    const transport = createTransport({ endpoint: server.endpoint, plaintext: false });
    const { error } = await call(transport);
    expect(error?.grpcStatus).toBe(GrpcStatus.UNAVAILABLE);
    expect(error?.message).toMatch(/self-signed certificate/);
    await transport.close();
  });

  it('a TLS server without HTTP/2 is rejected', async () => {
    const plainTls: Server = createServer(tls, (socket) => socket.on('error', () => undefined));
    plainTls.listen(0, '127.0.0.1');
    await once(plainTls, 'listening');
    const endpoint = `127.0.0.1:${(plainTls.address() as AddressInfo).port}`;
    const transport = createTransport({ endpoint, plaintext: false, ca: tls.cert });
    expect((await call(transport)).error?.message).toMatch(/does not offer HTTP\/2 \(ALPN h2\)/);
    await transport.close();
    plainTls.close();
  });
});

const token = (name: string, lifetimeMs: number): AccessToken => ({
  metadata: { authorization: `Bearer ${name}`, 'x-goog-user-project': 'payer' },
  expiresAtMs: systemClock.nowMs() + lifetimeMs,
});

describe('credentials', () => {
  it('credentials are sent with every call over TLS and fetched once', async () => {
    let fetches = 0;
    const credentials: Credentials = {
      async fetchToken() {
        fetches += 1;
        return token('secret', 3_600_000);
      },
    };
    const transport = createTransport({
      endpoint: server.endpoint,
      plaintext: false,
      ca: tls.cert,
      credentials,
    });
    await Promise.all([call(transport), call(transport)]);
    await call(transport);
    expect(fetches).toBe(1);
    expect(server.calls.at(-1)?.headers).toMatchObject({
      authorization: 'Bearer secret',
      'x-goog-user-project': 'payer',
    });
    await transport.close();
  });

  it('credentials are never sent in plain text', () => {
    const credentials: Credentials = { fetchToken: async () => token('secret', 1_000) };
    expect(() => createTransport({ endpoint: 'localhost:1', plaintext: true, credentials })).toThrow(
      /credentials require TLS/,
    );
  });

  it('calls fail as unavailable without credentials, and later calls fetch them again', async () => {
    let fetches = 0;
    const credentials: Credentials = {
      async fetchToken() {
        fetches += 1;
        if (fetches === 1) throw new Error('metadata server is down');
        return token('later', 3_600_000);
      },
    };
    const transport = createTransport({
      endpoint: server.endpoint,
      plaintext: false,
      ca: tls.cert,
      credentials,
    });
    expect((await call(transport)).error?.message).toBe(
      'UNAVAILABLE: no credentials: metadata server is down',
    );
    expect((await call(transport)).error).toBeUndefined();
    await transport.close();
  });

  it('the wait for a token ends with the call', async () => {
    const credentials: Credentials = { fetchToken: () => new Promise<AccessToken>(() => undefined) };
    const transport = createTransport({
      endpoint: server.endpoint,
      plaintext: false,
      ca: tls.cert,
      credentials,
    });
    expect((await call(transport, { timeoutMs: 20 })).error?.code).toBe('deadline_exceeded');
    await transport.close();
  });
});

describe('TokenCache', () => {
  function cacheOf(lifetimesMs: readonly number[]): {
    cache: TokenCache;
    at: (ms: number) => void;
    fetches: () => number;
  } {
    let nowMs = 0;
    let fetches = 0;
    const clock = { ...systemClock, nowMs: () => nowMs };
    const credentials: Credentials = {
      async fetchToken() {
        const expiresAtMs = nowMs + (lifetimesMs[fetches] ?? 0);
        fetches += 1;
        return { metadata: { authorization: String(fetches) }, expiresAtMs };
      },
    };
    const limits = { tokenRefreshMarginMs: 300, tokenTimeoutMs: 1_000, tokenRejectionPauseMs: 0 };
    const cache = new TokenCache(credentials, clock, limits);
    return { cache, at: (ms) => (nowMs = ms), fetches: () => fetches };
  }

  it('a token is renewed in the background before it expires, and no call waits', async () => {
    const { cache, at, fetches } = cacheOf([1_000, 1_000]);
    expect((await cache.get()).metadata['authorization']).toBe('1');
    at(699);
    expect(cache.get()).not.toBeInstanceOf(Promise);
    expect(fetches()).toBe(1);
    at(701);
    expect(cache.get()).toMatchObject({ metadata: { authorization: '1' } });
    await new Promise(setImmediate);
    expect(cache.get()).toMatchObject({ metadata: { authorization: '2' } });
  });

  it('an expired token is never used', async () => {
    const { cache, at } = cacheOf([1_000, 1_000]);
    await cache.get();
    at(1_000);
    const renewed = cache.get();
    expect(renewed).toBeInstanceOf(Promise);
    expect((await renewed).metadata['authorization']).toBe('2');
  });

  it('a token is requested again when a server has not answered in time', async () => {
    let fetches = 0;
    const credentials: Credentials = {
      fetchToken: () => {
        fetches += 1;
        return fetches === 1 ? new Promise(() => undefined) : Promise.resolve(token('second', 60_000));
      },
    };
    const limits = { tokenRefreshMarginMs: 0, tokenTimeoutMs: 20, tokenRejectionPauseMs: 0 };
    const cache = new TokenCache(credentials, systemClock, limits);
    await expect(cache.get()).rejects.toThrow('no token within 20 ms');
    expect((await cache.get()).metadata['authorization']).toBe('Bearer second');
  });
});
