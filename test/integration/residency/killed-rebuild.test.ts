/** `tidemark residency rebuild` in a process that is killed, on the embedded Bigtable. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deleteFromFamily, setCell } from '../../../src/bigtable/write/mutations';
import type { DirectoryEntry } from '../../../src/core/residency/location';
import { LOCATION_FAMILY } from '../../../src/core/residency/location-family';
import { DIRECTORY_TABLE } from '../../../src/core/residency/placement-rules';
import type { SubjectKey } from '../../../src/core/residency/subject-key';
import { rowKey } from '../../../src/core/rows/row-key';
import { startChildProcess } from '../../support/child-process';
import { startConsistencyWorld, type ConsistencyWorld } from '../../support/consistency-world';
import { moveConfig, nearTopology, openMoverStores, type MoverStores } from '../../support/move-world';
import { runCommandLine } from '../../support/run-command';
import { until } from '../../support/until';

const call = { timeoutMs: 10_000 };
const REGION = 'europe-west1';
const TIDEMARK = join(__dirname, '../../../src/cli/tidemark.ts');
const IDS = Array.from({ length: 100 }, (_, at) => `user-${at}`);
/** Slow enough that the rebuild is under way when it is killed: the first second's worth of rows is not delayed. */
const ROWS_PER_SECOND = 20;

interface Checkpoint {
  readonly table: string;
  readonly after: string;
  readonly tally: { readonly created: number };
}

describe('a rebuild of the directory that is killed', () => {
  let world: ConsistencyWorld;
  let stores: MoverStores;
  let folder: string;
  let file: string;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'tidemark-rebuild-'));
    file = join(folder, 'rebuild.json');
    world = await startConsistencyWorld(nearTopology());
    stores = openMoverStores(moveConfig(world.env(REGION)));
    stores.store.start();
    await stores.store.warmUp({ timeoutMs: 60_000 });
    const { writer } = stores.store;
    for (const id of IDS) await writer.mutateRow('users', row(id), { ...call, accessLocation: 'DE' });
    for (const id of IDS) await forget(id);
    await world.heal();
  });
  afterAll(async () => {
    await stores.close();
    await world.close();
    rmSync(folder, { recursive: true });
  });

  const row = (id: string) => ({
    key: rowKey(id),
    mutations: [setCell('profile', Buffer.from('main'), Date.now() * 1_000, Buffer.from('v'))],
  });
  const keyOf = (id: string): SubjectKey => {
    const { subjects } = stores.residency;
    return subjects.of(subjects.groupOf('users')!, rowKey(id))!.key;
  };
  const entryOf = (id: string): Promise<DirectoryEntry | undefined> =>
    stores.residency.directory.present(keyOf(id), call);
  const known = async (): Promise<readonly string[]> => {
    const entries = await Promise.all(IDS.map(entryOf));
    return IDS.filter((_id, at) => entries[at] !== undefined);
  };

  /** Deletes the entry of a user, as if the directory were older than it. */
  async function forget(id: string): Promise<void> {
    const change = { key: rowKey(keyOf(id)), mutations: [deleteFromFamily(LOCATION_FAMILY)] };
    await stores.store.tables.writer.mutateRow(DIRECTORY_TABLE, change, call);
  }

  const checkpoint = (): Checkpoint => JSON.parse(readFileSync(file, 'utf8')) as Checkpoint;
  const doneBy = ({ table, after }: Checkpoint): readonly string[] =>
    table === 'users@eu' ? IDS.filter((id) => rowKey(id).compare(Buffer.from(after, 'base64')) <= 0) : [];

  it('goes on from its checkpoint when it is run again, and is complete then', async () => {
    const args = ['residency', 'rebuild', '--yes', '--json', '--checkpoint', file];
    const slowly = [...args, '--rows-per-second', `${ROWS_PER_SECOND}`];
    const child = await startChildProcess(TIDEMARK, slowly, world.env(REGION));
    await until(() => existsSync(file) && doneBy(checkpoint()).length > 0);
    expect(await child.kill('SIGKILL')).toBe('SIGKILL');
    const [done] = doneBy(checkpoint());
    expect((await stores.residency.feed.read(0, call)).isRebuilding).toBe(true);

    // A row that is done is not read again, so its entry shows whether the second run began anew.
    await forget(done!);
    await world.heal();
    const again = await runCommandLine(args, { env: world.env(REGION) });
    expect([again.ended, again.stderr]).toEqual([0, expect.any(String)]);
    await world.heal();
    expect(await known()).toEqual(IDS.filter((id) => id !== done));
    expect((await stores.residency.feed.read(0, call)).isRebuilding).toBe(false);
    const summary = JSON.parse(again.stdout.trim().split('\n').at(-1)!) as { tally: { rows: number } };
    expect(summary.tally.rows).toBe(IDS.length);
    expect(existsSync(file)).toBe(false);
  }, 120_000);
});
