import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { LONG_DEADLINES } from './long-deadlines';
import { INHERITED_ENV } from './inherited-env';

export interface AppProcess {
  readonly pid: number;
  readonly port: number;
  /** Returns the log lines so far. */
  readonly log: readonly Record<string, unknown>[];
  /** Returns the output on stderr so far. */
  stderr(): string;
  signal(name: NodeJS.Signals): void;
  /** Reads no output any more, as a terminal that is closed. */
  closeOutput(): void;
  /** Its exit code, once it has ended. */
  readonly ended: Promise<number | null>;
}

/** The API as a process of its own, as `node dist/main.js` would be. */
export async function startAppProcess(env: NodeJS.ProcessEnv): Promise<AppProcess> {
  const register = join(__dirname, '../../infra/scripts/register-ts.js');
  const child = spawn(process.execPath, ['-r', register, join(__dirname, '../../src/main.ts')], {
    env: { ...INHERITED_ENV, PORT: '0', ...LONG_DEADLINES, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const log: Record<string, unknown>[] = [];
  let complaints = '';
  child.stderr.on('data', (chunk: Buffer) => (complaints += chunk.toString()));
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const port = await new Promise<number>((resolve, reject) => {
    createInterface(child.stdout).on('line', (line) => {
      const entry = JSON.parse(line) as Record<string, unknown>;
      log.push(entry);
      if (entry['msg'] === 'listening') resolve(entry['port'] as number);
    });
    void ended.then((code) => reject(new Error(`the process ended with ${code}: ${complaints}`)));
  });
  return {
    pid: child.pid!,
    port,
    log,
    ended,
    stderr: () => complaints,
    signal: (name) => void child.kill(name),
    closeOutput() {
      child.stdout.destroy();
      child.stderr.destroy();
    },
  };
}
