import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LocalBigtable } from '../../../src/local-bigtable/index';
import type { Store } from '../../../src/store/open-store';
import { ApiContract, type OpenApiDocument } from '../../support/api-contract';
import { storeSketches, type StoredSketch } from '../../support/campaign-sketches';
import { send, sendJson, type Answer } from '../../support/http-server';
import { openTestStore } from '../../support/open-test-store';
import type { CliRun } from '../../support/run-cli';
import { runCommandLine } from '../../support/run-command';
import { startApp, startStore, type RunningApp } from '../../support/running-app';
import { itemsFrom } from '../../support/sketches';
import { today } from '../../support/today';

const PATH = '/v1/campaigns:counts';
const VIEW = 1;
const CLICK = 2;
const [SMALL, LARGE, DAMAGED, NONE] = [1, 2, 3, 4].map((n) => `123e4567-e89b-12d3-a456-42661417400${n}`) as [
  string,
  string,
  string,
  string,
];
const TODAY = today();

describe('The API of campaign counts', () => {
  let bigtable: LocalBigtable;
  let store: Store;
  let running: RunningApp;
  let contract: ApiContract;
  let folder: string;

  beforeAll(async () => {
    bigtable = await startStore();
    store = openTestStore({ BIGTABLE_EMULATOR_HOST: bigtable.endpoint });
    running = await startApp({ BIGTABLE_EMULATOR_HOST: bigtable.endpoint });
    folder = mkdtempSync(join(tmpdir(), 'tidemark-campaigns-'));
    const document = (await send(running.port, { path: '/openapi.json' })).json;
    contract = new ApiContract(document as unknown as OpenApiDocument);
    const written: Omit<StoredSketch, 'day'>[] = [
      { id: SMALL, writer: 'a', actionCode: VIEW, items: itemsFrom(0, 30) },
      { id: SMALL, writer: 'b', actionCode: VIEW, items: itemsFrom(20, 30) },
      { id: SMALL, writer: 'b', actionCode: VIEW, kind: 'users', items: itemsFrom(0, 12) },
      { id: SMALL, writer: 'b', actionCode: VIEW, hour: 5, items: itemsFrom(0, 8) },
      { id: SMALL, writer: 'a', actionCode: CLICK, items: itemsFrom(0, 3) },
      { id: LARGE, writer: 'a', actionCode: VIEW, items: itemsFrom(0, 20_000) },
      { id: DAMAGED, writer: 'a', actionCode: VIEW, items: Buffer.from('no sketch') },
    ];
    await storeSketches(
      store.writer,
      written.map((sketch) => ({ day: TODAY, ...sketch })),
    );
  });
  afterAll(async () => {
    await running.app.drain();
    await store.close();
    await bigtable.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const call = async (body: object): Promise<Answer> => {
    const answer = await sendJson(running.port, PATH, body);
    contract.check('POST', PATH, answer);
    return answer;
  };
  const exactly = (count: number) => ({ count, exact: true, bounds: { lower: count, upper: count } });

  it('by default all actions of today are counted, and answers keep the order of the request', async () => {
    const { json, headers } = await call({ campaigns: [NONE, SMALL.toUpperCase()] });
    const startMs = Date.parse(TODAY);
    expect(json).toMatchObject({
      dataType: 'campaign_action',
      level: 'campaign',
      timeZone: 'UTC',
      periods: [
        {
          name: 'total',
          from: new Date(startMs).toISOString(),
          to: new Date(startMs + 86_400_000).toISOString(),
        },
      ],
      campaigns: [
        { id: NONE, counts: { total: { view: exactly(0), click: exactly(0) } } },
        { id: SMALL, counts: { total: { view: exactly(50), click: exactly(3) } } },
      ],
      consistency: { level: 'eventual', met: true },
    });
    expect(headers['tidemark-consistency']).toBe('eventual');
  });

  it('an estimate is marked as such and has bounds', async () => {
    const { json } = await call({ campaigns: [LARGE], actions: ['view'], reach: true });
    const [campaign] = json.campaigns as { counts: { total: { view: Record<string, unknown> } } }[];
    const { exact, bounds, users } = campaign!.counts.total.view;
    expect([exact, users]).toEqual([false, exactly(0)]);
    const { lower, upper } = bounds as { lower: number; upper: number };
    expect(lower).toBeLessThan(20_000 * 1.01);
    expect(upper).toBeGreaterThan(20_000 * 0.99);
  });

  it('hours and distinct users can be counted', async () => {
    const { json } = await call({
      campaigns: [SMALL],
      days: [TODAY],
      by: 'hour',
      actions: ['view'],
      reach: true,
    });
    const [{ counts }] = json.campaigns as [{ counts: Record<string, { view: unknown }> }];
    expect(Object.keys(counts)).toHaveLength(24);
    expect(counts[`${TODAY}T05:00Z`]!.view).toEqual({ ...exactly(8), users: exactly(0) });
    const whole = await call({ campaigns: [SMALL], actions: ['view'], reach: true });
    expect(whole.json.campaigns).toMatchObject([
      { counts: { total: { view: { ...exactly(50), users: exactly(12) } } } },
    ]);
  });

  it('a corrupted sketch fails one campaign only, is counted, and logs each place once', async () => {
    for (let time = 0; time < 2; time++) {
      const { status, json } = await call({ campaigns: [SMALL, DAMAGED], actions: ['view'] });
      expect(status).toBe(200);
      expect(json.campaigns).toEqual([
        { id: SMALL, counts: { total: { view: exactly(50) } } },
        {
          id: DAMAGED,
          error: {
            code: 'data_corrupted',
            field: 'campaigns[1]',
            retryable: false,
            message: expect.stringContaining(TODAY) as string,
          },
        },
      ]);
    }
    const metrics = (await send(running.port, { path: '/metrics' })).body.toString();
    expect(metrics).toMatch(/^tidemark_sketches_corrupted\S*\{[^}]*code="data_corrupted"[^}]*\} 2\b/m);
    const alarms = running.logLines().filter(({ code }) => code === 'data_corrupted');
    expect(alarms).toMatchObject([{ level: 'error', table: 'campaign_counts', id: DAMAGED, day: TODAY }]);
  });

  it.each([
    ['no campaigns', {}, 'campaigns', 400],
    ['an id that is none', { campaigns: ['c1'] }, 'campaigns[0]', 400],
    ['an unknown action', { campaigns: [SMALL], actions: ['impression'] }, 'actions[0]', 400],
    ['a type without sketches', { campaigns: [SMALL], dataType: 'ad_action' }, 'level', 400],
    ['a breakdown', { campaigns: [SMALL], breakdown: 'sessionId' }, 'breakdown', 400],
    ['a day before all that is kept', { campaigns: [SMALL], days: ['2020-01-01'] }, 'days', 400],
    [
      'a level of consistency',
      { campaigns: [SMALL], consistency: { level: 'best' } },
      'consistency.level',
      400,
    ],
  ])('%s is rejected with the field', async (_what, body, field, status) => {
    const answer = await call(body);
    expect([answer.status, answer.json.field]).toEqual([status, field]);
  });

  const cli = (...args: string[]): Promise<CliRun> =>
    runCommandLine(['campaigns', 'counts', ...args], {
      env: { BIGTABLE_EMULATOR_HOST: bigtable.endpoint },
      cwd: folder,
    });

  it('the command prints a table', async () => {
    writeFileSync(join(folder, 'ids.txt'), `${LARGE}\n${NONE}\r\n`);
    const { ended, stdout } = await cli(SMALL, '--campaigns-file', 'ids.txt', '--action', 'view', '--reach');
    expect(ended).toBe(0);
    expect(stdout).toMatch(/^campaign +period +view +view users\n/);
    expect(stdout).toMatch(new RegExp(`^${SMALL} +total +50 +12$`, 'm'));
    expect(stdout).toMatch(new RegExp(`^${LARGE} +total +\\d{5} ±\\d{3} +0$`, 'm'));
    expect(stdout).toMatch(new RegExp(`^${NONE} +total +0 +0\n±: an estimate`, 'm'));
    expect(stdout).toMatch(/^eventual: .*\ncomplete up to: unknown$/m);
  });

  it('the command prints the JSON of the API', async () => {
    const range = `${TODAY}..${TODAY}`;
    const { ended, stdout } = await cli(
      SMALL,
      DAMAGED,
      '--days',
      range,
      '--by',
      'day',
      '--action',
      'view',
      '--json',
    );
    expect(ended).toBe(1);
    const body = { campaigns: [SMALL, DAMAGED], days: [TODAY], by: 'day', actions: ['view'] };
    const { consistency, ...answer } = JSON.parse(stdout) as Record<string, unknown>;
    expect(consistency).toMatchObject({ level: 'eventual' });
    const api: Record<string, unknown> = { ...(await call(body)).json };
    delete api['consistency'];
    expect(answer).toEqual(api);
  });

  it('the command rejects invalid options', async () => {
    const wrong: [string[], string][] = [
      [[], 'campaigns'],
      [[SMALL, '--days', TODAY], '--days'],
      [[SMALL, '--days', `${TODAY}..${TODAY}`, '--day', TODAY], '--days'],
      [[SMALL, '--from', `${TODAY}T00:00Z`], '--to'],
    ];
    for (const [args, field] of wrong) {
      const { ended, stderr } = await cli(...args, '--json');
      expect([ended, (JSON.parse(stderr) as { error: { field: string } }).error.field]).toEqual([1, field]);
    }
  });
});
