import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { runTidemark, TidemarkProcess } from '../../support/tidemark-process';
import { until } from '../../support/until';

const shell = promisify(execFile);
const TIDEMARK = `${process.execPath} ${resolve('dist/cli/tidemark.js')}`;
const ANY_PORTS = { PORT: '0', TIDEMARK_LOCAL_PORT: '0' };
const JSON_BODY = { 'content-type': 'application/json' };

let cwd: string;
let running: TidemarkProcess | undefined;

beforeAll(() => {
  cwd = mkdtempSync(join(tmpdir(), 'tidemark-start-'));
});

afterAll(() => {
  rmSync(cwd, { recursive: true, force: true });
});

/** Kills a process that a failed test left running. */
async function killRunning(): Promise<void> {
  running?.kill('SIGKILL');
  await running?.finished;
  running = undefined;
}

async function start(): Promise<string> {
  running = new TidemarkProcess(['start'], { cwd, env: ANY_PORTS });
  return running.untilPrinted(/--group-by viewType\n/);
}

/** Signals twice, like Ctrl-C on `npm start`: the terminal signals the process, and npm passes on its own signal. */
async function stop(): Promise<{ code: number | null; stdout: string }> {
  running?.kill('SIGINT');
  running?.kill('SIGINT');
  const finished = await running!.finished;
  running = undefined;
  return finished;
}

/** Returns the address of the API, which a start has printed. */
const urlIn = (printed: string): string => /API +(http:\S+)/.exec(printed)![1]!;

/** Runs a printed curl command in a shell, as a user would paste it. */
async function runCurl(printed: string, part: string): Promise<Record<string, never>> {
  const command = printed.split('\n').find((line) => line.startsWith('  curl ') && line.includes(part));
  const { stdout } = await shell('sh', ['-c', command!]);
  return JSON.parse(stdout) as Record<string, never>;
}

interface Counts {
  readonly counts: Record<string, { total: { click: number; impression: number } }>;
}

test('The built command is executable, also when npm has linked an earlier build', () => {
  expect(statSync('dist/cli/tidemark.js').mode & 0o111).toBe(0o111);
});

describe('An instance with the demo data', () => {
  /** Output of the instance of all tests. The last test starts it again. */
  let printed: string;
  beforeAll(async () => {
    printed = await start();
  });
  afterAll(killRunning);

  const counts = async (): Promise<Counts> => (await runCurl(printed, 'counts:query')) as unknown as Counts;

  test('A user can run the suggested commands', async () => {
    expect(printed).toMatch(/demo event log +\d+ deliveries, \d+ of them repeats, 40 users\n/);
    expect(printed).toMatch(/demo campaigns +4, with \d+ deliveries of their events\n/);

    const before = await counts();
    expect(Object.keys(before.counts)).toEqual(['1d', '7d', '30d']);
    expect(before.counts['30d']!.total.impression).toBeGreaterThan(100);

    const sent = await runCurl(printed, '/v1/events');
    expect(sent).toMatchObject({ written: 1 });
    await runCurl(printed, '/v1/events');
    const after = await counts();
    expect(after.counts['30d']!.total.click).toBe(before.counts['30d']!.total.click + 1);

    const profile = await runCurl(printed, '/profile/default');
    expect(profile).toMatchObject({ cells: [{ dataType: 'profile', value: { locale: 'en-GB' } }] });

    const bought = await runCurl(printed, 'campaigns?activeOn');
    expect(bought['campaigns']).toHaveLength(3);
    const counted = await runCurl(printed, 'campaigns:counts');
    const many = { count: expect.any(Number) as number, users: { count: expect.any(Number) as number } };
    expect(counted).toMatchObject({ campaigns: [{ counts: { total: { view: many } } }, {}, {}, {}] });
  });

  test('The suggested shell command finds the running instance and counts', async () => {
    const line = printed.split('\n').find((each) => each.includes('npx tidemark count'))!;
    const args = line.trim().split(' ').slice(2);
    const { code, stdout } = await runTidemark([...args, '--json'], { cwd });
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ userId: 'user-1', counts: { '7d': {} } });
  });

  test('Every curl command of the README works as written', async () => {
    const url = urlIn(printed);
    const readme = readFileSync(join(__dirname, '../../../README.md'), 'utf8');
    const blocks = [...readme.matchAll(/```sh\n((?:curl|CAMPAIGN=|NOW=)[^]*?)```/g)].map(
      ([, commands]) => commands!,
    );
    expect(blocks).toHaveLength(5);
    // Users are slower than this test: the controller is elected within about a second.
    await until(async () =>
      (await (await fetch(`${url}/v1/campaigns/active`)).text()).includes('"passShare"'),
    );
    const answers: string[] = [];
    for (const commands of blocks) {
      const here = commands.replaceAll('http://127.0.0.1:8080', url).replaceAll('npx tidemark', TIDEMARK);
      const { stdout } = await shell('sh', ['-ec', here], { cwd });
      answers.push(stdout);
    }
    expect(answers[0]).toContain('"30d":{"total":{"click":');
    expect(answers[1]).toContain('"written":1');
    expect(answers[2]).toContain('"allowed":true');
    expect(answers[3]).toMatch(
      /"written":1[^]*"reason":"units_delivered"[^]*Counts are complete up to[^]*the sketches agree/,
    );
    expect(answers[4]).toMatch(/"timestampMs"[^]*^tidemark-consistency: strict\r$[^]*"locale":"de-CH"/m);
    expect(answers.join()).not.toContain('"code"');
  });

  test('A second start on the same data folder is rejected without harm to the first one', async () => {
    const second = await runTidemark(['start'], { cwd, env: ANY_PORTS });
    expect(second.code).toBe(1);
    expect(second.stderr).toMatch(
      /^tidemark: The data folder .* is in use by another server: stop it, .* TIDEMARK_DATA_DIR .*\n$/,
    );
    expect((await fetch(`${urlIn(printed)}/readyz`)).status).toBe(200);
  });

  test('After Ctrl-C and another start, data and tokens are the same, and the only cluster proves strict reads', async () => {
    const cell = '/v1/corpora/users/objects/me/profile/main';
    const body = '{"locale":"de"}';
    const written = await fetch(urlIn(printed) + cell, { method: 'PUT', headers: JSON_BODY, body });
    const { token } = (await written.json()) as { token: string };
    expect(statSync(join(cwd, '.tidemark/token-keys')).mode & 0o777).toBe(0o600);
    const before = await counts();
    const counted = await runCurl(printed, 'campaigns:counts');
    const profile = await runCurl(printed, '/profile/default');
    expect(await stop()).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/Draining…\nStopped/) as string,
    });

    printed = await start();
    expect(printed).toContain('loaded at an earlier start');
    expect(await counts()).toMatchObject({ counts: { '30d': before.counts['30d'] } });
    expect(await runCurl(printed, 'campaigns:counts')).toMatchObject({ campaigns: counted['campaigns'] });
    expect(await runCurl(printed, '/profile/default')).toMatchObject({ cells: profile['cells'] });

    const strict = { 'tidemark-consistency': 'strict', 'tidemark-token': token };
    const read = await fetch(urlIn(printed) + cell, { headers: strict });
    expect(await read.json()).toMatchObject({
      cells: [{ value: { locale: 'de' } }],
      consistency: { level: 'strict', met: true, clusters: ['local'], tier: 'nearest', lookups: 1 },
    });
    const count = [
      'count',
      '--user',
      'user-1',
      '--action',
      'click',
      '--consistency',
      'strict',
      '--token',
      token,
    ];
    const strictly = await runTidemark(count, { cwd });
    expect(strictly).toMatchObject({ code: 0, stderr: '' });
    expect(strictly.stdout).toContain('strict: local (nearest), 1 lookup');
    expect(await stop()).toMatchObject({ code: 0 });
  });
});

describe('Other instances', () => {
  afterEach(killRunning);

  test('With a topology, start runs the clusters and the API of one region, and other commands find both by the data folder', async () => {
    const folder = join(cwd, 'regions');
    mkdirSync(folder);
    const config = join(__dirname, '../../../infra/examples/topologies/two-clusters.json');
    const args = ['start', '--no-demo', '--config', config, '--region', 'eu'];
    running = new TidemarkProcess(args, { cwd: folder, env: ANY_PORTS });
    const printed = await running.untilPrinted(/region of the API +eu\n/);
    const url = urlIn(printed);
    const event = { userId: 'u', action: 'click', eventTime: Date.now() - 1_000, adId: 'a' };
    const sent = await fetch(`${url}/v1/events`, {
      method: 'POST',
      headers: JSON_BODY,
      body: JSON.stringify(event),
    });
    const { token } = (await sent.json()) as { token: string };
    const count = ['count', '--user', 'u', '--action', 'click', '--region', 'us', '--token', token, '--json'];
    const counted = await runTidemark(count, { cwd: folder });
    expect(counted).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(counted.stdout)).toMatchObject({
      counts: { '1d': { total: 1 } },
      consistency: { level: 'at-least-as-fresh', met: true },
    });
    expect(await stop()).toMatchObject({ code: 0 });
  });

  test('A topology that the API cannot use fails the start, which leaves no files behind', async () => {
    const folder = join(cwd, 'rejected');
    mkdirSync(folder);
    const config = join(folder, 'topology.json');
    const clusters = { a: { region: 'eu' }, b: { region: 'us' } };
    writeFileSync(config, JSON.stringify({ instances: { tidemark: { clusters } } }));
    const rejected = await runTidemark(['start', '--config', config], { cwd: folder, env: ANY_PORTS });
    expect(rejected.code).toBe(1);
    expect(rejected.stderr).toContain('tidemark: instances.tidemark.clusters.a: has no app profile');
    expect(existsSync(join(folder, '.tidemark'))).toBe(false);
  });

  test('Without a running instance, other commands say what to do', async () => {
    const { code, stderr } = await runTidemark(
      ['count', '--user', 'u', '--action', 'click', '--window', '1d'],
      {
        cwd,
      },
    );
    expect(code).toBe(1);
    expect(stderr).toContain('npx tidemark start');
  });

  test('The embedded Bigtable alone follows the environment variables, and other commands find it with them', async () => {
    const env = { TIDEMARK_DATA_DIR: join(cwd, 'elsewhere'), TIDEMARK_LOCAL_PORT: '0' };
    const local = (running = new TidemarkProcess(['local', '--json'], { cwd, env }));
    expect(await local.untilPrinted(/\n/)).toContain(`"data":"${env.TIDEMARK_DATA_DIR}"`);
    expect(await runTidemark(['schema', 'apply'], { cwd, env })).toMatchObject({ code: 0, stderr: '' });
    local.kill('SIGINT');
    expect(await local.finished).toMatchObject({ code: 0 });
  });
});
