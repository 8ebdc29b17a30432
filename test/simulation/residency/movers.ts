import { TidemarkError } from '../../../src/errors';
import { rowKey } from '../../../src/core/rows/row-key';
import { sleep } from '../../../src/platform/time/clock';
import type { LocationState } from '../../../src/core/residency/location';
import type { OpenWave, RunOptions } from '../../../src/residency/mover/mover';
import type { WaveStep } from '../../../src/residency/mover/wave-run';
import type { Dice } from '../consistency/dice';
import type { RunTally } from '../consistency/tally';
import { isExpected } from './expected';
import type { Fleet } from './fleet';
import type { Guards } from './guards';
import type { MachineClock } from './machine-clock';
import type { ChangeRates } from './machine-transport';
import { MoverProcess } from './mover-process';
import { MoverSleep } from './mover-sleep';
import type { Plot } from './plots';
import type { ReservationRush } from './reservation-rush';
import type { RowLandings } from './row-landings';
import { CORPORA, PLACEMENTS, REGIONS, rowName, SUBJECTS, type PlacementName, type World } from './world';

export interface MoversOptions {
  readonly world: World;
  readonly dice: Dice;
  readonly tally: RunTally;
  readonly fleet: Fleet;
  readonly guards: Guards;
  readonly landings: ReadonlyMap<PlacementName, RowLandings>;
  readonly isCalm: boolean;
  readonly plot: Plot;
  readonly rush: ReservationRush;
}

/** Rates of pauses, duplicates and delays of movers' requests. */
const RATES: ChangeRates = { pause: 0.01, duplicate: 0.5, late: 0.1 };
const PAUSE_BETWEEN_MS = 800;
/** Rates of what happens to a mover at work. */
const CRASH_RATE = 0.2;
const PAUSE_RATE = 0.25;
/** Time in which it happens, in milliseconds: that of a move. */
const TROUBLE_WITHIN_MS = 6_000;
/** Time after which a mover is left alone, paused or not, and another one starts. */
const PATIENCE_MS = 8_000;
const PAUSES_MS = [1_000, 5_000, 15_000];
/**
 * Rates of pauses between a change of entries and its record in the feed, and their lengths in milliseconds. Those in which
 * some processes write to the other placement already are the most dangerous.
 */
const FENCES_PAUSE_RATES = { home: 0, preparing: 0.1, overlaid: 0.6, settled: 0.1 };
const FENCES_PAUSES_MS = [1_000, 4_000];
/** Share of the troubles of movers that is left in runs about sleepers. */
const SLEEPY_TROUBLE_SHARE = 0.1;
/** Rate of movers whose wall clock is stepped. */
const STEP_RATE = 0.3;
/** Smallest numbers of records that the feed keeps. */
const FEED_RECORDS_MIN = [1, 3];
/** Rate at which a mover takes over a wave while another mover is at work. */
const INTRUSION_RATE = 0.2;
const CANCEL_RATE = 0.3;
/** Rate of moves of the first subject, which clients use most. */
const FIRST_RATE = 0.6;
const MOVERS = 2;
/** Number of attempts to complete all waves in the end. */
const ROUNDS_MAX = 20;

/** Movers at work, with the production engine: they crash, are paused, and take over what others have begun. */
export class Movers {
  readonly #options: MoversOptions;
  readonly #left: MoverProcess[] = [];
  readonly #feedRecordsMin: number;
  readonly #sleep: MoverSleep;
  /** Calls that let another mover start, by the movers that are at work. */
  readonly #replace = new Map<MoverProcess, () => void>();
  #isOver = false;
  #completed = 0;

  constructor(options: MoversOptions) {
    this.#options = options;
    const { dice, plot } = options;
    this.#sleep = new MoverSleep(options);
    this.#feedRecordsMin = plot === 'sleeping processes' ? 1 : dice.pick(FEED_RECORDS_MIN);
  }

  /** Number of waves that were completed or cancelled. */
  get completed(): number {
    return this.#completed;
  }

  /** Runs until `end`. */
  async run(): Promise<void> {
    const count = this.#options.isCalm ? 1 : MOVERS;
    await Promise.all(Array.from({ length: count }, () => this.#runOne()));
  }

  end(): void {
    this.#isOver = true;
    this.#sleep.end();
  }

  /** Kills all movers, and completes what is open by a new one. */
  async completeAll(): Promise<void> {
    const { tally } = this.#options;
    await Promise.all(this.#left.map((mover) => mover.kill()));
    const process = this.#start();
    for (let round = 0; round < ROUNDS_MAX; round++) {
      const waves = await process.mover.openWaves();
      if (waves.length === 0) return process.kill();
      for (const { id } of waves) {
        await process.mover
          .resume(
            id,
            this.#watching(
              process,
              waves.find((wave) => wave.id === id)!,
            ),
          )
          .catch((error: unknown) => this.#failed(process, error));
      }
    }
    tally.violated('in the end some moves cannot be completed');
    return process.kill();
  }

  #start(): MoverProcess {
    const { fleet, dice } = this.#options;
    const mover: MoverProcess = new MoverProcess(fleet.newProcess(dice.pick(REGIONS), RATES), {
      feedRecordsMin: this.#feedRecordsMin,
      beforeFences: (machine, state) => this.#pauseBeforeFences(mover, machine, state),
    });
    return mover;
  }

  /** Leaves a gap between the entries of a wave and the feed, in which only some processes know of its state. */
  async #pauseBeforeFences(mover: MoverProcess, machine: MachineClock, state: LocationState): Promise<void> {
    const { dice, isCalm, tally, rush, fleet } = this.#options;
    if (isCalm || this.#isOver || !this.#isTroubled(FENCES_PAUSE_RATES[state])) return;
    tally.count(`movers paused before fences: ${state}`);
    const forMs = dice.pick(FENCES_PAUSES_MS);
    machine.pause(dice.pick(['stopped', 'suspended'] as const), forMs);
    if (state === 'overlaid') void rush.run(fleet.processes, this.#idsIn(mover, 'overlaid'), forMs);
    await sleep(machine, 0);
  }

  /** Returns the subjects whose entries have the state. */
  #idsIn(mover: MoverProcess, state: LocationState): readonly string[] {
    const { world } = this.#options;
    return SUBJECTS.filter((id) => world.entryOf(mover.keyOf(id))?.state === state);
  }

  #isTroubled(rate: number): boolean {
    const { dice, plot } = this.#options;
    return dice.chance(plot === 'any' ? rate : rate * SLEEPY_TROUBLE_SHARE);
  }

  async #runOne(): Promise<void> {
    const { world, dice } = this.#options;
    while (!this.#isOver) {
      await sleep(world.clock, dice.below(2 * PAUSE_BETWEEN_MS));
      if (this.#isOver) return;
      const process = this.#start();
      this.#left.push(process);
      const replaced = new Promise<void>((resolve) => this.#replace.set(process, resolve));
      let isDone = false;
      const work = this.#work(process)
        .catch((error: unknown) => this.#failed(process, error))
        .finally(() => {
          isDone = true;
          this.#left.splice(this.#left.indexOf(process), 1);
          this.#replace.delete(process);
          void process.kill();
        });
      this.#trouble(process);
      await Promise.race([work, replaced, sleep(world.clock, PATIENCE_MS)]);
      if (isDone) continue;
      // A mover that is paused or stuck stays, and may wake up after others have replaced it.
      if (this.#options.isCalm) await work;
      else this.#options.tally.count('movers left alone');
    }
  }

  /** Whether no other mover is at work: those that are paused are not. */
  #isAlone(process: MoverProcess): boolean {
    return this.#left.every((each) => each === process || each.machine.isPaused);
  }

  #trouble(process: MoverProcess): void {
    const { world, dice, isCalm, tally, fleet } = this.#options;
    if (isCalm) return;
    if (dice.chance(STEP_RATE))
      world.clock.schedule(dice.below(TROUBLE_WITHIN_MS), () => fleet.stepClock(process.machine));
    const afterMs = dice.below(TROUBLE_WITHIN_MS);
    if (this.#isTroubled(CRASH_RATE)) {
      tally.count('movers killed');
      world.clock.schedule(afterMs, () => void process.kill());
    } else if (this.#isTroubled(PAUSE_RATE)) {
      tally.count('movers paused');
      const kind = dice.pick(['stopped', 'suspended'] as const);
      world.clock.schedule(afterMs, () => void process.machine.pause(kind, dice.pick(PAUSES_MS)));
    }
  }

  async #work(process: MoverProcess): Promise<void> {
    const { dice, tally, world } = this.#options;
    const { mover } = process;
    const waves = await mover.openWaves({ signal: process.signal });
    if (waves.length > 0 && dice.chance(this.#isAlone(process) ? 1 : INTRUSION_RATE)) {
      const wave = dice.pick(waves);
      const isCancelled = isCancellable(wave) && dice.chance(CANCEL_RATE);
      tally.count(isCancelled ? 'waves cancelled' : `waves resumed: ${wave.state}`);
      if (isCancelled) await mover.cancel(wave.id, { signal: process.signal });
      else await mover.resume(wave.id, this.#watching(process, wave));
      this.#completed += 1;
      return;
    }
    const ids = this.#idsToMove();
    const home = world.entryOf(process.keyOf(ids[0]!))?.from;
    const to = PLACEMENTS.find((each) => each !== home)!;
    for (const plan of await process.plan(ids, to)) {
      const moved = await mover.move(plan, this.#watching(process, plan));
      this.#completed += 1;
      tally.count('subjects moved', moved.length);
      await this.#dropMarkers(process);
    }
  }

  /** Returns the subjects of the next move. A mover that sleeps through moves waits for the return of its own. */
  #idsToMove(): readonly string[] {
    const { dice, plot } = this.#options;
    if (plot === 'sleeping movers') return SUBJECTS;
    const some = dice.several(SUBJECTS, dice.between(1, 2));
    return dice.chance(FIRST_RATE) ? [...new Set([SUBJECTS[0], ...some])] : some;
  }

  /** Removes the markers of all subjects at rest, without the guard. */
  async #dropMarkers(process: MoverProcess): Promise<void> {
    const { guards, world } = this.#options;
    if (guards.has('sweep-before-drop')) return;
    for (const id of SUBJECTS) {
      const { state, from } = world.entryOf(process.keyOf(id)) ?? {};
      if (state !== 'home') continue;
      for (const corpus of CORPORA) await process.dropMarkers(corpus, id, from!);
    }
  }

  /** Records from when on writes of the wave's rows no longer count where they were, and may count where they go. */
  #watching(process: MoverProcess, wave: Pick<OpenWave, 'from' | 'to'>): RunOptions {
    const onStep = (step: WaveStep): void => {
      this.#options.tally.count(`steps: ${step}`);
      this.#putToSleep(process, wave, step);
      if (step === 'overlaid' || step === 'closing') this.#recordPassage(process, wave, step);
    };
    return { signal: process.signal, onStep };
  }

  #recordPassage(
    process: MoverProcess,
    wave: Pick<OpenWave, 'from' | 'to'>,
    step: 'overlaid' | 'closing',
  ): void {
    const { landings, world } = this.#options;
    for (const id of SUBJECTS) {
      const { state, from } = world.entryOf(process.keyOf(id)) ?? {};
      const enters = step === 'overlaid' && state === 'preparing';
      const leaves = step === 'closing' && state === 'overlaid' && from === wave.from;
      for (const name of CORPORA.map((corpus) => rowName(corpus, rowKey(id)))) {
        if (enters) landings.get(wave.to as PlacementName)!.enter(name);
        if (leaves) landings.get(from as PlacementName)!.leave(name);
      }
    }
  }

  /** Lets a process sleep from before a move on, or the mover itself, if the run is about that. */
  #putToSleep(process: MoverProcess, { from }: Pick<OpenWave, 'from'>, step: WaveStep): void {
    const { plot, isCalm, fleet } = this.#options;
    if (this.#isOver || isCalm) return;
    if (plot === 'sleeping processes' && step === 'preparing') fleet.putToSleep();
    if (plot === 'sleeping movers') this.#sleep.atStep(process, from, () => this.#replace.get(process)?.());
  }

  #failed({ signal }: MoverProcess, error: unknown): void {
    const { tally, isCalm } = this.#options;
    tally.count('waves left open');
    if (signal.aborted) return;
    if (error instanceof TidemarkError && error.field === 'wave') return;
    if (isCalm || !isExpected(error)) tally.violated(`a mover failed: ${(error as Error).stack}`);
  }
}

const isCancellable = ({ state }: OpenWave): boolean =>
  state === 'planned' || state === 'preparing' || state === 'cancelling';
