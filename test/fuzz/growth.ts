import type { FuzzedProcess, Memory } from './fuzzed-process';
import type { Round } from './harness';

const MIB = 1024 * 1024;
/** Rounds after which caches are full and code is compiled. Growth is measured from there. */
const WARM_UP_ROUNDS = 20;
const ROUNDS_BETWEEN = 20;
const SETTLE_ATTEMPTS = 20;
const SETTLE_MS = 500;

/** Checks periodically whether the memory or descriptors of a process grow. */
export class Growth {
  #rounds = 0;
  #first: Memory | undefined;

  constructor(
    readonly name: string,
    readonly process: FuzzedProcess,
    /** Allowed growth since the first rounds. */
    readonly more: { readonly bytes: number; readonly descriptors: number } = {
      bytes: 64 * MIB,
      descriptors: 24,
    },
  ) {}

  async check(round: Round): Promise<void> {
    this.#rounds += 1;
    if (this.#rounds < WARM_UP_ROUNDS || this.#rounds % ROUNDS_BETWEEN !== 0) return;
    if (this.#first === undefined) {
      this.#first = await this.process.memory();
      return;
    }
    const { usedBytes, descriptors } = await this.#settled(this.#first);
    const moreBytes = usedBytes - this.#first.usedBytes;
    const moreDescriptors = descriptors - this.#first.descriptors;
    round.count(`${this.name}: memory was measured`);
    if (moreBytes > this.more.bytes)
      round.find(
        `${this.name}: memory`,
        `${Math.round(moreBytes / MIB)} MiB more than after ${WARM_UP_ROUNDS} rounds, after ${this.#rounds}`,
      );
    if (moreDescriptors > this.more.descriptors)
      round.find(`${this.name}: descriptors`, `${moreDescriptors} more after ${this.#rounds} rounds`);
  }

  /** Waits for idle connections to close. */
  async #settled(first: Memory): Promise<Memory> {
    let memory = await this.process.memory();
    for (let attempt = 0; attempt < SETTLE_ATTEMPTS; attempt++) {
      const isMore =
        memory.usedBytes - first.usedBytes > this.more.bytes ||
        memory.descriptors - first.descriptors > this.more.descriptors;
      if (!isMore) break;
      await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
      memory = await this.process.memory();
    }
    return memory;
  }
}
