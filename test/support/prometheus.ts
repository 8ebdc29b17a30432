import { execFile, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { freePort, untilListening } from './free-port';
import { programOf } from './programs';

const START_TIMEOUT_MS = 60_000;

/** Why suites on Prometheus's own programs are skipped; undefined when they run. Absence is a failure where CI is set. */
export function prometheusSkipReason(): string | undefined {
  if (programOf('promtool') !== undefined && programOf('prometheus') !== undefined) return undefined;
  const reason = 'promtool and prometheus were not found (Debian: apt-get install prometheus)';
  if (process.env['CI']) throw new Error(`${reason}, and CI is set`);
  return reason;
}

export interface Checked {
  readonly code: number;
  /** All that it has printed. */
  readonly output: string;
}

/** A command runs for seconds: collecting its garbage seldom saves a fifth of its processor time. */
const FEW_COLLECTIONS = { ...process.env, GOGC: '800' };

export function promtool(...args: readonly string[]): Promise<Checked> {
  return new Promise((resolve) =>
    execFile(
      programOf('promtool')!,
      args,
      { encoding: 'utf8', env: FEW_COLLECTIONS },
      (error, stdout, stderr) =>
        resolve({ code: error === null ? 0 : Number(error.code ?? 1), output: stdout + stderr }),
    ),
  );
}

interface Sample {
  readonly metric: Readonly<Record<string, string>>;
  readonly value: readonly [timeSeconds: number, text: string];
}

export interface Prometheus {
  /** Runs a query. Throws the server's message when it rejects the query. */
  query(expr: string): Promise<readonly Sample[]>;
  /** Names of the alerts that are firing. */
  firing(): Promise<readonly string[]>;
  stop(): Promise<void>;
}

export interface Scraped {
  readonly role: string;
  readonly port: number;
}

/** Starts a Prometheus that scrapes these services every second and evaluates these rules. */
export async function startPrometheus(services: readonly Scraped[], rules?: object): Promise<Prometheus> {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-prometheus-'));
  const port = await freePort();
  writeFileSync(join(folder, 'rules.yml'), stringify(rules ?? { groups: [] }));
  writeFileSync(join(folder, 'prometheus.yml'), stringify(configOf(services)));
  const child = spawn(
    programOf('prometheus')!,
    [
      `--config.file=${folder}/prometheus.yml`,
      `--storage.tsdb.path=${folder}/data`,
      `--web.listen-address=127.0.0.1:${port}`,
    ],
    { stdio: 'ignore' },
  );
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  await untilListening(port, child, START_TIMEOUT_MS);
  const get = async (path: string): Promise<unknown> => {
    const response = await fetch(`http://127.0.0.1:${port}/api/v1/${path}`);
    const { data, error } = (await response.json()) as { data: unknown; error?: string };
    if (error !== undefined) throw new Error(`${decodeURIComponent(path)}: ${error}`);
    return data;
  };
  return {
    query: async (expr) =>
      ((await get(`query?query=${encodeURIComponent(expr)}`)) as { result: Sample[] }).result,
    async firing() {
      const { alerts } = (await get('alerts')) as {
        alerts: readonly { state: string; labels: { alertname: string } }[];
      };
      return alerts.filter(({ state }) => state === 'firing').map(({ labels }) => labels.alertname);
    },
    async stop() {
      child.kill('SIGKILL');
      await exited;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function configOf(services: readonly Scraped[]): object {
  const targets = services.map(({ role, port }) => ({ targets: [`127.0.0.1:${port}`], labels: { role } }));
  return {
    global: { scrape_interval: '1s', scrape_timeout: '1s', evaluation_interval: '1s' },
    rule_files: ['rules.yml'],
    scrape_configs: [{ job_name: 'tidemark', static_configs: targets }],
  };
}
