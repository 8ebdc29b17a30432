import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { localCommand } from '../../../src/cli/local/local';
import type { CliRun } from '../../support/run-cli';
import { runCommand } from '../../support/run-command';
import { TidemarkProcess } from '../../support/tidemark-process';

const TOPOLOGY = join(__dirname, '../../../infra/examples/topologies/three-continents.json');

describe('tidemark local', () => {
  let cwd: string;
  let server: TidemarkProcess;
  let endpoint: string;

  beforeAll(async () => {
    cwd = mkdtempSync(join(tmpdir(), 'tidemark-local-'));
    server = new TidemarkProcess(['local', '--config', TOPOLOGY, '--port', '0'], { cwd });
    const printed = await server.untilPrinted(/tidemark: .*\n/);
    endpoint = /BIGTABLE_EMULATOR_HOST=(\S+)/.exec(printed)![1]!;
    expect(printed).toContain(
      'projects/tidemark/instances/tidemark: us-a, us-b, us-batch, eu-b, eu-c, asia-a',
    );
  });

  afterAll(async () => {
    server.kill('SIGINT');
    expect((await server.finished).code).toBe(0);
    rmSync(cwd, { recursive: true, force: true });
  });

  /** Runs a command that ends by itself, in the process of the tests. */
  const local = (args: readonly string[], folder = cwd, env: NodeJS.ProcessEnv = {}): Promise<CliRun> =>
    runCommand(localCommand(), args, { cwd: folder, env });
  const status = async (): Promise<string> => (await local(['status'])).stdout;

  it('causes faults, shows them and ends them', async () => {
    expect(await local(['partition', 'eu', 'asia'])).toMatchObject({
      ended: 0,
      stderr: '',
      stdout: 'Cut: region asia-east1 - region europe-west1\n',
    });
    for (const command of [
      'lag us eu-b --delay 2s --jitter 500ms --bandwidth 1MB --drop 10% --reorder',
      'lag us-b asia-a --reorder-within-row',
      'stop-cluster eu-c --for 1h',
      'slow us-a 100ms',
      'error-rate us-b 0.2',
      'clock-skew asia-a -250ms',
    ]) {
      await local(command.split(' '));
    }
    const shown = await status();
    expect(shown.split('\n').every((line) => line.length <= 100)).toBe(true);
    for (const line of [
      /^us-a +us-central1 +us-central1-a +up +100ms +- +- +0$/m,
      /^us-b +us-central1 +us-central1-b +up +- +20% +- +0$/m,
      /^eu-c +europe-west1 +europe-west1-c +stopped +- +- +- +0$/m,
      /^asia-a +asia-east1 +asia-east1-a +up +- +- +-250ms +0$/m,
      /^asia-a > eu-b +cut +126ms \+12ms +- +0 +- +\d\d:\d\d:\d\d\.\d{3}$/m,
      /^eu-b > us-a +open +2s \+500ms +1MB\/s, 10% lost, reorders +0 /m,
      /^asia-a > us-b +open .* reorders within rows +0 /m,
      /^us-a > eu-c +stopped +52ms /m,
      /^cluster eu-c: stopped; ends in 60m$/m,
    ]) {
      expect(shown).toMatch(line);
    }
    expect((await local(['heal'])).stdout).toBe('Healed: everything\n');
    expect((await local(['start-cluster', 'eu-c', '--json'])).stdout).toBe('{"changed":["cluster eu-c"]}\n');
    expect(await status()).not.toMatch(/ cut |stopped/);
    expect((await local(['reset'])).stdout).toBe('Reset: everything\n');
    const { stdout } = await local(['status', '--json', '--instance', 'tidemark']);
    const { instances } = JSON.parse(stdout) as { instances: { clusters: object[]; links: object[] }[] };
    expect(instances[0]!.clusters[0]).toMatchObject({ id: 'us-a', slowMs: 0 });
    expect(instances[0]!.links).toHaveLength(30);
  });

  it('listens for other machines with TIDEMARK_ACCESS=open, and prints a warning', async () => {
    const folder = join(cwd, 'open');
    mkdirSync(folder);
    const args = ['local', '--ephemeral', '--host', '0.0.0.0', '--port', '0'];
    const open = new TidemarkProcess(args, { cwd: folder, env: { TIDEMARK_ACCESS: 'open' } });
    await open.untilPrinted(/Embedded Bigtable on 0\.0\.0\.0:\d+/);
    open.kill('SIGINT');
    expect(await open.finished).toMatchObject({
      code: 0,
      stderr: 'tidemark: access is open: any client that can reach 0.0.0.0 may read and change everything\n',
    });
  });

  it('shows the status repeatedly until it is stopped', async () => {
    const watching = new TidemarkProcess(['local', 'status', '--watch', '--json'], { cwd });
    await watching.untilPrinted(/\}\n.*\}\n/);
    watching.kill('SIGINT');
    expect(await watching.finished).toMatchObject({ code: 0, stderr: '' });
  });

  it.each([
    [
      ['partition', 'euro', 'africa'],
      /^tidemark: There is no region or cluster "africa" \(regions: asia-east1, .* \[invalid_argument\]\n$/,
    ],
    [['lag', 'eu', 'us'], /^tidemark: change must set at least one field \[invalid_argument\]\n$/],
    [['lag', 'eu', 'us', '--delay', '5'], /A duration has a unit: 200ms/],
    [['stop-cluster', 'eu-b', '--for', '0s'], /Must be more than 0\. Without the option, the fault stays/],
    [
      ['partition', 'nowhere', '--json'],
      /^\{"error":\{"code":"invalid_argument","message":"There is no region or cluster \\"nowhere\\".*"\}\}\n$/,
    ],
    [['slow', 'eu-b', 'quite'], /^error: A duration has a unit/],
    [['clock-skew', 'eu-b', '-1s', '--fro', '3s'], /too many arguments/],
    [['partitoin', 'eu', 'asia'], /^error: unknown command 'partitoin'; did you mean "partition"\?/],
    [['status', '--endpoint', 'localhost'], /Must have the form host:port/],
    [
      ['status', '--endpoint', '127.0.0.1:1'],
      /^tidemark: no embedded Bigtable answers on 127\.0\.0\.1:1: .* \[store_unavailable\]\n$/,
    ],
    [
      ['status', '--data-dir', 'elsewhere'],
      /^tidemark: no embedded Bigtable runs on the data folder elsewhere: start one with/,
    ],
    [
      ['--ephemeral', '--host', '0.0.0.0', '--port', '0'],
      /^tidemark: --host: 0\.0\.0\.0 can be reached by other machines, .* set TIDEMARK_ACCESS=open \[invalid_argument\]\n$/,
    ],
    [
      ['--ephemeral', '--host', '::', '--port', '0'],
      /^tidemark: --host: :: can be reached by other machines/,
    ],
    [
      ['--config', 'nowhere.json'],
      /^tidemark: config: cannot be read: ENOENT.* \(nowhere\.json\) \[invalid_argument\]\n$/,
    ],
  ])('rejects %j', async (args, message) => {
    const { ended, stdout, stderr } = await local(args);
    expect(stderr).toMatch(message);
    expect([ended, stdout]).toEqual([1, '']);
  });

  it('reports a taken port in one line', async () => {
    const [, port] = endpoint.split(':');
    const { ended, stderr } = await local(['--ephemeral', '--port', port!]);
    expect(stderr).toMatch(
      /^tidemark: TIDEMARK_LOCAL_PORT: cannot listen on port \d+ of 127\.0\.0\.1: another process uses it; choose .*\n$/,
    );
    expect(ended).toBe(1);
  });

  it('leaves the note of a later server on the same folder in place when it ends', async () => {
    const elsewhere = mkdtempSync(join(tmpdir(), 'tidemark-notes-'));
    const start = async (): Promise<TidemarkProcess> => {
      const started = new TidemarkProcess(['local', '--ephemeral', '--port', '0'], { cwd: elsewhere });
      await started.untilPrinted(/BIGTABLE_EMULATOR_HOST/);
      return started;
    };
    const [first, second] = [await start(), await start()];
    first.kill('SIGTERM');
    await first.finished;
    const { ended } = await local(['status'], elsewhere);
    second.kill('SIGTERM');
    await second.finished;
    expect(ended).toBe(0);
    rmSync(elsewhere, { recursive: true });
  });

  it('is found by BIGTABLE_EMULATOR_HOST from another folder', async () => {
    const elsewhere = mkdtempSync(join(tmpdir(), 'tidemark-elsewhere-'));
    const env = { BIGTABLE_EMULATOR_HOST: endpoint };
    const { ended, stdout } = await local(['status'], elsewhere, env);
    rmSync(elsewhere, { recursive: true });
    expect([ended, stdout]).toEqual([0, expect.stringContaining('us-batch')]);
  });
});
