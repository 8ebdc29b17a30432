import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LocalBigtable } from '../../../src/local-bigtable/index';
import { startChildProcess, type StartedChildProcess } from '../../support/child-process';
import { send, type Answer } from '../../support/http-server';
import { bearer, OidcIssuer } from '../../support/oidc-issuer';
import { startOtlpReceiver, type OtlpReceiver } from '../../support/otlp-receiver';
import { runCli } from '../../support/run-cli';
import { startStore } from '../../support/running-app';
import { until } from '../../support/until';

const CLI = join(__dirname, '../../../src/cli/tidemark.ts');

/** Connections that are opened one after the other go to the workers in turn. */
const CONNECTIONS = 6;

describe('`tidemark serve` with an access file, at a public address, with two workers', () => {
  let folder: string;
  let bigtable: LocalBigtable;
  let issuer: OidcIssuer;
  let collector: OtlpReceiver;
  let child: StartedChildProcess;
  let port: number;

  const file = (): string => join(folder, 'access.json');
  const write = (...scopes: string[]): void => {
    const issuers = [{ issuer: issuer.url, audiences: ['tidemark'] }];
    writeFileSync(file(), JSON.stringify({ issuers, callers: { someone: { scopes } } }));
  };
  const log = (): Record<string, unknown>[] =>
    child.lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  const logged = (message: string): Record<string, unknown>[] => log().filter(({ msg }) => msg === message);
  /** Returns the answers to several connections, which reach all workers in turn. */
  const statusesOf = async (authorization?: string): Promise<number[]> => {
    const headers = authorization === undefined ? {} : { authorization };
    const answers: Answer[] = [];
    for (let n = 0; n < CONNECTIONS; n++) answers.push(await send(port, { path: '/v1/schema', headers }));
    return [...new Set(answers.map(({ status }) => status))];
  };

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'tidemark-access-'));
    [bigtable, issuer, collector] = await Promise.all([
      startStore(),
      OidcIssuer.start(),
      startOtlpReceiver(),
    ]);
    write('schema:read');
    child = await startChildProcess(CLI, ['serve', '--host', '0.0.0.0', '--port', '0', '--workers', '2'], {
      BIGTABLE_EMULATOR_HOST: bigtable.endpoint,
      TIDEMARK_ACCESS_FILE: file(),
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
    });
    await until(() => logged('listening').length === 1);
    port = logged('listening')[0]!['port'] as number;
  });
  afterAll(async () => {
    await child.kill('SIGTERM');
    await Promise.all([bigtable.close(), issuer.goDown()]);
    collector.close();
    rmSync(folder, { recursive: true });
  });

  it('each worker admits the callers in the file, and uses a changed file on SIGHUP', async () => {
    const authorization = bearer(await issuer.token());
    expect(await statusesOf(authorization)).toEqual([200]);
    expect(await statusesOf()).toEqual([401]);
    write('counts:read');
    const fetched = issuer.requests;
    child.process.kill('SIGHUP');
    // Discovery and keys, by two workers: without the signal not before five minutes.
    await until(() => issuer.requests === fetched + 4);
    await until(() => logged('access file reloaded').length === 2);
    expect(new Set(logged('access file reloaded').map(({ worker }) => worker))).toEqual(new Set([1, 2]));
    expect(await statusesOf(authorization)).toEqual([403]);
  });

  it('an invalid file leaves the previous version in use', async () => {
    writeFileSync(file(), '{');
    child.process.kill('SIGHUP');
    const refusal = 'invalid access file: the previous version stays in use';
    await until(() => logged(refusal).length === 2);
    expect(await statusesOf(bearer(await issuer.token()))).toEqual([403]);
  });

  it('log, spans and metrics name the caller of a request and contain no token', async () => {
    const token = await issuer.token();
    expect(await statusesOf(bearer(token))).toEqual([403]);
    expect(await child.kill('SIGTERM')).toBe(0);
    const answered = logged('request').filter(({ status }) => status === 200);
    expect(new Set(answered.map(({ caller }) => caller))).toEqual(new Set(['someone']));
    expect(collector.spans.length).toBeGreaterThan(CONNECTIONS);
    const exported = JSON.stringify([
      child.lines,
      [...collector.metrics],
      collector.resources,
      spansOf(collector),
    ]);
    expect(exported).toContain('tidemark.http.authentications');
    expect(exported).not.toMatch(/eyJ|Bearer/);
    expect(exported).not.toContain(token.split('.')[2]);
  });
});

const spansOf = ({ spans }: OtlpReceiver): unknown[] =>
  spans.map(({ name, attributes }) => ({ name, attributes }));

describe('`tidemark serve` with an invalid configuration of access', () => {
  const serve = (env: NodeJS.ProcessEnv): ReturnType<typeof runCli> =>
    runCli(['serve', '--host', '0.0.0.0', '--port', '0'], {
      env: { BIGTABLE_EMULATOR_HOST: '127.0.0.1:1', ...env },
    });

  it('a public address without authentication keeps the server from starting', async () => {
    const { ended, stderr } = await serve({});
    expect([ended, stderr]).toEqual([
      1,
      'tidemark: TIDEMARK_HTTP_HOST: 0.0.0.0 can be reached by other machines: set TIDEMARK_ACCESS_FILE ' +
        'to authenticate callers, or TIDEMARK_ACCESS=open [invalid_argument]\n',
    ]);
  });

  it('an invalid access file keeps the server from starting, and the error names the reason', async () => {
    const { ended, stderr } = await serve({
      TIDEMARK_ACCESS_FILE: '/nowhere/access.json',
      TIDEMARK_WORKERS: '2',
    });
    expect(ended).toBe(1);
    expect(stderr).toMatch(/^tidemark: TIDEMARK_ACCESS_FILE: cannot be read: ENOENT/);
  });
});
