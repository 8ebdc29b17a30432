import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { INHERITED_ENV } from './inherited-env';

export interface CliRun {
  /** Exit code, or the signal that ended it. */
  readonly ended: number | NodeJS.Signals;
  readonly stdout: string;
  readonly stderr: string;
}

export interface CliOptions {
  readonly env?: NodeJS.ProcessEnv;
  readonly cwd?: string;
  readonly stdin?: string;
  /** Asked again and again; the signal is sent as soon as it is true. */
  readonly interruptWhen?: () => boolean;
  /** Default: SIGINT. */
  readonly interruptWith?: NodeJS.Signals;
  /** No file may become larger, as on a disk that is full: units of 512 bytes. */
  readonly fileBlocksMax?: number;
}

const REGISTER = join(__dirname, '../../infra/scripts/register-ts.js');
const CLI = join(__dirname, '../../src/cli/tidemark.ts');

/** Runs `tidemark` from its sources in a process of its own. */
export function runCli(args: readonly string[], options: CliOptions = {}): Promise<CliRun> {
  const blocks = options.fileBlocksMax ?? 'unlimited';
  const limited = `ulimit -f ${blocks}; exec "$0" "$@"`;
  const child = spawn('/bin/sh', ['-c', limited, process.execPath, '-r', REGISTER, CLI, ...args], {
    env: { ...INHERITED_ENV, ...options.env },
    cwd: options.cwd,
  });
  child.stdin.end(options.stdin ?? '');
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  const asking = setInterval(() => {
    if (options.interruptWhen?.() !== true) return;
    child.kill(options.interruptWith ?? 'SIGINT');
    clearInterval(asking);
  }, 10);
  return new Promise((resolve) =>
    child.once('close', (code, signal) => {
      clearInterval(asking);
      resolve({ ended: code ?? signal!, stdout, stderr });
    }),
  );
}
