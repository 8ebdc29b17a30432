import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Row } from '../../../../../src/bigtable/client/types';
import { DEFAULTS } from '../../../../../src/config/defaults';
import { rowKey } from '../../../../../src/core/rows/row-key';
import { decodeOutputs, encodeRows } from '../../../../../src/operations/pipelines/threads/page-format';
import { ThreadPool, type ThreadPage } from '../../../../../src/operations/pipelines/threads/thread-pool';
import { systemClock } from '../../../../../src/platform/time/clock';
import { packed, rulesAt } from '../../../../support/compaction';
import { adEvent, AD_ACTION, storedCells } from '../../../../support/events';
import { tidemarkError } from '../../../../support/tidemark-error';

const REGISTER = join(__dirname, '../../../../../infra/scripts/register-ts.js');

describe('the threads of a run', () => {
  let folder: string;
  const pools: ThreadPool[] = [];
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'tidemark-threads-'));
  });
  afterEach(async () => {
    await Promise.all(pools.splice(0).map((pool) => pool.close()));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  async function open(
    name: string,
    process: string,
    {
      threads = 1,
      setup = '',
      stuckAfterMs = 60_000,
      logs = [] as string[],
      reads = `['profile']`,
      runTimeMs = 7,
    } = {},
  ) {
    const file = join(folder, `${name}.js`);
    writeFileSync(
      file,
      `module.exports = { name: '${name}', corpus: 'users', reads: ${reads}, writes: ['profile'], ${setup}
        ${process} };`,
    );
    const { pipelines, objects, counts, campaigns } = DEFAULTS;
    const limits = { ...pipelines, objects, eventCellsMax: counts.eventCellsMax, campaigns };
    const pool = await ThreadPool.open({
      threads,
      data: { file, schema: {}, runTimeMs, limits },
      limits: { ...pipelines, stuckAfterMs },
      clock: systemClock,
      onLog: (level, message) => logs.push(`${level} ${message}`),
      execArgv: ['--require', REGISTER],
    });
    pools.push(pool);
    return pool;
  }

  const pageOf = (...ids: readonly string[]): ThreadPage => ({
    rows: encodeRows(
      ids.map((id) => ({ key: rowKey(id), cells: [] })),
      ['profile'],
    ),
    hidden: [],
  });

  it('process pages, with what setup returns, and report the objects that fail', async () => {
    const logs: string[] = [];
    const pool = await open(
      'plain',
      `async process({ id }, { shared, runTimeMs, logger }) {
        if (id === 'b') throw new Error('bad');
        if (id === 'c') { logger.warn('look'); console.log('printed'); }
        return [{ dataType: 'profile', subType: id + runTimeMs, value: { locale: shared } }];
      }`,
      { threads: 2, setup: `setup: async () => 'en',`, logs },
    );
    const pages = await Promise.all(
      ['1', '2', '3', '4', '5'].map((n) => pool.process(pageOf(`a${n}`, 'b', 'c'))),
    );
    pages.forEach(({ outputs, failures }, index) => {
      const rows = decodeOutputs(outputs, ['profile']);
      expect(rows.map((row) => row.map(({ subType }) => subType))).toEqual([[`a${index + 1}7`], [], ['c7']]);
      expect(failures).toEqual([{ row: 1, code: 'pipeline_failed', message: 'bad' }]);
    });
    expect(logs).toContain('warn look');
  });

  it('receive which events in blocks are hidden, of each row', async () => {
    const dayMs = 86_400_000;
    const runTimeMs = 20_000 * dayMs;
    const events = [2, 9].map((days) => adEvent({ eventTimeMs: runTimeMs - days * dayMs, adId: 'a1' }));
    const cells = packed(storedCells(events), rulesAt(runTimeMs)).map((cell) => ({
      ...cell,
      family: AD_ACTION.family,
    }));
    const rows = ['a', 'b'].map((id) => ({ key: rowKey(id), cells: cells as unknown as Row['cells'] }));
    const pool = await open(
      'hidden',
      `process: (user) => [{ dataType: 'profile', subType: String(user.count('ad_action')), value: {} }]`,
      { reads: `[{ dataType: 'ad_action', windowDays: 30 }]`, runTimeMs },
    );
    const hidden = [{ row: 1, family: 'ad_action', upToMs: runTimeMs - 9 * dayMs }];
    const { outputs } = await pool.process({ rows: encodeRows(rows, ['ad_action']), hidden });
    const counts = decodeOutputs(outputs, ['profile']).map(([output]) => output?.subType);
    expect(counts).toEqual(['2', '1']);
  });

  it('fail all pages when one of them ends', async () => {
    const pool = await open('exits', `process({ id }) { if (id === 'x') process.exit(4); }`, { threads: 2 });
    const error = tidemarkError('pipeline_failed', undefined, 'exit code 4');
    await expect(pool.process(pageOf('x'))).rejects.toEqual(error);
    await expect(pool.process(pageOf('y'))).rejects.toEqual(error);
  });

  it('count as stuck while no object ends', async () => {
    const error = tidemarkError('pipeline_failed', undefined, 'no object has ended for 200 ms');
    const loops = await open('loops', `process() { for (;;); }`, { stuckAfterMs: 200 });
    await expect(loops.process(pageOf('a'))).rejects.toEqual(error);
    const waits = await open('waits', `process: () => new Promise(() => undefined)`, { stuckAfterMs: 200 });
    await expect(waits.process(pageOf('a'))).rejects.toEqual(error);
  });

  it('do not start when setup fails, or the module is invalid', async () => {
    const failing = open('unready', `process() {}`, { setup: `setup() { throw new Error('no model'); },` });
    await expect(failing).rejects.toEqual(tidemarkError('pipeline_failed', undefined, 'no model'));
    await expect(open('invalid', `proces() {}`)).rejects.toEqual(tidemarkError('invalid_argument', 'proces'));
  });

  it('abort the signal of process when the run ends early', async () => {
    const process = `process: (_, { signal }) => new Promise((resolve) => (signal.aborted ? resolve([]) : signal.addEventListener('abort', () => resolve([]))))`;
    const pool = await open('aborts', process);
    const page = pool.process(pageOf('a'));
    pool.abort();
    expect((await page).failures).toEqual([]);
  });
});
