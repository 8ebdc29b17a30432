import { sleep } from '../../../src/platform/time/clock';
import type { Dice } from '../consistency/dice';
import type { RunTally } from '../consistency/tally';
import { ALL_CLUSTERS, clustersOf, INSTANCES, type World } from './world';

/** Weights of the faults of Bigtable. */
const WEIGHTS = { cutRegions: 4, cutClusters: 4, slowLink: 3, stop: 3, slow: 2, directory: 4 };
const DURATIONS_MS = [100, 500, 1_500, 4_000];

interface FaultsOptions {
  readonly world: World;
  readonly dice: Dice;
  readonly tally: RunTally;
  /** Mean time from one to the next, in milliseconds. */
  readonly everyMs: number;
}

/** Injects faults into clusters and the links between them, each for a while. */
export class Faults {
  readonly #options: FaultsOptions;
  #isOver = false;

  constructor(options: FaultsOptions) {
    this.#options = options;
  }

  /** Runs until `end`. */
  async run(): Promise<void> {
    const { world, dice, everyMs, tally } = this.#options;
    while (!this.#isOver) {
      await sleep(world.clock, dice.below(2 * everyMs));
      if (this.#isOver) return;
      const kind = dice.weighted(WEIGHTS);
      tally.count(`faults: ${kind}`);
      this.#kinds[kind]({ forMs: dice.pick(DURATIONS_MS) });
    }
  }

  end(): void {
    this.#isOver = true;
  }

  readonly #kinds: Readonly<Record<keyof typeof WEIGHTS, (scope: { readonly forMs: number }) => void>> = {
    cutRegions: (scope) => this.#faults.partition('us', 'eu', scope),
    cutClusters: (scope) => this.#faults.partition(...this.#pair(), scope),
    slowLink: (scope) => this.#faults.changeLinks(...this.#pair(), { delayMs: 2_000 }, scope),
    stop: (scope) => this.#faults.stop(this.#options.dice.pick(ALL_CLUSTERS), scope),
    slow: (scope) => {
      const slowMs = this.#options.dice.pick([50, 500]);
      this.#faults.changeClusters(this.#options.dice.pick(ALL_CLUSTERS), { slowMs }, scope);
    },
    directory: (scope) => clustersOf('directory').forEach((cluster) => this.#faults.stop(cluster, scope)),
  };

  get #faults(): World['core']['faults'] {
    return this.#options.world.core.faults;
  }

  #pair(): [string, string] {
    const { dice } = this.#options;
    return dice.several(clustersOf(dice.pick(INSTANCES)), 2) as [string, string];
  }
}
