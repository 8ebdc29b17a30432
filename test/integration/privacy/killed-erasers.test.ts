/** Workers of erasures in processes of their own that are killed at random moments, on the embedded Bigtable. */
import { join } from 'node:path';
import { setCell } from '../../../src/bigtable/write/mutations';
import { verifyCertificate } from '../../../src/core/privacy/certificate';
import { rowKey } from '../../../src/core/rows/row-key';
import { runBounded } from '../../../src/platform/tasks/run-bounded';
import { seededRandom } from '../../../src/platform/random';
import { startChildProcess } from '../../support/child-process';
import { startConsistencyWorld, type ConsistencyWorld } from '../../support/consistency-world';
import { click, storedCells } from '../../support/events';
import { moveConfig, nearTopology } from '../../support/move-world';
import { openPrivacyStores, type PrivacyStores } from '../../support/privacy-world';
import { TEST_SEED } from '../../support/test-seed';

/** Times that a worker is killed. */
const KILLS = Number(process.env['TIDEMARK_TEST_ERASER_KILLS'] ?? 3);
/** Longest life of a worker, in milliseconds: a little more than it takes to complete one erasure. */
const LIFE_MS_MAX = 1_500;
const CHILD = join(__dirname, '../../support/eraser-child.ts');
const call = { timeoutMs: 60_000 };

describe('A worker of erasures that is killed', () => {
  let world: ConsistencyWorld;
  let stores: PrivacyStores;
  const env = (): NodeJS.ProcessEnv => ({
    ...world.env('europe-west1'),
    TIDEMARK_ERASURE_DERIVED_WRITE_MAX_MS: '200',
    TIDEMARK_CLOCK_SKEW_MAX_MS: '20',
  });

  beforeAll(async () => {
    world = await startConsistencyWorld(nearTopology());
    stores = openPrivacyStores(moveConfig(env()));
    stores.serving.start();
    stores.batch.start();
    await stores.serving.warmUp(call);
  });
  afterAll(async () => {
    await stores.close();
    await world.close();
  });

  const putUser = async (id: string): Promise<void> => {
    const [cell] = storedCells([click(Date.now() - 60_000, { userId: id })]);
    const { qualifier, timestampMicros, value } = cell!;
    const event = setCell('ad_action', qualifier as Buffer, timestampMicros, value as Buffer);
    const object = setCell('profile', Buffer.from('a'), (Date.now() - 1_000) * 1_000, Buffer.from('1'));
    const row = { key: rowKey(id), mutations: [event, object] };
    await stores.serving.writer.mutateRow('users', row, call);
  };

  it(
    `leaves every erasure to be completed by the next, ${KILLS} times`,
    async () => {
      const random = seededRandom(TEST_SEED);
      const start = () => startChildProcess(CHILD, [], env());
      const ids: string[] = [];
      let next = start();
      for (let kill = 0; kill < KILLS; kill++) {
        const child = await next;
        next = start();
        const some = Array.from({ length: 4 }, (_, at) => `user-${kill}-${at}`);
        await runBounded(some, 4, async (id) => {
          await putUser(id);
          // Some requests end before the data is hidden.
          if (random() < 0.5) await stores.eraseSubject({ userId: id }, call);
          else await stores.ledger.request({ kind: 'erasure', userId: id }, call);
        });
        ids.push(...some);
        child.process.kill('SIGUSR2');
        await new Promise((resolve) => setTimeout(resolve, random() * LIFE_MS_MAX));
        await child.kill('SIGKILL');
      }
      const last = await next;
      last.process.kill('SIGUSR2');
      expect(await last.ended).toBe(0);
      await runBounded(ids, 8, async (id) => {
        const { state, certificate } = await stores.getErasure(id, call);
        expect([id, state]).toEqual([id, 'certified']);
        expect(verifyCertificate(certificate!).isValid).toBe(true);
      });
      const filter = { familyNameRegexFilter: '[^_].*' };
      const read = { table: 'users', keys: ids.map((id) => rowKey(id)), filter };
      for (const store of [stores.serving, stores.batch])
        for (const rows of (await store.tables.clusterRows(read, call)).values()) expect(rows).toEqual([]);
    },
    180_000 + KILLS * 20_000,
  );
});
