import { TidemarkError } from '../../../src/errors';
import { sleep } from '../../../src/platform/time/clock';
import type { Dice } from '../consistency/dice';
import type { RunTally } from '../consistency/tally';
import { isExpected } from '../residency/expected';
import { AGAIN_MS_MAX } from '../residency/machine-transport';
import { REGIONS } from '../residency/world';
import type { Fleet } from './fleet';
import { MoverProcess } from './mover-process';
import { PLACEMENTS } from './topology';
import { USERS, type World } from './world';

export interface MoversOptions {
  readonly world: World;
  readonly dice: Dice;
  readonly tally: RunTally;
  readonly fleet: Fleet;
}

/** Times after which a mover dies, in milliseconds, at whatever step it is. */
const LIVES_MS = [1_000, 6_000, 40_000, 40_000];
const PAUSE_BETWEEN_MS = 800;
/** Number of attempts to complete all moves. */
const ROUNDS_MAX = 20;

/** Moves users there and back, by movers that die at any step while others go on. */
export class Movers {
  readonly #options: MoversOptions;
  #isOver = false;

  constructor(options: MoversOptions) {
    this.#options = options;
  }

  /** Runs until `end`. */
  async run(): Promise<void> {
    const { world, dice } = this.#options;
    this.#isOver = false;
    while (!this.#isOver) {
      await sleep(world.clock, dice.below(2 * PAUSE_BETWEEN_MS));
      if (this.#isOver) return;
      const process = this.#newProcess();
      const cancel = world.clock.schedule(dice.pick(LIVES_MS), () => void process.kill());
      await this.#attempt(process, () => this.#work(process));
      cancel();
      if (!process.signal.aborted) await process.kill();
    }
  }

  end(): void {
    this.#isOver = true;
  }

  /** Completes all moves, without trouble, and repairs rows that arrived where their users are not, as an audit does. */
  async completeAll(): Promise<void> {
    const { tally, world } = this.#options;
    const process = this.#newProcess();
    let left = await process.mover.openWaves();
    for (let round = 0; round < ROUNDS_MAX && left.length > 0; round++) {
      for (const { id } of left) await this.#attempt(process, () => this.#resume(process, id));
      left = await process.mover.openWaves();
    }
    if (left.length > 0) tally.violated('some moves cannot be completed');
    await sleep(world.clock, AGAIN_MS_MAX);
    for (const user of USERS)
      for (const placement of world.strayPlacementsOf(user))
        await this.#attempt(process, async () => {
          await process.repair(user, placement);
          tally.count('rows repaired where the user is not');
        });
    await process.kill();
  }

  #newProcess(): MoverProcess {
    const { fleet, dice } = this.#options;
    return new MoverProcess(fleet.newMachine(dice.pick(REGIONS)));
  }

  async #work(process: MoverProcess): Promise<void> {
    const { dice, tally, world } = this.#options;
    const [open] = await process.mover.openWaves({ signal: process.signal });
    if (open !== undefined) return this.#resume(process, open.id);
    const user = dice.pick(USERS);
    const home = world.entryOf(user)?.from ?? PLACEMENTS[0];
    for (const plan of await process.plan(
      user,
      PLACEMENTS.find((each) => each !== home)!,
    )) {
      tally.count('moves begun');
      await process.mover.move(plan, { signal: process.signal });
      tally.count('moves completed');
    }
  }

  async #resume(process: MoverProcess, wave: string): Promise<void> {
    this.#options.tally.count('moves resumed');
    await process.mover.resume(wave, { signal: process.signal });
    this.#options.tally.count('moves completed');
  }

  async #attempt(process: MoverProcess, work: () => Promise<void>): Promise<void> {
    const { tally } = this.#options;
    try {
      await work();
    } catch (error) {
      tally.count('moves left open');
      if (process.signal.aborted || (error instanceof TidemarkError && error.field === 'wave')) return;
      if (!isExpected(error)) tally.violated(`a mover failed: ${(error as Error).stack}`);
    }
  }
}
