import { join } from 'node:path';
import { Child } from '../child';
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
    readonly child: Child,
  ) {}

  static async start(message: StartMessage): Promise<ContestantProcess> {
    const child = new Child(join(__dirname, 'contestant.ts'));
    const port = await tell<number>(child, { start: message });
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

  stop(): Promise<void> {
    return this.child.stop();
  }

  /** Undefined where the process makes its own load and counts for itself. */
  async #work(answer: string, milliseconds: number): Promise<number | undefined> {
    if (this.contestant !== 'ReadRows alone') return generateLoad(this.load, answer, milliseconds);
    await tell(this.child, { readFor: milliseconds });
    return undefined;
  }

  #usage(): Promise<Usage> {
    return tell<Usage>(this.child, { usage: true });
  }
}

const tell = <Answer>(child: Child, request: Request): Promise<Answer> => child.ask<Answer>(request);
