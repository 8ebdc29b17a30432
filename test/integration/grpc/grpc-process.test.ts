/** `tidemark serve --grpc-port` as a process with two workers and access control. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LocalBigtable } from '../../../src/local-bigtable/index';
import { startChildProcess, type StartedChildProcess } from '../../support/child-process';
import { failure, GrpcClient } from '../../support/grpc-client';
import { send } from '../../support/http-server';
import { bearer, OidcIssuer } from '../../support/oidc-issuer';
import { startStore } from '../../support/running-app';
import { until } from '../../support/until';

const CLI = join(__dirname, '../../../src/cli/tidemark.ts');
/** Connections that are opened one after the other go to the workers in turn. */
const CONNECTIONS = 4;

describe('`tidemark serve --grpc-port` with an access file and two workers', () => {
  let folder: string;
  let bigtable: LocalBigtable;
  let issuer: OidcIssuer;
  let child: StartedChildProcess;
  let address: { readonly port: number; readonly grpcPort: number };

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'tidemark-grpc-'));
    [bigtable, issuer] = await Promise.all([startStore(), OidcIssuer.start()]);
    const file = join(folder, 'access.json');
    const issuers = [{ issuer: issuer.url, audiences: ['tidemark'] }];
    const ads = { scopes: ['counts:read', 'operations:read'], groups: ['ads-serving'] };
    const slow = { ...ads, limits: { requestsPerSecond: 0.001, burst: 1 } };
    writeFileSync(file, JSON.stringify({ issuers, callers: { ads, slow } }));
    const args = ['serve', '--port', '0', '--grpc-port', '0', '--workers', '2'];
    child = await startChildProcess(CLI, args, {
      BIGTABLE_EMULATOR_HOST: bigtable.endpoint,
      TIDEMARK_ACCESS_FILE: file,
      TIDEMARK_HTTP_DRAIN_TIMEOUT_MS: '20000',
    });
    const log = (): Record<string, unknown>[] =>
      child.lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    await until(() => log().some(({ msg }) => msg === 'listening'));
    address = log().find(({ msg }) => msg === 'listening') as unknown as typeof address;
  });
  afterAll(async () => {
    await child.kill('SIGTERM');
    await Promise.all([bigtable.close(), issuer.goDown()]);
    rmSync(folder, { recursive: true });
  });

  const query = { userId: 'u', actions: ['click'], windows: [{ rolling: '1d' }] };
  const metadataOf = async (sub: string): Promise<Record<string, string>> => ({
    authorization: bearer(await issuer.token({ sub })),
  });

  it('each worker answers calls with a token, on connections of their own', async () => {
    const metadata = await metadataOf('ads');
    for (let each = 0; each < CONNECTIONS; each++) {
      const client = new GrpcClient(address.grpcPort);
      const { answer } = await client.call('Counts/Query', query, { metadata });
      expect(answer).toMatchObject({ userId: 'u' });
      client.close();
    }
    const { body } = await send(address.port, { path: '/metrics', headers: metadata });
    const workers = body
      .toString()
      .match(/^rpc_server_call_duration_seconds_count\{[^}]*worker="(\d)"[^}]*\}/gm)
      ?.map((line) => /worker="(\d)"/.exec(line)?.[1]);
    expect(new Set(workers)).toEqual(new Set(['1', '2']));
  });

  it('calls without a token, without the scope, and beyond the rate of the caller are rejected', async () => {
    const client = new GrpcClient(address.grpcPort);
    expect(await failure(client.call('Counts/Query', query))).toMatchObject({
      status: 'UNAUTHENTICATED',
      details: { ErrorInfo: { reason: 'UNAUTHENTICATED' } },
    });
    const put = { corpus: 'users', id: 'u', dataType: 'profile', subType: 'main' };
    expect(
      await failure(client.call('Objects/Put', put, { metadata: await metadataOf('ads') })),
    ).toMatchObject({ status: 'PERMISSION_DENIED' });
    const metadata = await metadataOf('slow');
    await client.call('Counts/Query', query, { metadata });
    expect(await failure(client.call('Counts/Query', query, { metadata }))).toMatchObject({
      status: 'RESOURCE_EXHAUSTED',
      details: { ErrorInfo: { metadata: { code: 'rate_limited' } } },
    });
    client.close();
  });

  it('SIGTERM ends the process while gRPC connections are open', async () => {
    const client = new GrpcClient(address.grpcPort);
    await client.call('Counts/Query', query, { metadata: await metadataOf('ads') });
    expect(await child.kill('SIGTERM')).toBe(0);
    expect((await failure(client.call('Counts/Query', query))).status).toBe('UNAVAILABLE');
    client.close();
  });
});
