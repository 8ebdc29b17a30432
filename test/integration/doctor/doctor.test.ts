/** Each check of `tidemark doctor` is made to fail for real, at a real store. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CheckResult } from '../../../src/cli/doctor/check';
import { diagnose, type DiagnoseOptions } from '../../../src/cli/doctor/diagnose';
import { heartbeatRows } from '../../../src/consistency/heartbeats/heartbeat-row';
import { createDataClient } from '../../../src/bigtable/client/data-client';
import { createTransport } from '../../../src/bigtable/transport/create-transport';
import type { LocalBigtable } from '../../../src/local-bigtable/index';
import { systemClock, type Clock } from '../../../src/platform/time/clock';
import { freePort } from '../../support/free-port';
import { OidcIssuer } from '../../support/oidc-issuer';
import { runCommandLine } from '../../support/run-command';
import { startStore } from '../../support/running-app';
import { withTableAdmin } from '../../support/table-admin';

const SECRET = Buffer.alloc(32, 7).toString('base64url');

/** A clock that is ahead of the machine's by some time, or behind. */
const clockAhead = (aheadMs: number): Clock => ({
  ...systemClock,
  nowMs: () => systemClock.nowMs() + aheadMs,
});

describe('tidemark doctor', () => {
  let folder: string;
  let bigtable: LocalBigtable;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'tidemark-doctor-'));
    bigtable = await startStore();
  });
  afterAll(async () => {
    await bigtable.close();
    rmSync(folder, { recursive: true });
  });

  const variables = (): NodeJS.ProcessEnv => ({
    BIGTABLE_EMULATOR_HOST: bigtable.endpoint,
    TIDEMARK_DATA_DIR: folder,
    PORT: '0',
    TIDEMARK_LOCAL_PORT: '0',
    TIDEMARK_TOKEN_KEYS: `1:${SECRET}`,
  });
  const results = (env: NodeJS.ProcessEnv = {}, options: Partial<DiagnoseOptions> = {}) =>
    diagnose({ env: { ...variables(), ...env }, clock: systemClock, ...options });
  /** Returns the findings of one check. */
  const findings = async (
    check: string,
    ...args: Parameters<typeof results>
  ): Promise<readonly CheckResult[]> => (await results(...args)).filter((each) => each.check === check);
  const failures = (found: readonly CheckResult[]): readonly string[] =>
    found.filter(({ outcome }) => outcome === 'failed').map(({ detail }) => detail);
  const file = (name: string, content: string): string => {
    const path = join(folder, name);
    writeFileSync(path, content);
    return path;
  };
  const admin = { project: 'tidemark', instance: 'tidemark' };

  it('finds nothing wrong with an embedded store that has the schema', async () => {
    const found = await results({}, { nodeVersion: '24.1.0' });
    expect(failures(found)).toEqual([]);
    const byCheck = new Map(found.map(({ check, outcome }) => [check, outcome]));
    expect(Object.fromEntries(byCheck)).toMatchObject({
      node: 'ok',
      variables: 'ok',
      topology: 'ok',
      store: 'ok',
      profiles: 'skipped',
      schema: 'ok',
      lock: 'ok',
      access: 'skipped',
      pubsub: 'skipped',
      ports: 'skipped',
    });
  });

  it('works without any configuration, and skips what needs a store', async () => {
    const env = { PORT: '0', TIDEMARK_LOCAL_PORT: '0' };
    const run = await runCommandLine(['doctor'], { env, cwd: folder });
    expect(run).toMatchObject({ ended: 0, stderr: '' });
    expect(run.stdout).toMatch(
      /^skipped {2}store {6}no store is configured, and no local instance runs here → run /m,
    );
    expect(run.stdout).toMatch(/\n\d+ ok, \d+ warning, 0 failed, \d+ skipped\n$/);
  });

  it('prints JSON, and exits with 1 if a check has failed', async () => {
    const port = await freePort();
    const env = { ...variables(), BIGTABLE_EMULATOR_HOST: `127.0.0.1:${port}` };
    const run = await runCommandLine(['doctor', '--json'], { env });
    expect(run.ended).toBe(1);
    const report = JSON.parse(run.stdout) as {
      readonly ok: boolean;
      readonly checks: readonly CheckResult[];
    };
    expect(report.ok).toBe(false);
    expect(report.checks.find(({ check }) => check === 'store')).toMatchObject({
      outcome: 'failed',
      detail: expect.stringContaining(`127.0.0.1:${port}`) as string,
      remedy: 'check the address, the network, and whether the server runs',
    });
  });

  it('finds a dropped table, a missing family, another GC rule and a foreign family', async () => {
    const store = await startStore();
    try {
      const endpoint = store.endpoint;
      const schema = () => findings('schema', { BIGTABLE_EMULATOR_HOST: endpoint });
      await withTableAdmin({ endpoint, ...admin }, async (tables) => {
        await tables.modifyColumnFamilies('users', [
          { kind: 'drop', family: 'profile' },
          { kind: 'update', family: 'ad_action', definition: { gcRule: { versionsMax: 9 } } },
          { kind: 'create', family: 'pets', definition: {} },
        ]);
        await tables.deleteTable('campaigns');
      });
      const found = await schema();
      expect(failures(found)).toEqual([
        'table campaigns does not exist',
        expect.stringMatching(/^another GC rule is in the store: .*users\/ad_action from versions > 9/),
        'family users/profile does not exist',
      ]);
      expect(found).toContainEqual(
        expect.objectContaining({
          outcome: 'warning',
          detail: 'family users/pets is declared by no proto file',
        }),
      );
      expect(found[0]!.remedy).toContain('tidemark schema apply');
    } finally {
      await store.close();
    }
  });

  it('finds proto files that are incompatible with the lock', async () => {
    const lock = {
      version: 1,
      dataTypes: { 'users/pets': { message: 'acme.Pets' } },
      messages: {},
      enums: {},
    };
    const lockFile = file('schema.lock.json', JSON.stringify(lock));
    expect(failures(await findings('lock', {}, { lockFile }))[0]).toMatch(
      /incompatible with stored data: .*users\/pets/,
    );
  });

  it('finds a clock that is ahead of the store, or behind it, and none that agrees', async () => {
    const [ahead, behind, equal] = await Promise.all(
      [60_000, -60_000, 0].map((aheadMs) => findings('clocks', {}, { clock: clockAhead(aheadMs) })),
    );
    expect(failures(ahead!)[0]).toMatch(/^this clock is \d\d\.\d s or more ahead of the store's$/);
    expect(failures(behind!)[0]).toMatch(/^this clock is \d\d\.\d s or more behind the store's$/);
    expect(equal![0]).toMatchObject({ outcome: 'ok' });
  });

  it('finds heartbeats that are ahead of this clock', async () => {
    const store = await startStore();
    const transport = createTransport({ endpoint: store.endpoint, plaintext: true, channels: 1 });
    const client = createDataClient({ transport, ...admin });
    try {
      const clocks = (clock: Clock) =>
        findings('clocks', { BIGTABLE_EMULATOR_HOST: store.endpoint }, { clock });
      expect((await clocks(systemClock))[1]).toMatchObject({ outcome: 'skipped' });
      const heartbeat = { origin: 'abcd', atMs: systemClock.nowMs(), servingLatencyMs: undefined };
      await client.mutateRows('users', heartbeatRows([0], heartbeat));
      expect((await clocks(systemClock))[1]).toMatchObject({ outcome: 'ok' });
      expect((await clocks(clockAhead(-60_000)))[1]).toMatchObject({
        outcome: 'failed',
        detail: expect.stringMatching(/^a heartbeat is \d\d\.\d s ahead of this clock$/) as string,
      });
    } finally {
      await client.close();
      await store.close();
    }
  });

  it('finds misspelt and invalid variables, all at once', async () => {
    const env = { TIDEMARK_REGOIN: 'eu', TIDEMRK_REGION: 'eu', PORT: 'abc', TIDEMARK_WORKERS: '0' };
    const found = await results(env);
    const about = found.filter(({ check }) => check === 'variables');
    expect(about.map(({ outcome, detail }) => `${outcome}: ${detail}`).sort()).toEqual([
      'failed: PORT: must be a whole number from 0 to 65535, not "abc"',
      'failed: TIDEMARK_REGOIN: unknown variable; did you mean "TIDEMARK_REGION"? (docs/configuration.md lists all of them)',
      'failed: TIDEMARK_WORKERS: must be a whole number from 1 to 256, not "0"',
      'warning: TIDEMRK_REGION is not a variable of Tidemark, but resembles TIDEMARK_REGION',
    ]);
    expect(found.find(({ check }) => check === 'store')).toMatchObject({ outcome: 'skipped' });
    // A name that nothing reads changes nothing: the other checks still run.
    const [store] = await findings('store', { TIDEMARK_REGOIN: 'eu' });
    expect(store).toMatchObject({ outcome: 'ok' });
  });

  it('finds an invalid topology, an unknown region, and an app profile that does not exist', async () => {
    const cluster = { region: 'europe-west1' };
    const topology = (profiles: object): string =>
      file(
        'topology.json',
        JSON.stringify({ instances: { tidemark: { clusters: { eu: cluster }, appProfiles: profiles } } }),
      );
    const named = { TIDEMARK_TOPOLOGY: topology({ direct: { cluster: 'eu', transactions: true } }) };
    expect(failures(await findings('profiles', named))).toEqual([
      'app profile direct of tidemark does not exist',
    ]);
    expect(failures(await findings('topology', { ...named, TIDEMARK_REGION: 'mars' }))[0]).toMatch(
      /TIDEMARK_REGION: region "mars" does not exist in the topology/,
    );
    topology({ direct: { clustre: 'eu' } });
    const [invalid] = await findings('topology', named);
    expect(invalid).toMatchObject({
      outcome: 'failed',
      detail: expect.stringMatching(/topology\.json: .*clustre/) as string,
      remedy: expect.stringContaining('tidemark topology check') as string,
    });
  });

  it('finds missing and invalid keys', async () => {
    const keys = (env: NodeJS.ProcessEnv) => findings('keys', env);
    const [none] = await keys({ TIDEMARK_TOKEN_KEYS: '' });
    expect(none).toMatchObject({
      outcome: 'warning',
      remedy: expect.stringContaining('tidemark keys new') as string,
    });
    const bad = file('keys', 'not-keys');
    const fromFile = await keys({
      TIDEMARK_TOKEN_KEYS: '',
      TIDEMARK_TOKEN_KEYS_FILE: bad,
      TIDEMARK_PRIVACY_KEYS_FILE: bad,
    });
    expect(failures(fromFile)).toEqual([
      expect.stringMatching(/^TIDEMARK_TOKEN_KEYS_FILE: /),
      expect.stringMatching(/^TIDEMARK_PRIVACY_KEYS_FILE: /),
    ]);
    expect(JSON.stringify(fromFile)).not.toContain('not-keys');
  });

  it('finds an issuer whose keys cannot be fetched, and open access at a public address', async () => {
    const issuer = await OidcIssuer.start();
    const issuers = [{ issuer: issuer.url, audiences: ['tidemark'] }];
    const env = { TIDEMARK_ACCESS_FILE: file('access.json', JSON.stringify({ issuers })) };
    expect((await findings('access', env)).map(({ outcome }) => outcome)).toEqual(['ok', 'ok']);
    await issuer.goDown();
    expect(failures(await findings('access', env))[0]).toMatch(/^cannot fetch the keys of http:\/\/127/);
    expect(failures(await findings('access', { TIDEMARK_HTTP_HOST: '0.0.0.0' }))[0]).toMatch(
      /TIDEMARK_ACCESS_FILE/,
    );
  });

  it('finds ports that another program uses, and recognizes those of Tidemark', async () => {
    const other = await listening(createServer((socket) => socket.destroy()));
    try {
      const found = await findings('ports', {
        PORT: String(other.port),
        TIDEMARK_LOCAL_PORT: String(bigtable.port),
      });
      expect(found.map(({ outcome, detail }) => `${outcome}: ${detail}`)).toEqual([
        `failed: 127.0.0.1:${other.port}, for the API, is used by another program`,
        `ok: 127.0.0.1:${bigtable.port} is used by a running process of Tidemark`,
      ]);
    } finally {
      other.server.close();
    }
  });

  it('finds a full disk, a folder that cannot be written, and an old Node.js', async () => {
    const full = await findings('disk', {}, { freeSpace: () => 0 });
    expect(full.map(({ outcome }) => outcome)).toEqual(['failed', 'failed', 'failed']);
    const low = await findings('disk', {}, { freeSpace: () => 500 * 1024 * 1024 });
    expect(low.map(({ outcome }) => outcome)).toEqual(['warning', 'warning', 'warning']);
    expect(failures(await findings('disk', { TIDEMARK_DATA_DIR: '/dev/null/data' }))[0]).toMatch(
      /cannot be written/,
    );
    const node = async (nodeVersion: string) => (await findings('node', {}, { nodeVersion }))[0]!.outcome;
    expect([
      await node('18.20.0'),
      await node('20.14.0'),
      await node('20.15.0'),
      await node('24.0.0'),
    ]).toEqual(['failed', 'failed', 'warning', 'ok']);
  });

  it('ends checks of a store that never answers at their time limit', async () => {
    const sockets: Socket[] = [];
    const silent = await listening(createServer((socket) => sockets.push(socket)));
    try {
      const limits = { checkTimeoutMs: 200, callTimeoutMs: 60_000 };
      const env = { BIGTABLE_EMULATOR_HOST: `127.0.0.1:${silent.port}` };
      expect(failures(await findings('schema', env, { limits }))).toEqual([
        'the check did not end within 200 ms',
      ]);
    } finally {
      for (const socket of sockets) socket.destroy();
      silent.server.close();
    }
  });
});

async function listening(server: Server): Promise<{ readonly server: Server; readonly port: number }> {
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen({ host: '127.0.0.1', port }, resolve));
  return { server, port };
}
