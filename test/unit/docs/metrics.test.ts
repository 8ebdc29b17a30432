/** Compares docs/metrics.md with the registered metrics. `UPDATE_DOCS=1 npx jest test/unit/docs && npm run format` updates it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { everyMetric, type MetricOfRoles } from '../../support/every-metric';
import { expectSection } from '../../support/doc-section';

const GROUPS = [
  ['process', /^(process|v8js|nodejs|tidemark_build|tidemark_worker|tidemark_log|tidemark_listener)/],
  ['requests', /^((http|rpc)_|tidemark_(http|grpc|access|tokens)_)/],
  [
    'store',
    /^tidemark_(store|reads?|writes?|heartbeats?|cluster|audits|batch|topology|row_order|origin|app_profile)(_|$)/,
  ],
  ['ingestion', /^tidemark_(events|consumer|ingestion)(_|$)/],
  ['counting', /^tidemark_(users|caps|sketches|campaign_counts)_/],
  ['pacing', /^tidemark_(pacing|campaigns)_/],
  ['residency', /^tidemark_residency_/],
  ['privacy', /^tidemark_privacy_/],
  ['pipelines', /^tidemark_(follow|generations|pipeline)_/],
  ['jobs', /^tidemark_(compaction|reconciliation)_/],
] as const;

describe('docs/metrics.md', () => {
  let metrics: readonly MetricOfRoles[];

  beforeAll(async () => {
    metrics = await everyMetric();
  });

  it.each(GROUPS)('lists the metrics of %s', (section, pattern) => {
    const lines = metrics
      .filter(({ name }) => groupOf(name) === section && pattern.test(name))
      .sort((a, b) => (a.name < b.name ? -1 : 1))
      .map(({ name, type, labels, roles, description }) => {
        const names = labels.length === 0 ? '' : `; ${labels.map((label) => `\`${label}\``).join(', ')}`;
        return `- \`${name}\` (${type}; ${describeRoles(roles)}${names}): ${description}`;
      });
    expectSection('metrics.md', section, lines);
  });

  it('every metric belongs to a group', () => {
    expect(metrics.filter(({ name }) => groupOf(name) === undefined)).toEqual([]);
  });

  it('every metric documents the labels that it has', () => {
    const undocumented = metrics.filter(({ labels, labelsSeen }) =>
      labelsSeen.some((label) => !labels.includes(label)),
    );
    expect(undocumented).toEqual([]);
    expect(metrics.filter(({ labelsSeen }) => labelsSeen.length > 0).length).toBeGreaterThan(8);
  });

  it('no label has a name that Managed Prometheus reserves', () => {
    const reserved = ['project_id', 'location', 'cluster', 'namespace', 'job', 'instance'];
    const taken = metrics.filter(({ labels }) => labels.some((label) => reserved.includes(label)));
    expect(taken).toEqual([]);
  });

  it('alerts and dashboards query only metrics that exist', () => {
    const queried = ['infra/alerts/tidemark.rules.yml', 'infra/dashboards/cloud-monitoring.json'].flatMap(
      (file) => namesIn(readFileSync(join(__dirname, '../../..', file), 'utf8')),
    );
    const registered = new Set(
      metrics.flatMap(({ name, type }) => (type === 'histogram' ? partsOf(name) : [name])),
    );
    expect(queried.length).toBeGreaterThan(30);
    expect([...new Set(queried)].filter((name) => !registered.has(name))).toEqual([]);
  });
});

const STORE_ROLES = [
  'api',
  'consumer',
  'filter',
  'pacer',
  'compactor',
  'reconciler',
  'eraser',
  'follower',
  'pipeline',
  'auditor',
];

/** `store` stands for all roles that open the store, as the page explains. */
function describeRoles(roles: readonly string[]): string {
  return roles.join() === STORE_ROLES.join() ? 'store' : roles.join(', ');
}

function groupOf(name: string): string | undefined {
  return GROUPS.find(([, pattern]) => pattern.test(name))?.[0];
}

const partsOf = (name: string): string[] => ['_bucket', '_sum', '_count'].map((part) => name + part);

/** Returns the names of metrics in expressions: those followed by labels, a range, a bracket or no word character. */
function namesIn(text: string): readonly string[] {
  const names = /(?<![\w:./-])((?:tidemark|process|v8js|nodejs|http_server)_[a-z0-9_]+)(?![\w:./=-])/g;
  return [...text.matchAll(names)].map((match) => match[1]!);
}
