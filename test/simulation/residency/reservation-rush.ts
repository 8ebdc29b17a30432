import { rowKey } from '../../../src/core/rows/row-key';
import { sleep } from '../../../src/platform/time/clock';
import type { Dice } from '../consistency/dice';
import type { RunTally } from '../consistency/tally';
import { isExpected } from './expected';
import type { PlacedProcess } from './placed-process';
import type { ReservationLedger } from './reservations';
import { CORPUS, type World } from './world';

export interface ReservationRushOptions {
  readonly world: World;
  readonly dice: Dice;
  readonly tally: RunTally;
  readonly ledger: ReservationLedger;
}

const CALL = { timeoutMs: 800 };
/** Rate of processes that look a subject up before each request, as those do that remember few locations. */
const FORGETFUL_RATE = 0.5;
const RELEASE_RATE = 0.4;
const THINKING_MS = 60;

/** Clients that reserve and release at every process, while only some of these know that a move has gone on. */
export class ReservationRush {
  readonly #options: ReservationRushOptions;

  constructor(options: ReservationRushOptions) {
    this.#options = options;
  }

  async run(processes: readonly PlacedProcess[], ids: readonly string[], forMs: number): Promise<void> {
    if (ids.length === 0) return;
    const { world, tally } = this.#options;
    tally.count('rushes of reservations');
    const endMs = world.clock.monotonicMs() + forMs;
    await Promise.all(processes.map((process) => this.#client(process, ids, endMs)));
  }

  async #client(process: PlacedProcess, ids: readonly string[], endMs: number): Promise<void> {
    const { world, dice, ledger, tally } = this.#options;
    const isForgetful = dice.chance(FORGETFUL_RATE);
    for (;;) {
      await sleep(world.clock, dice.below(2 * THINKING_MS));
      if (world.clock.monotonicMs() >= endMs) return;
      const id = dice.pick(ids);
      const kind = dice.chance(RELEASE_RATE) ? 'release' : 'reserve';
      const request = async (): Promise<void> => {
        if (isForgetful) forget(process, id);
        await ledger[kind](process, id, CALL);
      };
      await process.request(request).catch((error: unknown) => {
        tally.count('reservations that failed');
        if (!isExpected(error)) tally.violated(`reservations failed: ${(error as Error).stack}`);
      });
    }
  }
}

function forget({ residency: { subjects, locations } }: PlacedProcess, id: string): void {
  locations.forget(subjects.of(subjects.groupOf(CORPUS)!, rowKey(id))!);
}
