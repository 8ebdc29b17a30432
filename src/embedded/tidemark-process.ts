/** Runs `tidemark start` in a process of its own, with all data in memory. */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { DEFAULTS } from '../config/defaults';
import { TidemarkError } from '../errors';
import { systemClock } from '../platform/time/clock';
import type { LocalTopology } from './local-topology';

export interface TidemarkProcessOptions {
  readonly topology?: LocalTopology | string | undefined;
  readonly region?: string | undefined;
  readonly env?: Readonly<Record<string, string>> | undefined;
}

export interface TidemarkProcess {
  /** URL of the API. */
  readonly url: string;
  /** Address `host:port` of the embedded Bigtable. */
  readonly endpoint: string;
  stop(): Promise<void>;
}

const COMMAND = join(__dirname, `../cli/tidemark${extname(__filename)}`);

/** Maximum size of the text that explains a failed start, in characters. */
const STDERR_MAX = 10_000;

/** Starts the process. Rejects with `not_ready` and what the process has printed if it does not start. */
export async function startTidemarkProcess(options: TidemarkProcessOptions): Promise<TidemarkProcess> {
  const { topology, region, env } = options;
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-test-'));
  const args = ['start', '--ephemeral', '--json', '--no-demo', '--port', '0'];
  if (topology !== undefined) args.push('--config', topologyFile(topology, folder));
  if (region !== undefined) args.push('--region', region);
  const child = fork(COMMAND, args, {
    env: { ...inheritedVariables(), TIDEMARK_LOCAL_PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const exited = once(child, 'exit').finally(() => rmSync(folder, { recursive: true, force: true }));
  try {
    const { url, endpoint } = await addressesOf(child);
    return {
      url,
      endpoint,
      async stop() {
        if (child.connected) child.disconnect();
        await exited;
      },
    };
  } catch (error) {
    child.kill('SIGKILL');
    throw error;
  }
}

function topologyFile(topology: LocalTopology | string, folder: string): string {
  if (typeof topology === 'string') return topology;
  const file = join(folder, 'topology.json');
  writeFileSync(file, JSON.stringify(topology));
  return file;
}

/** Returns the variables of this process without those that would lead to another store or configuration. */
function inheritedVariables(): NodeJS.ProcessEnv {
  // oxlint-disable-next-line no-restricted-properties -- passed on, not read
  const entries = Object.entries(process.env);
  return Object.fromEntries(
    entries.filter(([name]) => !/^(TIDEMARK_|BIGTABLE_|PUBSUB_|OTEL_|PORT$)/.test(name)),
  );
}

interface Addresses {
  readonly url: string;
  readonly endpoint: string;
}

/** Resolves with the addresses that the process prints. Rejects when it ends before, or does not print them in time. */
function addressesOf(child: ChildProcess): Promise<Addresses> {
  const { childStartTimeoutMs } = DEFAULTS.local;
  let stdout = '';
  let stderr = '';
  return new Promise((resolve, reject) => {
    const fail = (reason: string): void =>
      reject(new TidemarkError('not_ready', `Tidemark did not start: ${reason}\n${stderr}`.trim()));
    const cancel = systemClock.schedule(
      childStartTimeoutMs,
      () => fail(`no answer within ${childStartTimeoutMs} ms`),
      { keepAlive: true },
    );
    child.stderr!.on('data', (chunk: Buffer) => (stderr = `${stderr}${chunk.toString()}`.slice(-STDERR_MAX)));
    child.stdout!.on('data', (chunk: Buffer) => {
      stdout = `${stdout}${chunk.toString()}`.slice(-STDERR_MAX);
      if (!stdout.includes('\n')) return;
      cancel();
      resolve(JSON.parse(stdout.slice(0, stdout.indexOf('\n'))) as Addresses);
    });
    child.once('error', reject);
    child.once('close', (code, signal) => {
      cancel();
      fail(`the process ended with ${code ?? signal}`);
    });
  });
}
