import { type ChildProcess, spawn } from 'node:child_process';

export interface ChildOptions {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
}

/**
 * Starts node with these arguments. The child is in its own process group, so Ctrl-C does not reach it and the run can
 * stop it in an orderly way. It never outlives this process.
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
