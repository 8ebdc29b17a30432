import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DEFAULTS } from '../../../src/config/defaults';
import { startAppProcess, type AppProcess } from '../../support/app-process';
import { until } from '../../support/until';

const NO_STORE = { BIGTABLE_EMULATOR_HOST: '127.0.0.1:1' };
const PATIENCE_MS = 120_000;
const REPLACED = 'worker ended and will be replaced';

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'workers-start-'))));
afterEach(() => rmSync(folder, { recursive: true }));

/** Runs in each worker before anything else. `n` is how many workers have started before it. */
function inEachWorker(script: string): NodeJS.ProcessEnv {
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

describe('A worker that ends during its start', () => {
  let app: AppProcess;
  const lines = (message: string): readonly Record<string, unknown>[] =>
    app.log.filter((line) => line['msg'] === message);
  afterEach(async () => {
    app.signal('SIGTERM');
    expect(await app.ended).toBe(0);
  });

  it('a worker that is killed is replaced, even before any worker has served', async () => {
    const env = inEachWorker(`if (n === 0 || n === 1 || n === 3) process.kill(process.pid, 'SIGKILL');`);
    app = await startAppProcess({ TIDEMARK_WORKERS: '2', ...env });
    await until(() => lines('worker is serving').length === 2);
    expect(lines(REPLACED)).toMatchObject([
      { worker: 1, ended: 'SIGKILL', hasServed: false },
      { worker: 1, ended: 'SIGKILL', hasServed: false },
      { worker: 2, ended: 'SIGKILL', hasServed: false },
    ]);
    const { restartInitialDelayMs: longestMs } = DEFAULTS.processes;
    lines(REPLACED).forEach(({ pauseMs }, at) => {
      expect(pauseMs).toBeLessThanOrEqual([longestMs, 2 * longestMs, longestMs][at]!);
    });
  });

  it('a worker that hangs is killed and replaced', async () => {
    const hang = 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);';
    const env = inEachWorker(`if (n === 0) ${hang}`);
    app = await startAppProcess({
      TIDEMARK_WORKERS: '2',
      TIDEMARK_WORKER_START_TIMEOUT_MS: '15000',
      ...env,
    });
    expect(lines('worker did not start in time: killing it')).toMatchObject([{ worker: 1 }]);
    expect(lines(REPLACED)).toMatchObject([{ worker: 1, ended: 'SIGKILL', hasServed: false }]);
  });

  it('a worker that cannot start is replaced, and serving workers are not affected', async () => {
    const invalid = `process.once('message', (message) => { message.config.routing.topologyFile = '/nowhere'; });`;
    const env = inEachWorker(`if (n === 1) { ${invalid} }`);
    app = await startAppProcess({ TIDEMARK_WORKERS: '2', ...env });
    await until(() => lines('worker is serving').length === 2);
    expect(lines(REPLACED)).toMatchObject([{ worker: 2, ended: 'code 1', hasServed: false }]);
    expect(app.stderr()).toMatch(/^tidemark: .*\/nowhere/);
  });
});

describe('Workers that always end during their start', () => {
  const run = (env: NodeJS.ProcessEnv) => {
    const register = join(__dirname, '../../../infra/scripts/register-ts.js');
    const main = join(__dirname, '../../../src/main.ts');
    const { status, stderr } = spawnSync(process.execPath, ['-r', register, main], {
      timeout: PATIENCE_MS,
      env: { PATH: process.env['PATH'], TIDEMARK_WORKERS: '2', PORT: '0', ...env },
    });
    return { status, stderr: stderr.toString() };
  };

  it('the service ends with 1 when six workers in a row are killed', () => {
    expect(run(inEachWorker(`process.kill(process.pid, 'SIGKILL');`))).toEqual({
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
