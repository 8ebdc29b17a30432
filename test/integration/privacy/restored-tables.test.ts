/** A table of users that comes back from a backup is not served until the ledger was applied to it again. */
import { deleteFromColumn, deleteFromFamily, setCell } from '../../../src/bigtable/write/mutations';
import { loadConfig } from '../../../src/config/index';
import { PRIVACY_FAMILY } from '../../../src/core/privacy/privacy-family';
import { encodeMarker, MARKER_COLUMN, MARKER_KEY } from '../../../src/core/privacy/table-incarnation';
import { rowKey } from '../../../src/core/rows/row-key';
import {
  startConsistencyWorld,
  type ConsistencyWorld,
  type RegionApp,
} from '../../support/consistency-world';
import { openPrivacyStores, type PrivacyStores } from '../../support/privacy-world';
import { runCommandLine } from '../../support/run-command';
import type { CliRun } from '../../support/run-cli';
import { TRANSACTIONAL_REGIONS } from '../../support/transactional-regions';
import { until } from '../../support/until';

const call = { timeoutMs: 10_000 };

describe('A restored table of users', () => {
  let world: ConsistencyWorld;
  let stores: PrivacyStores;
  const env = () => ({
    ...world.env('eu'),
    TIDEMARK_ERASURE_DERIVED_WRITE_MAX_MS: '100',
    TIDEMARK_CLOCK_SKEW_MAX_MS: '20',
  });

  beforeAll(async () => {
    world = await startConsistencyWorld(TRANSACTIONAL_REGIONS);
    stores = openPrivacyStores(loadConfig(env()));
    await stores.serving.warmUp(call);
  });
  afterAll(async () => {
    await stores.close();
    await world.close();
  });

  const run = (...args: readonly string[]): Promise<CliRun> =>
    runCommandLine(['erase', ...args], { env: env() });
  const objectOf = (app: RegionApp, id: string) =>
    app.send({ path: `/v1/corpora/users/objects/${id}`, headers: { 'tidemark-consistency': 'strict' } });
  const profile = { dataType: 'profile', subType: 'mine' };
  const put = (app: RegionApp, id: string) =>
    app.send({
      method: 'PUT',
      path: `/v1/corpora/users/objects/${id}/${profile.dataType}/${profile.subType}`,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ locale: 'de' }),
    });
  const readyOf = (app: RegionApp) => app.send({ path: '/readyz' });
  const markers = () => stores.serving.incarnations.read('users', { needsLedger: true }, call);

  /** Gives the table the rows of a backup: of a marker, and of a user without tombstones. */
  async function restore(generation: number, instance = 'tidemark'): Promise<void> {
    const { writer } = stores.serving.tables;
    const micros = generation * 1_000;
    const marker = [
      deleteFromColumn(PRIVACY_FAMILY, MARKER_COLUMN),
      setCell(PRIVACY_FAMILY, MARKER_COLUMN, micros, encodeMarker({ instance, generation })),
    ];
    await writer.mutateRow('users', { key: MARKER_KEY, mutations: marker }, call);
    const row = [
      deleteFromFamily(PRIVACY_FAMILY),
      setCell('profile', Buffer.from('mine'), (Date.now() - 3_600_000) * 1_000, Buffer.alloc(0)),
    ];
    await writer.mutateRow('users', { key: rowKey('ann'), mutations: row }, call);
    await world.heal();
  }

  it('is served without a marker, and gets one by the first round of a worker', async () => {
    const app = await world.app('eu');
    expect(await put(app, 'bob')).toMatchObject({ status: 200 });
    expect(await objectOf(app, 'bob')).toMatchObject({ status: 200 });
    expect(await markers()).toMatchObject({ marker: undefined, recorded: undefined });
    expect(await run('work')).toMatchObject({ ended: 0, stderr: '' });
    await world.heal();
    const { marker, recorded } = await markers();
    expect(marker).toEqual(recorded);
    expect(marker?.instance).toBe('tidemark');
    expect(await run('work')).toMatchObject({ ended: 0 });
    await world.heal();
    expect((await markers()).recorded!.generation).toBeGreaterThan(recorded!.generation);
  });

  it('is refused with a typed error until the ledger was applied again', async () => {
    const { generation: backup } = (await markers()).marker!;
    await stores.eraseSubject({ userId: 'ann' }, call);
    await run('work', '--until-done');
    await restore(backup);
    const app = await world.app('eu');
    const body = { code: 'restore_not_replayed' };
    expect(await readyOf(app)).toMatchObject({ status: 503, json: body });
    expect(await objectOf(app, 'ann')).toMatchObject({
      status: 503,
      json: body,
      headers: { 'retry-after': '30' },
    });
    expect(await app.app.metrics()).toContain(
      'tidemark_privacy_table_state{table="users",state="restored"} 1',
    );
    // A worker does not take it for the table of before.
    const worked = await run('work');
    expect(worked.stderr).toContain('table "users" was restored and is not served');
    expect((await markers()).marker?.generation).toBe(backup);
    expect(await run('replay', '--dry-run')).toMatchObject({ ended: 0 });
    expect(await objectOf(app, 'ann')).toMatchObject({ status: 503 });
    const replayed = await run('replay');
    expect(replayed).toMatchObject({ ended: 0 });
    expect(replayed.stdout).toContain(
      '1 erasure and 0 withdrawals were applied again; the tables are served',
    );
    await until(async () => (await objectOf(app, 'ann')).status === 404);
    await until(async () => (await readyOf(app)).status === 200);
    expect(await objectOf(app, 'bob')).toMatchObject({ status: 200 });
  });

  it('is refused until all workers of a replay are done', async () => {
    await restore(1);
    const app = await world.app('eu');
    const first = await run('replay', '--worker', '1/2');
    expect(first.stdout).toContain('users is served when the other workers have replayed their shares');
    expect(await objectOf(app, 'bob')).toMatchObject({ status: 503 });
    const again = await run('replay', '--worker', '1/2');
    expect(again.stdout).toContain('users is served when the other workers');
    const last = await run('replay', '--worker', '2/2');
    expect(last.stdout).toContain('the tables are served');
    await until(async () => (await objectOf(app, 'bob')).status === 200);
    expect((await markers()).shares).toEqual([]);
    // A share of a table that is served leaves it served.
    expect((await run('replay', '--worker', '1/2')).stdout).toContain('the tables are served');
  });

  it('is refused under the marker of another instance, whatever its generation', async () => {
    await restore(Date.now() + 3_600_000, 'main');
    const app = await world.app('eu');
    expect(await objectOf(app, 'bob')).toMatchObject({ status: 503, json: { code: 'restore_not_replayed' } });
  });
});
