import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig } from '../../../src/config/index';
import type { LedgerKeys } from '../../../src/core/privacy/ledger-keys';
import type { AccessLine } from '../../../src/core/privacy/access-record';
import { loadSchema } from '../../../src/codec/declarations/schema-registry';
import { startLocalBigtable, type LocalBigtable } from '../../../src/local-bigtable/index';
import { ledgerKeysOf } from '../../../src/store/privacy-keys';
import { SAMPLE_PROTOS, SAMPLES, SEEDS } from '../../support/access-samples';
import { describedEndpoints } from '../../support/described-endpoints';
import { send, sendJson } from '../../support/http-server';
import { protoFolder } from '../../support/proto-folder';
import { applySchema, startApp, type RunningApp } from '../../support/running-app';
import { tidemarkError } from '../../support/tidemark-error';
import { until } from '../../support/until';

describe('The access log', () => {
  let bigtable: LocalBigtable;
  let folder: string;
  let file: string;
  let running: RunningApp | undefined;
  let env: NodeJS.ProcessEnv;

  beforeAll(async () => {
    bigtable = await startLocalBigtable({ host: '127.0.0.1', port: 0 });
    const protos = protoFolder(SAMPLE_PROTOS);
    env = {
      BIGTABLE_EMULATOR_HOST: bigtable.endpoint,
      TIDEMARK_PROTO_PATH: protos,
      TIDEMARK_LOG_LEVEL: 'silent',
    };
    await applySchema(bigtable.endpoint, undefined, loadSchema({ protoPaths: [protos] }));
  });
  afterAll(() => bigtable.close());
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'tidemark-access-log-'));
    file = join(folder, 'access.ndjson');
  });
  afterEach(async () => {
    await running?.app.drain();
    running = undefined;
    rmSync(folder, { recursive: true, force: true });
  });

  async function start(more: NodeJS.ProcessEnv = {}): Promise<number> {
    running = await startApp({ ...env, TIDEMARK_ACCESS_LOG_FILE: file, ...more });
    return running.port;
  }

  /** Ends the app, which writes the last lines, and returns all of them. */
  async function linesAfterDrain(): Promise<readonly AccessLine[]> {
    await running!.app.drain();
    running = undefined;
    return linesIn(file);
  }

  const linesIn = (path: string): readonly AccessLine[] =>
    existsSync(path)
      ? readFileSync(path, 'utf8')
          .split('\n')
          .filter((line) => line !== '')
          .map((line) => JSON.parse(line) as AccessLine)
      : [];

  const keys = (): LedgerKeys => ledgerKeysOf(loadConfig(env).privacy)!;

  it('has a line for each operation on the data of users', async () => {
    const port = await start();
    for (const seed of SEEDS) await send(port, seed);
    for (const samples of Object.values(SAMPLES)) for (const sample of samples) await send(port, sample.send);
    const logged = new Set((await linesAfterDrain()).map(({ operation }) => operation));
    const tags = new Map(describedEndpoints().map(({ operationId, tag }) => [operationId, tag]));
    const isPersonal = (dataType: string): boolean => !dataType.startsWith('campaigns/');
    const expected = Object.entries(SAMPLES).filter(
      ([operation, samples]) =>
        tags.get(operation) === 'Subjects' ||
        samples.some(({ touches = [] }) => touches.some(({ dataType }) => isPersonal(dataType))),
    );
    // Counts of campaigns are sums over all users.
    const operations = expected.map(([operation]) => operation).filter((each) => each !== 'countCampaigns');
    expect([...logged].sort()).toEqual(operations.sort());
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('names caller, operation, DataTypes, purposes and the hash of the user, and no id', async () => {
    const port = await start();
    const trace = '4bf92f3577b34da6a3ce929d0e0e4736';
    const headers = { traceparent: `00-${trace}-00f067aa0ba902b7-01`, 'x-request-id': 'request-1' };
    const path = '/v1/corpora/users/objects/user-1/profile/main';
    expect((await send(port, { path, headers })).status).toBe(404);
    const { subject, keyId } = keys().nameOf('user-1');
    expect(await linesAfterDrain()).toEqual([
      {
        time: expect.any(String) as string,
        caller: 'anonymous',
        operation: 'getCell',
        access: 'read',
        subject,
        keyId,
        dataTypes: ['users/profile'],
        purposes: ['ads_personalization'],
        decision: 'allowed',
        status: 404,
        code: 'object_not_found',
        requestId: 'request-1',
        traceId: trace,
      },
    ]);
    expect(readFileSync(file, 'utf8')).not.toContain('user-1');
  });

  it('has a line for each user of a batch', async () => {
    const port = await start();
    const body = { users: ['a', 'b', 'a'], actions: ['click'], windows: ['1d'] };
    expect((await sendJson(port, '/v1/counts:batchQuery', body)).status).toBe(200);
    const lines = await linesAfterDrain();
    expect(lines.map(({ subject }) => subject)).toEqual(['a', 'b'].map((id) => keys().nameOf(id).subject));
  });

  it('has what an answer leaves out, and what is denied', async () => {
    const port = await start({ TIDEMARK_CONSENT_POLICY: 'enforce' });
    await sendJson(port, '/v1/counts:query', { userId: 'u1', actions: ['click'], windows: ['1d'] });
    await send(port, { path: '/v1/corpora/users/objects/u1/profile/main' });
    const lines = await linesAfterDrain();
    expect(lines.map(({ operation, decision, code }) => [operation, decision, code])).toEqual([
      ['queryCounts', 'omitted', undefined],
      ['getCell', 'denied', 'no_consent'],
    ]);
  });

  it('has shares by DataType, and no data that is not personal', async () => {
    const port = await start({
      TIDEMARK_ACCESS_LOG_SHARE: 'off',
      TIDEMARK_ACCESS_LOG_SHARES: 'users/profile=full',
    });
    await sendJson(port, '/v1/counts:query', { userId: 'u1', actions: ['click'], windows: ['1d'] });
    await send(port, { path: '/v1/corpora/users/objects/u1?dataTypes=profile,embedding' });
    await send(port, { path: '/v1/corpora/campaigns/objects/c1' });
    const lines = await linesAfterDrain();
    expect(lines.map(({ operation, dataTypes }) => [operation, dataTypes])).toEqual([
      ['getObject', ['users/profile']],
    ]);
  });

  it('continues in a new file after a rotation', async () => {
    const port = await start();
    const path = '/v1/corpora/users/objects/u1/profile/main';
    await send(port, { path });
    await until(() => linesIn(file).length === 1);
    renameSync(file, `${file}.1`);
    await send(port, { path });
    await until(() => linesIn(file).length === 1);
    expect(linesIn(`${file}.1`)).toHaveLength(1);
  });

  it('fails no request while its destination is missing, and counts what it drops', async () => {
    const port = await start({ TIDEMARK_ACCESS_LOG_FILE: join(folder, 'missing', 'access.ndjson') });
    const path = '/v1/corpora/users/objects/u1/profile/main';
    for (let i = 0; i < 10; i++) expect((await send(port, { path })).status).toBe(404);
    const { app } = running!;
    expect(await app.metrics()).toMatch(/tidemark_privacy_access_log_queued(\{[^}]*\})? 10\b/);
  });

  it('fails no request on a full disk, and reports what it has lost', async () => {
    // Each write to this device fails as on a full disk.
    const port = await start({ TIDEMARK_ACCESS_LOG_FILE: '/dev/full', TIDEMARK_LOG_LEVEL: 'info' });
    const path = '/v1/corpora/users/objects/u1/profile/main';
    for (let i = 0; i < 10; i++) expect((await send(port, { path })).status).toBe(404);
    const { app, logLines } = running!;
    const warning = 'the access log cannot be written: retrying';
    await until(() => logLines().some(({ msg }) => msg === warning));
    expect((await send(port, { path })).status).toBe(404);
    expect(await app.metrics()).toMatch(/tidemark_privacy_access_log_queued(\{[^}]*\})? 11\b/);
    await app.drain();
    running = undefined;
    expect(await app.metrics()).toMatch(/access_log_lines_total\{[^}]*outcome="dropped"[^}]*\} 11\b/);
  });

  it('ends a line that a failed write has left incomplete', async () => {
    const missing = join(folder, 'later', 'access.ndjson');
    const port = await start({ TIDEMARK_ACCESS_LOG_FILE: missing, TIDEMARK_LOG_LEVEL: 'info' });
    await send(port, { path: '/v1/corpora/users/objects/u1/profile/main' });
    const warning = 'the access log cannot be written: retrying';
    await until(() => running!.logLines().some(({ msg }) => msg === warning));
    mkdirSync(join(folder, 'later.new'));
    writeFileSync(join(folder, 'later.new', 'access.ndjson'), '{"time":"2026-');
    renameSync(join(folder, 'later.new'), join(folder, 'later'));
    await until(() => readFileSync(missing, 'utf8').includes('getCell'));
    const [incomplete, line] = readFileSync(missing, 'utf8').split('\n');
    expect(incomplete).toBe('{"time":"2026-');
    expect(JSON.parse(line!)).toMatchObject({ operation: 'getCell' });
  });

  it('delays no request and no end of the process while its file hangs', async () => {
    // Opening a pipe without a reader waits for one.
    const pipe = join(folder, 'pipe');
    execFileSync('mkfifo', [pipe]);
    const port = await start({ TIDEMARK_ACCESS_LOG_FILE: pipe });
    const path = '/v1/corpora/users/objects/u1/profile/main';
    for (let i = 0; i < 20; i++) expect((await send(port, { path })).status).toBe(404);
    const { app } = running!;
    await app.drain();
    running = undefined;
    expect(await app.metrics()).toMatch(/access_log_lines_total\{[^}]*outcome="dropped"[^}]*\} 20\b/);
    // Lets the hanging thread of this process go.
    execFileSync('sh', ['-c', `timeout 5 cat ${pipe} > /dev/null || true`]);
  });

  it('is rejected with two destinations, an unknown DataType, or without keys', async () => {
    const rejected = (more: NodeJS.ProcessEnv): Promise<unknown> =>
      startApp({ ...env, TIDEMARK_ACCESS_LOG_FILE: file, ...more });
    await expect(rejected({ TIDEMARK_ACCESS_LOG_TOPIC: 'log' })).rejects.toEqual(
      tidemarkError('invalid_argument', 'TIDEMARK_ACCESS_LOG_TOPIC'),
    );
    await expect(rejected({ TIDEMARK_ACCESS_LOG_SHARES: 'users/none=full' })).rejects.toEqual(
      tidemarkError('invalid_argument', 'TIDEMARK_ACCESS_LOG_SHARES'),
    );
    expect(() => loadConfig({ ...env, TIDEMARK_ACCESS_LOG_SHARE: '2' })).toThrow(
      tidemarkError('invalid_argument', 'TIDEMARK_ACCESS_LOG_SHARE'),
    );
  });
});
