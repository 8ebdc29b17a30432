/** The table of docs/metrics.md. `UPDATE_DOCS=1 npx jest test/unit/docs && npm run format` writes it anew. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { everyMetric, type MetricOfRoles } from '../../support/every-metric';
import { expectSection } from '../../support/doc-section';

const GROUPS = [
  ['process', /^(process|v8js|nodejs|tidemark_build|tidemark_worker|tidemark_log|tidemark_listener)/],
  ['requests', /^(http_|tidemark_(http|access|tokens)_)/],
  [
    'store',
    /^tidemark_(store|reads?|writes?|heartbeats?|cluster|audits|batch|topology|row_order|origin|app_profile)(_|$)/,
  ],
  ['ingestion', /^tidemark_(events|consumer|ingestion)(_|$)/],
  ['counting', /^tidemark_(users|caps|sketches|campaign_counts)_/],
  ['pacing', /^tidemark_(pacing|campaigns)_/],
  ['jobs', /^tidemark_(compaction|reconciliation)_/],
] as const;

describe('docs/metrics.md', () => {
  let metrics: readonly MetricOfRoles[];

  beforeAll(async () => {
    metrics = await everyMetric();
  });

  it.each(GROUPS)('lists the metrics of %s', (section, pattern) => {
    const rows = metrics
      .filter(({ name }) => groupOf(name) === section && pattern.test(name))
      .sort((a, b) => (a.name < b.name ? -1 : 1))
      .map(({ name, type, labels, roles, description }) => [
        `\`${name}\``,
        type,
        labels.map((label) => `\`${label}\``).join(', '),
        describeRoles(roles),
        description,
      ]);
    expectSection('metrics.md', section, table([['Metric', 'Type', 'Labels', 'Roles', 'Meaning'], ...rows]));
  });

  it('has a place for each', () => {
    expect(metrics.filter(({ name }) => groupOf(name) === undefined)).toEqual([]);
  });

  it('names the labels that there are', () => {
    const untold = metrics.filter(({ labels, labelsSeen }) =>
      labelsSeen.some((label) => !labels.includes(label)),
    );
    expect(untold).toEqual([]);
    expect(metrics.filter(({ labelsSeen }) => labelsSeen.length > 0).length).toBeGreaterThan(8);
  });

  it('has no label that Managed Prometheus has itself', () => {
    const reserved = ['project_id', 'location', 'cluster', 'namespace', 'job', 'instance'];
    const taken = metrics.filter(({ labels }) => labels.some((label) => reserved.includes(label)));
    expect(taken).toEqual([]);
  });

  it('has all that alerts and dashboards ask for', () => {
    const asked = ['infra/alerts/tidemark.rules.yml', 'infra/dashboards/cloud-monitoring.json'].flatMap(
      (file) => namesIn(readFileSync(join(__dirname, '../../..', file), 'utf8')),
    );
    const told = new Set(
      metrics.flatMap(({ name, type }) => (type === 'histogram' ? partsOf(name) : [name])),
    );
    expect(asked.length).toBeGreaterThan(30);
    expect([...new Set(asked)].filter((name) => !told.has(name))).toEqual([]);
  });
});

const STORE_ROLES = ['api', 'consumer', 'filter', 'pacer', 'compactor', 'reconciler'];

/** `store` stands for all roles that open the store, as the page explains. */
function describeRoles(roles: readonly string[]): string {
  return roles.join() === STORE_ROLES.join() ? 'store' : roles.join(', ');
}

function groupOf(name: string): string | undefined {
  return GROUPS.find(([, pattern]) => pattern.test(name))?.[0];
}

const partsOf = (name: string): string[] => ['_bucket', '_sum', '_count'].map((part) => name + part);

/** Names of metrics as expressions have them: followed by labels, a range, a bracket or nothing of a word. */
function namesIn(text: string): readonly string[] {
  const names = /(?<![\w:./-])((?:tidemark|process|v8js|nodejs|http_server)_[a-z0-9_]+)(?![\w:./=-])/g;
  return [...text.matchAll(names)].map((match) => match[1]!);
}

function table(rows: readonly (readonly string[])[]): readonly string[] {
  const [head = [], ...body] = rows;
  return [head, head.map(() => '---'), ...body].map((row) => `| ${row.join(' | ')} |`);
}
