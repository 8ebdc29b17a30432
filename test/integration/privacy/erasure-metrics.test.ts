/** Metrics of privacy of a running worker of erasures, and of a running API. */
import { join } from 'node:path';
import { loadConfig } from '../../../src/config/index';
import { startChildProcess, type StartedChildProcess } from '../../support/child-process';
import { startConsistencyWorld, type ConsistencyWorld } from '../../support/consistency-world';
import { freePort } from '../../support/free-port';
import { send } from '../../support/http-server';
import { openPrivacyStores, type PrivacyStores } from '../../support/privacy-world';
import { TRANSACTIONAL_REGIONS } from '../../support/transactional-regions';
import { until } from '../../support/until';

const CHILD = join(__dirname, '../../support/command-child.ts');
const call = { timeoutMs: 10_000 };

describe('A running worker of erasures', () => {
  let world: ConsistencyWorld;
  let stores: PrivacyStores;
  let worker: StartedChildProcess | undefined;
  let port: number;
  const env = () => ({
    ...world.env('eu'),
    TIDEMARK_ERASURE_DERIVED_WRITE_MAX_MS: '100',
    TIDEMARK_CLOCK_SKEW_MAX_MS: '20',
    TIDEMARK_ERASURE_DUE_MS: '1000',
    TIDEMARK_ADMIN_PORT: String(port),
  });

  beforeAll(async () => {
    world = await startConsistencyWorld(TRANSACTIONAL_REGIONS);
    port = await freePort();
    stores = openPrivacyStores(loadConfig(env()));
    await stores.serving.warmUp(call);
  });
  afterAll(async () => {
    await worker?.kill('SIGKILL');
    await stores.close();
    await world.close();
  });

  const scrape = async (): Promise<string> => (await send(port, { path: '/metrics' })).body.toString();
  /** Returns the value of the first sample of a metric; undefined without one. */
  const valueOf = async (name: string): Promise<number | undefined> => {
    const found = new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, 'm').exec(await scrape().catch(() => ''));
    return found === null ? undefined : Number(found[1]);
  };

  it('reports open and overdue erasures, its last round, and the calls of its stores', async () => {
    await stores.ledger.request({ kind: 'erasure', userId: 'ann' }, call);
    const work = ['erase', 'work', '--interval', '200ms'];
    // What is derived from the data may arrive for an hour: the erasure stays open, and its due date passes.
    worker = await startChildProcess(CHILD, work, {
      ...env(),
      TIDEMARK_ERASURE_DERIVED_WRITE_MAX_MS: '3600000',
    });
    await until(async () => (await valueOf('tidemark_privacy_erasures_open')) === 1);
    await until(async () => (await valueOf('tidemark_privacy_erasures_overdue')) === 1);
    expect(await valueOf('tidemark_privacy_erasures_round_age')).toBeLessThan(60);
    expect(await scrape()).toMatch(
      /^tidemark_store_call_duration_seconds_count\{rpc_method="MutateRow",[^}]*="OK"\} [1-9]/m,
    );
    await worker.kill('SIGKILL');
    worker = await startChildProcess(CHILD, work, env());
    await until(async () => (await stores.getErasure('ann', call)).state === 'certified');
    await until(async () => (await valueOf('tidemark_privacy_erasures_open')) === 0);
    expect(await valueOf('tidemark_privacy_erasures_overdue')).toBe(0);
  });

  it('makes the tables of users recognisable for the API, which reports their state', async () => {
    const app = await world.app('eu', { TIDEMARK_CONSENT_POLICIES: 'users/profile=enforce' });
    await until(async () => (await app.send({ path: '/readyz' })).status === 200);
    const text = await app.app.metrics();
    expect(text).toMatch(
      /^tidemark_privacy_table_state\{[^}]*table="users"[^}]*state="certified"[^}]*\} 1$/m,
    );
    expect(text).toMatch(
      /^tidemark_privacy_consent_unenforced\{[^}]*data_type="users\/profile"[^}]*policy="enforce"[^}]*\} 0$/m,
    );
    expect(text).toMatch(
      /^tidemark_privacy_consent_unenforced\{[^}]*data_type="users\/embedding"[^}]*policy="off"[^}]*\} 1$/m,
    );
  });
});
