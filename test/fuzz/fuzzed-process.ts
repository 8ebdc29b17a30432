import type { ChildProcess } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { spawnNode } from './child';
import { INHERITED_ENV } from '../support/inherited-env';

/** The compiled command; `npm run fuzz` and `npm test` build it first. */
export const COMMAND = join(__dirname, '../../dist/cli/tidemark.js');
const PROBE = join(__dirname, 'memory-probe.js');
const START_TIMEOUT_MS = 120_000;
const END_TIMEOUT_MS = 30_000;
const MEMORY_TIMEOUT_MS = 20_000;
const POLL_MS = 20;

export interface Memory {
  /** Bytes of live objects, including those outside of the heap. */
  readonly usedBytes: number;
  readonly descriptors: number;
}

/** `tidemark` command under test in a separate process. Its output is retained until it is taken. */
export class FuzzedProcess {
  readonly ended: Promise<number | NodeJS.Signals>;
  readonly #child: ChildProcess;
  readonly #memoryFile: string;
  #hasEnded = false;
  #stdout = '';
  #stderr = '';

  constructor(args: readonly string[], options: { readonly cwd: string; readonly env?: NodeJS.ProcessEnv }) {
    if (!existsSync(COMMAND)) throw new Error(`${COMMAND} is missing: run \`npm run build\``);
    this.#memoryFile = join(options.cwd, `.memory-${args[0]}-${process.pid}-${(probes += 1)}`);
    const own = { ...INHERITED_ENV, TIDEMARK_TEST_MEMORY_FILE: this.#memoryFile };
    const env = { ...own, ...options.env };
    this.#child = spawnNode(['--require', PROBE, COMMAND, ...args], { cwd: options.cwd, env });
    this.#child.stdout!.setEncoding('utf8').on('data', (text: string) => (this.#stdout += text));
    this.#child.stderr!.setEncoding('utf8').on('data', (text: string) => (this.#stderr += text));
    this.ended = new Promise((resolve) =>
      this.#child.once('close', (code, signal) => {
        this.#hasEnded = true;
        resolve(code ?? signal!);
      }),
    );
  }

  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  /** Waits until the output matches. Throws when the process ends first or the time limit passes. */
  async printed(pattern: RegExp): Promise<RegExpExecArray> {
    const deadlineMs = performance.now() + START_TIMEOUT_MS;
    for (;;) {
      const match = pattern.exec(this.#stdout);
      if (match !== null) return match;
      if (this.#hasEnded || performance.now() > deadlineMs)
        throw new Error(`the process did not print ${pattern}:\n${this.#stdout}${this.#stderr}`);
      await pause(POLL_MS);
    }
  }

  /** Returns complete lines of standard output since the last call. */
  takeLines(): string[] {
    const end = this.#stdout.lastIndexOf('\n') + 1;
    const lines = this.#stdout.slice(0, end).split('\n').slice(0, -1);
    this.#stdout = this.#stdout.slice(end);
    return lines;
  }

  /** Returns standard error since the last call. */
  takeErrors(): string {
    const text = this.#stderr;
    this.#stderr = '';
    return text;
  }

  /** Collects garbage and returns the memory in use. */
  async memory(): Promise<Memory> {
    rmSync(this.#memoryFile, { force: true });
    this.#child.kill('SIGUSR2');
    const deadlineMs = performance.now() + MEMORY_TIMEOUT_MS;
    while (!existsSync(this.#memoryFile)) {
      if (this.#hasEnded || performance.now() > deadlineMs) throw new Error('the process reports no memory');
      await pause(POLL_MS);
    }
    const used = JSON.parse(readFileSync(this.#memoryFile, 'utf8')) as NodeJS.MemoryUsage;
    return {
      usedBytes: used.heapUsed + used.external,
      descriptors: readdirSync(`/proc/${this.#child.pid}/fd`).length,
    };
  }

  /** Stops the process with SIGTERM, or with SIGKILL if that takes too long. Resolves with its exit code or signal. */
  async stop(): Promise<number | NodeJS.Signals> {
    this.#child.kill('SIGTERM');
    const timer = setTimeout(() => this.#child.kill('SIGKILL'), END_TIMEOUT_MS);
    const how = await this.ended;
    clearTimeout(timer);
    return how;
  }
}

let probes = 0;

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
