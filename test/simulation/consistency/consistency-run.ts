import type { EvidenceKind } from '../../../src/consistency/read/reader';
import { Checker } from './checker';
import type { Dice } from './dice';
import { Fleet } from './fleet';
import { History } from './history';
import type { Knowledge } from './knowledge';
import type { TrialContext } from './read-trial';
import { Session } from './session';
import type { Guards } from './guards';
import { LATE_MAX_MS, type StackSettings } from './stack';
import { RunTally } from './tally';
import { Convergence } from './convergence';
import { FaultInjector } from './fault-injector';
import { type LinkOrder, World } from './world';

export interface RunVariant {
  readonly watermarks: boolean;
  /** Order that links keep. Absent: one at random among those that the evidence allows. */
  readonly order: LinkOrder | undefined;
  readonly guards: Guards;
  /** Whether clusters are added as accepting writes, without a state in which reads query them already. */
  readonly addsAccepting: boolean;
  /** Whether processes announce clusters before they write to them. */
  readonly announces: boolean;
  /** Whether replication takes longer than reads are configured for. */
  readonly shortHorizon: boolean;
  /** Evidence of reads. Absent: either, at random, where both are sound. */
  readonly evidence: EvidenceKind | undefined;
  /** Number of checked reads after which the run ends. */
  readonly reads: number;
  /** Whether the run ends at its first violation. */
  readonly endsAtViolation: boolean;
}

const SESSIONS = 14;
const BATCH_SESSIONS = 2;
/**
 * Writes that a token names where there is batch work. Serving proves writes of batch clusters one by one, or not at all: a token
 * that sums them up is of no use there.
 */
const TOKEN_WRITES_WITH_BATCH = 200;
/** Number of checked reads after which a run ends, by default. */
export const READS = 1_000;
/** Longest time that a link is cut or slow, in milliseconds. Most runs last longer. */
const LAG_MAX_MS = 20_000;
const LAG_MAX_TOO_SHORT_MS = 300;
const TURN_MS = 100;
/** Time that is enough for the reads in any case, in milliseconds. */
const TIME_MAX_MS = 600_000;
/**
 * Time after the last fault by which everything has arrived, in milliseconds: delayed requests, retries, and what waits for
 * these.
 */
const SETTLING_MS = LATE_MAX_MS + 9_000;

/** One random run of the store: Bigtable, the application and its users, until enough has been read. */
export class ConsistencyRun {
  readonly #world: World;
  readonly #tally = new RunTally();
  readonly #troubles: FaultInjector;
  readonly #fleet: Fleet;
  readonly #sessions: readonly Session[];
  readonly #convergence: Convergence;
  readonly #order: LinkOrder;
  readonly #reads: number;
  readonly #endsAtViolation: boolean;

  static async begin(dice: Dice, variant: RunVariant): Promise<ConsistencyRun> {
    const evidence = variant.evidence ?? anyEvidence(dice, variant);
    const order = variant.order ?? anyOrder(dice, evidence);
    return new ConsistencyRun(await World.open(dice, order), dice, { ...variant, evidence, order });
  }

  private constructor(world: World, dice: Dice, variant: DecidedVariant) {
    const tally = this.#tally;
    const batch = dice.chance(0.5);
    const settings = settingsOf(dice, variant, batch);
    const everyMs = dice.pick([1_000, 3_000, 6_000]);
    this.#world = world;
    this.#order = variant.order;
    this.#reads = variant.reads;
    this.#endsAtViolation = variant.endsAtViolation;
    tally.count(`lives with order of ${variant.order}`);
    this.#troubles = new FaultInjector({ world, dice, everyMs, count: (what) => tally.count(what) });
    const common = { world, dice, tally, troubles: this.#troubles, settings };
    this.#fleet = new Fleet({ ...common, everyMs: everyMs / 2, addsAccepting: variant.addsAccepting });
    const history = new History(() => world.clock.monotonicMs());
    const checker = new Checker({
      history,
      checksStaleness: variant.order === 'all',
      clockTickMs: settings.clockTickMs,
    });
    const context: TrialContext = {
      world,
      dice,
      history,
      checker,
      tally,
      watermarks: variant.watermarks,
      tokenWritesMax: settings.tokenWritesMax,
    };
    this.#convergence = new Convergence(context);
    this.#sessions = this.#newSessions(context, { settings, batch });
  }

  async run(): Promise<RunTally> {
    const { clock } = this.#world;
    const actors = [this.#troubles, this.#fleet, ...this.#sessions];
    let left = actors.length;
    for (const actor of actors) void actor.run().finally(() => left--);
    while (!this.#isOver()) await clock.advance(TURN_MS);
    for (const actor of actors) actor.end();
    while (left > 0) await clock.advance(TURN_MS);
    await this.#end();
    if (this.#order === 'all' && this.#tally.counts['audits violated'] !== undefined) {
      this.#tally.violated('the audit found missing writes, though replication was in order');
    }
    return this.#tally;
  }

  #isOver(): boolean {
    const { counts, violations } = this.#tally;
    if (this.#endsAtViolation && violations.length > 0) return true;
    return (counts['reads checked'] ?? 0) >= this.#reads || this.#world.clock.monotonicMs() >= TIME_MAX_MS;
  }

  async #end(): Promise<void> {
    const { clock } = this.#world;
    this.#world.heal();
    await clock.advance(SETTLING_MS);
    let checked = false;
    void this.#convergence.check(this.#fleet).finally(() => (checked = true));
    while (!checked) await clock.advance(TURN_MS);
    void this.#fleet.stop();
    await clock.advance(TURN_MS);
    await this.#world.close();
  }

  #newSessions(
    context: TrialContext,
    { settings, batch }: { settings: StackSettings; batch: boolean },
  ): Session[] {
    const drawer: Knowledge[] = [];
    const fleet = this.#fleet;
    return Array.from({ length: SESSIONS }, (_, number) => {
      return new Session({
        ...context,
        drawer,
        settings,
        workload: batch && number < BATCH_SESSIONS ? 'batch' : 'serving',
        processIn: (region, workload) => fleet.processIn(region, workload),
      });
    });
  }
}

type DecidedVariant = RunVariant & { readonly evidence: EvidenceKind; readonly order: LinkOrder };

/**
 * Returns a kind of evidence at random. Heartbeats prove nothing out of order, so `row+shard` is sound only where links keep the
 * order.
 */
function anyEvidence(dice: Dice, { order }: RunVariant): EvidenceKind {
  if (order !== undefined && order !== 'all') return 'row';
  return dice.pick(['row', 'row', 'row+shard', 'row+shard']);
}

function anyOrder(dice: Dice, evidence: EvidenceKind): LinkOrder {
  return evidence === 'row' ? dice.pick(ORDERS_OF_ROW_EVIDENCE) : 'all';
}

const ORDERS_OF_ROW_EVIDENCE: readonly LinkOrder[] = ['all', 'rows', 'none'];

function settingsOf(
  dice: Dice,
  { evidence, guards, shortHorizon, announces }: DecidedVariant,
  batch: boolean,
): StackSettings {
  return {
    evidence,
    guards,
    announces,
    clockSkewMaxMs: dice.pick([0, 50, 200, 400, 400]),
    clockTickMs: dice.pick([1, 1, 200]),
    tokenWritesMax: batch ? TOKEN_WRITES_WITH_BATCH : dice.pick([3, 32]),
    writeTimeoutMaxMs: 1_500,
    heartbeatMs: dice.pick([250, 1_000]),
    replicationLagMaxMs: shortHorizon ? LAG_MAX_TOO_SHORT_MS : LAG_MAX_MS,
  };
}
