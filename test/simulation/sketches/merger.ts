import { DEFAULTS } from '../../../src/config/defaults';
import type { MergeSketchesLimits } from '../../../src/operations/campaign-counts/merge-sketches';
import { createMergeSketches } from '../../../src/operations/campaign-counts/merge-sketches';
import { sleep } from '../../../src/platform/time/clock';
import type { CallFault } from '../../support/local-bigtable/local-transport';
import { REGIONS, type World } from '../compaction/world';
import type { Dice } from '../consistency/dice';
import type { RunTally } from '../consistency/tally';
import { mergingWithout, type Guard } from './broken';
import { SKETCHES } from './history';

const HOUR_MS = 3_600_000;

export interface MergerOptions {
  readonly world: World;
  readonly dice: Dice;
  readonly guard: Guard | undefined;
  readonly tally: RunTally;
}

/** Merges columns repeatedly, in any region, and sometimes dies during a merge. */
export class Merger {
  readonly #options: MergerOptions;
  #over = false;

  constructor(options: MergerOptions) {
    this.#options = options;
  }

  async run(): Promise<void> {
    const { world, dice } = this.#options;
    while (!this.#over) {
      await this.#live();
      await sleep(world.clock, dice.pick([10, 200, 1_000]));
    }
  }

  end(): void {
    this.#over = true;
  }

  async #live(): Promise<void> {
    const { world, dice, guard, tally } = this.#options;
    const death = new AbortController();
    let callsLeft = dice.chance(0.4) ? dice.between(1, 15) : Infinity;
    const faultOf = (): CallFault | undefined => {
      callsLeft -= 1;
      if (callsLeft > 0) return this.#delay();
      if (callsLeft === 0) death.abort(new Error('the process died'));
      return { kind: callsLeft === 0 && dice.chance(0.5) ? 'answer-lost' : 'request-lost' };
    };
    const skewMs = dice.pick([0, 0, -30_000, 30_000, 10 * HOUR_MS]);
    const store = world.batchStore({ region: dice.pick(REGIONS), skewMs, faultOf });
    const merge = createMergeSketches({
      ...store,
      writer: mergingWithout(guard, store.writer),
      sketches: SKETCHES,
      table: SKETCHES.corpus,
      limits: this.#limits(),
    });
    const job = {
      worker: { index: 0, count: 1 },
      includesDay: () => true,
      dryRun: false,
      signal: death.signal,
    };
    // Also merges columns of active writers, which costs writes but no counts.
    const summary = await merge({ ...job, idleMs: dice.pick([0, 100, 2_000]) }).catch(() => undefined);
    tally.count(`merges ${summary?.status ?? 'failed'}`);
    tally.count('columns removed', summary?.columnsRemoved ?? 0);
    tally.count('columns written', summary?.columnsWritten ?? 0);
  }

  /** Requests may overtake each other, and one may arrive after its caller has timed out. */
  #delay(): CallFault | undefined {
    const { dice } = this.#options;
    if (dice.chance(0.05)) return { kind: 'request-delayed', afterMs: dice.below(8_000) };
    return dice.chance(0.1) ? { kind: 'answer-lost', afterMs: dice.below(500) } : undefined;
  }

  #limits(): MergeSketchesLimits {
    const { dice } = this.#options;
    return {
      ...DEFAULTS.campaignCounts,
      callTimeoutMs: 2_000,
      mergeColumnsPerStep: dice.pick([1, 5, 256]),
      mergeColumnsPerRow: dice.pick([7, 50_000]),
      mergeRowsPerPage: dice.pick([1, 100]),
    };
  }
}
