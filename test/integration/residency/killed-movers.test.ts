/** Movers in processes of their own that are killed at random moments, on the embedded Bigtable. */
import { join } from 'node:path';
import { rowKey } from '../../../src/core/rows/row-key';
import { runBounded } from '../../../src/platform/tasks/run-bounded';
import { startChildProcess } from '../../support/child-process';
import { startConsistencyWorld, type ConsistencyWorld } from '../../support/consistency-world';
import { moveConfig, nearTopology, openMoverStores, type MoverStores } from '../../support/move-world';
import { MovingUser } from '../../support/moving-user';
import { seededRandom } from '../../../src/platform/random';
import { TEST_SEED } from '../../support/test-seed';

/** Times that a mover is killed. */
const KILLS = Number(process.env['TIDEMARK_TEST_MOVER_KILLS'] ?? 3);
/** Longest life of a mover, in milliseconds: a little more than the move of one user. */
const LIFE_MS_MAX = 1_500;
const USERS = 2 * KILLS;
const CHILD = join(__dirname, '../../support/mover-child.ts');

describe('A mover that is killed', () => {
  let world: ConsistencyWorld;
  let stores: MoverStores;

  beforeAll(async () => {
    world = await startConsistencyWorld(nearTopology());
    stores = openMoverStores(moveConfig(world.env('europe-west1')));
    stores.store.start();
    await stores.store.warmUp({ timeoutMs: 20_000 });
  });
  afterAll(async () => {
    await stores.close();
    await world.close();
  });

  const startMover = () => startChildProcess(CHILD, ['user', String(USERS), 'eu'], world.env('europe-west1'));

  it(
    `leaves each guarantee intact, ${KILLS} times`,
    async () => {
      const random = seededRandom(TEST_SEED);
      const users = Array.from({ length: USERS }, (_, at) => new MovingUser(`user-${at}`, [stores.store]));
      await runBounded(users, 8, (user) => user.round());
      let isOver = false;
      const requests = runBounded([0, 1], 2, async (first) => {
        for (let at = first; !isOver; at = (at + 2) % USERS) await users[at]!.round();
      });
      let next = startMover();
      for (let kill = 0; kill < KILLS; kill++) {
        const child = await next;
        next = startMover();
        child.process.kill('SIGUSR2');
        await new Promise((resolve) => setTimeout(resolve, random() * LIFE_MS_MAX));
        expect(await child.kill('SIGKILL')).toBe('SIGKILL');
      }
      const last = await next;
      last.process.kill('SIGUSR2');
      expect(await last.ended).toBe(0);
      isOver = true;
      await requests;
      const keys = users.map(({ id }) => rowKey(id));
      for (const left of (await stores.store.tables.presence('users', keys, { timeoutMs: 20_000 })).values())
        expect(left).toEqual([]);
      await runBounded(users, 8, (user) => user.round());
      expect(await stores.moverOf().openWaves()).toEqual([]);
    },
    60_000 + KILLS * 20_000,
  );
});
