import { sleep } from '../../../src/platform/time/clock';
import { TidemarkError } from '../../../src/errors';
import type { Dice } from '../consistency/dice';
import type { RunTally } from '../consistency/tally';
import { LAG_MAX_MS } from '../residency/table-access';
import { REGIONS } from '../residency/world';
import type { Certificate } from './certificates';
import { EraserProcess } from './eraser-process';
import type { Fleet } from './fleet';
import type { History } from './history';
import { USERS, type User, type World } from './world';

export interface ErasersOptions {
  readonly world: World;
  readonly dice: Dice;
  readonly tally: RunTally;
  readonly fleet: Fleet;
  readonly history: History;
  readonly onCertified: (certificate: Certificate) => void;
  /** Called before each request. */
  readonly onRequest: (user: User) => Promise<void>;
}

/** Times after which a process dies, in milliseconds, at whatever step it is. */
const LIVES_MS = [300, 1_000, 4_000, 15_000, 15_000];
/** Life of a worker that is to wait for no certificate, in milliseconds. */
const BRIEF_MS = 2_500;
const WORKERS = 2;
/** Longest time between two requests, and in a run whose erasures end before the next one hides more, in milliseconds. */
const REQUESTS_WITHIN_MS = 8_000;
const RARE_REQUESTS_WITHIN_MS = 40_000;
const FIRST_REQUEST_WITHIN_MS = 4_000;
/** Number of rounds after which a worker ends, and another one begins. */
const ROUNDS_MAX = 20;
/** Rate of requests whose process dies between the tombstones and what it records of them. */
const DIES_ONCE_HIDDEN_RATE = 0.3;

/** Erasures: requests, and workers that complete them, which die at any step while others go on. */
export class Erasers {
  readonly #options: ErasersOptions;
  #isOver = false;

  constructor(options: ErasersOptions) {
    this.#options = options;
  }

  /** Runs until `end`. */
  async run(): Promise<void> {
    this.#isOver = false;
    await Promise.all([this.#requests(), ...Array.from({ length: WORKERS }, () => this.#work())]);
  }

  end(): void {
    this.#isOver = true;
  }

  /** Completes all erasures, without trouble. */
  async completeAll(): Promise<void> {
    const { world, tally, fleet } = this.#options;
    if (await this.#workInCalm()) return;
    // A row cannot prove a column of watermarks that has more recent writes than a read fetches. Heartbeats would.
    tally.count('erasures that waited for the replication horizon');
    if (world.hasMoves) await fleet.stopAll();
    await sleep(world.clock, LAG_MAX_MS);
    if (world.hasMoves) fleet.startAll();
    if (!(await this.#workInCalm())) tally.violated('an erasure is not certified without trouble');
  }

  async #workInCalm(): Promise<boolean> {
    const process = this.#newProcess();
    const isDone = await process.workInCalm();
    await process.kill();
    return isDone;
  }

  /** Applies the ledger again after a restore. */
  async replay(): Promise<void> {
    const process = this.#newProcess();
    await process.replay();
    await process.kill();
  }

  #newProcess(): EraserProcess {
    const { fleet, dice, history, onCertified, tally } = this.#options;
    return new EraserProcess({
      ...fleet.newMachine(dice.pick(REGIONS)),
      history,
      pageMax: dice.pick([3, 5_000]),
      onCertified: (certificate) => {
        tally.count(`certificates of ${certificate.kind}s`);
        onCertified(certificate);
      },
    });
  }

  async #requests(): Promise<void> {
    const { world, dice, tally, onRequest } = this.#options;
    const laterWithinMs = world.isSlow ? REQUESTS_WITHIN_MS : RARE_REQUESTS_WITHIN_MS;
    for (let withinMs = FIRST_REQUEST_WITHIN_MS; ; withinMs = laterWithinMs) {
      await sleep(world.clock, dice.below(withinMs));
      if (this.#isOver) return;
      tally.count('erasures requested');
      const diesOnceHidden = dice.chance(DIES_ONCE_HIDDEN_RATE);
      const user = dice.pick(USERS);
      await onRequest(user);
      await this.#live((process) => process.request(user, { diesOnceHidden }));
    }
  }

  async #work(): Promise<void> {
    const { world, dice } = this.#options;
    while (!this.#isOver) {
      await sleep(world.clock, dice.below(3_000));
      if (this.#isOver) return;
      await this.#live(async (process) => void (await process.work(ROUNDS_MAX)));
    }
  }

  /** Runs workers for a time, one after the other: each goes as far as it can without waiting for long. */
  async workBriefly(forMs: number): Promise<void> {
    const { clock } = this.#options.world;
    const untilMs = clock.monotonicMs() + forMs;
    while (clock.monotonicMs() < untilMs && !this.#isOver)
      await this.#live(async (process) => void (await process.work(ROUNDS_MAX)), BRIEF_MS);
  }

  /** Runs a process until it is done or dies. */
  async #live(
    run: (process: EraserProcess) => Promise<void>,
    lifeMs = this.#options.dice.pick(LIVES_MS),
  ): Promise<void> {
    const { world, tally } = this.#options;
    const process = this.#newProcess();
    const cancel = world.clock.schedule(lifeMs, () => void process.kill());
    try {
      await run(process);
      tally.count('eraser processes that ended');
    } catch (error) {
      if (!process.isKilled && !(error instanceof TidemarkError)) throw error;
      if (!process.isKilled) tally.violated(`an eraser failed: ${(error as Error).stack}`);
      tally.count('eraser processes that died');
    }
    cancel();
    if (!process.isKilled) await process.kill();
  }
}
