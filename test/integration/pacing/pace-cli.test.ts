import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { paceCommand } from '../../../src/cli/pace/pace';
import { campaignsCommand } from '../../../src/cli/campaigns/campaigns';
import type { LocalBigtable } from '../../../src/local-bigtable/index';
import { campaignId } from '../../support/campaigns';
import type { CliRun } from '../../support/run-cli';
import { runCommand } from '../../support/run-command';
import { startApp, startStore, type RunningApp } from '../../support/running-app';
import { today } from '../../support/today';
import { until } from '../../support/until';

const TODAY = today();

interface State {
  readonly campaignId: string;
  readonly state: string;
  readonly epoch: number;
}

describe('tidemark pace', () => {
  let store: LocalBigtable;
  let folder: string;
  let api: RunningApp | undefined;

  beforeEach(async () => {
    store = await startStore();
    folder = mkdtempSync(join(tmpdir(), 'tidemark-pace-'));
  });
  afterEach(async () => {
    await api?.app.drain();
    api = undefined;
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const env = (more: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv => ({
    // Long enough that the lease does not expire on a busy machine.
    BIGTABLE_EMULATOR_HOST: store.endpoint,
    TIDEMARK_PACING_LEASE_MS: '30000',
    ...more,
  });
  const pace = (args: readonly string[], more: NodeJS.ProcessEnv = {}): Promise<CliRun> =>
    runCommand(paceCommand(), args, { env: env(more), cwd: folder });
  const states = ({ ended, stdout, stderr }: CliRun): readonly State[] => {
    expect([ended, stderr]).toEqual([0, '']);
    return (JSON.parse(stdout) as { campaigns: readonly State[] }).campaigns;
  };
  const register = async (): Promise<void> => {
    const flights = [{ firstDay: TODAY, lastDay: TODAY, unitsPerDay: 1_000 }];
    const campaigns = [
      { id: campaignId(1), action: 'view', flights, policy: 'threshold' },
      { id: campaignId(2), action: 'view', flights, paused: true },
      { id: campaignId(3), action: 'view', flights },
    ];
    writeFileSync(join(folder, 'campaigns'), JSON.stringify(campaigns));
    const put = await runCommand(campaignsCommand(), ['put', 'campaigns'], { env: env(), cwd: folder });
    expect(put.ended).toBe(0);
  };
  const published = async (): Promise<readonly State[]> => {
    api ??= await startApp(env({ TIDEMARK_LOG_LEVEL: 'error' }));
    const response = await fetch(`http://127.0.0.1:${api.port}/v1/campaigns/active`);
    return ((await response.json()) as { campaigns: readonly State[] }).campaigns;
  };

  it('--dry-run prints the decisions, does not become the leader and publishes nothing', async () => {
    await register();
    expect(states(await pace(['--dry-run', '--json']))).toMatchObject([
      { campaignId: campaignId(1), epoch: 0 },
      { campaignId: campaignId(2), state: 'stopped', reason: 'paused', epoch: 0 },
      { campaignId: campaignId(3), state: 'throttled', epoch: 0 },
    ]);
    expect(await published()).toEqual([]);
    expect((await pace(['--once', '--json'])).stdout).toContain('"epoch":1');
  });

  it('--once publishes its decisions and releases the leadership', async () => {
    await register();
    expect(states(await pace(['--once', '--json'])).map(({ epoch }) => epoch)).toEqual([1, 1, 1]);
    expect(states(await pace(['--once', '--json'])).map(({ epoch }) => epoch)).toEqual([2, 2, 2]);
    await until(async () => (await published()).length === 3);
    expect((await published()).map(({ epoch }) => epoch)).toEqual([2, 2, 2]);
  });

  it('--once fails when another controller stays the leader', async () => {
    api = await startApp(env({ TIDEMARK_PACING: 'on', TIDEMARK_LOG_LEVEL: 'error' }));
    await until(async () => (await api!.app.metrics()).includes('tidemark_pacing_is_leader 1'));
    const { ended, stderr } = await pace(['--once'], { TIDEMARK_PACING_LEASE_MS: '300' });
    expect([ended, stderr]).toEqual([1, expect.stringContaining('another controller is the leader')]);
  });

  it('uses the policy of --policy for campaigns without one', async () => {
    await register();
    const decided = states(await pace(['--dry-run', '--json', '--policy', 'threshold']));
    expect(decided[2]).toMatchObject({ campaignId: campaignId(3), state: 'active' });
  });

  it('prints a table without --json', async () => {
    expect((await pace(['--dry-run'])).stdout).toBe('No campaign has a flight today.\n');
    await register();
    const { stdout } = await pace(['--dry-run']);
    expect(stdout).toMatch(/^campaign +state +admitted +reason +count +purchased +units\/s\n/);
    expect(stdout).toMatch(new RegExp(`${campaignId(2)} +stopped +0 % +paused +0 +1000 +0.00`));
  });

  it.each([
    [['--policy', 'hopeful'], /policy/],
    [['--interval', 'soon'], /interval/],
    [['--interval', '49ms'], /from 50ms to 24h/],
    [['--interval', '25h'], /from 50ms to 24h/],
  ])('rejects %j', async (args, message) => {
    const { ended, stderr } = await pace([...args, '--once']);
    expect([ended, stderr]).toEqual([1, expect.stringMatching(message)]);
  });
});
