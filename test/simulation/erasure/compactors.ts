import { DEFAULTS } from '../../../src/config/defaults';
import { NO_PRIVACY } from '../../../src/core/privacy/privacy-rules';
import { createCompact, type CompactionLimits } from '../../../src/operations/compaction/compact';
import { NO_TRACING } from '../../../src/platform/telemetry/tracing';
import { sleep } from '../../../src/platform/time/clock';
import { PrivateReader } from '../../../src/privacy/private-reader';
import { AD_ACTION } from '../../support/events';
import type { Dice } from '../consistency/dice';
import type { RunTally } from '../consistency/tally';
import type { Fleet } from './fleet';
import type { ProcessSettings } from './process-options';
import { openServingTables, openTablesBeside } from './user-tables';
import type { World } from './world';

export interface CompactorOptions {
  readonly world: World;
  readonly dice: Dice;
  readonly tally: RunTally;
  readonly fleet: Fleet;
  readonly settings: ProcessSettings;
}

/** Longest time that replication takes, in milliseconds: a round of trouble. */
const LAG_MAX_MS = 30_000;

/** Runs compaction in successive processes. Each ends when it has processed the table, or dies, or is paused at any call. */
export class Compactors {
  readonly #options: CompactorOptions;
  #isOver = false;

  constructor(options: CompactorOptions) {
    this.#options = options;
  }

  /** Runs until `end`. */
  async run(): Promise<void> {
    const { world, dice } = this.#options;
    this.#isOver = false;
    while (!this.#isOver) {
      await this.compact();
      await sleep(world.clock, dice.pick([50, 200, 600]));
    }
  }

  end(): void {
    this.#isOver = true;
  }

  /** Processes the table once. */
  async compact(): Promise<void> {
    const { world, dice, tally, fleet, settings } = this.#options;
    const options = fleet.newMachine('us');
    const serving = openServingTables(options);
    const tables = openTablesBeside(serving, 'batch', options);
    const drops = settings.guards.has('compaction-drops');
    const death = new AbortController();
    const dies = !this.#isOver && dice.chance(0.3);
    const cancel = world.clock.schedule(dies ? dice.below(2_000) : 600_000, () => death.abort());
    const compact = createCompact({
      scanner: tables.scanner,
      reader: drops ? new PrivateReader(tables.reader, settings.rules) : tables.reader,
      writer: tables.writer,
      privacy: drops ? settings.rules : NO_PRIVACY,
      clock: options.machine,
      random: dice.random,
      tracing: NO_TRACING,
      rate: { reserve: () => 0 },
      limits: this.#limits(),
    });
    const worker = { index: 0, count: 1 };
    const summary = await compact({ dataType: AD_ACTION, worker, dryRun: false, signal: death.signal });
    cancel();
    await Promise.all([serving.close(), tables.close()]);
    tally.count(`compactions ${summary.status}`);
    tally.count('blocks written', summary.blocksWritten);
    tally.count('hidden events removed by compaction', summary.hiddenEventsRemoved);
    if (summary.cellsLeft > 0) tally.violated(`compaction left ${summary.cellsLeft} cells`);
  }

  #limits(): CompactionLimits {
    const { dice, settings } = this.#options;
    return {
      ...DEFAULTS.bigtable,
      ...DEFAULTS.compaction,
      replicationLagMaxMs: settings.guards.has('recent-duplicates') ? LAG_MAX_MS : -Infinity,
      callTimeoutMs: 2_000,
      retryTimeoutMs: 4_000,
      graceMs: dice.pick([0, 3_600_000]),
      openDayEventsMin: dice.pick([1, 3]),
      cellsPerStep: dice.pick([4, 20_000]),
      headsPerRead: dice.pick([9, 20_000]),
      spansPerStep: dice.pick([2, 64]),
    };
  }
}
