/** Reads of users who have moved away and come back, by processes that wrote them before. */
import { setCell } from '../../../src/bigtable/write/mutations';
import { originOf } from '../../../src/core/consistency/row-watermark';
import { rowKey } from '../../../src/core/rows/row-key';
import { mergeAllTokens, type WriteToken } from '../../../src/core/tokens/write-token';
import type { Store } from '../../../src/store/open-store';
import { startConsistencyWorld, type ConsistencyWorld } from '../../support/consistency-world';
import { moveConfig, nearTopology, openMoverStores, type MoverStores } from '../../support/move-world';
import { MovingUser } from '../../support/moving-user';

const call = { timeoutMs: 10_000 };

describe('A user who has moved away and back', () => {
  let world: ConsistencyWorld;
  let west: MoverStores;
  let north: MoverStores;
  let central: MoverStores;
  let east: MoverStores;

  beforeAll(async () => {
    world = await startConsistencyWorld(nearTopology());
    west = openMoverStores(moveConfig(world.env('europe-west1')));
    north = openMoverStores(moveConfig(world.env('europe-north1')));
    central = openMoverStores(moveConfig(world.env('us-central1')));
    east = openMoverStores(moveConfig(world.env('us-east1')));
    for (const { store } of [west, north, central, east]) {
      store.start();
      await store.warmUp(call);
    }
  });
  afterAll(async () => {
    await Promise.all([west, north, central, east].map((each) => each.close()));
    await world.close();
  });

  const move = async (ids: readonly string[], to: string): Promise<void> => {
    const mover = west.moverOf();
    const { subjects } = west.residency;
    const keys = ids.map((id) => subjects.of(subjects.groupOf('users')!, rowKey(id))!);
    const { waves } = await mover.plan({ group: 'users', to, reason: 'explicit', subjects: keys });
    for (const wave of waves) await mover.move(wave);
  };
  const writeEvent = async ({ writer }: Store, id: string, name: string): Promise<WriteToken> => {
    const mutations = [setCell('ad_action', Buffer.from(name), Date.now() * 1_000, Buffer.from('e'))];
    return (await writer.mutateRow('users', { key: rowKey(id), mutations }, call)).token;
  };
  const eventsAt = async ({ reader }: Store, id: string, token: WriteToken): Promise<readonly string[]> => {
    const read = { table: 'users', key: rowKey(id), filter: { passAllFilter: true } };
    const level = { level: 'at-least-as-fresh', token } as const;
    const one = await reader.readRow(read, level, call);
    const several = await reader.readRows({ ...read, keys: [read.key, rowKey('unknown')] }, level, call);
    expect([one.evidence.met, several.unmet]).toEqual([true, []]);
    const names = [one.row, several.rows[0]].map((row) =>
      (row?.cells ?? [])
        .filter(({ family }) => family === 'ad_action')
        .map(({ qualifier }) => qualifier.toString())
        .sort(),
    );
    expect(names[1]).toEqual(names[0]);
    return names[0]!;
  };

  it('is read strictly once several clusters have written it again', async () => {
    const users = ['a', 'b', 'c'].map((id) => new MovingUser(id, [west.store, north.store]));
    for (const user of users) for (let round = 0; round < 2; round++) await user.round();
    const ids = users.map(({ id }) => id);
    await move(ids, 'eu');
    await move(ids, 'us');
    for (const user of users) for (let round = 0; round < 2; round++) await user.round();
  });

  it('is read by a token of what several clusters wrote before the moves', async () => {
    const tokens = [await writeEvent(central.store, 'eva', 'a'), await writeEvent(east.store, 'eva', 'b')];
    const token = mergeAllTokens(tokens, { writesMax: 32, nowMs: Date.now() });
    expect(new Set(token.writes.map(({ column }) => originOf(column))).size).toBe(2);
    for (const placement of ['us', 'eu', 'us']) {
      await move(['eva'], placement);
      // The second read of a process knows where the user is.
      for (const { store } of [west, north, west, north])
        expect(await eventsAt(store, 'eva', token)).toEqual(['a', 'b']);
    }
  });
});
