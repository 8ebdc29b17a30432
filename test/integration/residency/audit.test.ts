/** `tidemark residency audit` in a store with placements, on the embedded Bigtable. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deleteFromFamily, setCell } from '../../../src/bigtable/write/mutations';
import { openMover } from '../../../src/cli/residency/open-mover';
import { loadConfig } from '../../../src/config/index';
import { Resources } from '../../../src/platform/tasks/resources';
import { rowKey } from '../../../src/core/rows/row-key';
import { LOCATION_FAMILY } from '../../../src/core/residency/location-family';
import type { DirectoryEntry } from '../../../src/core/residency/location';
import { DIRECTORY_TABLE } from '../../../src/core/residency/placement-rules';
import { ENTRY_QUALIFIER } from '../../../src/core/residency/stored-location';
import type { SubjectKey } from '../../../src/core/residency/subject-key';
import { versionOf } from '../../../src/core/rows/row-version';
import type { Store } from '../../../src/store/open-store';
import { startConsistencyWorld, type ConsistencyWorld } from '../../support/consistency-world';
import { openTestStore } from '../../support/open-test-store';
import { runCommandLine } from '../../support/run-command';

const EXAMPLE = join(__dirname, '../../../infra/examples/topologies/residency.json');
const topology = JSON.parse(readFileSync(EXAMPLE, 'utf8')) as object;
const call = { timeoutMs: 20_000 };

const row = (id: string) => ({
  key: rowKey(id),
  mutations: [setCell('profile', Buffer.from('main'), Date.now() * 1_000, Buffer.from('v'))],
});

describe('tidemark residency audit', () => {
  let world: ConsistencyWorld;
  let store: Store;

  beforeAll(async () => {
    world = await startConsistencyWorld(topology);
    store = openTestStore(world.env('europe-west1'));
    store.start();
    await store.warmUp(call);
    await store.writer.mutateRow('users', row('hanna'), { ...call, accessLocation: 'DE' });
    await store.writer.mutateRow('users', row('ann'), { ...call, accessLocation: 'US' });
    await world.heal();
  });
  afterAll(async () => {
    await store.close();
    await world.close();
  });

  const audit = async (args: readonly string[] = [], region = 'europe-west1') => {
    await world.heal();
    const env = { ...world.env(region), PUBSUB_EMULATOR_HOST: '127.0.0.1:1' };
    return runCommandLine(['residency', 'audit', ...args], { env });
  };
  const auditJson = async (args: readonly string[] = []) => {
    const { ended, stdout } = await audit(['--json', ...args]);
    const lines = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    return { ended, lines, of: (id: string) => lines.filter(({ objectId }) => objectId === id) };
  };
  const keyOf = (id: string): SubjectKey => {
    const { subjects } = store.residency!;
    return subjects.of(subjects.groupOf('users')!, rowKey(id))!.key;
  };
  const changeEntry = (id: string, change: Partial<DirectoryEntry>) =>
    store.residency!.directory.change(keyOf(id), (entry) => ({ ...entry!, ...change }), call);

  it('ends with 0 when all rows are in place', async () => {
    const { ended, stdout } = await audit();
    expect(stdout).toMatch(/^audit of residency: nothing is out of place\n {2}rows +2 /m);
    expect(ended).toBe(0);
  });

  it('names rows that are out of place, with why and where else the object has rows', async () => {
    await store.tables.writer.mutateRow('users@eu', row('ann'), call);
    await store.tables.writer.mutateRow('users@eu', row('stranger'), call);
    // Nothing but a watermark: the key of the row is the id of the user all the same.
    const traces = { key: rowKey('traces'), mutations: [deleteFromFamily('profile')] };
    await store.tables.writer.mutateRow('users@eu', traces, call);
    const { ended, of, lines } = await auditJson();
    expect(ended).toBe(3);
    expect(of('ann')).toEqual([
      expect.objectContaining({ type: 'finding', kind: 'orphaned', placement: 'eu', alsoIn: ['us'] }),
    ]);
    expect(of('stranger')).toEqual([expect.objectContaining({ kind: 'unknown', alsoIn: [] })]);
    expect(of('traces')).toEqual([expect.objectContaining({ kind: 'unknown' })]);
    expect(of('hanna')).toEqual([]);
    expect(lines.at(-1)).toMatchObject({
      type: 'summary',
      status: 'complete',
      findings: 3,
      tally: { findings: { orphaned: 1, unknown: 2 } },
    });
  });

  it('checks resources as they are, and names those that it could not check', async () => {
    const { lines } = await auditJson(['--subscription', 'eu=events']);
    const checks = lines.filter(({ type }) => type === 'check');
    const of = (check: string) => checks.filter((each) => each['check'] === check);
    expect(of('clusters')).toEqual([
      expect.objectContaining({ resource: 'tidemark-us', outcome: 'ok' }),
      expect.objectContaining({
        resource: 'tidemark-eu',
        outcome: 'ok',
        detail: '3 clusters, in europe-north1, europe-west1',
      }),
    ]);
    for (const { outcome } of of('app-profiles')) expect(outcome).toBe('ok');
    for (const { outcome } of of('backups')) expect(outcome).toBe('ok');
    for (const { outcome } of of('topics')) expect(outcome).toBe('not-checked');
    expect(of('backups').length).toBeGreaterThan(0);
    expect(of('topics')).toHaveLength(1);
    const unknown = await audit(['--subscription', 'ue=events']);
    expect(unknown).toMatchObject({ ended: 1, stdout: '' });
    expect(unknown.stderr).toContain('--subscription: unknown jurisdiction "ue"');
  });

  it('finds a cluster outside of the jurisdiction that the topology does not have', async () => {
    const declared = JSON.parse(readFileSync(EXAMPLE, 'utf8')) as {
      instances: Record<string, { clusters: Record<string, object>; appProfiles: Record<string, object> }>;
      jurisdictions: Record<string, { regions: string[]; servedFrom?: string[] }>;
    };
    const instance = declared.instances['tidemark-eu']!;
    delete instance.clusters['eu-north'];
    delete instance.appProfiles['at-eu-north'];
    declared.jurisdictions['eu']!.regions = ['europe-west1'];
    const file = `${world.topologyFile}.without-north.json`;
    writeFileSync(file, JSON.stringify(declared));
    const env = { ...world.env('europe-west1'), TIDEMARK_TOPOLOGY: file };
    const { ended, stdout } = await runCommandLine(['residency', 'audit', '--placement', 'us'], { env });
    expect(ended).toBe(3);
    expect(stdout).toMatch(
      /^violation +clusters +tidemark-eu +cluster "eu-north" is in europe-north1, outside of the jurisdiction "eu"/m,
    );
  });

  it('shows users by their names in the directory with --hash', async () => {
    const { stdout, ended } = await audit(['--hash']);
    expect(ended).toBe(3);
    expect(stdout).not.toMatch(/ann|stranger|traces/);
    expect(stdout).toContain(
      `users in eu: ${keyOf('ann')}: orphaned: its home is us (epoch 1); there is a row in us, too`,
    );
  });

  it('repairs orphaned rows: copies what their home lacks, and deletes them everywhere', async () => {
    const atMicros = Date.now() * 1_000;
    const stray = [setCell('profile', Buffer.from('stray'), atMicros, Buffer.from('s'))];
    await store.tables.writer.mutateRow('users@eu', { key: rowKey('ann'), mutations: stray }, call);
    const { ended, of, lines } = await auditJson(['--fix']);
    expect(ended).toBe(3);
    expect(of('ann')).toEqual([expect.objectContaining({ kind: 'orphaned', isRepaired: true })]);
    expect(of('stranger')).toEqual([expect.objectContaining({ kind: 'unknown', isRepaired: false })]);
    expect(lines.at(-1)).toMatchObject({ findings: 3, tally: { repaired: 1 } });
    await world.heal();
    const cellsIn = async (table: string) => {
      const read = { table, key: rowKey('ann'), filter: { passAllFilter: true } };
      const { row: found } = await store.tables.reader.readRow(read, { level: 'strict' }, call);
      return found?.cells.filter(({ family }) => family === 'profile') ?? [];
    };
    expect(await cellsIn('users@eu')).toEqual([]);
    const values = (await cellsIn('users')).map(
      ({ qualifier, value }) => `${String(qualifier)}=${String(value)}`,
    );
    expect(values).toEqual(expect.arrayContaining(['main=v', 'stray=s']));
    const again = await auditJson();
    expect(again.of('ann')).toEqual([]);
    expect(again.of('stranger')).toHaveLength(1);
  });

  it('repairs nothing of a user who has moved since', async () => {
    await store.writer.mutateRow('users', row('late'), { ...call, accessLocation: 'US' });
    await store.tables.writer.mutateRow('users@eu', row('late'), call);
    const { subjects, directory } = store.residency!;
    const group = subjects.groupOf('users')!;
    const entry = (await directory.present(keyOf('late'), call))!;
    await changeEntry('late', { epoch: 2, from: 'eu', to: 'eu', changedAtMs: 1 });
    const resources = new Resources();
    const { mover } = openMover(loadConfig(world.env('europe-west1')), resources);
    const orphan = { group, placement: 'eu', key: keyOf('late'), rowKey: rowKey('late'), entry };
    expect(await mover.repair([orphan])).toEqual([]);
    await resources.release();
    const read = { table: 'users@eu', key: rowKey('late'), filter: { passAllFilter: true } };
    const { row: kept } = await store.tables.reader.readRow(read, { level: 'strict' }, call);
    expect(kept!.cells.map(({ family }) => family)).toContain('profile');
    // The row in its former placement is out of place now.
    const { of } = await auditJson(['--fix']);
    expect(of('late')).toEqual([expect.objectContaining({ placement: 'us', isRepaired: true })]);
  });

  it('audits the placements that are named, and leaves out those that its region may not process', async () => {
    expect(await audit(['--placement', 'us'])).toMatchObject({ ended: 0 });
    const elsewhere = await audit([], 'us-central1');
    expect(elsewhere.ended).toBe(0);
    expect(elsewhere.stdout).toContain('not audited: eu');
    const refused = await audit(['--placement', 'eu'], 'us-central1');
    expect(refused).toMatchObject({ ended: 1, stdout: '' });
    expect(refused.stderr).toContain('"eu" is processed in europe-west1, europe-north1 only');
    const unknown = await audit(['--placement', 'ue']);
    expect(unknown).toMatchObject({ ended: 1, stdout: '' });
    expect(unknown.stderr).toContain('--placement: unknown placement "ue"');
  });

  it('shows rows that are moving, which are no findings', async () => {
    await store.writer.mutateRow('users', row('mover'), { ...call, accessLocation: 'US' });
    await changeEntry('mover', { epoch: 2, state: 'overlaid', from: 'us', to: 'eu', changedAtMs: 1 });
    const { of, lines } = await auditJson(['--placement', 'us']);
    expect(of('mover')).toEqual([
      expect.objectContaining({
        type: 'moving',
        entry: expect.objectContaining({ state: 'overlaid' }) as unknown,
      }),
    ]);
    expect(lines.at(-1)).toMatchObject({
      tally: { rowsMoving: 1, moving: { overlaid: 1 }, oldestMoveAtMs: 1 },
    });
  });

  it('names entries that are corrupted, or name placements that there are not', async () => {
    await changeEntry('mover', { epoch: 3, state: 'home', from: 'asia', to: 'asia', changedAtMs: 1 });
    const table = store.tables.transactionsOf(LOCATION_FAMILY);
    const entry = table.begin(DIRECTORY_TABLE, rowKey(keyOf('hanna')));
    const { row: stored } = await entry.read({ filter: { passAllFilter: true } }, call);
    const version = versionOf(stored!.cells, LOCATION_FAMILY);
    const atMicros = (Date.now() + 1_000) * 1_000;
    const damage = setCell(LOCATION_FAMILY, ENTRY_QUALIFIER, atMicros, Buffer.from('{'));
    await entry.commit({ version, mutations: [damage] }, call);
    const { of, lines, ended } = await auditJson();
    expect(ended).toBe(3);
    expect(of('mover')).toEqual([expect.objectContaining({ kind: 'unknown-placement', placement: 'us' })]);
    const residues = lines.filter(({ type }) => type === 'residue');
    expect(residues).toContainEqual(
      expect.objectContaining({ kind: 'fences', where: 'tidemark_fences@us', untilMs: 30 * 86_400_000 + 1 }),
    );
    expect(of('hanna')).toEqual([expect.objectContaining({ kind: 'corrupted-entry', placement: 'eu' })]);
    const entries = lines.filter((line) => line['table'] === DIRECTORY_TABLE);
    expect(entries.map(({ kind, subject }) => [kind, subject]).sort()).toEqual([
      ['corrupted-entry', keyOf('hanna')],
      ['unknown-placement', keyOf('mover')],
    ]);
  });
});
