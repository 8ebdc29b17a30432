import type { Evidence } from '../../../src/watermark/reader';
import { Checker } from './checker';
import type { Dice } from './dice';
import { Fleet } from './fleet';
import { History } from './history';
import type { Knowledge } from './knowledge';
import type { TrialContext } from './read-trial';
import { Session } from './session';
import type { Settings } from './stack';
import { Tally } from './tally';
import { STAMP_SKEW_MS, Troubles } from './troubles';
import { World } from './world';

export interface Variant {
  readonly watermarks: boolean;
  readonly reorder: boolean;
  /** Replication takes longer than reads are told. */
  readonly shortHorizon: boolean;
  /** Absent: either, by chance, where both are sound. */
  readonly evidence: Evidence | undefined;
}

const SESSIONS = 14;
const BATCH_SESSIONS = 2;
/** What batch clusters took, serving proves write by write, or not at all: a token that sums it up is of no use there. */
const TOKEN_WRITES_WITH_BATCH = 200;
const READS = 1_000;
/** No link is cut or slow for so long; most lives last longer. */
const LAG_MAX_MS = 20_000;
const LAG_MAX_TOO_SHORT_MS = 300;
const TURN_MS = 100;
/** Whatever happens, so much time is enough for the reads. */
const TIME_MAX_MS = 600_000;
const SETTLING_MS = 10_000;

/** One random life of the store: Bigtable, the application, and its users, until enough was read. */
export class Life {
  readonly #world: World;
  readonly #tally = new Tally();
  readonly #reorder: boolean;
  readonly #troubles: Troubles;
  readonly #fleet: Fleet;
  readonly #sessions: readonly Session[];

  static async begin(dice: Dice, variant: Variant): Promise<Life> {
    return new Life(await World.open(dice, { reorder: variant.reorder }), dice, variant);
  }

  private constructor(world: World, dice: Dice, variant: Variant) {
    const tally = this.#tally;
    const batch = dice.chance(0.5);
    const settings = settingsOf(dice, variant, batch);
    const everyMs = dice.pick([1_000, 3_000, 6_000]);
    this.#world = world;
    this.#reorder = variant.reorder;
    this.#troubles = new Troubles({ world, dice, everyMs, count: (what) => tally.count(what) });
    const common = { world, dice, tally, troubles: this.#troubles, settings };
    this.#fleet = new Fleet({ ...common, everyMs: everyMs / 2 });
    const history = new History(() => world.clock.monotonicMs());
    const checker = new Checker({
      ...{ history, stampSkewMs: STAMP_SKEW_MS, checksStaleness: !variant.reorder },
      clockTickMs: settings.clockTickMs,
    });
    const context: TrialContext = {
      ...{ world, dice, history, checker, tally },
      ...{ watermarks: variant.watermarks, tokenWritesMax: settings.tokenWritesMax },
    };
    this.#sessions = this.#newSessions(context, { settings, batch });
  }

  async run(): Promise<Tally> {
    const { clock } = this.#world;
    const actors = [this.#troubles, this.#fleet, ...this.#sessions];
    let left = actors.length;
    for (const actor of actors) void actor.run().finally(() => left--);
    while ((this.#tally.counts['reads checked'] ?? 0) < READS && clock.monotonicMs() < TIME_MAX_MS) {
      await clock.advance(TURN_MS);
    }
    for (const actor of actors) actor.end();
    while (left > 0) await clock.advance(TURN_MS);
    await this.#end();
    if (!this.#reorder && this.#tally.counts['audits violated'] !== undefined) {
      this.#tally.violated('the audit found missing writes, though replication was in order');
    }
    return this.#tally;
  }

  async #end(): Promise<void> {
    const { clock } = this.#world;
    void this.#fleet.stop();
    await clock.advance(SETTLING_MS);
    await this.#world.close();
  }

  #newSessions(
    context: TrialContext,
    { settings, batch }: { settings: Settings; batch: boolean },
  ): Session[] {
    let markers = 0;
    const drawer: Knowledge[] = [];
    const fleet = this.#fleet;
    return Array.from({ length: SESSIONS }, (_, number) => {
      return new Session({
        ...{ ...context, drawer, settings },
        workload: batch && number < BATCH_SESSIONS ? 'batch' : 'serving',
        processIn: (region, workload) => fleet.processIn(region, workload),
        nextMarker: () => `m${markers++}`,
      });
    });
  }
}

function settingsOf(dice: Dice, { evidence, reorder, shortHorizon }: Variant, batch: boolean): Settings {
  return {
    evidence: evidence ?? (reorder ? 'row' : dice.pick(['row', 'row+shard', 'row+shard'])),
    clockSkewMaxMs: dice.pick([0, 50, 400, 1_000]),
    clockTickMs: dice.pick([1, 1, 200]),
    tokenWritesMax: batch ? TOKEN_WRITES_WITH_BATCH : dice.pick([3, 32]),
    writeTimeoutMaxMs: 1_000,
    heartbeatMs: dice.pick([250, 1_000]),
    replicationLagMaxMs: shortHorizon ? LAG_MAX_TOO_SHORT_MS : LAG_MAX_MS,
  };
}
