import { type ChildProcess, spawn } from 'node:child_process';

export interface ChildOptions {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
}

/**
 * Starts node with these words. Ctrl-C does not reach the child, which is in a process group of its own: a run ends it in order. It
 * never outlives this process.
 */
export function spawnNode(words: readonly string[], { cwd, env }: ChildOptions): ChildProcess {
  const child = spawn(process.execPath, words, {
    cwd,
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const kill = (): void => void child.kill('SIGKILL');
  process.once('exit', kill);
  child.once('close', () => process.off('exit', kill));
  return child;
}
