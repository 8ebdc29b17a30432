import { createVerify, generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AccessToken } from '../../../../src/bigtable/transport/credentials';
import { startChildProcess } from '../../../support/child-process';

const LIFETIME_SECONDS = 1_800;

/** Runs Google's library in a separate process, with all servers that it contacts on this machine. */
describe('googleCredentials', () => {
  const requests: string[] = [];
  let folder: string;
  let server: Server;
  let address: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tidemark-credentials-'));
    // A token endpoint and a metadata server in one.
    server = createServer((request, response) => {
      requests.push(request.url ?? '');
      response.setHeader('metadata-flavor', 'Google');
      response.setHeader('content-type', 'application/json');
      response.end(
        JSON.stringify({ access_token: 'local', expires_in: LIFETIME_SECONDS, token_type: 'Bearer' }),
      );
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    address = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  });

  beforeEach(() => (requests.length = 0));

  afterAll(async () => {
    server.close();
    await rm(folder, { recursive: true, force: true });
  });

  /** Fetches the token of a process with these variables, without any credentials of the machine. */
  async function tokenWith(
    variables: NodeJS.ProcessEnv,
    ...args: readonly string[]
  ): Promise<AccessToken & { readonly error?: string }> {
    const script = join(__dirname, '../../../support/google-token-process.ts');
    const nothing = { HOME: folder, METADATA_SERVER_DETECTION: 'none', GOOGLE_APPLICATION_CREDENTIALS: '' };
    const child = await startChildProcess(script, [...args], { ...nothing, ...variables });
    await child.ended;
    return JSON.parse(child.firstLine) as AccessToken;
  }

  async function tokenOf(credentials: object): Promise<AccessToken> {
    const file = join(folder, 'credentials.json');
    await writeFile(file, JSON.stringify(credentials));
    return tokenWith({ GOOGLE_APPLICATION_CREDENTIALS: file });
  }

  it('tokens are signed with the key of a service account without a request', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const nowMs = Date.now();
    const { metadata, expiresAtMs } = await tokenOf({
      type: 'service_account',
      project_id: 'p',
      private_key_id: 'key',
      private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
      client_email: 'tidemark@p.iam.gserviceaccount.com',
    });
    const [head, payload, signature] = (metadata['authorization'] ?? '').replace('Bearer ', '').split('.');
    const verify = createVerify('RSA-SHA256').update(`${head}.${payload}`);
    expect(verify.verify(publicKey, signature ?? '', 'base64url')).toBe(true);
    const claims = JSON.parse(Buffer.from(payload ?? '', 'base64url').toString()) as Record<string, string>;
    expect(claims['iss']).toBe('tidemark@p.iam.gserviceaccount.com');
    expect(claims['scope']).toMatch(/auth\/bigtable\.data/);
    expect(expiresAtMs).toBeGreaterThan(nowMs + 60_000);
    expect(expiresAtMs).toBeLessThanOrEqual(Number(claims['exp']) * 1_000);
    expect(requests).toEqual([]);
  });

  it('a workload identity is exchanged for a token at the endpoint in the file', async () => {
    const subject = join(folder, 'subject-token');
    await writeFile(subject, 'who I am');
    const nowMs = Date.now();
    const { metadata, expiresAtMs } = await tokenOf({
      type: 'external_account',
      audience: '//iam.googleapis.com/projects/1/locations/global/workloadIdentityPools/p/providers/p',
      subject_token_type: 'urn:ietf:params:oauth:token-type:jwt',
      token_url: `http://${address}/token`,
      credential_source: { file: subject },
      quota_project_id: 'payer',
    });
    expect(metadata).toMatchObject({ authorization: 'Bearer local', 'x-goog-user-project': 'payer' });
    expectLifetime(expiresAtMs, nowMs);
    expect(requests).toEqual(['/token']);
  });

  it('the metadata server is used if there is no file', async () => {
    const nowMs = Date.now();
    const { metadata, expiresAtMs } = await tokenWith({
      METADATA_SERVER_DETECTION: 'assume-present',
      GCE_METADATA_HOST: address,
    });
    expect(metadata['authorization']).toBe('Bearer local');
    expectLifetime(expiresAtMs, nowMs);
  });

  it('a new token is fetched when the first one was rejected, although the library caches it', async () => {
    const { metadata } = await tokenWith(
      { METADATA_SERVER_DETECTION: 'assume-present', GCE_METADATA_HOST: address },
      'again',
    );
    expect(metadata['authorization']).toBe('Bearer local');
    expect(requests.filter((path) => path.includes('/token'))).toHaveLength(2);
  });

  it('missing credentials are reported', async () => {
    expect((await tokenWith({})).error).toMatch(/default credentials/);
  });
});

/** Checks the lifetime of a token that was fetched since then; Google's library rounds. */
function expectLifetime(expiresAtMs: number, fromMs: number): void {
  expect(expiresAtMs).toBeGreaterThan(fromMs + (LIFETIME_SECONDS - 1) * 1_000);
  expect(expiresAtMs).toBeLessThan(Date.now() + (LIFETIME_SECONDS + 1) * 1_000);
}
