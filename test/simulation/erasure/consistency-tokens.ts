import type { ConsistencyAdmin } from '../../../src/operations/consistency/await-consistency';
import { sleep, type Clock } from '../../../src/platform/time/clock';
import type { World } from './world';

/** Time of a call of the admin API, in milliseconds. */
const CALL_MS = 30;

/** Bigtable's consistency tokens, as the replicas of the core show them. */
export class ConsistencyTokens implements ConsistencyAdmin {
  readonly #world: World;
  readonly #machine: Clock;
  readonly #signal: AbortSignal;
  #covered = 0;

  constructor(world: World, machine: Clock, signal: AbortSignal) {
    this.#world = world;
    this.#machine = machine;
    this.#signal = signal;
  }

  /** Last commit that the last consistent token covers. */
  get covered(): number {
    return this.#covered;
  }

  generateConsistencyToken = async (): Promise<string> => {
    await sleep(this.#machine, CALL_MS, this.#signal);
    const version = this.#world.latestVersion;
    await sleep(this.#machine, CALL_MS, this.#signal);
    return `${version}`;
  };

  checkConsistency = async (table: string, token: string): Promise<boolean> => {
    await sleep(this.#machine, CALL_MS, this.#signal);
    if (!this.#world.isReplicated(table, Number(token))) return false;
    this.#covered = Number(token);
    return true;
  };

  /** Takes everything for replicated, whatever replicas show. */
  skip(): void {
    this.#covered = this.#world.latestVersion;
  }
}
