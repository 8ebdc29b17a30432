import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { alertsOf, FLAT_FILE } from '../support/alert-files';
import { dashboardsOf, type Panel } from '../support/dashboards';
import { startObservedFleet, type ObservedFleet } from '../support/observed-fleet';
import { prometheusSkipReason, startPrometheus, type Prometheus } from '../support/prometheus';
import { until } from '../support/until';

jest.setTimeout(120_000);

const RUNBOOK = readFileSync(join(__dirname, '../../docs/operations/alerts.md'), 'utf8');
const skipReason = prometheusSkipReason();
const describeWhen = skipReason === undefined ? describe : describe.skip;

/** As it is, but quick: a minute for an hour, and a second to wait. */
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
      await until(async () => {
        await fleet.traffic();
        return (await prometheus.query('count_over_time(up[1m]) > 3')).length === fleet.services.length;
      }, 60_000);
    });
    afterAll(async () => {
      await prometheus?.stop();
      await fleet?.close();
    });

    const isEmpty = async (expr: string): Promise<boolean> => (await prometheus.query(expr)).length === 0;

    it('shows data in each panel, but for those that have none while all is well', async () => {
      const panels = dashboardsOf().flatMap(({ sections }) => sections.flatMap(panelsOfOurs));
      const empty: string[] = [];
      for (const { title, queries, expected } of panels)
        for (const { expr, legend } of queries) {
          if (expected === undefined && (await isEmpty(expr))) empty.push(`${title}, ${legend}: ${expr}`);
        }
      expect(panels.length).toBeGreaterThan(50);
      expect(empty).toEqual([]);
    });

    it('answers each query of the runbook', async () => {
      const blocks = [...RUNBOOK.matchAll(/^```promql\n(.*?)^```/gms)].map(([, block]) => block!);
      const queries = blocks.flatMap((block) => block.trim().split('\n'));
      expect(queries.length).toBeGreaterThan(80);
      for (const query of queries) expect(Array.isArray(await prometheus.query(query))).toBe(true);
    });

    it('fires when an objective is missed, and keeps quiet before', async () => {
      await until(async () => (await prometheus.firing()).includes('DeadLetters'));
      expect(await prometheus.firing()).toEqual(['DeadLetters']);
      for (const cluster of ['eu-a', 'us-a', 'asia-a']) await fleet.world.stop(cluster);
      const body = JSON.stringify({ userId: 'u1', actions: ['click'], windows: ['1d'] });
      const headers = { 'content-type': 'application/json' };
      await until(async () => {
        const answer = await fleet.api.send({ method: 'POST', path: '/v1/counts:query', headers, body });
        expect(answer.status).toBe(503);
        return (await prometheus.firing()).includes('AvailabilityBudgetBurning');
      });
      await until(async () => (await prometheus.firing()).includes('HeartbeatsStopped'));
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
