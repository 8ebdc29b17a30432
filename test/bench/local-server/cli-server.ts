import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { killOnExit } from '../lifetimes';

const PROJECT_DIR = resolve(__dirname, '../../..');

/** Builds the project, because users run compiled code: compiling TypeScript would dominate the start. */
export function build(): void {
  const { status } = spawnSync(process.execPath, ['infra/scripts/build.mjs'], {
    cwd: PROJECT_DIR,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status !== 0) throw new Error('the build failed');
}

/** `tidemark local` as users run it. */
export class CliServer {
  readonly endpoint: string;
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess, endpoint: string) {
    this.#child = child;
    this.endpoint = endpoint;
  }

  static async start(dataDir: string, ...flags: string[]): Promise<CliServer> {
    const args = ['dist/cli/tidemark.js', 'local', '--json', '--port', '0', '--data-dir', dataDir, ...flags];
    const child = killOnExit(
      spawn(process.execPath, args, { cwd: PROJECT_DIR, stdio: ['ignore', 'pipe', 'inherit'] }),
    );
    const exited = once(child, 'exit').then(() => Promise.reject(new Error('the server ended at its start')));
    const [line] = (await Promise.race([once(child.stdout, 'data'), exited])) as [Buffer];
    exited.catch(() => undefined);
    return new CliServer(child, (JSON.parse(String(line)) as { endpoint: string }).endpoint);
  }

  get pid(): number {
    return this.#child.pid!;
  }

  async stop(): Promise<void> {
    const exited = once(this.#child, 'exit');
    this.#child.kill('SIGTERM');
    await exited;
  }
}
