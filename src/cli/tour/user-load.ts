import { sleep, systemClock } from '../../platform/time/clock';
import type { RegionStore } from './region-store';

export interface LoadFigures {
  readonly writes: number;
  readonly strictReads: number;
  /** Strict reads that lacked a write which had been acknowledged before them. */
  readonly staleReads: number;
  /** Messages of the requests that failed. */
  readonly failures: readonly string[];
}

const STRICT = { level: 'strict' } as const;
/** Pause between two requests, in milliseconds. */
const PAUSE_MS = 20;

/** Writes versions of a user's object and reads it strictly, one write and one read at a time, until it is stopped. */
export class UserLoad {
  readonly #user: RegionStore;
  #isStopped = false;
  #newest: number;
  #writes = 0;
  #strictReads = 0;
  #staleReads = 0;
  readonly #failures: string[] = [];
  readonly #running: Promise<unknown>;

  /** `newest`: version that the object has. */
  constructor(user: RegionStore, newest: number) {
    this.#user = user;
    this.#newest = newest;
    this.#running = Promise.all([this.#repeat(() => this.#write()), this.#repeat(() => this.#read())]);
  }

  /** Newest version that was acknowledged. */
  get newest(): number {
    return this.#newest;
  }

  /** Ends the load when the requests in flight are answered. */
  async stop(): Promise<LoadFigures> {
    this.#isStopped = true;
    await this.#running;
    return {
      writes: this.#writes,
      strictReads: this.#strictReads,
      staleReads: this.#staleReads,
      failures: this.#failures,
    };
  }

  async #repeat(request: () => Promise<void>): Promise<void> {
    while (!this.#isStopped) {
      try {
        await request();
      } catch (error) {
        this.#failures.push((error as Error).message);
      }
      await sleep(systemClock, PAUSE_MS);
    }
  }

  async #write(): Promise<void> {
    const version = this.#newest + 1;
    await this.#user.write(version);
    this.#newest = version;
    this.#writes += 1;
  }

  async #read(): Promise<void> {
    const acknowledged = this.#newest;
    const { version } = await this.#user.read(STRICT);
    this.#strictReads += 1;
    if (version < acknowledged) this.#staleReads += 1;
  }
}
