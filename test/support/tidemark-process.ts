import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { LONG_DEADLINES } from './long-deadlines';

/** The built command, as users run it. `npm test` builds it first. */
const COMMAND = join(__dirname, '../../dist/cli/tidemark.js');

export interface Finished {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface ProcessOptions {
  /** Working directory, which determines the data folder. */
  readonly cwd: string;
  readonly env?: NodeJS.ProcessEnv;
}

/** A `tidemark` command as a process of its own. */
export class TidemarkProcess {
  readonly finished: Promise<Finished>;
  readonly #child: ChildProcessByStdio<null, Readable, Readable>;
  #stdout = '';
  #stderr = '';

  constructor(args: readonly string[], { cwd, env }: ProcessOptions) {
    if (!existsSync(COMMAND)) throw new Error(`${COMMAND} is missing: run \`npm run build\``);
    this.#child = spawn(process.execPath, [COMMAND, ...args], {
      cwd,
      env: { ...withoutTidemark(process.env), ...LONG_DEADLINES, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#child.stdout.on('data', (chunk: Buffer) => (this.#stdout += chunk.toString()));
    this.#child.stderr.on('data', (chunk: Buffer) => (this.#stderr += chunk.toString()));
    this.finished = new Promise((resolve) =>
      this.#child.on('close', (code, signal) =>
        resolve({ code, signal, stdout: this.#stdout, stderr: this.#stderr }),
      ),
    );
  }

  kill(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }

  /** Everything printed so far, as soon as it matches; throws when the process ends before it does. */
  async untilPrinted(pattern: RegExp): Promise<string> {
    const ended = this.finished.then(({ stdout, stderr }) => {
      if (!pattern.test(stdout)) throw new Error(`ended without printing ${pattern}:\n${stdout}${stderr}`);
    });
    while (!pattern.test(this.#stdout)) {
      await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 20))]);
    }
    return this.#stdout;
  }
}

/** Runs a command to its end. */
export function runTidemark(args: readonly string[], options: ProcessOptions): Promise<Finished> {
  return new TidemarkProcess(args, options).finished;
}

/** The tester's own settings must not lead a command elsewhere. */
function withoutTidemark(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const own = /^(TIDEMARK_|BIGTABLE_|PUBSUB_|OTEL_|PORT$)/;
  return Object.fromEntries(Object.entries(env).filter(([name]) => !own.test(name)));
}
