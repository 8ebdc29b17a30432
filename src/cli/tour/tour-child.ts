import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

/** A `tidemark` command as a process of its own. */
export interface TourChild {
  /** Resolves with all that it printed, once it has ended. Rejects if its exit code is not 0 and it was not killed. */
  readonly ended: Promise<string>;
  /** Resolves with the first line for which the test holds. Rejects if the process ends before. */
  untilLine(test: (line: string) => boolean): Promise<string>;
  kill(signal: NodeJS.Signals): void;
}

/** Starts a command in the way in which this process was started. */
export function startTourChild(args: readonly string[], env: NodeJS.ProcessEnv): TourChild {
  const child = spawn(process.execPath, [...process.execArgv, process.argv[1]!, ...args], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const lines: string[] = [];
  const waiting = new Set<(line: string) => void>();
  let errors = '';
  createInterface(child.stdout).on('line', (line) => {
    lines.push(line);
    for (const look of waiting) look(line);
  });
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  const ended = new Promise<string>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => {
      if (code === 0 || signal !== null) resolve(lines.join('\n'));
      else reject(new Error(`tidemark ${args.join(' ')} ended with ${code}: ${errors}`));
    });
  });
  ended.catch(() => undefined);
  return {
    ended,
    untilLine: (test) =>
      new Promise((resolve, reject) => {
        const look = (line: string): void => {
          if (!test(line)) return;
          waiting.delete(look);
          resolve(line);
        };
        waiting.add(look);
        for (const line of lines) look(line);
        void ended.then(() => reject(new Error(`tidemark ${args[0]} ended early: ${errors}`)), reject);
      }),
    kill: (signal) => child.kill(signal),
  };
}
