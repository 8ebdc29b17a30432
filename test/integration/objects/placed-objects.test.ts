/** `tidemark objects` over users of two placements. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { passAll } from '../../../src/bigtable/read/filters';
import { setCell } from '../../../src/bigtable/write/mutations';
import { loadSchema } from '../../../src/codec/declarations/schema-registry';
import { EVENTUAL } from '../../../src/core/consistency/consistency';
import { rowKey } from '../../../src/core/rows/row-key';
import type { Store } from '../../../src/store/open-store';
import { startConsistencyWorld, type ConsistencyWorld } from '../../support/consistency-world';
import { nearTopology } from '../../support/move-world';
import { openTestStore } from '../../support/open-test-store';
import { userId } from '../../support/pipelines';
import type { CliRun } from '../../support/run-cli';
import { runCommandLine } from '../../support/run-command';

const USERS = 12;
/** Region that may process the data of both placements, and one that may not process that of the European Union. */
const [EU, US] = ['europe-west1', 'us-central1'];
const call = { timeoutMs: 20_000 };

interface Line {
  readonly id: string;
  readonly subType: string;
}

describe('Commands on objects of placed users', () => {
  let world: ConsistencyWorld;
  let store: Store;
  let folder: string;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'tidemark-placed-objects-'));
    world = await startConsistencyWorld(nearTopology());
    store = openTestStore(world.env(EU));
    store.start();
    await store.warmUp({ timeoutMs: 10_000 });
    const value = loadSchema().codec(loadSchema().dataType('users', 'profile')).fromJson({ locale: 'old' });
    const mutations = [setCell('profile', Buffer.from('main'), (Date.now() - 60_000) * 1_000, value)];
    for (let at = 0; at < USERS; at++)
      await store.writer.mutateRow(
        'users',
        { key: rowKey(userId(at)), mutations },
        { ...call, accessLocation: at % 2 === 0 ? 'DE' : 'US' },
      );
    await world.heal();
  });
  afterAll(async () => {
    await store.close();
    await world.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const objects = (region: string | undefined, ...args: readonly string[]): Promise<CliRun> =>
    runCommandLine(['objects', ...args], { env: world.env(region), cwd: folder });

  const linesOf = (text: string): readonly Line[] =>
    text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Line);

  const all = new Set(Array.from({ length: USERS }, (_, at) => userId(at)));

  async function columnsIn(table: string, id: string): Promise<readonly string[]> {
    const read = { table, key: rowKey(id), filter: passAll() };
    const { row } = await store.tables.reader.readRow(read, EVENTUAL, call);
    const cells = row?.cells.filter(({ family }) => family === 'profile') ?? [];
    return cells.map(({ qualifier }) => qualifier.toString());
  }

  it('scan, list and export the users of all placements', async () => {
    const scan = await objects(EU, 'scan', 'users', '--data-types', 'profile');
    expect([scan.ended, new Set(linesOf(scan.stdout).map(({ id }) => id))]).toEqual([0, all]);
    const exported = await objects(
      EU,
      'export',
      'users',
      '--output',
      'all.ndjson',
      '--data-types',
      'profile',
    );
    expect([exported.ended, exported.stderr]).toMatchObject([0, expect.any(String)]);
    const lines = linesOf(readFileSync(join(folder, 'all.ndjson'), 'utf8'));
    expect(new Set(lines.map(({ id }) => id))).toEqual(all);
    expect(lines).toHaveLength(USERS);
    const list = await objects(EU, 'list', 'users');
    expect(list.ended).toBe(0);
    for (const id of all) expect(list.stdout).toContain(id);
  });

  it('load each object into the placement of its user', async () => {
    const { stdout } = await objects(EU, 'scan', 'users', '--data-types', 'profile/main');
    const copies = linesOf(stdout).map((line) => JSON.stringify({ ...line, subType: 'copy' }));
    writeFileSync(join(folder, 'copies.ndjson'), `${copies.join('\n')}\n`);
    const load = await objects(EU, 'load', 'users', 'copies.ndjson', '--json');
    expect([load.ended, load.ended === 0 ? '' : load.stderr]).toEqual([0, '']);
    await world.heal();
    for (let at = 0; at < USERS; at++) {
      const [own, other] = at % 2 === 0 ? ['users@eu', 'users'] : ['users', 'users@eu'];
      expect([at, await columnsIn(own, userId(at)), await columnsIn(other, userId(at))]).toEqual([
        at,
        ['copy', 'main'],
        [],
      ]);
    }
  });

  it('leave the users of a placement to a region that may process them', async () => {
    const scan = await objects(US, 'scan', 'users', '--data-types', 'profile/main');
    const ids = scan.ended === 0 ? linesOf(scan.stdout).map(({ id }) => id) : [];
    expect(ids.filter((id) => Number(id.slice(5)) % 2 === 0)).toEqual([]);
    writeFileSync(
      join(folder, 'de.ndjson'),
      `${JSON.stringify({ id: userId(0), dataType: 'profile', subType: 'us', value: { locale: 'x' } })}\n`,
    );
    const load = await objects(US, 'load', 'users', 'de.ndjson');
    expect(load.ended).not.toBe(0);
    expect(load.stderr + load.stdout).toMatch(/misdirected|jurisdiction|421|wrong_region|location/);
    expect(await columnsIn('users', userId(0))).toEqual([]);
    expect(await columnsIn('users@eu', userId(0))).not.toContain('us');
  });
});
