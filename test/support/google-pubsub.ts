import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, untilListening } from './free-port';

/** Google's Pub/Sub emulator, started for this suite or named by the environment. */
export interface GooglePubSub {
  /** Address in the form `host:port`. */
  readonly endpoint: string;
  stop(): Promise<void>;
  /** Kills it without waiting, unless the environment has named it. */
  kill(): void;
}

const SDK_PATH = join('platform', 'pubsub-emulator', 'bin', 'cloud-pubsub-emulator');
const SDK_ROOTS = ['/usr/lib/google-cloud-sdk', '/usr/share/google-cloud-sdk', '/opt/google-cloud-sdk'];
const START_TIMEOUT_MS = 60_000;
/** An emulator runs for a minute: optimizing its code would take a quarter of the processor time of a test. */
const SHORT_LIVED = '-XX:TieredStopAtLevel=1 -XX:+UseSerialGC';

/**
 * Finds the emulator: a running one named by TIDEMARK_TEST_PUBSUB_EMULATOR_HOST, or the program of the gcloud SDK,
 * which needs Java. Returns undefined when there is none.
 */
function findGooglePubSub(): { endpoint: string } | { program: string } | undefined {
  const endpoint = process.env['TIDEMARK_TEST_PUBSUB_EMULATOR_HOST'];
  if (endpoint) return { endpoint };
  const program = SDK_ROOTS.map((root) => join(root, SDK_PATH)).find(existsSync) ?? sdkProgram();
  return program === undefined || !hasJava() ? undefined : { program };
}

/** Returns why suites on Pub/Sub are skipped; undefined when they run. Throws without an emulator if CI is set. */
export function googlePubSubSkipReason(): string | undefined {
  if (findGooglePubSub() !== undefined) return undefined;
  const reason =
    "Google's Pub/Sub emulator was not found (gcloud components install pubsub-emulator; needs Java)";
  if (process.env['CI']) throw new Error(`${reason}, and CI is set`);
  return reason;
}

/** Starts the emulator, or connects to the running one. Unless a benchmark measures it, it runs with little optimization. */
export async function startGooglePubSub(
  options: { readonly isBenchmark?: boolean } = {},
): Promise<GooglePubSub> {
  const found = findGooglePubSub();
  if (found === undefined) throw new Error(googlePubSubSkipReason());
  if ('endpoint' in found) {
    return { endpoint: found.endpoint, stop: async () => undefined, kill: () => undefined };
  }
  const port = await freePort();
  const dataDir = mkdtempSync(join(tmpdir(), 'tidemark-pubsub-'));
  // The program is a shell script that starts Java. A separate process group allows ending both.
  const child = spawn(found.program, ['--host=127.0.0.1', `--port=${port}`, `--data-dir=${dataDir}`], {
    stdio: 'ignore',
    detached: true,
    env: { ...process.env, ...(options.isBenchmark ? {} : { JAVA_TOOL_OPTIONS: SHORT_LIVED }) },
  });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const kill = (): void => {
    if (child.exitCode === null && child.signalCode === null) process.kill(-child.pid!, 'SIGKILL');
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
  };
  const stop = async (): Promise<void> => {
    kill();
    await exited;
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    await untilListening(port, child, START_TIMEOUT_MS);
  } catch (error) {
    await stop();
    throw error;
  }
  return { endpoint: `127.0.0.1:${port}`, stop, kill };
}

/** Searches the SDK with gcloud, which takes most of a second and is therefore the last resort. */
function sdkProgram(): string | undefined {
  const root = outputOf('gcloud', ['info', '--format=value(installation.sdk_root)']);
  const program = root === undefined ? undefined : join(root, SDK_PATH);
  return program !== undefined && existsSync(program) ? program : undefined;
}

let isJavaHere: boolean | undefined;

function hasJava(): boolean {
  isJavaHere ??= outputOf('java', ['-version']) !== undefined;
  return isJavaHere;
}

function outputOf(program: string, args: readonly string[]): string | undefined {
  try {
    return execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return undefined;
  }
}
