import { execFileSync, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { freePort, untilListening } from './free-port';

/** Google's Bigtable emulator, started for this suite or named by the environment. */
export interface GoogleBigtable {
  readonly endpoint: string;
  /** Process id if it was started here. */
  readonly pid: number | undefined;
  stop(): Promise<void>;
  /** Kills it without waiting, unless the environment has named it. */
  kill(): void;
}

const SDK_PATH = join('platform', 'bigtable-emulator', 'cbtemulator');
const START_TIMEOUT_MS = 60_000;

/**
 * Finds the emulator: a running one named by TIDEMARK_TEST_BIGTABLE_EMULATOR_HOST, or the program of the gcloud SDK.
 * Returns undefined when there is none.
 */
export function findGoogleBigtable(): { endpoint: string } | { program: string } | undefined {
  const endpoint = process.env['TIDEMARK_TEST_BIGTABLE_EMULATOR_HOST'];
  if (endpoint) return { endpoint };
  const program = wellKnownPrograms().find((path) => existsSync(path)) ?? sdkProgram();
  return program === undefined ? undefined : { program };
}

function wellKnownPrograms(): string[] {
  const roots = ['/usr/lib/google-cloud-sdk', '/usr/share/google-cloud-sdk', '/opt/google-cloud-sdk'];
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return [
    ...roots.map((root) => join(root, SDK_PATH)),
    ...folders.map((folder) => join(folder, 'cbtemulator')),
  ];
}

/**
 * Returns why suites on Google's emulator are skipped; undefined when they run. Throws without an emulator if CI is
 * set.
 */
export function googleBigtableSkipReason(): string | undefined {
  if (findGoogleBigtable() !== undefined) return undefined;
  const reason = "Google's Bigtable emulator was not found (gcloud components install bigtable)";
  if (process.env['CI']) throw new Error(`${reason}, and CI is set`);
  return reason;
}

/** Starts the emulator or connects to the running one. */
export async function startGoogleBigtable(): Promise<GoogleBigtable> {
  const found = findGoogleBigtable();
  if (found === undefined) throw new Error(googleBigtableSkipReason());
  if ('endpoint' in found) {
    return { endpoint: found.endpoint, pid: undefined, stop: async () => undefined, kill: () => undefined };
  }
  const port = await freePort();
  const child = spawn(found.program, ['-host', '127.0.0.1', '-port', String(port)], { stdio: 'ignore' });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  await untilListening(port, child, START_TIMEOUT_MS);
  const kill = (): void => void child.kill('SIGKILL');
  return {
    endpoint: `127.0.0.1:${port}`,
    pid: child.pid,
    kill,
    async stop() {
      kill();
      await exited;
    },
  };
}

/** Searches the SDK with gcloud, which takes most of a second and is therefore the last resort. */
function sdkProgram(): string | undefined {
  try {
    const root = execFileSync('gcloud', ['info', '--format=value(installation.sdk_root)'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
    const program = join(root, SDK_PATH);
    return existsSync(program) ? program : undefined;
  } catch {
    return undefined;
  }
}
