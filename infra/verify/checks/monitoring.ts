/** Claims about alerts, dashboards and metrics in Cloud Monitoring. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import type { Check, VerifyContext } from '../check';
import { UncheckedError } from '../google';
import { at, listAt, textAt, type Json } from '../json';

interface AlertRule {
  readonly alert: string;
  readonly expr: string;
}

function rulesOf({ repository }: VerifyContext): readonly AlertRule[] {
  const text = readFileSync(join(repository, 'infra/alerts/tidemark.alerts.yml'), 'utf8');
  const { groups } = parse(text) as { groups: readonly { rules: readonly AlertRule[] }[] };
  return groups.flatMap(({ rules }) => rules);
}

async function policiesOf({ google, project, environment }: VerifyContext): Promise<readonly Json[]> {
  const all = await google.list(
    `monitoring.googleapis.com/v3/projects/${project}/alertPolicies?pageSize=1000`,
    'alertPolicies',
  );
  return all.filter((policy) => textAt(policy, 'displayName').startsWith(`Tidemark ${environment}: `));
}

const CONDITION = 'conditionPrometheusQueryLanguage';

/** Cloud Monitoring keeps each policy as it was written, on, valid, and, in production, with a channel. */
export const alertPolicies: Check = {
  id: 'alert-policies',
  async run(context) {
    const policies = await policiesOf(context);
    const conditions = policies.flatMap((policy) => listAt(policy, 'conditions'));
    const queries = new Map(
      conditions.map((condition) => [
        textAt(condition, `${CONDITION}.alertRule`),
        textAt(condition, `${CONDITION}.query`),
      ]),
    );
    return [
      ...rulesOf(context).flatMap(({ alert, expr }) => {
        const query = queries.get(alert);
        if (query === undefined) return [`${alert}: no alert policy`];
        return query === expr ? [] : [`${alert}: the policy has another query: ${query}`];
      }),
      ...policies.flatMap((policy) => policyProblems(policy, context)),
    ];
  },
};

function policyProblems(policy: Json, { environment }: VerifyContext): string[] {
  const name = textAt(policy, 'displayName');
  const invalid = textAt(policy, 'validity.message');
  const channels = at(policy, 'notificationChannels');
  const isSilent = environment !== 'dev' && !(Array.isArray(channels) && channels.length > 0);
  return [
    ...(at(policy, 'enabled') === false ? [`${name}: is off`] : []),
    ...(invalid === '' ? [] : [`${name}: ${invalid}`]),
    ...(isSilent ? [`${name}: notifies no channel`] : []),
  ];
}

/** Cloud Monitoring evaluates each query: its functions, its length and its range of up to three days. */
export const alertQueries: Check = {
  id: 'alert-queries',
  async run(context) {
    const policies = await policiesOf(context);
    const conditions = policies.flatMap((policy) => listAt(policy, 'conditions'));
    if (conditions.length === 0) throw new UncheckedError(`no alert policies of ${context.environment}`);
    const rejected: string[] = [];
    // One after another: Cloud Monitoring limits how many queries a project runs at once.
    for (const condition of conditions) rejected.push(...(await queryProblems(condition, context)));
    return rejected;
  },
};

async function queryProblems(condition: Json, { google, project }: VerifyContext): Promise<string[]> {
  try {
    await google.query(project, textAt(condition, `${CONDITION}.query`));
    return [];
  } catch (error) {
    if (error instanceof UncheckedError && / 4(00|22) /.test(error.message))
      return [`${textAt(condition, `${CONDITION}.alertRule`)}: ${error.message}`];
    throw error;
  }
}

/** Cloud Monitoring returns the dashboard as it was written: otherwise each plan of Terraform has a difference. */
export const dashboard: Check = {
  id: 'dashboard',
  async run({ google, project, environment, repository }) {
    const all = await google.list(
      `monitoring.googleapis.com/v1/projects/${project}/dashboards`,
      'dashboards',
    );
    const found = all.find((each) => textAt(each, 'displayName') === `Tidemark ${environment}`);
    if (found === undefined) return [`no dashboard "Tidemark ${environment}"`];
    const file = join(repository, 'infra/dashboards/cloud-monitoring.json');
    const written = JSON.parse(readFileSync(file, 'utf8')) as Json;
    return differences(written['mosaicLayout'], found['mosaicLayout'], 'mosaicLayout');
  },
};

/** Returns the paths at which two JSON values differ. */
function differences(written: unknown, found: unknown, path: string): string[] {
  if (typeof written !== 'object' || written === null || typeof found !== 'object' || found === null)
    return written === found
      ? []
      : [`${path}: written ${JSON.stringify(written)}, returned ${JSON.stringify(found)}`];
  const keys = new Set([...Object.keys(written), ...Object.keys(found)]);
  return [...keys].flatMap((key) =>
    differences((written as Json)[key], (found as Json)[key], `${path}.${key}`),
  );
}

/** Queries whose results have the labels that alerts and dashboards rely on. */
const METRICS: readonly { readonly query: string; readonly labels: readonly string[] }[] = [
  { query: 'count by (role, location) (up{role="api"})', labels: ['role', 'location'] },
  { query: 'count by (role, location) (up{role="consumer"})', labels: ['role', 'location'] },
  { query: 'count by (role, location) (up{role="pacer"})', labels: ['role', 'location'] },
  {
    query:
      'count by (http_route, location) (http_server_request_duration_seconds_count{http_route=~"/v1/.+"})',
    labels: ['http_route', 'location'],
  },
  {
    query:
      'count by (job_name) (increase(run_googleapis_com:job_completed_execution_count{monitored_resource="cloud_run_job", result="succeeded"}[1d]))',
    labels: ['job_name'],
  },
  {
    query:
      'count by (instance, cluster) (bigtable_googleapis_com:cluster_cpu_load{monitored_resource="bigtable_cluster"})',
    labels: ['instance', 'cluster'],
  },
  {
    query:
      'count by (subscription_id) (pubsub_googleapis_com:subscription_num_undelivered_messages{monitored_resource="pubsub_subscription"})',
    labels: ['subscription_id'],
  },
];

/** Metrics arrive under the names and with the labels by which alerts find them. */
export const metrics: Check = {
  id: 'metrics',
  async run({ google, project }) {
    const found = await Promise.all(
      METRICS.map(async ({ query, labels }) => {
        const series = await google.query(project, query);
        if (series.length === 0) return [`no series: ${query}`];
        const missing = labels.filter((label) =>
          series.some((each) => textAt(each, `metric.${label}`) === ''),
        );
        return missing.map((label) => `series without the label ${label}: ${query}`);
      }),
    );
    return found.flat();
  },
};
