import { DEFAULTS } from '../../../src/config/defaults';
import { UNPLACED_SKETCHES } from '../../../src/core/residency/sketch-tables';
import type { SketchedEvent } from '../../../src/operations/sketches/sketch-target';
import { createSketchWriter, type SketchWriter } from '../../../src/operations/sketches/sketch-writer';
import { sleep } from '../../../src/platform/time/clock';
import type { CallFault } from '../../support/local-bigtable/local-transport';
import { CLUSTERS, REGIONS, World } from '../compaction/world';
import type { Dice } from '../consistency/dice';
import { RunTally } from '../consistency/tally';
import type { Guard } from './broken';
import { Checker } from './checker';
import { History, SCHEMA, SKETCHES } from './history';
import { Merger } from './merger';

const ROUNDS = 4;
const BATCHES_PER_ROUND = 14;
const MERGERS = 2;
const TURN_MS = 20;
/** Longer than any delay and any wait. */
const SETTLING_MS = 30_000;
const LIMITS = {
  ...DEFAULTS.sketches,
  flushTimeoutMs: 1_000,
  idleMs: 3_000,
  // Limits under which rows go through all pauses within minutes.
  flushBytesFree: 8_000,
  mutationsPerRowMax: 100,
  batchBytesMax: 1_000_000,
  writesMax: 32,
};

/**
 * Simulates writers in two regions, mergers and bad links. In the end every replica's sketches must have all events
 * sent.
 */
export class Life {
  readonly #dice: Dice;
  readonly #world: World;
  readonly #guard: Guard | undefined;
  readonly #tally = new RunTally();
  readonly #history: History;
  readonly #checker: Checker;
  readonly #writers: SketchWriter[];
  /** Whether each writer always reaches its own cluster: a write to another cluster may overtake earlier ones. */
  #isSteady = true;

  static async begin(dice: Dice, guard: Guard | undefined): Promise<Life> {
    const { corpus, family } = SKETCHES;
    const gcRule = { kind: 'versions', max: 1 } as const;
    const world = await World.open(dice, { name: corpus, family: { name: family, gcRule } });
    return new Life(dice, world, guard);
  }

  private constructor(dice: Dice, world: World, guard: Guard | undefined) {
    this.#dice = dice;
    this.#world = world;
    this.#guard = guard;
    this.#history = new History(dice, world.clock.nowMs());
    this.#checker = new Checker(world, this.#history, this.#tally);
    this.#writers = [0, 1, 2, 3].map((place) => this.#newWriter(place));
  }

  async run(): Promise<RunTally> {
    for (let round = 0; round < ROUNDS && this.#tally.violations.length === 0; round++) {
      this.#isSteady = round % 2 === 0;
      await this.#round();
    }
    await this.#world.close();
    return this.#tally;
  }

  async #round(): Promise<void> {
    const { core, clock } = this.#world;
    const common = { world: this.#world, dice: this.#dice, guard: this.#guard, tally: this.#tally };
    const mergers = Array.from({ length: MERGERS }, () => new Merger(common));
    let running = mergers.length;
    for (const merger of mergers) void merger.run().finally(() => running--);
    await this.#untilOver(this.#eventsComeIn());
    core.faults.reset();
    for (const merger of mergers) merger.end();
    while (running > 0) await clock.advance(1_000);
    await clock.advance(SETTLING_MS);
    await this.#untilOver(this.#checker.checkAll());
  }

  /** Sends batches one after the other, with several in flight, and each repeatedly until it is acknowledged. */
  async #eventsComeIn(): Promise<void> {
    const dice = this.#dice;
    const deliveries: Promise<void>[] = [];
    for (let batch = 0; batch < BATCHES_PER_ROUND; batch++) {
      if (dice.chance(0.3)) this.#spoilLinks();
      if (dice.chance(0.15)) this.#replaceWriter();
      const size = dice.pick([1, 3, 20, 150]);
      deliveries.push(this.#deliver(Array.from({ length: size }, () => this.#history.next())));
      await sleep(this.#world.clock, dice.below(600));
      if (this.#isSteady) await this.#checker.checkGrowing(dice.pick(CLUSTERS));
    }
    await Promise.all(deliveries);
  }

  async #deliver(events: readonly SketchedEvent[]): Promise<void> {
    let left = events;
    while (left.length > 0) {
      // Sometimes sends to two writers at once, as subscriptions do.
      const writers = this.#dice.several(this.#writers, this.#dice.chance(0.2) ? 2 : 1);
      const [answer] = await Promise.all(writers.map((writer) => writer.add(left)));
      left = left.filter((_, index) => answer!.failures[index] !== undefined);
      this.#tally.count('events delivered again', left.length);
      if (left.length > 0) await sleep(this.#world.clock, this.#dice.below(500));
    }
    this.#tally.count('events acknowledged', events.length);
  }

  #newWriter(place: number): SketchWriter {
    const dice = this.#dice;
    const random = this.#guard === 'own-columns' ? () => 0 : dice.random;
    const writer = this.#world.servingWriter({ region: REGIONS[place % 2]!, faultOf: () => this.#fault() });
    const bufferedMax = dice.pick([30, 20_000]);
    const { clock } = this.#world;
    return createSketchWriter({
      writer,
      sketchTables: UNPLACED_SKETCHES,
      schema: SCHEMA,
      clock,
      random,
      limits: { ...LIMITS, bufferedMax },
    });
  }

  /** The process is gone; its writes in flight may still arrive. */
  #replaceWriter(): void {
    const place = this.#dice.below(this.#writers.length);
    void this.#writers[place]!.close();
    this.#writers[place] = this.#newWriter(place);
    this.#tally.count('writers replaced');
  }

  #fault(): CallFault | undefined {
    const dice = this.#dice;
    if (this.#isSteady) return undefined;
    if (dice.chance(0.1)) return { kind: 'request-delayed', afterMs: dice.below(5_000) };
    if (dice.chance(0.2)) return { kind: 'answer-lost', afterMs: dice.below(500) };
    return dice.chance(0.2) ? { kind: 'request-lost' } : undefined;
  }

  /** Each pair of clusters has its own link; some links are cut for a while. */
  #spoilLinks(): void {
    const { faults } = this.#world.core;
    const dice = this.#dice;
    for (const [index, from] of CLUSTERS.entries()) {
      for (const to of CLUSTERS.slice(index + 1)) {
        faults.changeLinks(from, to, {
          delayMs: dice.pick([1, 50, 500, 3_000]),
          jitterMs: dice.pick([0, 300]),
          reorderRows: dice.chance(0.3),
        });
        if (dice.chance(0.3))
          faults.partition(`cluster:${from}`, `cluster:${to}`, { forMs: dice.between(100, 6_000) });
      }
    }
    this.#tally.count('links spoilt');
  }

  async #untilOver(what: Promise<void>): Promise<void> {
    let isOver = false;
    let failure: Error | undefined;
    what.catch((error: Error) => (failure = error)).finally(() => (isOver = true));
    while (!isOver) await this.#world.clock.advance(TURN_MS);
    if (failure !== undefined) throw failure;
  }
}
