import type { LocalBigtable } from '../../../src/local-bigtable/index';
import { click, jsonOf } from '../../support/events';
import { ApiContract, type OpenApiDocument } from '../../support/api-contract';
import { startAppProcess, type AppProcess } from '../../support/app-process';
import { send, type Answer } from '../../support/http-server';
import { startStore } from '../../support/running-app';
import { until } from '../../support/until';

describe('The lag of servers', () => {
  let store: LocalBigtable;
  let app: AppProcess;
  const apps: AppProcess[] = [];

  beforeAll(async () => {
    store = await startStore();
    app = await start();
  });
  /** Ends the servers of a test. */
  afterEach(() => end(apps.splice(1)));
  afterAll(async () => {
    await end(apps.splice(0));
    await store.close();
  });

  async function end(ending: readonly AppProcess[]): Promise<void> {
    for (const each of ending) each.signal('SIGTERM');
    await Promise.all(ending.map(({ ended }) => ended));
  }

  async function start(env: NodeJS.ProcessEnv = {}): Promise<AppProcess> {
    const started = await startAppProcess({
      BIGTABLE_EMULATOR_HOST: store.endpoint,
      TIDEMARK_LAG_DEAD_AFTER_MS: '20000',
      ...env,
    });
    apps.push(started);
    return started;
  }

  const lag = (of = app): Promise<Answer> => send(of.port, { path: '/v1/ingestion/lag' });
  interface Lag {
    readonly at: string;
    readonly completeUpTo?: string;
    readonly stages: readonly { readonly processes: number; readonly producerDelayMs: { p99?: number } }[];
    readonly alarms: readonly unknown[];
  }
  const reported = async (of = app): Promise<Lag> => (await lag(of)).json as unknown as Lag;
  const processes = async (of = app): Promise<number> => (await reported(of)).stages[0]?.processes ?? 0;

  it('the answer matches its schema and is current', async () => {
    const document = (await send(app.port, { path: '/openapi.json' })).json as unknown as OpenApiDocument;
    const contract = new ApiContract(document);
    contract.check('GET', '/v1/ingestion/lag', await lag());
    await until(async () => (await reported()).completeUpTo !== undefined);
    const answer = await lag();
    contract.check('GET', '/v1/ingestion/lag', answer);
    expect(answer.json).toMatchObject({ stages: [{ stage: 'api', source: '', held: 0 }], alarms: [] });
    expect(Date.parse((await reported()).completeUpTo!)).toBeGreaterThan(Date.now() - 30_000);
  });

  it('the delay of producers is learned from the events that they send', async () => {
    const body = { events: [jsonOf(click(Date.now() - 7_000))] };
    const { status } = await send(app.port, {
      method: 'POST',
      path: '/v1/events',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    });
    expect(status).toBe(200);
    await until(async () => ((await reported()).stages[0]?.producerDelayMs.p99 ?? 0) >= 7_000);
    const { at, completeUpTo } = await reported();
    expect(Date.parse(at) - Date.parse(completeUpTo!)).toBeGreaterThanOrEqual(7_000);
  });

  it('a process that ended with a final report does not hold the lag back', async () => {
    const other = await start();
    await until(async () => (await processes()) === 2);
    other.signal('SIGTERM');
    await other.ended;
    await until(async () => (await processes()) === 1);
    expect((await reported()).alarms).toEqual([]);
  });

  it('each worker of a service reports its own progress, and one of them watches the lag', async () => {
    const service = await start({ TIDEMARK_WORKERS: '2' });
    await until(async () => (await processes(service)) === 3);
    const metrics = async (): Promise<string> =>
      (await send(service.port, { path: '/metrics' })).body.toString();
    const watching = /^tidemark_ingestion_processes\{[^}]*stage="api"[^}]*\} 3/gm;
    await until(async () => watching.test(await metrics()));
    const lines = (await metrics())
      .split('\n')
      .filter((line) => line.startsWith('tidemark_ingestion_stage_lag{'));
    expect(lines).toHaveLength(1);
  });

  it('a server with disabled reports is not part of the lag', async () => {
    const quiet = await start({ TIDEMARK_LAG_REPORTS: 'off' });
    await until(async () => (await processes(quiet)) === 1);
    expect(await processes(quiet)).toBe(1);
  });
});
