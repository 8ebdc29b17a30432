import { rowKey } from '../../../src/core/rows/row-key';
import { sleep } from '../../../src/platform/time/clock';
import { seededRandom } from '../../../src/platform/random';
import type { Dice } from '../consistency/dice';
import type { RunTally } from '../consistency/tally';
import { guarded } from './guards';
import { MachineClock } from './machine-clock';
import { createMachineTransport, type ChangeRates } from './machine-transport';
import { PlacedProcess, type ProcessOptions, type ProcessSettings } from './placed-process';
import { CORPUS, REGIONS, SUBJECTS, type Region, type World } from './world';

export interface FleetOptions {
  readonly world: World;
  readonly dice: Dice;
  readonly tally: RunTally;
  readonly settings: ProcessSettings;
  /** Mean time from one event to the next, in milliseconds. */
  readonly everyMs: number;
  /** Whether nothing happens to processes and messages. */
  readonly isCalm: boolean;
  /** Called when a process goes on after a pause, before it has read the feed. */
  readonly onWake: (process: PlacedProcess) => void;
}

/** Weights of what happens to processes. */
const WEIGHTS = { stop: 4, suspend: 4, restart: 2, step: 2 };
const SERVING_RATES: ChangeRates = { pause: 0.004, duplicate: 0.1, late: 0.02 };
const PROCESSES_PER_REGION = 2;
/** Longest sleep of a process that sleeps through a move, and time between two looks at the feed, in milliseconds. */
const SLEEP_MS_MAX = 40_000;
const FEED_LOOK_MS = 100;
/** Time after which clients notice that a process is back, in milliseconds. */
const NOTICED_MS = 500;
/** Time from the last change of an entry to the end of its move in the feed, in milliseconds. */
const MOVE_END_MS = 1_500;
/** Numbers of locations that a process remembers: some forget nearly all, and look entries up all the time. */
const CACHED_LOCATIONS = [2, 1_000, 1_000];
/** Lengths of pauses: some outlast the lease, some a whole move. Milliseconds. */
const PAUSES_MS = [300, 1_500, 6_000, 20_000];

/** The processes of all regions, which are paused and restarted while they run. */
export class Fleet {
  readonly #options: FleetOptions;
  readonly #processes: PlacedProcess[];
  /** Processes that sleep through a move. */
  readonly #asleep = new Set<PlacedProcess>();
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

  /** Returns a process of the region. Clients notice when one sleeps for long, and use others. */
  processIn(region: Region): PlacedProcess {
    const here = this.#processes.filter((each) => each.region === region);
    const awake = here.filter((each) => !this.#asleep.has(each));
    return this.#options.dice.pick(awake.length > 0 ? awake : here);
  }

  /**
   * Stops or suspends a process that is not the last one of its region, until a subject whose home it knows has moved, and
   * the records of that move are missing in the feed.
   */
  putToSleep(): void {
    const { dice, tally, world, isCalm } = this.#options;
    const process = dice.pick(this.#processes);
    const others = this.#processes.filter((each) => each.region === process.region && each !== process);
    if (isCalm || this.#isOver || process.machine.isPaused) return;
    if (others.every((each) => this.#asleep.has(each))) return;
    tally.count('processes put to sleep');
    const { last } = world.feedNumbers();
    const wake = process.machine.pause(dice.pick(['stopped', 'suspended'] as const), SLEEP_MS_MAX);
    this.#asleep.add(process);
    void this.#untilGap(process, last).then(async () => {
      wake();
      await sleep(world.clock, NOTICED_MS);
      this.#asleep.delete(process);
    });
  }

  async #untilGap(process: PlacedProcess, lastRead: number): Promise<void> {
    const { world, tally } = this.#options;
    while (process.machine.isPaused && !this.#isOver) {
      await sleep(world.clock, FEED_LOOK_MS);
      if (world.feedNumbers().first <= lastRead + 1 || !this.#isOutdated(process)) continue;
      tally.count('processes that slept through a move');
      return sleep(world.clock, MOVE_END_MS);
    }
  }

  /** Whether a subject that the process knows to be at rest is at rest elsewhere. */
  #isOutdated({ residency }: PlacedProcess): boolean {
    const { subjects, locations } = residency;
    return SUBJECTS.some((id) => {
      const subject = subjects.of(subjects.groupOf(CORPUS)!, rowKey(id))!;
      const known = locations.known(subject)?.location;
      const actual = this.#options.world.entryOf(subject.key);
      return known?.state === 'home' && actual?.state === 'home' && known.to !== actual.to;
    });
  }

  /** All processes. */
  get processes(): readonly PlacedProcess[] {
    return this.#processes;
  }

  /** Steps the wall clock of a machine, within the bound for all clocks. */
  stepClock(machine: MachineClock): void {
    machine.stepTo(this.#clockAheadMs());
  }

  async stop(): Promise<void> {
    await Promise.all(this.#processes.map((process) => process.kill()));
  }

  /** Returns the parts of a new process in the region, on a machine of its own. */
  newProcess(region: Region, rates: ChangeRates = SERVING_RATES): ProcessOptions {
    const { world, dice, tally, settings, isCalm } = this.#options;
    const machine = new MachineClock(world.clock, this.#clockAheadMs());
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
    const cachedLocationsMax = dice.pick(CACHED_LOCATIONS);
    return { region, world, machine, transport, random, settings, cachedLocationsMax };
  }

  #happen(): void {
    const { dice, tally, world, onWake } = this.#options;
    const index = dice.below(this.#processes.length);
    const process = this.#processes[index]!;
    const what = dice.weighted(WEIGHTS);
    tally.count(`processes: ${what}`);
    if (what === 'step') return this.stepClock(process.machine);
    if (what !== 'restart') {
      const forMs = dice.pick(PAUSES_MS);
      process.machine.pause(what === 'stop' ? 'stopped' : 'suspended', forMs);
      world.clock.schedule(forMs, () => onWake(process));
      return;
    }
    void process.kill();
    this.#processes[index] = this.#start(process.region);
  }

  #clockAheadMs(): number {
    const { dice, settings } = this.#options;
    const most = Math.floor(settings.clockSkewMaxMs / 2);
    return dice.between(-most, most);
  }

  #start(region: Region): PlacedProcess {
    return new PlacedProcess(this.newProcess(region));
  }
}
