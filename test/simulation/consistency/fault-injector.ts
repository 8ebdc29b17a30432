import { sleep } from '../../../src/platform/time/clock';
import type { Dice } from './dice';
import { CLUSTERS, type Region, REGIONS, regionOf, type World } from './world';

/** Weights of the faults of Bigtable. */
const WEIGHTS = {
  cutRegions: 3,
  cutClusters: 4,
  slowLink: 3,
  stop: 3,
  slow: 3,
  fail: 3,
  skew: 4,
};
type FaultKind = keyof typeof WEIGHTS;

/** Amounts by which clocks of clusters are set ahead or back, in milliseconds: nothing may depend on them. */
const CLUSTER_SKEWS_MS = [40, 200, 5_000];

interface TroublesOptions {
  readonly world: World;
  readonly dice: Dice;
  readonly count: (what: string) => void;
  /** Mean time from one to the next, milliseconds. */
  readonly everyMs: number;
}

/** Injects faults into clusters and the links between them, one after the other, each for a while. */
export class FaultInjector {
  readonly #options: TroublesOptions;
  /** Time until which calls from a region to a cluster may fail or be slow, by region and cluster. */
  readonly #badUntilMs = new Map<string, number>();
  #over = false;

  constructor(options: TroublesOptions) {
    this.#options = options;
  }

  /** Injects faults until `end`. */
  async run(): Promise<void> {
    const { world, dice, everyMs } = this.#options;
    while (!this.#over) {
      await sleep(world.clock, dice.below(2 * everyMs));
      if (!this.#over) this.#happen();
    }
  }

  /** Stops injecting faults. */
  end(): void {
    this.#over = true;
  }

  /** Whether every call from the region to the cluster has succeeded since then, except for what the client lost itself. */
  wasHealthy(region: Region, cluster: string, sinceMs: number): boolean {
    return (this.#badUntilMs.get(`${region} ${cluster}`) ?? -Infinity) < sinceMs;
  }

  #happen(): void {
    const { dice, count } = this.#options;
    const kind: FaultKind = dice.weighted(WEIGHTS);
    count(`trouble: ${kind}`);
    this.#kinds[kind](dice.pick([50, 200, 1_000, 4_000]));
  }

  /** Faults by kind. They end by themselves. The calls that they affect are recorded until their end, or longer. */
  readonly #kinds: Readonly<Record<FaultKind, (forMs: number) => void>> = {
    cutRegions: (forMs) => {
      const [a, b] = this.#options.dice.several(REGIONS, 2) as [Region, Region];
      this.#faults.partition(a, b, { forMs });
      for (const cluster of CLUSTERS) {
        if (regionOf(cluster) === a) this.#note([b], cluster, forMs);
        if (regionOf(cluster) === b) this.#note([a], cluster, forMs);
      }
    },
    cutClusters: (forMs) => this.#faults.partition(...this.#pair(), { forMs }),
    slowLink: (forMs) => {
      const delayMs = this.#options.dice.pick([500, 2_000]);
      this.#faults.changeLinks(...this.#pair(), { delayMs }, { forMs });
    },
    stop: (forMs) => this.#faults.stop(this.#hit(forMs), { forMs }),
    slow: (forMs) => {
      const slowMs = this.#options.dice.pick([30, 300, 1_000]);
      // What has begun to wait goes on waiting when the fault has ended.
      this.#faults.changeClusters(this.#hit(forMs + slowMs), { slowMs }, { forMs });
    },
    fail: (forMs) => {
      const errorRate = this.#options.dice.pick([0.3, 1]);
      this.#faults.changeClusters(this.#hit(forMs), { errorRate }, { forMs });
    },
    skew: (forMs) => {
      const mostMs = this.#options.dice.pick(CLUSTER_SKEWS_MS);
      const clockSkewMs = this.#options.dice.between(-mostMs, mostMs);
      this.#faults.changeClusters(this.#cluster(), { clockSkewMs }, { forMs: 5 * forMs });
    },
  };

  get #faults(): World['core']['faults'] {
    return this.#options.world.core.faults;
  }

  #cluster(): string {
    return this.#options.dice.pick(CLUSTERS);
  }

  #pair(): [string, string] {
    return this.#options.dice.several(CLUSTERS, 2) as [string, string];
  }

  /** Returns a cluster that is affected for clients of all regions. */
  #hit(forMs: number): string {
    const cluster = this.#cluster();
    this.#note(REGIONS, cluster, forMs);
    return cluster;
  }

  #note(regions: readonly Region[], cluster: string, forMs: number): void {
    const untilMs = this.#options.world.clock.monotonicMs() + forMs;
    for (const region of regions) {
      const way = `${region} ${cluster}`;
      this.#badUntilMs.set(way, Math.max(untilMs, this.#badUntilMs.get(way) ?? 0));
    }
  }
}
