import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Contestant } from './contestants';
import type { Load } from './data';
import { settled, usageOf } from './usage';
import type { Run, WorkerRequest } from './worker';

export interface Measure {
  readonly requests: number;
  readonly perSecond: number;
  /** Processor time of the server, all its threads, per request. */
  readonly cpuMicros: number;
}

/** The parent's end of the process that makes load. */
export class LoadProcess {
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess) {
    this.#child = child;
  }

  static async start(): Promise<LoadProcess> {
    const child = fork(join(__dirname, 'worker.ts'));
    await once(child, 'message');
    return new LoadProcess(child);
  }

  /** Makes the load's requests, all or some of them. */
  async prepare(load: Load, from?: number, to?: number): Promise<void> {
    await this.#ask({
      kind: 'prepare',
      load,
      ...(from !== undefined && { from }),
      ...(to !== undefined && { to }),
    });
  }

  /** Sends what was prepared: once, or in turn for a time. */
  async measure(
    { endpoint, pid }: Pick<Contestant, 'endpoint' | 'pid'>,
    durationMs?: number,
  ): Promise<Measure> {
    const before = usageOf(pid);
    const { requests, seconds } = await this.#ask({
      kind: 'run',
      endpoint,
      ...(durationMs !== undefined && { durationMs }),
    });
    const after = await settled(pid);
    return {
      requests,
      perSecond: requests / seconds,
      cpuMicros: (after.cpuMicros - before.cpuMicros) / requests,
    };
  }

  async stop(): Promise<void> {
    const exited = once(this.#child, 'exit');
    this.#child.disconnect();
    await exited;
  }

  async #ask(request: WorkerRequest): Promise<Run> {
    const reply = new Promise<Run>((resolve, reject) => {
      const onExit = (code: number | null): void => reject(new Error(`the load process ended with ${code}`));
      this.#child.once('exit', onExit);
      this.#child.once('message', ({ result, error }: { result: Run; error?: string }) => {
        this.#child.off('exit', onExit);
        if (error === undefined) resolve(result);
        else reject(new Error(error));
      });
    });
    this.#child.send(request);
    return reply;
  }
}
