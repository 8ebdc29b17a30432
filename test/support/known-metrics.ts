/** The metrics of docs/metrics.md, which a test holds to the code, and what is wrong with expressions that ask for others. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseExpression } from './promql';

const DOC = join(__dirname, '../../docs/metrics.md');

/** Labels that the scrape adds: each process has its role. */
const OF_TARGETS = ['role', 'instance', 'job', 'location'];
/** Google's metrics that are used here; no service of this project exports them (https://cloud.google.com/monitoring/api/metrics_gcp). */
const OF_GOOGLE: Readonly<Record<string, readonly string[]>> = {
  'bigtable_googleapis_com:cluster_cpu_load': ['instance', 'cluster'],
  'bigtable_googleapis_com:cluster_node_count': ['instance', 'cluster'],
  'bigtable_googleapis_com:cluster_storage_utilization': ['instance', 'cluster'],
  'bigtable_googleapis_com:replication_max_delay': ['instance', 'cluster', 'table'],
  'pubsub_googleapis_com:subscription_dead_letter_message_count': ['subscription_id'],
  'pubsub_googleapis_com:subscription_num_undelivered_messages': ['subscription_id'],
  'pubsub_googleapis_com:subscription_oldest_unacked_message_age': ['subscription_id'],
  'run_googleapis_com:container_instance_count': ['service_name', 'location'],
  'run_googleapis_com:job_completed_execution_count': ['job_name', 'result'],
  'run_googleapis_com:request_count': ['service_name', 'response_code_class'],
};

/** Metrics of kube-state-metrics (https://github.com/kubernetes/kube-state-metrics/blob/main/docs/metrics/workload/cronjob-metrics.md). */
const OF_KUBERNETES: Readonly<Record<string, readonly string[]>> = {
  kube_cronjob_created: ['namespace', 'cronjob'],
  kube_cronjob_spec_suspend: ['namespace', 'cronjob'],
  kube_cronjob_status_last_successful_time: ['namespace', 'cronjob'],
};

/** Labels by the name of a series. */
export type KnownMetrics = ReadonlyMap<string, readonly string[]>;

export function knownMetrics(): KnownMetrics {
  const known = new Map<string, readonly string[]>([['up', OF_TARGETS]]);
  for (const [name, labels] of Object.entries(OF_GOOGLE)) known.set(name, ['monitored_resource', ...labels]);
  for (const [name, labels] of Object.entries(OF_KUBERNETES)) known.set(name, labels);
  for (const { name, type, labels } of rowsOf(readFileSync(DOC, 'utf8'))) {
    if (type !== 'histogram') known.set(name, labels);
    else for (const part of ['_sum', '_count']) known.set(name + part, labels);
    if (type === 'histogram') known.set(`${name}_bucket`, [...labels, 'le']);
  }
  return known;
}

function rowsOf(doc: string) {
  const items = doc.replace(/\n {2}(?=\S)/g, ' ');
  const rows = [...items.matchAll(/^- `(\w+)` \((counter|gauge|histogram); ([^)]*)\)/gm)];
  return rows.map(([, name = '', type, labels = '']) => ({
    name,
    type,
    labels: [...labels.matchAll(/`(\w+)`/g)].map(([, label]) => label!).concat(OF_TARGETS),
  }));
}

/** One sentence for each metric or label that there is not. `recorded`: names of recording rules. */
export async function unknownIn(
  expr: string,
  known: KnownMetrics,
  recorded: ReadonlySet<string> = new Set(),
): Promise<readonly string[]> {
  const { asked, groupedBy } = await parseExpression(expr);
  const ours = asked.filter(({ metric }) => !recorded.has(metric));
  const problems = ours.flatMap(({ metric, labels }) => {
    const has = known.get(metric);
    if (has === undefined) return [`no metric ${metric}`];
    return labels.filter((label) => !has.includes(label)).map((label) => `${metric} has no label ${label}`);
  });
  if (ours.length < asked.length) return problems;
  const all = new Set(ours.flatMap(({ metric }) => known.get(metric) ?? []));
  const nobodys = groupedBy.filter((label) => !all.has(label));
  return [...problems, ...nobodys.map((label) => `nothing that is asked for has the label ${label}`)];
}
