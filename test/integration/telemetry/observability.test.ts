import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Command } from 'commander';
import { campaignsCommand } from '../../../src/cli/campaigns/campaigns';
import { lagCommand } from '../../../src/cli/lag/lag';
import { paceCommand } from '../../../src/cli/pace/pace';
import { alertsOf, FLAT_FILE } from '../../support/alert-files';
import { dashboardsOf, type Panel } from '../../support/dashboards';
import { startObservedFleet, type ObservedFleet } from '../../support/observed-fleet';
import { prometheusSkipReason, startPrometheus, type Prometheus } from '../../support/prometheus';
import { runCommand } from '../../support/run-command';
import { until } from '../../support/until';

const shell = promisify(execFile);
const ROOT = join(__dirname, '../../..');
const RUNBOOK = readFileSync(join(ROOT, 'docs/operations/alerts.md'), 'utf8');
const COMMANDS: Readonly<Record<string, () => Command>> = {
  campaigns: campaignsCommand,
  lag: lagCommand,
  pace: paceCommand,
};
const PATIENCE_MS = 60_000;
/** Longest pause between two looks: Prometheus learns something new once a second. */
const PAUSE_MS = 250;
const skipReason = prometheusSkipReason();
const describeWhen = skipReason === undefined ? describe : describe.skip;

/** Rules with shorter times: a minute for an hour, and a second of `for`. */
function quick(alert: string): object {
  const rule = alertsOf(FLAT_FILE).find((each) => each.alert === alert)!;
  const expr = rule.expr.replaceAll(/\[(5m|30m|1h|6h)\]/g, '[10s]').replace('> 1\n', '> 0\n');
  return { ...rule, expr: expr.replace(/ > 1$/, ' > 0'), for: '1s' };
}

describeWhen(
  `a Prometheus that watches services${skipReason === undefined ? '' : ` (skipped: ${skipReason})`}`,
  () => {
    let fleet: ObservedFleet;
    let prometheus: Prometheus;

    beforeAll(async () => {
      fleet = await startObservedFleet();
      const rules = ['AvailabilityBudgetBurning', 'HeartbeatsStopped', 'DeadLetters'].map(quick);
      prometheus = await startPrometheus(fleet.services, {
        groups: [{ name: 'quick', interval: '1s', rules }],
      });
      await untilSeen(async () => {
        await fleet.traffic();
        return (await prometheus.query('count_over_time(up[1m]) > 3')).length === fleet.services.length;
      });
    });
    afterAll(async () => {
      await prometheus?.stop();
      await fleet?.close();
    });

    /** Waits for what Prometheus finds at one of its next looks. */
    const untilSeen = (isSeen: () => Promise<boolean>): Promise<void> => until(isSeen, undefined, PAUSE_MS);
    const isEmpty = async (expr: string): Promise<boolean> => (await prometheus.query(expr)).length === 0;

    it('each panel shows data, except for those that are empty while the system is healthy', async () => {
      const panels = dashboardsOf().flatMap(({ sections }) => sections.flatMap(panelsOfOurs));
      expect(panels.length).toBeGreaterThan(50);
      let empty = panels
        .filter(({ expected }) => expected === undefined)
        .flatMap(({ title, queries }) => queries.map(({ expr, legend }) => ({ title, legend, expr })));
      const hasData = async (): Promise<boolean> => {
        const before = empty;
        empty = [];
        for (const each of before) if (await isEmpty(each.expr)) empty.push(each);
        return empty.length === 0;
      };
      // Some services have something to show only once they have heard of others.
      await until(hasData, PATIENCE_MS, PAUSE_MS).catch(() => undefined);
      expect(empty).toEqual([]);
    });

    it('each query of the runbook returns an answer', async () => {
      const blocks = [...RUNBOOK.matchAll(/^```promql\n(.*?)^```/gms)].map(([, block]) => block!);
      const queries = blocks.flatMap((block) => block.trim().split('\n'));
      expect(queries.length).toBeGreaterThan(80);
      for (const query of queries) expect(Array.isArray(await prometheus.query(query))).toBe(true);
    });

    it('the commands of the runbook run as written', async () => {
      const blocks = [...RUNBOOK.matchAll(/^```sh\n(.*?)^```/gms)].map(([, block]) => block!);
      const lines = blocks.flatMap((block) => block.trim().split('\n'));
      const curls = lines.filter((line) => line.startsWith('curl '));
      const script = curls.join('\n').replaceAll('localhost:9090', `127.0.0.1:${fleet.api.port}`);
      const { stdout } = await shell('sh', ['-ec', script]);
      expect(stdout).toMatch(/"status":"ready".*\n?tidemark_ingestion_completeness_lag [\d.]+\n$/);
      const commands = lines.filter((line) => !curls.includes(line));
      expect(commands).toHaveLength(3);
      for (const command of commands) {
        const [, , name = '', ...args] = command.split(' ');
        const options = { env: fleet.world.env('eu'), cwd: ROOT };
        const { ended, stderr } = await runCommand(COMMANDS[name]!(), args, options);
        expect({ command, ended, stderr }).toEqual({ command, ended: 0, stderr: '' });
      }
    });

    it('alerts fire when an objective is missed, and not before', async () => {
      await untilSeen(async () => (await prometheus.firing()).includes('DeadLetters'));
      expect(await prometheus.firing()).toEqual(['DeadLetters']);
      for (const cluster of ['eu-a', 'us-a', 'asia-a']) await fleet.world.stop(cluster);
      const body = JSON.stringify({ userId: 'u1', actions: ['click'], windows: ['1d'] });
      // Rates are of ten seconds: a request that is given as long as in other tests would not be in them.
      const headers = { 'content-type': 'application/json', 'x-request-timeout-ms': '500' };
      await untilSeen(async () => {
        const answer = await fleet.api.send({ method: 'POST', path: '/v1/counts:query', headers, body });
        expect(answer.status).toBe(503);
        return (await prometheus.firing()).includes('AvailabilityBudgetBurning');
      });
      await untilSeen(async () => (await prometheus.firing()).includes('HeartbeatsStopped'));
    });
  },
);

const panelsOfOurs = ({
  ofGoogle,
  panels,
}: {
  ofGoogle?: boolean;
  panels: readonly Panel[];
}): readonly Panel[] => (ofGoogle === true ? [] : panels);
