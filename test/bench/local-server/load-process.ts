import { join } from 'node:path';
import { Child } from '../child';
import type { Contestant } from './contestants';
import type { Load } from './data';
import { cpuMicrosBetween, settled, usageOf } from './usage';
import type { Run, WorkerRequest } from './worker';

export interface Measure {
  readonly requests: number;
  readonly perSecond: number;
  /** Processor time of the server, including all threads, per request, in microseconds. */
  readonly cpuMicros: number;
}

/** Parent's handle of the process that generates load. */
export class LoadProcess {
  readonly #child: Child;

  private constructor(child: Child) {
    this.#child = child;
  }

  static async start(): Promise<LoadProcess> {
    const child = new Child(join(__dirname, 'worker.ts'));
    return new LoadProcess(child);
  }

  /** Creates all or some requests of the load. */
  async prepare(load: Load, from?: number, to?: number): Promise<void> {
    await this.#ask({
      kind: 'prepare',
      load,
      ...(from !== undefined && { from }),
      ...(to !== undefined && { to }),
    });
  }

  /** Sends the prepared requests: once, or repeatedly for a time. */
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
      cpuMicros: cpuMicrosBetween(before, after) / requests,
    };
  }

  stop(): Promise<void> {
    return this.#child.stop();
  }

  #ask(request: WorkerRequest): Promise<Run> {
    return this.#child.ask<Run>(request);
  }
}
