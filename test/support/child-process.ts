import { spawn, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { join } from 'node:path';

export interface StartedChildProcess {
  readonly process: ChildProcess;
  /** The first line that it printed. */
  readonly firstLine: string;
  /** All that it has printed so far. */
  readonly lines: readonly string[];
  /** All lines of its standard error so far. */
  readonly errorLines: readonly string[];
  /** Exit code, or the signal that ended it. */
  readonly ended: Promise<number | NodeJS.Signals>;
  kill(signal: NodeJS.Signals): Promise<number | NodeJS.Signals>;
}

const REGISTER = join(__dirname, '../../infra/scripts/register-ts.js');

/** Runs a TypeScript file in a process of its own, and resolves when it has printed a line. */
export async function startChildProcess(
  script: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Promise<StartedChildProcess> {
  const child = spawn(process.execPath, ['-r', REGISTER, script, ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<number | NodeJS.Signals>((resolve) =>
    child.once('exit', (code, signal) => resolve(code ?? signal!)),
  );
  const lines: string[] = [];
  const output = createInterface(child.stdout).on('line', (line) => lines.push(line));
  const errorLines: string[] = [];
  createInterface(child.stderr).on('line', (line) => {
    errorLines.push(line);
    process.stderr.write(`${line}\n`);
  });
  const firstLine = await Promise.race([
    new Promise<string>((resolve) => output.once('line', resolve)),
    ended.then((how) => Promise.reject(new Error(`${script} ended with ${how} before it printed anything`))),
  ]);
  const kill = async (signal: NodeJS.Signals): Promise<number | NodeJS.Signals> => {
    child.kill(signal);
    return ended;
  };
  return { process: child, firstLine, lines, errorLines, ended, kill };
}
