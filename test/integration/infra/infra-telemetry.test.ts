import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import { collectorProblems } from '../../support/collector-problems';
import { parseCompose, portsOf } from '../../support/compose-file';
import { prometheusSkipReason, promtool } from '../../support/prometheus';

const INFRA = join(__dirname, '../../../infra');
const read = (path: string): string => readFileSync(join(INFRA, path), 'utf8');
const { services } = parseCompose(read('compose/compose.yaml'));

describe('the configuration of collectors', () => {
  it.each(['cloud-run.yaml', 'compose.yaml'])('%s has nothing that a collector refuses', (file) => {
    expect(collectorProblems(read(`collector/${file}`))).toEqual([]);
  });

  it.each([
    [
      'a receiver that is not declared',
      'receivers: [otlp]',
      'receivers: [otpl]',
      /traces names the receivers otpl/,
    ],
    [
      'a processor that is not declared',
      '\n  groupbyattrs/target:',
      '\n  groupbyattrs/targets:',
      /processors groupbyattrs\/target/,
    ],
    [
      'an unused exporter',
      'exporters: [googlecloud]',
      'exporters: [googlemanagedprometheus]',
      /no pipeline uses the exporters googlecloud/,
    ],
    [
      'an extension that is not declared',
      'extensions: [health_check]',
      'extensions: [zpages]',
      /extensions zpages/,
    ],
    ['a section that does not exist', 'processors:\n', 'procesors:\n', /there is no section procesors/],
    [
      'no limit of memory',
      '[memory_limiter, resourcedetection, batch]',
      '[resourcedetection, batch]',
      /does not limit memory first/,
    ],
    [
      'batches too early',
      '[memory_limiter, resourcedetection, batch]',
      '[memory_limiter, batch, resourcedetection]',
      /batches last/,
    ],
    ['a pipeline that leads nowhere', 'exporters: [googlecloud]', 'exporters: []', /traces exports nothing/],
    ['a variable without its scheme', '${env:K_SERVICE:-tidemark}', '${K_SERVICE}', /a dollar/],
  ])('would be refused with %s', (_what, from, to, problem) => {
    const text = read('collector/cloud-run.yaml');
    expect(text).toContain(from);
    expect(collectorProblems(text.replace(from, () => to)).join('\n')).toMatch(problem);
  });

  it('uses the protocol of Tidemark, on the configured port', () => {
    const configured = services.api!.environment!.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT!;
    const { receivers } = parse(read('collector/compose.yaml')) as Receivers;
    expect(new URL(configured).port).toBe(receivers.otlp.protocols.http.endpoint.split(':')[1]);
    const beside = parse(read('collector/cloud-run.yaml')) as Receivers;
    expect(beside.receivers.otlp.protocols.http.endpoint).toBe('127.0.0.1:4318');
  });
});

interface Receivers {
  readonly receivers: {
    readonly otlp: { readonly protocols: { readonly http: { readonly endpoint: string } } };
  };
}

describe('the collector on Cloud Run', () => {
  it('derives roles from the names of services, as alerts require', () => {
    const { receivers } = parse(read('collector/cloud-run.yaml')) as Scraping;
    const [job] = receivers.prometheus.config.scrape_configs;
    // Of several, the last that fits would count.
    const rules = job!.relabel_configs.filter((rule) => rule.target_label === 'role');
    expect(rules.map((rule) => rule.source_labels)).toEqual([['namespace']]);
    const regex = rules[0]!.regex!;
    const roleOf = (service: string): string | undefined => new RegExp(`^(?:${regex})$`).exec(service)?.[1];
    expect(roleOf('tidemark-prod-api')).toBe('api');
    expect(roleOf('tidemark-dev-consumer-ad-actions')).toBe('consumer');
    expect(roleOf('tidemark-prod-consumer-rapid-clicks')).toBe('consumer');
    expect(roleOf('tidemark-prod-pacer')).toBe('pacer');
    expect(roleOf('tidemark')).toBeUndefined();
    const asked = [...read('alerts/tidemark.rules.yml').matchAll(/role=~"([^"]+)"/g)].flatMap(
      ([, roles = '']) => roles.split('|'),
    );
    for (const role of ['auditor', 'eraser']) expect(roleOf(`tidemark-prod-${role}`)).toBe(role);
    const scraped = ['api', 'consumer', 'pacer', 'compactor', 'auditor', 'eraser'];
    expect(asked.filter((role) => !scraped.includes(role))).toEqual([]);
  });
});

interface Scraping {
  readonly receivers: {
    readonly prometheus: {
      readonly config: {
        readonly scrape_configs: readonly {
          readonly relabel_configs: readonly {
            readonly target_label: string;
            readonly regex?: string;
            readonly source_labels?: readonly string[];
          }[];
        }[];
      };
    };
  };
}

describe('Prometheus and Grafana among the containers', () => {
  const prometheus = parse(read('prometheus/prometheus.yml')) as {
    readonly rule_files: readonly string[];
    readonly scrape_configs: readonly {
      readonly static_configs: readonly { readonly targets: readonly string[] }[];
    }[];
  };

  it('scrape every running role and nothing else', () => {
    const targets = prometheus.scrape_configs.flatMap((job) =>
      job.static_configs.flatMap((each) => each.targets),
    );
    const deaf = targets.filter((target) => {
      const [host = '', port = ''] = target.split(':');
      return portsOf(host, services)?.includes(port) !== true;
    });
    expect(deaf).toEqual([]);
    const running = Object.entries(services).filter(
      ([, { image, profiles, restart }]) =>
        image === 'tidemark:local' && profiles === undefined && restart !== 'no',
    );
    const scraped = targets.map((target) => target.split(':')[0]);
    expect(running.map(([name]) => name).filter((name) => !scraped.includes(name))).toEqual([]);
  });

  it('are given the rules and the dashboards, where they look for them', () => {
    const mounted = services.prometheus!.volumes!.map((volume) => volume.split(':')[1]);
    const rules = prometheus.rule_files.map((path) => `/etc/prometheus/${path}`);
    expect(rules.filter((path) => !mounted.includes(path))).toEqual([]);
    const { providers } = parse(read('grafana/provisioning/dashboards/tidemark.yaml')) as Providers;
    const boards = services.grafana!.volumes!.map((volume) => volume.split(':'));
    for (const { options } of providers) {
      const [source = ''] = boards.find(([, target]) => target === options.path) ?? [];
      expect(existsSync(join(INFRA, 'compose', source))).toBe(true);
      expect(
        readdirSync(join(INFRA, 'compose', source)).filter((name) => name.endsWith('.json')),
      ).not.toEqual([]);
    }
  });

  const reason = prometheusSkipReason();

  (reason === undefined ? it : it.skip)(
    `are read by promtool${reason === undefined ? '' : ` (${reason})`}`,
    async () => {
      const folder = mkdtempSync(join(tmpdir(), 'tidemark-prometheus-'));
      mkdirSync(join(folder, 'rules'));
      copyFileSync(join(INFRA, 'alerts/tidemark.rules.yml'), join(folder, 'rules/tidemark.rules.yml'));
      const check = async (text: string): Promise<number> => {
        writeFileSync(join(folder, 'prometheus.yml'), text);
        return (await promtool('check', 'config', join(folder, 'prometheus.yml'))).code;
      };
      const text = read('prometheus/prometheus.yml');
      expect(await check(text)).toBe(0);
      expect(await check(text.replace('scrape_interval', 'scrape_intervall'))).not.toBe(0);
      expect(await check(text.replace('rules/tidemark', 'rules/tidemarks'))).not.toBe(0);
      rmSync(folder, { recursive: true });
    },
  );

  it('ask the data source that there is', () => {
    const { datasources } = parse(read('grafana/provisioning/datasources/prometheus.yaml')) as Datasources;
    const { host } = new URL(datasources[0]!.url);
    expect(portsOf(host.split(':')[0]!, services)).toContain(host.split(':')[1]);
  });
});

interface Providers {
  readonly providers: readonly { readonly options: { readonly path: string } }[];
}

interface Datasources {
  readonly datasources: readonly { readonly url: string; readonly uid: string }[];
}
