/** The directory that batch work opens beside its own store, on the embedded Bigtable. */
import { setCell } from '../../../src/bigtable/write/mutations';
import { loadSchema } from '../../../src/codec/declarations/schema-registry';
import { EVENTUAL } from '../../../src/core/consistency/consistency';
import { DIRECTORY_TABLE } from '../../../src/core/residency/placement-rules';
import { rowKey } from '../../../src/core/rows/row-key';
import { heartbeatRange, isHeartbeatKey } from '../../../src/consistency/heartbeats/heartbeat-row';
import { createLogger } from '../../../src/platform/telemetry/logger';
import { openBatchStore, openServingStore, type Store } from '../../../src/store/open-store';
import type { StoreOptions } from '../../../src/store/store-dependencies';
import { startConsistencyWorld, THREE_REGIONS, type ConsistencyWorld } from '../../support/consistency-world';
import { moveConfig, nearTopology } from '../../support/move-world';
import { until } from '../../support/until';

const call = { timeoutMs: 20_000 };
const REGION = 'europe-west1';
/** Tables with several serving clusters. */
const TABLES = ['users', 'users@eu', DIRECTORY_TABLE];

function optionsOf(world: ConsistencyWorld, region: string): StoreOptions {
  const config = moveConfig({ ...world.env(region), TIDEMARK_HEARTBEAT_INTERVAL_MS: '50' });
  const logger = createLogger({ level: 'silent', service: 'test' });
  return { config, corpora: loadSchema().corpora(), logger };
}

describe('Batch work with placements', () => {
  let world: ConsistencyWorld;
  let batch: Store;

  beforeAll(async () => {
    world = await startConsistencyWorld(nearTopology());
    batch = openBatchStore(optionsOf(world, REGION));
    batch.start();
  });
  afterAll(async () => {
    await batch.close();
    await world.close();
  });

  const row = (id: string) => ({
    key: rowKey(id),
    mutations: [setCell('profile', Buffer.from('main'), Date.now() * 1_000, Buffer.from('v'))],
  });

  it('decides about first writes in the same directory as serving processes', async () => {
    await batch.writer.mutateRow('users', row('ann'), { ...call, accessLocation: 'DE' });
    const serving = openServingStore(optionsOf(world, REGION));
    const { subjects, directory } = serving.residency!;
    const { key } = subjects.of(subjects.groupOf('users')!, rowKey('ann'))!;
    expect(await directory.present(key, call)).toMatchObject({ state: 'home', to: 'eu' });
    await world.heal();
    const read = { table: 'users', key: rowKey('ann'), filter: { passAllFilter: true } } as const;
    expect((await serving.reader.readRow(read, EVENTUAL, call)).row).toBeDefined();
    await serving.close();
  });

  it('follows the feed of moves until it is closed', async () => {
    const other = openBatchStore(optionsOf(world, REGION));
    const { follower } = other.residency!;
    expect(follower.isLeaseHeld).toBe(false);
    other.start();
    await until(() => follower.isLeaseHeld);
    await other.close();
    await until(() => !follower.isLeaseHeld);
  });

  it('writes no heartbeats by its connection to serving clusters, which serving processes do', async () => {
    const { follower } = batch.residency!;
    await until(() => follower.isLeaseHeld);
    expect(await heartbeatTables()).toEqual([]);
    const serving = openServingStore(optionsOf(world, REGION));
    serving.start();
    await until(async () => (await heartbeatTables()).length === TABLES.length);
    await serving.close();
  });

  /** Returns those tables that have a heartbeat at their serving clusters. */
  async function heartbeatTables(): Promise<readonly string[]> {
    const found: string[] = [];
    const serving = openServingStore(optionsOf(world, REGION));
    for (const table of TABLES) {
      const scan = { table, ranges: [heartbeatRange(0, Date.now())], filter: { passAllFilter: true } };
      for await (const { key } of serving.tables.scanner.scan(scan, call))
        if (isHeartbeatKey(key) && !found.includes(table)) found.push(table);
    }
    await serving.close();
    return found;
  }
});

describe('Batch work without placements', () => {
  it('opens no directory', async () => {
    const world = await startConsistencyWorld(THREE_REGIONS);
    const batch = openBatchStore(optionsOf(world, 'eu'));
    expect(batch.residency?.rules().groups.size ?? 0).toBe(0);
    batch.start();
    await batch.close();
    await world.close();
  });
});
