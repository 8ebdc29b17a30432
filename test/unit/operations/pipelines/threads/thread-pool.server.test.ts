import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Row } from '../../../../../src/bigtable/client/types';
import { DEFAULTS } from '../../../../../src/config/defaults';
import { rowKey } from '../../../../../src/core/rows/row-key';
import { decodeOutputs, encodeRows } from '../../../../../src/operations/pipelines/threads/page-format';
import {
  ThreadFailedError,
  ThreadPool,
  type ThreadPage,
} from '../../../../../src/operations/pipelines/threads/thread-pool';
import { systemClock } from '../../../../../src/platform/time/clock';
import { packed, rulesAt } from '../../../../support/compaction';
import { adEvent, AD_ACTION, storedCells } from '../../../../support/events';
import { tidemarkError } from '../../../../support/tidemark-error';
import { until } from '../../../../support/until';

const REGISTER = join(__dirname, '../../../../../infra/scripts/register-ts.js');

interface PoolSettings {
  readonly threads?: number;
  readonly setup?: string;
  readonly stuckAfterMs?: number;
  readonly threadHeapMb?: number;
  readonly logs?: string[];
  readonly reads?: string;
  readonly runTimeMs?: number;
  readonly onFailure?: 'fail' | 'replace';
  readonly objectTimeoutMs?: number;
}

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
      threadHeapMb = DEFAULTS.pipelines.threadHeapMb,
      logs = [],
      reads = `['profile']`,
      runTimeMs = 7,
      onFailure = 'fail',
      objectTimeoutMs,
    }: PoolSettings = {},
  ) {
    const file = join(folder, `${name}.js`);
    writeFileSync(
      file,
      `module.exports = { name: '${name}', corpus: 'users', reads: ${reads}, writes: ['profile'], ${setup}
        ${process} };`,
    );
    const { pipelines, objects, counts, campaigns } = DEFAULTS;
    const limits = { ...pipelines, objects, eventCellsMax: counts.eventCellsMax, campaigns, objectTimeoutMs };
    const pool = await ThreadPool.open({
      threads,
      data: { file, schema: {}, runTimeMs, limits },
      limits: { ...pipelines, stuckAfterMs, threadHeapMb },
      clock: systemClock,
      onFailure,
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
        if (id === 'c') for (let line = 0; line < 100; line++) logger.warn('look');
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
    const ofPages = Array.from(
      { length: pages.length * DEFAULTS.pipelines.logLinesPerPageMax },
      () => 'warn look',
    );
    expect(logs).toEqual(ofPages);
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

  it('fail all pages when one of them throws outside of process, or runs out of memory', async () => {
    const throws = await open('throws', `process() { setImmediate(() => { throw new Error('later'); }); }`);
    const later = tidemarkError('pipeline_failed', undefined, 'a thread failed: later');
    // The page may end before the error is thrown.
    await throws.process(pageOf('a')).catch(() => undefined);
    await until(() =>
      throws.process(pageOf('a')).then(
        () => false,
        () => true,
      ),
    );
    await expect(throws.process(pageOf('a'))).rejects.toEqual(later);
    const body = `process() { const all = []; for (;;) all.push(new Array(1e5).fill({})); }`;
    const grows = await open('grows', body, { threadHeapMb: 64 });
    await expect(grows.process(pageOf('a'))).rejects.toEqual(
      tidemarkError('pipeline_failed', undefined, 'reaching memory limit'),
    );
  });

  it('count as stuck while no object ends', async () => {
    const error = tidemarkError('pipeline_failed', undefined, 'no object has ended for 200 ms');
    const loops = await open('loops', `process() { for (;;); }`, { stuckAfterMs: 200 });
    await expect(loops.process(pageOf('a'))).rejects.toEqual(error);
    const waits = await open('waits', `process: () => new Promise(() => undefined)`, { stuckAfterMs: 200 });
    await expect(waits.process(pageOf('a'))).rejects.toEqual(error);
  });

  it('are replaced one by one if a failure is to concern one page alone', async () => {
    const body = `process({ id }) {
      if (id === 'x') process.exit(4);
      if (id === 'loop') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
      const { threadId } = require('node:worker_threads');
      const output = { dataType: 'profile', subType: String(threadId), value: {} };
      return new Promise((resolve) => setTimeout(resolve, 50, [output]));
    }`;
    const pool = await open('replaced', body, { threads: 2, onFailure: 'replace', stuckAfterMs: 1_000 });
    const pages = ['a', 'x', 'loop', 'b', 'c'].map((id) => pool.process(pageOf(id)));
    const outcomes = await Promise.allSettled(pages);
    expect(outcomes.map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
      'rejected',
      'fulfilled',
      'fulfilled',
    ]);
    await expect(pages[1]).rejects.toBeInstanceOf(ThreadFailedError);
    await expect(pages[2]).rejects.toEqual(tidemarkError('pipeline_failed', undefined, 'stuck'));
    // Each thread is replaced by one other: a third one would take some of these pages as soon as it has started.
    const threads = new Set<string>();
    for (const endMs = Date.now() + 3_000; Date.now() < endMs && threads.size <= 2;) {
      const answers = await Promise.all(['d', 'e', 'f', 'g'].map((id) => pool.process(pageOf(id))));
      for (const { outputs } of answers) threads.add(decodeOutputs(outputs, ['profile'])[0]![0]!.subType);
    }
    expect(threads.size).toBeLessThanOrEqual(2);
  });

  it('fail all pages if a thread that takes the place of another one does not start', async () => {
    const once = join(folder, 'once');
    const setup = `setup() { const { existsSync, writeFileSync } = require('node:fs');
      if (existsSync('${once}')) throw new Error('no model'); writeFileSync('${once}', ''); },`;
    const pool = await open('unstarted', `process() { process.exit(4); }`, { onFailure: 'replace', setup });
    const failed = new Promise((resolve) => (pool.onFailed = resolve));
    await expect(pool.process(pageOf('a'))).rejects.toBeInstanceOf(ThreadFailedError);
    const waiting = expect(pool.process(pageOf('b'))).rejects.toEqual(
      tidemarkError('pipeline_failed', undefined, 'no model'),
    );
    expect(await failed).toEqual(tidemarkError('pipeline_failed', undefined, 'no model'));
    await waiting;
    await expect(pool.process(pageOf('c'))).rejects.not.toBeInstanceOf(ThreadFailedError);
  });

  it('report an object for which process does not end in time, and process the others', async () => {
    const body = `process: ({ id }, { runTimeMs }) => (id === 'waits' ? new Promise(() => undefined)
      : [{ dataType: 'profile', subType: 'at' + runTimeMs, value: {} }])`;
    const pool = await open('timed', body, { objectTimeoutMs: 50 });
    const { outputs, failures } = await pool.process({ ...pageOf('waits', 'a'), runTimeMs: 9 });
    expect(failures).toMatchObject([{ row: 0, code: 'deadline_exceeded' }]);
    expect(decodeOutputs(outputs, ['profile']).map((row) => row[0]?.subType)).toEqual([undefined, 'at9']);
  });

  it('do not keep results in memory that their caller has dropped', async () => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const pool = await open('dropped', `process: () => []`);
    const dropped = new WeakRef(await pool.process(pageOf('a')));
    await until(() => {
      collect();
      return dropped.deref() === undefined;
    });
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
