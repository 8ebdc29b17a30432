import { seededRandom } from '../../../src/platform/random';
import { sleep } from '../../../src/platform/time/clock';
import type { Dice } from '../consistency/dice';
import type { RunTally } from '../consistency/tally';
import { MachineClock } from '../residency/machine-clock';
import { createMachineTransport, type ChangeRates } from '../residency/machine-transport';
import { REGIONS, type Region } from '../residency/world';
import type { ProcessOptions, ProcessSettings } from './process-options';
import { ServingProcess } from './serving-process';
import { clustersOf, INSTANCE_OF } from './topology';
import { LEDGER_CLUSTERS, type World } from './world';

export interface FleetOptions {
  readonly world: World;
  readonly dice: Dice;
  readonly tally: RunTally;
  readonly settings: ProcessSettings;
}

/** Weights of what happens to processes and to Bigtable. */
const WEIGHTS = {
  pause: 3,
  restart: 2,
  stepClock: 2,
  cutClusters: 5,
  cutRegions: 2,
  stop: 2,
  slow: 2,
  slowLink: 4,
  stopLedger: 2,
};
const RATES: ChangeRates = { pause: 0.01, duplicate: 0.08, late: 0.02 };
/** Lengths of pauses and faults, in milliseconds. */
const DURATIONS_MS = [200, 1_000, 3_000];
const EVERY_MS = 2_500;

/** The machines and processes, and what happens to them and to Bigtable. */
export class Fleet {
  readonly #options: FleetOptions;
  #processes: ServingProcess[] = [];
  #isTroubled = false;

  constructor(options: FleetOptions) {
    this.#options = options;
    this.startAll();
  }

  /** Causes trouble until `calm`. */
  async trouble(): Promise<void> {
    const { world, dice } = this.#options;
    this.#isTroubled = true;
    while (this.#isTroubled) {
      await sleep(world.clock, dice.below(2 * EVERY_MS));
      if (this.#isTroubled) this.#happen();
    }
  }

  calm(): void {
    this.#isTroubled = false;
    this.#options.world.heal();
  }

  get isTroubled(): boolean {
    return this.#isTroubled;
  }

  /** Processes that serve requests. */
  get processes(): readonly ServingProcess[] {
    return this.#processes;
  }

  /** Returns any process that serves requests. */
  process(): ServingProcess {
    return this.#options.dice.pick(this.#processes);
  }

  startAll(): void {
    this.#processes = REGIONS.flatMap((region) => [this.#start(region), this.#start(region)]);
  }

  async stopAll(): Promise<void> {
    await Promise.all(this.#processes.map((process) => process.kill()));
  }

  /** Returns the parts of a new process in the region, on a machine of its own. */
  newMachine(region: Region): ProcessOptions {
    const { world, dice, tally, settings } = this.#options;
    const machine = new MachineClock(world.clock, this.#clockAheadMs());
    const transport = createMachineTransport({
      handlers: world.core.handlers,
      real: world.clock,
      machine,
      region,
      dice,
      count: (what) => tally.count(what),
      isTroubled: () => this.#isTroubled,
      pauseMs: () => dice.pick(DURATIONS_MS),
      rates: RATES,
      repeatsConditional: false,
    });
    const random = seededRandom(dice.below(2 ** 32));
    return { region, world, machine, transport, random, settings };
  }

  /** Returns a difference of a wall clock from the real time within the bound, in milliseconds. */
  #clockAheadMs(): number {
    const { dice, settings } = this.#options;
    const most = Math.floor(settings.clockSkewMaxMs / 2);
    return dice.pick([-most, most, dice.between(-most, most)]);
  }

  #start(region: Region): ServingProcess {
    return new ServingProcess(this.newMachine(region));
  }

  #happen(): void {
    const { dice, tally, world } = this.#options;
    const { faults } = world.core;
    const kind = dice.weighted(WEIGHTS);
    const forMs = dice.pick(DURATIONS_MS);
    tally.count(`trouble: ${kind}`);
    const pair = (): [string, string] =>
      dice.several(clustersOf(dice.pick(world.placements.map((each) => INSTANCE_OF[each]))), 2) as [
        string,
        string,
      ];
    const kinds: Readonly<Record<typeof kind, () => void>> = {
      stepClock: () => this.process().machine.stepTo(this.#clockAheadMs()),
      pause: () => this.process().machine.pause(dice.pick(['stopped', 'suspended'] as const), forMs),
      restart: () => {
        const index = dice.below(this.#processes.length);
        const process = this.#processes[index]!;
        void process.kill();
        this.#processes[index] = this.#start(process.region);
      },
      cutClusters: () => faults.partition(...pair(), { forMs: 2 * forMs }),
      cutRegions: () => faults.partition('us', 'eu', { forMs }),
      stop: () => faults.stop(dice.pick(world.clusters), { forMs }),
      stopLedger: () => {
        for (const cluster of dice.several(LEDGER_CLUSTERS, dice.between(1, 2)))
          faults.stop(cluster, { forMs });
      },
      slow: () => faults.changeClusters(dice.pick(world.clusters), { slowMs: 400 }, { forMs }),
      slowLink: () => faults.changeLinks(...pair(), { delayMs: 4_000 }, { forMs }),
    };
    kinds[kind]();
  }
}
