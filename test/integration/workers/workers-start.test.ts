import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DEFAULTS } from '../../../src/config/defaults';
import { startAppProcess, type AppProcess } from '../../support/app-process';
import { until } from '../../support/until';
import { INHERITED_ENV } from '../../support/inherited-env';

const NO_STORE = { BIGTABLE_EMULATOR_HOST: '127.0.0.1:1' };
const PATIENCE_MS = 120_000;
const REPLACED = 'worker ended and will be replaced';

/** Folder of the last `inEachWorker`, which has a file for each worker that has started. */
let folder: string;
const folders: string[] = [];
afterAll(() => folders.forEach((each) => rmSync(each, { recursive: true })));

/** Runs in each worker before anything else. `n` is how many workers have started before it. */
function inEachWorker(script: string): NodeJS.ProcessEnv {
  folder = mkdtempSync(join(tmpdir(), 'workers-start-'));
  folders.push(folder);
  const file = join(folder, 'preload.js');
  const starts = join(folder, 'start-');
  writeFileSync(
    file,
    `if (process.send !== undefined) {
      const fs = require('node:fs');
      const n = fs.readdirSync(${JSON.stringify(folder)}).filter((name) => name.startsWith('start-')).length;
      fs.writeFileSync(${JSON.stringify(starts)} + process.pid, '');
      ${script}
    }`,
  );
  return { ...NO_STORE, NODE_OPTIONS: `--require ${file}` };
}

const starts = (): number => readdirSync(folder).filter((name) => name.startsWith('start-')).length;

/** Scripts of the workers of a service, in the order of their starts: each starts after the one before serves or has ended. */
const KILLED = `process.kill(process.pid, 'SIGKILL');`;
const HANGS = 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);';
const IS_INVALID = `process.once('message', (message) => { message.config.routing.topologyFile = '/nowhere'; });`;
const SERVES = '';
const IN_TURN = [KILLED, HANGS, SERVES, KILLED, IS_INVALID, SERVES, KILLED, KILLED, SERVES];

describe('Workers of which some end during their start', () => {
  let app: AppProcess;
  const lines = (message: string): readonly Record<string, unknown>[] =>
    app.log.filter((line) => line['msg'] === message);
  /** Resolves when so many workers have served. */
  const served = (count: number): Promise<void> => until(() => lines('worker is serving').length === count);
  const killLast = (): boolean =>
    process.kill(lines('worker is serving').at(-1)!['pid'] as number, 'SIGKILL');

  beforeAll(async () => {
    const scripts = IN_TURN.map((script, index) => `if (n === ${index}) { ${script} }`);
    const env = inEachWorker(scripts.join('\n'));
    const more = { TIDEMARK_WORKERS: '2', TIDEMARK_WORKER_START_TIMEOUT_MS: '15000' };
    app = await startAppProcess({ ...more, ...env });
    await served(2);
  });
  afterAll(async () => {
    app.signal('SIGKILL');
    await app.ended;
  });

  it('a worker that is killed, hangs or cannot start is replaced, even before any worker has served', () => {
    expect(lines(REPLACED)).toMatchObject([
      { worker: 1, ended: 'SIGKILL', hasServed: false },
      { worker: 1, ended: 'SIGKILL', hasServed: false },
      { worker: 2, ended: 'SIGKILL', hasServed: false },
      { worker: 2, ended: 'code 1', hasServed: false },
    ]);
    const { restartInitialDelayMs: longestMs } = DEFAULTS.processes;
    lines(REPLACED).forEach(({ pauseMs }, at) => {
      expect(pauseMs).toBeLessThanOrEqual([longestMs, 2 * longestMs, longestMs, 2 * longestMs][at]!);
    });
    expect(lines('worker did not start in time: killing it')).toMatchObject([{ worker: 1 }]);
    expect(app.stderr()).toMatch(/^tidemark: .*\/nowhere/);
  });

  it('serving workers are not affected', () => {
    expect(lines('worker is serving').map(({ worker }) => worker)).toEqual([1, 2]);
  });

  it('the service ends if a worker ends again and again, before and after it has served', async () => {
    // Two ends of the second worker have come already.
    killLast();
    await served(3);
    killLast();
    expect(await app.ended).toBe(1);
    expect(lines(REPLACED).slice(4)).toMatchObject([
      { worker: 2, ended: 'SIGKILL', hasServed: true },
      { worker: 2, ended: 'SIGKILL', hasServed: false },
      { worker: 2, ended: 'SIGKILL', hasServed: false },
    ]);
    expect(app.stderr()).toMatch(
      /^tidemark: worker 2 ended 6 times in a row within 10000 ms of its start, the last time with SIGKILL$/m,
    );
  });
});

describe('Workers that always end during their start', () => {
  const run = (env: NodeJS.ProcessEnv) => {
    const register = join(__dirname, '../../../infra/scripts/register-ts.js');
    const main = join(__dirname, '../../../src/main.ts');
    const { status, stderr } = spawnSync(process.execPath, ['-r', register, main], {
      timeout: PATIENCE_MS,
      env: { ...INHERITED_ENV, TIDEMARK_WORKERS: '2', PORT: '0', ...env },
    });
    return { status, stderr: stderr.toString() };
  };

  it('the service ends with 1 when six workers in a row are killed', () => {
    expect(run(inEachWorker(KILLED))).toEqual({
      status: 1,
      stderr: 'tidemark: worker 1 ended 6 times in a row before it served, the last time with SIGKILL\n',
    });
    expect(starts()).toBe(6);
  });

  it('the service ends with 1 at once if the configuration is invalid', () => {
    const { status, stderr } = run({ ...inEachWorker(''), TIDEMARK_TOPOLOGY: '/nowhere' });
    expect(status).toBe(1);
    expect(stderr).toMatch(
      /^tidemark: .*\/nowhere.*\ntidemark: worker 1 ended with code 1 before it served\n$/,
    );
    expect(starts()).toBe(1);
  });
});
