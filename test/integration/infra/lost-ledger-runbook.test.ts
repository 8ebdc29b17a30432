/** docs/operations/backup.md, exercised: the ledger of erasures is lost, and comes from a backup in another instance. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDataClient } from '../../../src/bigtable/client/data-client';
import { createTransport } from '../../../src/bigtable/transport/create-transport';
import { deleteFromColumn, deleteFromFamily, setCell } from '../../../src/bigtable/write/mutations';
import { verifyCertificate } from '../../../src/core/privacy/certificate';
import { LEDGER_TABLE } from '../../../src/core/privacy/ledger-table';
import { PRIVACY_FAMILY } from '../../../src/core/privacy/privacy-family';
import { encodeMarker, MARKER_COLUMN, MARKER_KEY } from '../../../src/core/privacy/table-incarnation';
import { rowKey } from '../../../src/core/rows/row-key';
import {
  startConsistencyWorld,
  type ConsistencyWorld,
  type RegionApp,
} from '../../support/consistency-world';
import type { CliRun } from '../../support/run-cli';
import { runCommandLine } from '../../support/run-command';
import { until } from '../../support/until';

const instance = { clusters: { 'eu-a': { region: 'eu' } }, appProfiles: { only: { cluster: 'eu-a' } } };
const topologyWith = (ledger: string) => ({
  project: 'tidemark',
  clientRegion: 'eu',
  instances: {
    tidemark: { ...instance, appProfiles: { only: { cluster: 'eu-a', transactions: true } } },
    'ledger-1': instance,
    'ledger-2': instance,
  },
  corpora: { users: 'tidemark' },
  privacy: { ledger: { instance: ledger } },
});

describe('a ledger that is lost and restored from a backup', () => {
  let world: ConsistencyWorld;
  let app: RegionApp;
  let folder: string;
  const env = (): NodeJS.ProcessEnv => ({
    ...world.env('eu'),
    TIDEMARK_ERASURE_DERIVED_WRITE_MAX_MS: '0',
    TIDEMARK_CLOCK_SKEW_MAX_MS: '20',
  });

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'tidemark-ledger-'));
    world = await startConsistencyWorld(topologyWith('ledger-2'));
    writeFileSync(world.topologyFile, JSON.stringify(topologyWith('ledger-1')));
    await (world as ConsistencyWorld & { applySchema(): Promise<void> }).applySchema();
    app = await world.app('eu');
  });
  afterAll(async () => {
    await world.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const erase = (...args: readonly string[]): Promise<CliRun> =>
    runCommandLine(['erase', ...args], { env: env(), cwd: folder });
  const pathOf = (id: string): string => `/v1/corpora/users/objects/${id}/profile/mine`;
  const put = async (id: string): Promise<void> => {
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ locale: 'de' });
    expect(await app.send({ method: 'PUT', path: pathOf(id), headers, body })).toMatchObject({ status: 200 });
  };
  const statusOf = async (id: string): Promise<number> => (await app.send({ path: pathOf(id) })).status;
  const clientOf = (of: string) => {
    const transport = createTransport({ endpoint: world.endpoint, plaintext: true, channels: 1 });
    return createDataClient({ transport, project: 'tidemark', instance: of });
  };

  /** Restores a backup of the ledger, as it is now, under the same name in the other instance. */
  async function restoreLedger(): Promise<void> {
    const [from, to] = [clientOf('ledger-1'), clientOf('ledger-2')];
    for await (const { key, cells } of from.readRows({ table: LEDGER_TABLE })) {
      const mutations = cells.map((cell) =>
        setCell(cell.family, cell.qualifier, cell.timestampMicros, cell.value),
      );
      await to.mutateRow(LEDGER_TABLE, { key, mutations });
    }
    await Promise.all([from.close(), to.close()]);
  }

  /** Gives the table of users the marker of a time, and a user without tombstones: a backup from then. */
  async function restoreUsers(atMs: number): Promise<void> {
    const client = clientOf('tidemark');
    const marker = encodeMarker({ instance: 'tidemark', generation: atMs });
    await client.mutateRow('users', {
      key: MARKER_KEY,
      mutations: [
        deleteFromColumn(PRIVACY_FAMILY, MARKER_COLUMN),
        setCell(PRIVACY_FAMILY, MARKER_COLUMN, atMs * 1_000, marker),
      ],
    });
    const value = Buffer.alloc(0);
    const profile = setCell('profile', Buffer.from('mine'), (atMs - 1_000) * 1_000, value);
    const mutations = [deleteFromFamily(PRIVACY_FAMILY), profile];
    await client.mutateRow('users', { key: rowKey('bob'), mutations });
    await client.close();
  }

  it('hides what was erased, completes what was open, and recognises later restores again', async () => {
    for (const id of ['ann', 'bob', 'cid', 'dan']) await put(id);
    expect(await erase('ann')).toMatchObject({ ended: 0 });
    expect(await erase('work', '--until-done')).toMatchObject({ ended: 0 });
    expect(await erase('cid')).toMatchObject({ ended: 0 });
    const backupMs = Date.now();
    await restoreLedger();
    expect(await erase('bob')).toMatchObject({ ended: 0 });
    expect(await erase('work', '--until-done')).toMatchObject({ ended: 0 });

    // Step 1: the topology names the restored ledger. Erased data stays hidden, and processes serve.
    writeFileSync(world.topologyFile, JSON.stringify(topologyWith('ledger-2')));
    app.app.reload();
    expect(await Promise.all(['ann', 'bob', 'cid', 'dan'].map(statusOf))).toEqual([404, 404, 404, 200]);
    const unknown = await erase('status', 'bob');
    expect([unknown.ended, unknown.stderr]).toEqual([1, expect.stringContaining('erasure_not_found')]);

    // Step 2: requests since the backup are repeated, with some from before.
    writeFileSync(join(folder, 'users.txt'), 'ann\nbob\n');
    const repeated = await erase('--file', 'users.txt');
    expect(repeated.stdout).toContain('2 erasures requested and hidden, 0 failed');

    // Step 3: the worker completes them, and those that were open in the backup.
    expect(await erase('work', '--until-done')).toMatchObject({ ended: 0 });
    const { stdout } = await erase('status', 'ann', 'bob', 'cid', '--json');
    const shown = stdout.trim().split('\n');
    expect(shown.map((line) => (JSON.parse(line) as { state: string }).state)).toEqual(
      Array(3).fill('certified'),
    );
    for (const line of shown) {
      const { certificate } = JSON.parse(line) as { readonly certificate: object };
      expect(verifyCertificate(JSON.stringify(certificate)).isValid).toBe(true);
    }
    expect(await statusOf('dan')).toBe(200);

    // After its round, a backup of users from before the loss is recognised, and the ledger has what it lacks.
    await restoreUsers(backupMs);
    const restored = await world.app('eu');
    const answer = await restored.send({ path: pathOf('bob') });
    expect(answer).toMatchObject({ status: 503, json: { code: 'restore_not_replayed' } });
    const replayed = await erase('replay');
    expect(replayed.stdout).toContain('the tables are served');
    await until(async () => (await restored.send({ path: pathOf('bob') })).status === 404);
    expect((await restored.send({ path: pathOf('dan') })).status).toBe(200);
  }, 120_000);
});
