import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { generateLoad, type Load } from './load';
import type { Contestant, Request, StartMessage, Usage } from './messages';
import { PATH, QUERY } from './query';

const CONNECTIONS = 32;

export interface Measure {
  readonly requestsPerSecond: number;
  readonly cpuMicrosPerRequest: number;
}

/** One contestant in its own process, so that its processor time is its own. */
export class ContestantProcess {
  private constructor(
    readonly contestant: Contestant,
    readonly port: number,
    readonly child: ChildProcess,
  ) {}

  static async start(message: StartMessage): Promise<ContestantProcess> {
    const child = fork(join(__dirname, 'contestant.ts'), {
      env: { ...process.env, NODE_ENV: 'production' },
    });
    const port = (await tell(child, { start: message })) as number;
    return new ContestantProcess(message.contestant, port, child);
  }

  get load(): Load {
    return { port: this.port, path: PATH, body: JSON.stringify(QUERY), connections: CONNECTIONS };
  }

  async measure(answer: string, milliseconds: number): Promise<Measure> {
    const before = await this.#usage();
    const fromMs = performance.now();
    const requests = await this.#work(answer, milliseconds);
    const seconds = (performance.now() - fromMs) / 1_000;
    const after = await this.#usage();
    const done = requests ?? after.reads - before.reads;
    return {
      requestsPerSecond: done / seconds,
      cpuMicrosPerRequest: (after.cpuMicros - before.cpuMicros) / done,
    };
  }

  async stop(): Promise<void> {
    const exited = once(this.child, 'exit');
    this.child.kill('SIGKILL');
    await exited;
  }

  /** Undefined where the process makes its own load and counts for itself. */
  async #work(answer: string, milliseconds: number): Promise<number | undefined> {
    if (this.contestant !== 'ReadRows alone') return generateLoad(this.load, answer, milliseconds);
    await tell(this.child, { readFor: milliseconds });
    return undefined;
  }

  async #usage(): Promise<Usage> {
    return (await tell(this.child, { usage: true })) as Usage;
  }
}

function tell(child: ChildProcess, request: Request): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const onExit = (code: number | null): void => reject(new Error(`a contestant ended with ${code}`));
    child.once('exit', onExit);
    child.once('message', (reply: { value?: unknown; error?: string }) => {
      child.off('exit', onExit);
      if (reply.error === undefined) resolve(reply.value);
      else reject(new Error(reply.error));
    });
    child.send(request);
  });
}
