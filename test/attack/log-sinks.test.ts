/** Checks that the API works when its log cannot be written. */
import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { LONG_DEADLINES } from '../support/long-deadlines';
import { send, type Answer } from '../support/http-server';
import { freePort } from '../support/free-port';
import { until } from '../support/until';
import { INHERITED_ENV } from '../support/inherited-env';

/** Each is logged, at the level debug, in some 270 bytes: an output that is not read takes about 200 kB. */
const REQUESTS = 1_200;
const NO_STORE = { BIGTABLE_EMULATOR_HOST: '127.0.0.1:1', TIDEMARK_LOG_LEVEL: 'debug' };

describe('The API with an unusable log', () => {
  let child: ChildProcess;
  let port: number;
  let ended: Promise<number | null>;
  afterEach(() => child.kill('SIGKILL'));

  async function start(output: 'unread' | 'full' | 'closed'): Promise<void> {
    port = await freePort();
    const register = join(__dirname, '../../infra/scripts/register-ts.js');
    const args = ['-r', register, join(__dirname, '../../src/main.ts')];
    const command = ['node', ...args].join(' ');
    const shell = output === 'full' ? `exec ${command} >/dev/full` : `exec ${command}`;
    child = spawn('sh', ['-c', shell], {
      env: { ...INHERITED_ENV, PORT: String(port), ...LONG_DEADLINES, ...NO_STORE },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    ended = new Promise((resolve) => child.once('exit', resolve));
    await until(async () => (await ask().catch(() => undefined))?.status === 200);
    if (output === 'closed') child.stdout!.destroy();
  }

  const ask = (path = '/v1/schema'): Promise<Answer> => send(port, { path, timeoutMs: 10_000 });

  async function dropped(): Promise<number> {
    const page = (await ask('/metrics')).body.toString();
    return Number(/^tidemark_log_lines_dropped_total(?:\{[^}]*\})? (\d+)/m.exec(page)?.[1]);
  }

  async function answersAll(): Promise<void> {
    for (let each = 0; each < REQUESTS / 20; each++) {
      const answers = await Promise.all(Array.from({ length: 20 }, () => ask()));
      expect(answers.map(({ status }) => status)).toEqual(new Array(20).fill(200));
    }
  }

  it.each(['unread', 'full', 'closed'] as const)(
    'the API answers every request and ends on a signal although its output is %s',
    async (output) => {
      await start(output);
      await answersAll();
      if (output === 'closed') expect(await dropped()).toBeGreaterThan(REQUESTS / 2);
      if (output === 'full') expect(await dropped()).toBeGreaterThan(0);
      child.kill('SIGTERM');
      expect(await ended).toBe(0);
    },
  );
});

describe('A command with a closed output', () => {
  it('the command ends with 141 and without a message', async () => {
    const cli = `node -r ${join(__dirname, '../../infra/scripts/register-ts.js')} ${join(__dirname, '../../src/cli/tidemark.ts')}`;
    const child = spawn('bash', ['-c', `${cli} tour consistency | head -1; echo "\${PIPESTATUS[0]}"`], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let [stdout, stderr] = ['', ''];
    child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
    await new Promise((resolve) => child.once('close', resolve));
    expect(stderr).toBe('');
    expect(stdout).toMatch(/\n141\n$/);
  });
});
