import { DEFAULTS } from '../../../src/config/defaults';
import { NO_PRIVACY } from '../../../src/core/privacy/privacy-rules';
import { createCompact, type CompactionLimits } from '../../../src/operations/compaction/compact';
import { sleep } from '../../../src/platform/time/clock';
import { NO_TRACING } from '../../../src/platform/telemetry/tracing';
import type { CallFault } from '../../support/local-bigtable/local-transport';
import type { Dice } from '../consistency/dice';
import { without, type Guard } from './broken';
import { DATA_TYPE } from './history';
import { type Region, REGIONS, type World } from './world';

const HOUR_MS = 3_600_000;

export interface CompactorOptions {
  readonly world: World;
  readonly dice: Dice;
  readonly guard: Guard | undefined;
  readonly count: (what: string, times?: number) => void;
}

/** Runs compaction in successive processes. Each lives until it dies between two steps or has processed the table. */
export class Compactor {
  readonly #options: CompactorOptions;
  #over = false;

  constructor(options: CompactorOptions) {
    this.#options = options;
  }

  /** Runs until `end`. */
  async run(): Promise<void> {
    const { world, dice } = this.#options;
    while (!this.#over) {
      await this.#live(dice.pick(REGIONS));
      await sleep(world.clock, dice.pick([10, 200, 1_000, 5_000]));
    }
  }

  end(): void {
    this.#over = true;
  }

  async #live(region: Region): Promise<void> {
    const { world, dice, guard, count } = this.#options;
    const death = new AbortController();
    let callsLeft = dice.chance(0.6) ? dice.between(1, 25) : Infinity;
    const faultOf = (): CallFault | undefined => {
      callsLeft -= 1;
      if (callsLeft > 0) return this.#delay();
      if (callsLeft === 0) death.abort(new Error('the process died'));
      // The last call may have been applied; later ones were not sent.
      return { kind: callsLeft === 0 && dice.chance(0.5) ? 'answer-lost' : 'request-lost' };
    };
    const skewMs = dice.pick([0, 0, -30_000, 30_000, -10 * HOUR_MS, 10 * HOUR_MS]);
    const store = world.batchStore({ region, skewMs, faultOf });
    const compact = createCompact({
      ...store,
      writer: without(guard, store.writer),
      privacy: NO_PRIVACY,
      random: dice.random,
      tracing: NO_TRACING,
      rate: { reserve: () => 0 },
      limits: this.#limits(),
    });
    const worker = dice.pick([
      { index: 0, count: 1 },
      { index: 0, count: 2 },
      { index: 1, count: 2 },
    ]);
    const summary = await compact({ dataType: DATA_TYPE, worker, dryRun: false, signal: death.signal });
    count(`compactions ${summary.status}`);
    count('blocks written', summary.blocksWritten);
    count('open days packed', summary.openDaysPacked);
    count('cells packed', summary.cellsRemoved);
    count('duplicates dropped', summary.duplicatesDropped);
  }

  /** Requests may overtake each other, and one may arrive after its caller has timed out. */
  #delay(): CallFault | undefined {
    const { dice } = this.#options;
    if (dice.chance(0.05)) return { kind: 'request-delayed', afterMs: dice.below(8_000) };
    return dice.chance(0.1) ? { kind: 'answer-lost', afterMs: dice.below(500) } : undefined;
  }

  #limits(): CompactionLimits {
    const { dice } = this.#options;
    return {
      ...DEFAULTS.bigtable,
      ...DEFAULTS.compaction,
      replicationLagMaxMs: DEFAULTS.consistency.replicationLagMaxMs,
      callTimeoutMs: 2_000,
      retryTimeoutMs: 4_000,
      graceMs: dice.pick([0, 6 * HOUR_MS]),
      openDayEventsMin: dice.pick([0, 1, 3]),
      eventsPerBlockMax: dice.pick([10, 40_000]),
      largeBlockEvents: dice.pick([5, 10_000, 10_000]),
      headsPerRead: dice.pick([9, 20_000]),
      cellsPerStep: dice.pick([4, 30, 20_000]),
      spansPerStep: dice.pick([2, 64]),
      rowsInFlight: dice.pick([1, 2]),
      rowsPerPage: dice.pick([1, 5_000]),
      stepBytesMax: dice.pick([400, 16 * 1024 * 1024]),
    };
  }
}
