/** Moves of users between placements, on the embedded Bigtable. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadConfig, type Config } from '../../../src/config/index';
import { openMover, type MoverConnection } from '../../../src/cli/residency/open-mover';
import { setCell } from '../../../src/bigtable/write/mutations';
import { rowKey } from '../../../src/core/rows/row-key';
import { Resources } from '../../../src/platform/tasks/resources';
import type { Store } from '../../../src/store/open-store';
import { startConsistencyWorld, type ConsistencyWorld } from '../../support/consistency-world';

const EXAMPLE = join(__dirname, '../../../infra/examples/topologies/residency.json');
const topology = JSON.parse(readFileSync(EXAMPLE, 'utf8')) as object;
const call = { timeoutMs: 5_000 };
const all = { passAllFilter: true };

const row = (id: string, value = 'v', column = 'main') => ({
  key: rowKey(id),
  mutations: [setCell('profile', Buffer.from(column), Date.now() * 1_000, Buffer.from(value))],
});

describe('A mover', () => {
  let world: ConsistencyWorld;
  let config: Config;
  let connection: MoverConnection;
  let store: Store;
  const resources = new Resources();

  beforeAll(async () => {
    world = await startConsistencyWorld(topology);
    const read = loadConfig(world.env('europe-west1'));
    config = { ...read, directory: { ...read.directory, leaseMs: 300, pollIntervalMs: 100 } };
    connection = openMover(config, resources);
    store = connection.serving;
    store.start();
    await store.warmUp(call);
  });
  afterAll(async () => {
    await resources.release();
    await world.close();
  });

  const subjectOf = (id: string) => {
    const { subjects } = connection.residency;
    return subjects.of(subjects.groupOf('users')!, rowKey(id))!;
  };
  const presentAt = async (table: string, id: string): Promise<readonly string[]> => {
    const found = await store.tables.presence(table, [rowKey(id)], call);
    return [...found].filter(([, keys]) => keys.length > 0).map(([cluster]) => cluster);
  };

  it('moves the rows of a user, and leaves nothing where they were', async () => {
    await store.writer.mutateRow('users', row('ann'), { ...call, accessLocation: 'US' });
    const subjects = [subjectOf('ann')];
    const { waves } = await connection.mover.plan({ group: 'users', to: 'eu', reason: 'explicit', subjects });
    await connection.mover.move(waves[0]!);
    const read = { table: 'users', key: rowKey('ann'), filter: all };
    const { row: found } = await store.reader.readRow(read, { level: 'strict' }, call);
    expect(found!.cells.map(({ value }) => value.toString())).toContain('v');
    expect(await connection.residency.directory.present(subjects[0]!.key, call)).toMatchObject({
      epoch: 2,
      state: 'home',
      from: 'eu',
      to: 'eu',
      reason: 'explicit',
    });
    expect(await presentAt('users', 'ann')).toEqual([]);
    expect(await presentAt('users@eu', 'ann')).toEqual(['eu-west', 'eu-north']);
    expect(await connection.mover.openWaves()).toEqual([]);
  });
});
