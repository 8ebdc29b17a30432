import { sleep } from '../../../src/platform/time/clock';
import type { DirectoryEntry } from '../../../src/core/residency/location';
import type { Dice } from '../consistency/dice';
import type { RunTally } from '../consistency/tally';
import type { MoverProcess } from './mover-process';
import { SUBJECTS, type World } from './world';

export interface MoverSleepOptions {
  readonly world: World;
  readonly dice: Dice;
  readonly tally: RunTally;
}

/** Rate of the steps at which a mover falls asleep, and the longest time from the beginning of the step to that. */
const SLEEP_RATE = 0.4;
const FALLS_ASLEEP_MS_MAX = 150;
/** Longest sleep, time between two looks, and the longest time from the return of a subject to the end of the sleep. */
const SLEEP_MS_MAX = 40_000;
const LOOK_MS = 50;
const WAKES_MS_MAX = 300;

/**
 * Pauses a mover in the middle of a step until other movers have completed the move, and moved one of its subjects back:
 * what the mover sends then was right long ago.
 */
export class MoverSleep {
  readonly #options: MoverSleepOptions;
  #sleeper: MoverProcess | undefined;
  #isOver = false;

  constructor(options: MoverSleepOptions) {
    this.#options = options;
  }

  end(): void {
    this.#isOver = true;
  }

  /** At the beginning of a step. Calls `onAsleep` if the mover is paused in it. */
  atStep(mover: MoverProcess, from: string, onAsleep: () => void): void {
    const { dice, world } = this.#options;
    if (this.#isOver || this.#sleeper !== undefined || !dice.chance(SLEEP_RATE)) return;
    this.#sleeper = mover;
    world.clock.schedule(dice.below(FALLS_ASLEEP_MS_MAX), () => {
      const moving = this.#movingFrom(mover, from);
      if (this.#isOver || mover.machine.isPaused || moving.size === 0) return (this.#sleeper = undefined);
      void this.#sleep(mover, moving).finally(() => (this.#sleeper = undefined));
      onAsleep();
      return undefined;
    });
  }

  async #sleep(mover: MoverProcess, moving: ReadonlyMap<string, DirectoryEntry>): Promise<void> {
    const { dice, tally, world } = this.#options;
    const { machine } = mover;
    tally.count('movers put to sleep');
    const wake = machine.pause(dice.pick(['stopped', 'suspended'] as const), SLEEP_MS_MAX);
    while (machine.isPaused && !this.#isOver) {
      await sleep(world.clock, LOOK_MS);
      if (![...moving].some(([id, entry]) => this.#hasReturned(mover, id, entry))) continue;
      tally.count('movers that slept through a move and its return');
      await sleep(world.clock, dice.below(WAKES_MS_MAX));
      break;
    }
    wake();
  }

  /** Returns the entries of the subjects that are leaving the placement. */
  #movingFrom(mover: MoverProcess, from: string): ReadonlyMap<string, DirectoryEntry> {
    const entries = SUBJECTS.flatMap((id): [string, DirectoryEntry][] => {
      const entry = this.#options.world.entryOf(mover.keyOf(id));
      return entry === undefined || entry.state === 'home' || entry.from !== from ? [] : [[id, entry]];
    });
    return new Map(entries);
  }

  #hasReturned(mover: MoverProcess, id: string, { epoch, from }: DirectoryEntry): boolean {
    const now = this.#options.world.entryOf(mover.keyOf(id));
    return now?.state === 'home' && now.epoch > epoch && now.from === from;
  }
}
