/** A run over users of two placements. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { passAll } from '../../../src/bigtable/read/filters';
import { setCell } from '../../../src/bigtable/write/mutations';
import { loadSchema } from '../../../src/codec/declarations/schema-registry';
import { EVENTUAL } from '../../../src/core/consistency/consistency';
import { rowKey } from '../../../src/core/rows/row-key';
import { runBounded } from '../../../src/platform/tasks/run-bounded';
import type { Store } from '../../../src/store/open-store';
import { startConsistencyWorld, type ConsistencyWorld } from '../../support/consistency-world';
import { nearTopology } from '../../support/move-world';
import { openTestStore } from '../../support/open-test-store';
import { pipelineFile, userId } from '../../support/pipelines';
import { runCli, type CliRun } from '../../support/run-cli';

const USERS = 160;
const REGION = 'europe-west1';
const call = { timeoutMs: 20_000 };

/** Returns a user whose row follows that of another user of the same placement and shard: its range then has a position. */
function afterAnotherOfItsShard(): number {
  const firsts = new Map<string, Buffer>();
  for (let at = 0; at < USERS; at++) {
    const key = rowKey(userId(at));
    const shard = `${key.toString('latin1', 0, 2)} ${at % 2}`;
    const first = firsts.get(shard);
    if (first !== undefined && first.compare(key) < 0) return at;
    firsts.set(shard, key);
  }
  throw new Error('no two users of one placement and shard');
}

describe('A run over placed users', () => {
  let world: ConsistencyWorld;
  let store: Store;
  let folder: string;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'tidemark-placed-run-'));
    world = await startConsistencyWorld(nearTopology());
    store = openTestStore(world.env(REGION));
    store.start();
    await store.warmUp({ timeoutMs: 10_000 });
    const codec = loadSchema().codec(loadSchema().dataType('users', 'profile'));
    const value = codec.fromJson({ locale: 'old' });
    const mutations = [setCell('profile', Buffer.from('main'), (Date.now() - 60_000) * 1_000, value)];
    const users = Array.from({ length: USERS }, (_, at) => at);
    await runBounded(users, 16, (at) =>
      store.writer.mutateRow(
        'users',
        { key: rowKey(userId(at)), mutations },
        { ...call, accessLocation: at % 2 === 0 ? 'DE' : 'US' },
      ),
    );
    await world.heal();
  });
  afterAll(async () => {
    await store.close();
    await world.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const run = (file: string, ...args: readonly string[]): Promise<CliRun> =>
    runCli(['pipeline', 'run', file, '--run-id', 'r1', '--json', ...args], {
      env: world.env(REGION),
      cwd: folder,
    });

  /** Returns the columns of a user's profile in a table of one placement. */
  async function columnsIn(table: string, at: number): Promise<readonly string[]> {
    const read = { table, key: rowKey(userId(at)), filter: passAll() };
    const { row } = await store.tables.reader.readRow(read, EVENTUAL, call);
    const cells = row?.cells.filter(({ family }) => family === 'profile') ?? [];
    return cells.map(({ qualifier }) => qualifier.toString());
  }

  it('stores no position that names a user', async () => {
    const id = userId(afterAnotherOfItsShard());
    const body = `if (object.id === '${id}') throw new Error('no');`;
    const file = pipelineFile(folder, { name: 'placed', body });
    expect((await run(file, '--threads', '1', '--page-rows', '1', '--errors-max', '0')).ended).toBe(1);
    const texts: string[] = [];
    for await (const { cells } of store.tables.scanner.scan({ table: 'pipelines', filter: passAll() }, call))
      for (const { qualifier, value } of cells)
        if (qualifier.toString() === 'range') texts.push(value.toString());
    const positions = texts.flatMap(
      (text) => (JSON.parse(text) as { readonly position?: string }).position ?? [],
    );
    expect(positions.length).toBeGreaterThan(0);
    for (const position of positions) {
      expect(position).toMatch(/^s/);
      expect(Buffer.from(position.slice(1), 'base64').toString('latin1')).not.toContain('user-');
    }
  });

  it('writes each user in the placement of the user, where it continues', async () => {
    const { ended, stdout } = await run(pipelineFile(folder, { name: 'placed' }), '--threads', '1');
    expect([ended, JSON.parse(stdout)]).toMatchObject([
      0,
      { status: 'complete', run: { isComplete: true, objects: USERS } },
    ]);
    await world.heal();
    for (let at = 0; at < USERS; at++) {
      const [own, other] = at % 2 === 0 ? ['users@eu', 'users'] : ['users', 'users@eu'];
      expect([at, await columnsIn(own, at), await columnsIn(other, at)]).toEqual([
        at,
        ['clicks', 'main'],
        [],
      ]);
    }
  });
});
