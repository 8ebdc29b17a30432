import { sleep } from '../../../src/platform/time/clock';
import { seededRandom } from '../../../src/platform/random';
import type { Dice } from '../consistency/dice';
import type { RunTally } from '../consistency/tally';
import { guarded } from './guards';
import { MachineClock } from './machine-clock';
import { createMachineTransport, type ChangeRates } from './machine-transport';
import { PlacedProcess, type ProcessOptions, type ProcessSettings } from './placed-process';
import { REGIONS, type Region, type World } from './world';

export interface FleetOptions {
  readonly world: World;
  readonly dice: Dice;
  readonly tally: RunTally;
  readonly settings: ProcessSettings;
  /** Mean time from one event to the next, in milliseconds. */
  readonly everyMs: number;
  /** Whether nothing happens to processes and messages. */
  readonly isCalm: boolean;
}

/** Weights of what happens to processes. */
const WEIGHTS = { stop: 4, suspend: 4, restart: 2 };
const SERVING_RATES: ChangeRates = { pause: 0.004, duplicate: 0.1, late: 0.02 };
const PROCESSES_PER_REGION = 2;
/** Lengths of pauses: some outlast the lease, some a whole move. Milliseconds. */
const PAUSES_MS = [300, 1_500, 6_000, 20_000];

/** The processes of all regions, which are paused and restarted while they run. */
export class Fleet {
  readonly #options: FleetOptions;
  readonly #processes: PlacedProcess[];
  #isOver = false;

  constructor(options: FleetOptions) {
    this.#options = options;
    this.#processes = REGIONS.flatMap((region) =>
      Array.from({ length: PROCESSES_PER_REGION }, () => this.#start(region)),
    );
  }

  /** Runs until `end`. */
  async run(): Promise<void> {
    const { world, dice, everyMs, isCalm } = this.#options;
    while (!this.#isOver) {
      await sleep(world.clock, dice.below(2 * everyMs));
      if (!this.#isOver && !isCalm) this.#happen();
    }
  }

  /** Ends all troubles. Pauses under way end by themselves. */
  end(): void {
    this.#isOver = true;
  }

  processIn(region: Region): PlacedProcess {
    return this.#options.dice.pick(this.#processes.filter((each) => each.region === region));
  }

  async stop(): Promise<void> {
    await Promise.all(this.#processes.map((process) => process.kill()));
  }

  /** Returns the parts of a new process in the region, on a machine of its own. */
  newProcess(region: Region, rates: ChangeRates = SERVING_RATES): ProcessOptions {
    const { world, dice, tally, settings, isCalm } = this.#options;
    const most = Math.floor(settings.clockSkewMaxMs / 2);
    const machine = new MachineClock(world.clock, dice.between(-most, most));
    const transport = createMachineTransport({
      handlers: guarded.handlers(settings.guards, world.core.handlers),
      real: world.clock,
      machine,
      region,
      dice,
      count: (what) => tally.count(what),
      isTroubled: () => !this.#isOver && !isCalm,
      pauseMs: () => dice.pick(PAUSES_MS),
      rates,
      repeatsConditional: !settings.guards.has('mover-cas'),
    });
    const random = seededRandom(dice.below(2 ** 32));
    return { region, world, machine, transport, random, settings };
  }

  #happen(): void {
    const { dice, tally } = this.#options;
    const index = dice.below(this.#processes.length);
    const process = this.#processes[index]!;
    const what = dice.weighted(WEIGHTS);
    tally.count(`processes: ${what}`);
    if (what === 'stop') return process.machine.pause('stopped', dice.pick(PAUSES_MS));
    if (what === 'suspend') return process.machine.pause('suspended', dice.pick(PAUSES_MS));
    void process.kill();
    this.#processes[index] = this.#start(process.region);
  }

  #start(region: Region): PlacedProcess {
    return new PlacedProcess(this.newProcess(region));
  }
}
