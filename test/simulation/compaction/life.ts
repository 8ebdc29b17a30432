import { setCell } from '../../../src/bigtable/write/mutations';
import { sleep } from '../../../src/platform/time/clock';
import type { Writer } from '../../../src/consistency/store';
import { DAY_MS } from '../../support/events';
import type { Dice } from '../consistency/dice';
import { RunTally } from '../consistency/tally';
import type { Guard } from './broken';
import { Checker } from './checker';
import { Compactor } from './compactor';
import { cellOf, DATA_TYPE, History } from './history';
import { CLUSTERS, REGIONS, rowOf, World } from './world';

const TURN_MS = 20;
const COMPACTORS = 3;
const ROUNDS = 5;
const EVENTS_PER_ROUND = 60;
const LINK_DELAY_MAX_MS = 3_000;
/** Longer than any message takes to arrive, retries included. */
const SETTLING_MS = 12_000;

/** Simulates some weeks of two users whose events are ingested and compacted in two regions at the same time. */
export class Life {
  readonly #dice: Dice;
  readonly #world: World;
  readonly #history: History;
  readonly #checker: Checker;
  readonly #guard: Guard | undefined;
  readonly #tally = new RunTally();
  readonly #writers: readonly Writer[];

  static async begin(dice: Dice, guard: Guard | undefined): Promise<Life> {
    return new Life(dice, await World.open(dice), guard);
  }

  private constructor(dice: Dice, world: World, guard: Guard | undefined) {
    this.#dice = dice;
    this.#world = world;
    this.#history = new History(dice);
    this.#checker = new Checker(world, this.#history, dice);
    this.#writers = REGIONS.map((region) => world.servingWriter({ region }));
    this.#guard = guard;
  }

  async run(): Promise<{
    readonly counts: Readonly<Record<string, number>>;
    readonly violations: readonly string[];
  }> {
    for (let round = 0; round < ROUNDS && this.#checker.violations.length === 0; round++) {
      await this.#round();
      await this.#world.clock.advance(this.#dice.random() * 3 * DAY_MS);
    }
    await this.#world.close();
    return { counts: this.#tally.counts, violations: this.#checker.violations };
  }

  async #round(): Promise<void> {
    const { core, clock } = this.#world;
    const compactors = Array.from({ length: COMPACTORS }, () => this.#newCompactor());
    let running = compactors.length;
    for (const compactor of compactors) void compactor.run().finally(() => running--);
    await this.#during(
      this.#eventsComeIn(),
      () => this.#checker.checkGrowing(),
      'reads while events come in',
    );
    core.faults.reset();
    await clock.advance(SETTLING_MS);
    await this.#during(this.#linksAreBad(), () => this.#checker.checkCounts(), 'reads of all counts');
    core.faults.reset();
    for (const compactor of compactors) compactor.end();
    while (running > 0) await clock.advance(1_000);
  }

  #newCompactor(): Compactor {
    const count = (what: string, times?: number): void => this.#tally.count(what, times);
    return new Compactor({ world: this.#world, dice: this.#dice, guard: this.#guard, count });
  }

  /** Reads repeatedly until the end. */
  async #during(what: Promise<void>, check: () => Promise<void>, name: string): Promise<void> {
    let left = 2;
    const reads = async (): Promise<void> => {
      while (left === 2) {
        await check();
        this.#tally.count(name);
        await sleep(this.#world.clock, this.#dice.below(400));
      }
    };
    let failure: Error | undefined;
    const note = (error: Error): void => void (failure = error);
    void what.catch(note).finally(() => left--);
    void reads()
      .catch(note)
      .finally(() => left--);
    while (left > 0) {
      await this.#world.clock.advance(TURN_MS);
      if (failure !== undefined) throw failure;
    }
  }

  async #eventsComeIn(): Promise<void> {
    const { clock } = this.#world;
    this.#spoilLinks();
    for (let sent = 0; sent < EVENTS_PER_ROUND; sent++) {
      const event = this.#history.next(clock.nowMs());
      const { qualifier, timestampMicros, value } = cellOf(event);
      const mutation = setCell(DATA_TYPE.family, qualifier, timestampMicros, value);
      await this.#dice.pick(this.#writers).mutateRow(DATA_TYPE.corpus, rowOf(event.userId, [mutation]));
      this.#tally.count('events sent');
      if (this.#dice.chance(0.3)) await sleep(clock, this.#dice.below(400));
    }
  }

  async #linksAreBad(): Promise<void> {
    for (let spell = 0; spell < 4; spell++) {
      this.#spoilLinks();
      await sleep(this.#world.clock, this.#dice.below(4_000));
    }
  }

  /** Each pair of clusters has its own link; some links are cut for a while. */
  #spoilLinks(): void {
    const { faults } = this.#world.core;
    const dice = this.#dice;
    for (const [index, from] of CLUSTERS.entries()) {
      for (const to of CLUSTERS.slice(index + 1)) {
        const reorderRows = dice.chance(0.3);
        const delayMs = dice.pick([1, 50, 500, LINK_DELAY_MAX_MS]);
        faults.changeLinks(from, to, { delayMs, jitterMs: dice.pick([0, 300]), reorderRows });
        if (dice.chance(0.2))
          faults.partition(`cluster:${from}`, `cluster:${to}`, { forMs: dice.between(100, 6_000) });
      }
    }
    this.#tally.count('links spoilt');
  }
}
