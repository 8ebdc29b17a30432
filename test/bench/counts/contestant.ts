import { join } from 'node:path';
import { Child } from '../child';
import { WrongAnswer } from '../harness';
import type { LoadMessage, LoadResult } from '../load/messages';
import { queryOf, type BenchUser, type Counts, type Kind } from './data';
import type { Contestant, Pauses, ReadRequest, StartMessage, Usage } from './messages';

export const PATH = '/v1/counts:query';
/** Requests at once, for every contestant. Of heavy users fewer: some take so long that a round would not end. */
export const CONNECTIONS: Readonly<Record<Kind, number>> = {
  light: 16,
  typical: 16,
  unpacked: 16,
  heavy: 4,
};

/** Queries of users of one kind. */
export interface Asked {
  readonly kind: Kind;
  readonly users: readonly BenchUser[];
  /** Requests at once. Default: `CONNECTIONS` of the kind. */
  readonly connections?: number;
  /** Further properties of the bodies. */
  readonly extra?: object;
}

export interface Measure {
  readonly perSecond: number;
  readonly cpuMicros: number;
  readonly latenciesMs: readonly number[];
}

/** One contestant in its own process, and the load on it from another one. */
export class ContestantProcess {
  readonly name: Contestant;
  readonly #service: Child;
  readonly #load: Child;
  readonly #port: number;
  readonly #nowMs: number;

  private constructor(
    name: Contestant,
    processes: { readonly service: Child; readonly load: Child },
    about: { readonly port: number; readonly nowMs: number },
  ) {
    this.name = name;
    this.#service = processes.service;
    this.#load = processes.load;
    this.#port = about.port;
    this.#nowMs = about.nowMs;
  }

  static async start(start: StartMessage, load: Child, nowMs: number): Promise<ContestantProcess> {
    const service = new Child(join(__dirname, 'service-process.ts'));
    const port = await service.ask<number>({ start });
    return new ContestantProcess(start.contestant, { service, load }, { port, nowMs });
  }

  async answer(user: BenchUser): Promise<Counts> {
    const response = await fetch(`http://127.0.0.1:${this.#port}${PATH}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(queryOf(user, this.#nowMs)),
    });
    if (response.status !== 200) throw new Error(`${this.name} answered ${await response.text()}`);
    return ((await response.json()) as { readonly counts: Counts }).counts;
  }

  /** Measures the throughput when each connection sends the next request at once. */
  async saturate(asked: Asked, durationMs: number): Promise<Measure> {
    const before = await this.usage();
    const fromMs = performance.now();
    const result = await this.#work(asked, durationMs);
    const seconds = (performance.now() - fromMs) / 1_000;
    const after = await this.usage();
    const done = result?.statuses[200] ?? after.reads - before.reads;
    return {
      perSecond: result?.answeredPerSecond ?? done / seconds,
      cpuMicros: (after.cpuMicros - before.cpuMicros) / done,
      latenciesMs: result?.latenciesMs ?? [],
    };
  }

  /** Sends requests at a constant rate. Throws WrongAnswer for an error other than shed load. */
  async offer(
    users: readonly BenchUser[],
    about: { readonly perSecond: number; readonly durationMs: number; readonly connections: number },
  ): Promise<LoadResult> {
    const result = await this.#load.ask<LoadResult>({
      port: this.#port,
      messages: this.#messages(users),
      ...about,
    });
    const { statuses, shed, due, unanswered } = result;
    if ((statuses[200] ?? 0) + shed + unanswered !== due)
      throw new WrongAnswer(`${this.name} answered with ${JSON.stringify(result.statuses)}`);
    return result;
  }

  usage(): Promise<Usage> {
    return this.#service.ask<Usage>({ usage: true });
  }

  /** Returns the pauses since the last call. */
  pauses(): Promise<Pauses> {
    return this.#service.ask<Pauses>({ pauses: true });
  }

  stop(): Promise<void> {
    return this.#service.stop();
  }

  /** Undefined where the process makes its own load and counts for itself. */
  async #work(asked: Asked, durationMs: number): Promise<LoadResult | undefined> {
    const { kind, users, connections = CONNECTIONS[kind], extra } = asked;
    if (this.name === 'ReadRows alone') {
      const request: ReadRequest = { readFor: durationMs, users, nowMs: this.#nowMs, inFlight: connections };
      await this.#service.ask(request);
      return undefined;
    }
    const load = { port: this.#port, connections, durationMs };
    const result = await this.#load.ask<LoadResult>({ ...load, messages: this.#messages(users, extra) });
    const others = Object.keys(result.statuses).filter((status) => status !== '200');
    if (others.length > 0 || result.unanswered > 0) {
      const { unanswered } = result;
      throw new WrongAnswer(
        `${this.name} did not answer all: ${JSON.stringify({ ...result.statuses, unanswered })}`,
      );
    }
    return result;
  }

  #messages(users: readonly BenchUser[], extra: object = {}): readonly LoadMessage[] {
    return users.map((user) => ({
      method: 'POST',
      path: PATH,
      body: JSON.stringify({ ...queryOf(user, this.#nowMs), ...extra }),
    }));
  }
}
