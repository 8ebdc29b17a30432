/** The alert on jobs that do not succeed, as Terraform writes its query, evaluated by Prometheus. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { prometheusSkipReason, promtool } from '../../support/prometheus';
import { TerraformBench, terraformSkipReason } from '../../support/terraform';
import { blocks, ofType, textOf } from '../../terraform/contracts/deployment';

const reason = prometheusSkipReason() ?? terraformSkipReason();
const suite = reason === undefined ? describe : describe.skip;

suite(`the alert CompactionStopped${reason === undefined ? '' : ` (skipped: ${reason})`}`, () => {
  let query = '';
  let jobs: readonly string[] = [];
  let folder = '';

  beforeAll(async () => {
    const bench = await TerraformBench.open({ foresees: true });
    const deployment = await bench.deployment(bench.copy(), 'prod');
    bench.close();
    jobs = ofType(deployment, 'google_cloud_run_v2_job').map(({ values }) => textOf(values, 'name'));
    const conditions = ofType(deployment, 'google_monitoring_alert_policy').flatMap(({ values }) =>
      blocks(values, 'conditions.condition_prometheus_query_language'),
    );
    query = textOf(
      conditions.find((condition) => textOf(condition, 'alert_rule') === 'CompactionStopped'),
      'query',
    );
    folder = mkdtempSync(join(tmpdir(), 'tidemark-compaction-alert-'));
  });

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** Jobs for which the query returns a series at that time, by the numbers of successes every 10 minutes. */
  const expectMissed = async (
    successes: Readonly<Record<string, string>>,
    time: string,
    missed: readonly string[],
  ): Promise<void> => {
    const series = Object.entries(successes).map(([job, values]) => ({
      series: `run_googleapis_com:job_completed_execution_count{monitored_resource="cloud_run_job",job_name="${job}",result="succeeded"}`,
      values,
    }));
    const samples = missed.map((job) => ({ labels: `{job_name="${job}"}`, value: 1 }));
    const test = {
      interval: '10m',
      input_series: series,
      promql_expr_test: [{ expr: query, eval_time: time, exp_samples: samples }],
    };
    const file = join(folder, 'test.yml');
    writeFileSync(file, stringify({ rule_files: [], evaluation_interval: '10m', tests: [test] }));
    expect(await promtool('test', 'rules', file)).toMatchObject({ code: 0 });
  };

  it('fires for a job that never ran', async () => {
    expect(jobs.length).toBeGreaterThan(1);
    await expectMissed({}, '1h', jobs);
  });

  it('fires for the one job that succeeded for the last time more than a day ago', async () => {
    const [stopped = '', ...others] = jobs;
    const daily = Object.fromEntries(others.map((job) => [job, '0x60 1x143 2x144 3x20']));
    await expectMissed({ ...daily, [stopped]: '0x60 1x300' }, '40h', [stopped]);
  });

  it('fires although the last count lingers or is gone', async () => {
    const [stopped = '', ...others] = jobs;
    const daily = Object.fromEntries(others.map((job) => [job, '0x60 1x143 2x144 3x20']));
    await expectMissed({ ...daily, [stopped]: '0x60 1x20 _x300' }, '40h', [stopped]);
  });

  it('stays quiet while each job succeeds daily', async () => {
    const daily = Object.fromEntries(jobs.map((job) => [job, '0x60 1x143 2x144 3x20']));
    await expectMissed(daily, '40h', []);
  });
});
