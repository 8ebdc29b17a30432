import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { runTidemark, TidemarkProcess } from '../support/tidemark-process';

const shell = promisify(execFile);
const ANY_PORTS = { PORT: '0', TIDEMARK_LOCAL_PORT: '0' };

let cwd: string;
let running: TidemarkProcess | undefined;

beforeAll(() => {
  cwd = mkdtempSync(join(tmpdir(), 'tidemark-start-'));
});

afterAll(async () => {
  running?.kill('SIGKILL');
  await running?.finished;
  rmSync(cwd, { recursive: true, force: true });
});

async function start(): Promise<string> {
  running = new TidemarkProcess(['start'], { cwd, env: ANY_PORTS });
  return running.printed(/--group-by viewType\n/);
}

/** As Ctrl-C on `npm start` does: the terminal signals the process, and npm passes its own signal on to it. */
async function stop(): Promise<{ code: number | null; stdout: string }> {
  running?.kill('SIGINT');
  running?.kill('SIGINT');
  const finished = await running!.finished;
  running = undefined;
  return finished;
}

/** The printed curl commands, run by a shell as a person would paste them. */
async function runCurl(printed: string, part: string): Promise<Record<string, never>> {
  const command = printed.split('\n').find((line) => line.startsWith('  curl ') && line.includes(part));
  const { stdout } = await shell('sh', ['-c', command!]);
  return JSON.parse(stdout) as Record<string, never>;
}

interface Counts {
  readonly counts: Record<string, { total: { click: number; impression: number } }>;
}

test('start, try what it prints, stop by Ctrl-C, start again: the state is there', async () => {
  const printed = await start();
  expect(printed).toMatch(/demo event log +\d+ deliveries, \d+ of them repeats, 40 users\n/);

  const before = (await runCurl(printed, 'counts:query')) as unknown as Counts;
  expect(Object.keys(before.counts)).toEqual(['1d', '7d', '30d']);
  expect(before.counts['30d']!.total.impression).toBeGreaterThan(100);

  const sent = await runCurl(printed, '/v1/events');
  expect(sent).toMatchObject({ accepted: 1 });
  await runCurl(printed, '/v1/events');
  const after = (await runCurl(printed, 'counts:query')) as unknown as Counts;
  expect(after.counts['30d']!.total.click).toBe(before.counts['30d']!.total.click + 1);

  const profile = await runCurl(printed, '/profile/default');
  expect(profile).toMatchObject({ cells: [{ dataType: 'profile', value: { locale: 'en-GB' } }] });

  const first = await stop();
  expect(first).toMatchObject({ code: 0, stdout: expect.stringMatching(/Draining…\nStopped/) as string });

  const again = await start();
  expect(again).toContain('loaded at an earlier start');
  expect(await runCurl(again, 'counts:query')).toMatchObject({ counts: { '30d': after.counts['30d'] } });
  expect(await runCurl(again, '/profile/default')).toEqual(profile);
  expect(await stop()).toMatchObject({ code: 0 });
}, 60_000);

test('every curl command of the README works as written', async () => {
  const url = /API +(http:\S+)/.exec(await start())![1]!;
  const readme = readFileSync(join(__dirname, '../../README.md'), 'utf8');
  const blocks = [...readme.matchAll(/```sh\n(curl[^]*?)```/g)].map(([, commands]) => commands!);
  expect(blocks).toHaveLength(4);
  const answers: string[] = [];
  for (const commands of blocks) {
    const { stdout } = await shell('sh', ['-ec', commands.replaceAll('http://127.0.0.1:8080', url)]);
    answers.push(stdout);
  }
  expect(answers[0]).toContain('"30d":{"total":{"click":');
  expect(answers[1]).toContain('"accepted":1');
  expect(answers[2]).toContain('"locale":"de-CH"');
  expect(answers[3]).toMatch(/^tidemark-consistency: strict\r$/m);
  expect(answers.join()).not.toContain('"code"');
  await stop();
}, 60_000);

test('the printed shell command finds the running instance and counts', async () => {
  const printed = await start();
  const line = printed.split('\n').find((each) => each.includes('npx tidemark count'))!;
  const args = line.trim().split(' ').slice(2);
  const { code, stdout } = await runTidemark([...args, '--json'], { cwd });
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ userId: 'user-1', counts: { '7d': {} } });
  await stop();
}, 60_000);

test('a second start on the same data folder is refused and harms nothing', async () => {
  await start();
  const second = await runTidemark(['start'], { cwd, env: ANY_PORTS });
  expect(second.code).toBe(1);
  expect(second.stderr).toMatch(/^tidemark: The data folder .* is in use by another server .*\n$/);
  expect(await stop()).toMatchObject({ code: 0 });
}, 60_000);

test('a port that is taken is told in one line', async () => {
  const printed = await start();
  const port = /embedded Bigtable +127\.0\.0\.1:(\d+)/.exec(printed)![1]!;
  const { code, stderr } = await runTidemark(['local', '--ephemeral', '--port', port], { cwd });
  expect(code).toBe(1);
  expect(stderr).toMatch(/^tidemark: listen EADDRINUSE: .*\n$/);
  await stop();
}, 60_000);

test('without a running instance the other commands say what to do', async () => {
  const { code, stderr } = await runTidemark(
    ['count', '--user', 'u', '--action', 'click', '--window', '1d'],
    {
      cwd,
    },
  );
  expect(code).toBe(1);
  expect(stderr).toContain('npm start');
});

test('the embedded Bigtable alone obeys the variables, and the other commands find it by them', async () => {
  const env = { TIDEMARK_DATA_DIR: join(cwd, 'elsewhere'), TIDEMARK_LOCAL_PORT: '0' };
  const local = (running = new TidemarkProcess(['local', '--json'], { cwd, env }));
  expect(await local.printed(/\n/)).toContain(`"data":"${env.TIDEMARK_DATA_DIR}"`);
  expect(await runTidemark(['schema', 'apply'], { cwd, env })).toMatchObject({ code: 0, stderr: '' });
  local.kill('SIGINT');
  expect(await local.finished).toMatchObject({ code: 0 });
}, 60_000);
