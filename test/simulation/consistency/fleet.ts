import { sleep } from '../../../src/platform/time/clock';
import { seededRandom } from '../../../src/platform/random';
import type { Workload } from '../../../src/routing/topology/topology';
import { AppProcess, type ProcessOptions } from './app-process';
import { SkewedClock } from './skewed-clock';
import { type ClusterState, type Region, REGIONS, SERVING } from './world';

type FleetOptions = Omit<ProcessOptions, 'name' | 'region' | 'workload' | 'topology' | 'clock' | 'random'> & {
  /** Mean time from one event to the next, milliseconds. */
  readonly everyMs: number;
  /** Clusters may be added as accepting writes at once, which is only safe where they are announced. */
  readonly addsAccepting: boolean;
};

/** Weights of the events on the side of the application. */
const WEIGHTS = { restart: 3, setClock: 5, loseMessages: 12, changeTopology: 4 };

/**
 * Time after which all writes of a drained cluster have arrived, whatever happens, in milliseconds. It starts when the last
 * process knows of the draining.
 */
const DRAINED_MS = 15_000;
/** States of a cluster that takes no writes and is not queried for any. */
const OUT: readonly ClusterState[] = ['refused', 'absent'];
/** Longest time until every process has read a new topology file, in milliseconds. */
const ROLLOUTS_MS = [500, 5_000];

interface Place {
  readonly name: string;
  readonly region: Region;
  readonly workload: Workload;
  readonly clock: SkewedClock;
  process: AppProcess;
}

/** The processes of all regions: they are restarted, their clocks are set, and their topology changes while they run. */
export class Fleet {
  readonly #options: FleetOptions;
  readonly #states = new Map<string, ClusterState>();
  readonly #places: readonly Place[];
  #rollouts: Promise<void> = Promise.resolve();
  #over = false;

  constructor(options: FleetOptions) {
    this.#options = options;
    if (options.addsAccepting || options.dice.chance(0.5)) {
      this.#states.set(options.dice.pick(SERVING), this.#anyOut());
    }
    const serving = REGIONS.flatMap((region) =>
      [1, 2].map((number) => this.#place(region, number, 'serving')),
    );
    this.#places = [...serving, this.#place('us', 1, 'batch')];
  }

  /** Runs until `end`. */
  async run(): Promise<void> {
    const { world, dice, everyMs } = this.#options;
    for (const [cluster, state] of this.#states) this.#rollouts = this.#bringBackLater(cluster, state);
    while (!this.#over) {
      await sleep(world.clock, dice.below(2 * everyMs));
      if (!this.#over) await this.#events[dice.weighted(WEIGHTS)]();
    }
    await this.#rollouts;
  }

  end(): void {
    this.#over = true;
  }

  /** Returns a process that takes requests there; there is one for batch work. */
  processIn(region: Region, workload: Workload): AppProcess {
    const places = this.#places.filter((each) => each.workload === workload);
    const near = places.filter((each) => each.region === region);
    return this.#options.dice.pick(near.length > 0 ? near : places).process;
  }

  get processes(): readonly AppProcess[] {
    return this.#places.map(({ process }) => process);
  }

  async stop(): Promise<void> {
    await Promise.all(this.processes.map((process) => process.kill()));
  }

  readonly #events: Readonly<Record<keyof typeof WEIGHTS, () => Promise<void> | void>> = {
    restart: () => {
      const place = this.#anyPlace('restarts');
      void place.process.kill();
      place.process = this.#start(place);
    },
    setClock: () => this.#setClock(this.#anyPlace('clock steps').clock),
    loseMessages: () => {
      this.#anyPlace('processes that lose messages').process.loseMessages(
        this.#options.dice.pick([200, 1_000, 3_000]),
      );
    },
    changeTopology: () => {
      // One that is taken out for good has to be retired, which only an operator does.
      if (this.#options.settings.announces) return;
      if (this.#states.size === 0) this.#rollouts = this.#takeOutAndBack(this.#options.dice.pick(SERVING));
    },
  };

  #anyPlace(what: string): Place {
    this.#options.tally.count(what);
    return this.#options.dice.pick(this.#places);
  }

  #place(region: Region, number: number, workload: Workload): Place {
    const clock = new SkewedClock(this.#options.world.clock, this.#options.settings.clockTickMs);
    this.#setClock(clock);
    const name = `${workload} process ${number} in ${region}`;
    const place = { name, region, workload, clock };
    return { ...place, process: this.#start(place) };
  }

  /** Sets the clock within half of the allowed difference from the real time, so that no two clocks differ by more. */
  #setClock(clock: SkewedClock): void {
    const most = Math.floor(this.#options.settings.clockSkewMaxMs / 2);
    clock.aheadMs = this.#options.dice.pick([-most, most, this.#options.dice.between(-most, most)]);
  }

  #start({ name, region, workload, clock }: Omit<Place, 'process'>): AppProcess {
    const { world, dice } = this.#options;
    const topology = world.topology(this.#states);
    const random = seededRandom(dice.below(2 ** 32));
    return new AppProcess({ ...this.#options, name, region, workload, clock, random, topology });
  }

  /**
   * Removes a cluster and brings it back as the operations guide describes: first no new writes; then, when all its writes are in
   * every cluster, no reads for them.
   */
  async #takeOutAndBack(cluster: string): Promise<void> {
    const { tally, world } = this.#options;
    await this.#rollOut(cluster, 'draining');
    await sleep(world.clock, DRAINED_MS);
    const out = this.#anyOut();
    await this.#rollOut(cluster, out);
    tally.count(out === 'absent' ? 'clusters removed' : 'clusters drained');
    await this.#bringBackLater(cluster, out);
  }

  #anyOut(): ClusterState {
    const { addsAccepting, dice } = this.#options;
    return addsAccepting ? 'absent' : dice.pick(OUT);
  }

  /**
   * Brings a cluster back, first as `draining`: every process queries it for its writes before the first process sends it one.
   */
  async #bringBackLater(cluster: string, out: ClusterState): Promise<void> {
    const { tally, world, dice, addsAccepting } = this.#options;
    await sleep(world.clock, dice.below(5_000));
    if (out === 'refused' || !addsAccepting) await this.#rollOut(cluster, 'draining');
    await this.#rollOut(cluster, 'accepted');
    this.#states.delete(cluster);
    tally.count(out === 'absent' ? 'clusters added' : 'clusters that accept writes again');
  }

  /** Rolls a state of the cluster out: each process reads the file at a moment of its own. */
  async #rollOut(cluster: string, state: ClusterState): Promise<void> {
    const { world, dice, tally } = this.#options;
    tally.count('topology changes');
    this.#states.set(cluster, state);
    const withinMs = dice.pick(ROLLOUTS_MS);
    const reloads = this.#places.map(async (place) => {
      await sleep(world.clock, dice.below(withinMs));
      place.process.reload(world.topology(this.#states));
    });
    await Promise.all(reloads);
  }
}
