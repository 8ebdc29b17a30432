import { Checker } from '../consistency/checker';
import type { Dice } from '../consistency/dice';
import { History } from '../consistency/history';
import { RunTally } from '../consistency/tally';
import { Faults } from './faults';
import { checkInTheEnd } from './final-check';
import { Fleet } from './fleet';
import type { Guards } from './guards';
import { writeOldRows } from './old-rows';
import { ReservationLedger } from './reservations';
import { RowLandings } from './row-landings';
import { AGAIN_MS_MAX } from './machine-transport';
import { Movers } from './movers';
import type { PlacedProcess } from './placed-process';
import { hasFaults, leaseMsOf, plotOf } from './plots';
import { ReservationRush } from './reservation-rush';
import { UserSession, type SessionContext } from './user-session';
import { CORPORA, PLACEMENTS, REGIONS, SUBJECTS, World } from './world';

const SESSIONS = 6;
const TURN_MS = 200;
/** Time after the last fault by which everything has arrived, in milliseconds. */
const SETTLING_MS = AGAIN_MS_MAX + 1_000;
const CALM_RATE = 0.2;
/** Waves that are completed or cancelled in a run. */
const WAVES = 6;
const TIME_MAX_MS = 60_000;

export interface RunOptions {
  readonly guards: Guards;
  /** Whether the run ends at its first violation. */
  readonly endsAtViolation: boolean;
}

/** One random run: two placements, processes, clients and movers, until enough has moved. */
export class ResidencyRun {
  readonly #world: World;
  readonly #tally = new RunTally();
  readonly #fleet: Fleet;
  readonly #faults: Faults | undefined;
  readonly #context: SessionContext;
  readonly #sessions: readonly UserSession[];
  readonly #movers: Movers;
  readonly #endsAtViolation: boolean;

  static async begin(dice: Dice, options: RunOptions): Promise<ResidencyRun> {
    return new ResidencyRun(await World.open(dice), dice, options);
  }

  private constructor(world: World, dice: Dice, { guards, endsAtViolation }: RunOptions) {
    const tally = this.#tally;
    const isCalm = dice.chance(CALM_RATE);
    const plot = plotOf(dice);
    const settings = {
      guards,
      leaseMs: leaseMsOf(plot, dice),
      clockSkewMaxMs: dice.pick([0, 50, 200]),
    };
    const everyMs = dice.pick([2_500, 6_000]);
    tally.count(isCalm ? 'runs without faults' : `runs with faults, about ${plot}`);
    this.#world = world;
    this.#endsAtViolation = endsAtViolation;
    this.#faults = isCalm || !hasFaults(plot) ? undefined : new Faults({ world, dice, tally, everyMs });
    const onWake = (process: PlacedProcess): void => void this.#sessions[0]?.readAllAt(process);
    this.#fleet = new Fleet({ world, dice, tally, settings, everyMs, isCalm, onWake });
    const realMs = (): number => world.clock.monotonicMs();
    const history = new History(realMs);
    const landings = new Map(
      PLACEMENTS.map((each) => {
        const tables = new Map(CORPORA.map((corpus) => [corpus, world.table(each, corpus)]));
        return [each, new RowLandings(tables, realMs)];
      }),
    );
    this.#context = {
      world,
      dice,
      history,
      tally,
      isCalm,
      landings,
      checker: new Checker({ history, checksStaleness: false, clockTickMs: 1 }),
      ledger: new ReservationLedger(tally, { dice, isCalm }),
      ids: SUBJECTS,
      processIn: (region) => this.#fleet.processIn(region),
    };
    const { ledger } = this.#context;
    const rush = new ReservationRush({ world, dice, tally, ledger });
    const fleet = this.#fleet;
    this.#movers = new Movers({ world, dice, tally, guards, landings, isCalm, fleet, plot, rush });
    this.#sessions = Array.from({ length: SESSIONS }, () => new UserSession(this.#context));
  }

  async run(): Promise<RunTally> {
    const { clock } = this.#world;
    await this.#until(writeOldRows(this.#context));
    const faults = this.#faults === undefined ? [] : [this.#faults];
    const actors = [this.#fleet, this.#movers, ...faults, ...this.#sessions];
    let left = actors.length;
    for (const actor of actors) void actor.run().finally(() => left--);
    while (!this.#isOver()) await clock.advance(TURN_MS);
    for (const actor of actors) actor.end();
    while (left > 0) await clock.advance(TURN_MS);
    await this.#end();
    return this.#tally;
  }

  #isOver(): boolean {
    if (this.#endsAtViolation && this.#tally.violations.length > 0) return true;
    return this.#movers.completed >= WAVES || this.#world.clock.monotonicMs() >= TIME_MAX_MS;
  }

  async #end(): Promise<void> {
    const { clock } = this.#world;
    this.#world.heal();
    await clock.advance(SETTLING_MS);
    const processes = REGIONS.map((region) => this.#fleet.processIn(region));
    await this.#until(this.#movers.completeAll());
    await this.#until(checkInTheEnd({ context: this.#context, processes }));
    void this.#fleet.stop();
    await clock.advance(TURN_MS);
    await this.#world.close();
  }

  /** Lets the time pass until the work is done. */
  async #until(work: Promise<void>): Promise<void> {
    let isDone = false;
    void work.finally(() => (isDone = true));
    while (!isDone) await this.#world.clock.advance(TURN_MS);
  }
}
