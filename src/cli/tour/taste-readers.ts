import { sleep, systemClock } from '../../platform/time/clock';
import type { PipelinesEnvironment } from './pipelines-environment';

export interface ReaderFigures {
  readonly reads: number;
  /** Answers whose cells differ, so that they would be of two generations. */
  readonly mixtures: number;
  /** Answers without an object, of users who have one in every generation. */
  readonly missing: number;
  /** Answers of an earlier generation after one of a later generation, at one reader. */
  readonly backwards: number;
  readonly failures: readonly string[];
  /** Latencies in milliseconds, ascending. */
  readonly latencies: readonly number[];
}

/** Readers that run at the same time, and the pause of each between two reads, in milliseconds. */
const READERS = 4;
const PAUSE_MS = 5;

/** Reads objects of users without a break, until it is stopped, and checks each answer. */
export class TasteReaders {
  readonly #environment: PipelinesEnvironment;
  readonly #users: readonly string[];
  readonly #running: Promise<unknown>;
  readonly #latencies: number[] = [];
  readonly #failures: string[] = [];
  #mixtures = 0;
  #missing = 0;
  #backwards = 0;
  #isStopped = false;

  constructor(environment: PipelinesEnvironment, users: readonly string[]) {
    this.#environment = environment;
    this.#users = users;
    this.#running = Promise.all(Array.from({ length: READERS }, (_, at) => this.#readAgain(at)));
  }

  async stop(): Promise<ReaderFigures> {
    this.#isStopped = true;
    await this.#running;
    return {
      reads: this.#latencies.length,
      mixtures: this.#mixtures,
      missing: this.#missing,
      backwards: this.#backwards,
      failures: this.#failures,
      latencies: this.#latencies.sort((a, b) => a - b),
    };
  }

  async #readAgain(first: number): Promise<void> {
    let newest = 0;
    for (let at = first; !this.#isStopped; at += READERS) {
      const startedMs = systemClock.monotonicMs();
      try {
        const { generation = 0, clicks } = await this.#environment.read(
          this.#users[at % this.#users.length]!,
        );
        this.#latencies.push(systemClock.monotonicMs() - startedMs);
        if (clicks.length === 0) this.#missing += 1;
        if (new Set(clicks).size > 1) this.#mixtures += 1;
        if (generation < newest) this.#backwards += 1;
        newest = generation;
      } catch (error) {
        this.#failures.push((error as Error).message);
      }
      await sleep(systemClock, PAUSE_MS);
    }
  }
}
