import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GrpcStatus } from '../../../src/platform/network/grpc';
import { startGrpcServer, type ScriptedServer } from '../../support/grpc-server';
import { selfSignedCertificate } from '../../support/self-signed';
import { runTidemark, type Finished } from '../../support/tidemark-process';

/** Runs the command as against Cloud Bigtable, with a server on this machine in its place. */
describe('tidemark schema apply over TLS', () => {
  let server: ScriptedServer;
  let folder: string;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'tidemark-table-admin-'));
    const tls = selfSignedCertificate();
    writeFileSync(join(folder, 'ca.pem'), tls.cert);
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
    const account = {
      type: 'service_account',
      client_email: 'schema@p.iam.gserviceaccount.com',
      private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
      private_key_id: '1',
      project_id: 'p',
    };
    writeFileSync(join(folder, 'account.json'), JSON.stringify(account));
    server = await startGrpcServer((call) => call.end(GrpcStatus.NOT_FOUND), { tls });
  });

  afterAll(async () => {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  });

  function planned(env: NodeJS.ProcessEnv): Promise<Finished> {
    return runTidemark(['schema', 'apply', '--dry-run'], {
      cwd: folder,
      env: {
        HOME: folder,
        METADATA_SERVER_DETECTION: 'none',
        GOOGLE_APPLICATION_CREDENTIALS: '',
        TIDEMARK_PROJECT: 'p',
        TIDEMARK_INSTANCE: 'i',
        // A machine may configure its certificate authorities for gRPC only.
        GRPC_DEFAULT_SSL_ROOTS_FILE_PATH: '',
        TIDEMARK_BIGTABLE_ADMIN_ENDPOINT: `localhost:${server.port}`,
        ...env,
      },
    });
  }

  it('the command authenticates with Application Default Credentials', async () => {
    const { code, stdout, stderr } = await planned({
      GOOGLE_APPLICATION_CREDENTIALS: join(folder, 'account.json'),
      NODE_EXTRA_CA_CERTS: join(folder, 'ca.pem'),
    });
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/create table users/);
    const { headers } = server.calls[0]!;
    expect(headers).toMatchObject({
      ':scheme': 'https',
      'x-goog-request-params': expect.any(String) as string,
    });
    const claims =
      String(headers.authorization)
        .replace(/^Bearer /, '')
        .split('.')[1] ?? '';
    expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({
      iss: 'schema@p.iam.gserviceaccount.com',
      scope: expect.stringContaining('cloud-platform') as string,
    });
  });

  it('an untrusted certificate is reported', async () => {
    const { code, stderr } = await planned({
      GOOGLE_APPLICATION_CREDENTIALS: join(folder, 'account.json'),
    });
    expect(code).toBe(1);
    expect(stderr).toMatch(/self-signed certificate.*\[store_unavailable\]/);
  });

  it('missing credentials are reported', async () => {
    const { code, stderr } = await planned({ NODE_EXTRA_CA_CERTS: join(folder, 'ca.pem') });
    expect(code).toBe(1);
    expect(stderr).toMatch(/^tidemark: UNAVAILABLE: no credentials: .*\[store_unavailable\]\n$/);
  });
});
