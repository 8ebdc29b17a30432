import { loadSchema } from '../../../src/codec/declarations/schema-registry';
import { privacyRulesOf } from '../../../src/core/privacy/privacy-rules';
import { sleep } from '../../../src/platform/time/clock';
import { DAY_MS } from '../../support/events';
import type { Dice } from '../consistency/dice';
import { RunTally } from '../consistency/tally';
import { AGAIN_MS_MAX } from '../residency/machine-transport';
import { Compactors } from './compactors';
import { Consents } from './consents';
import { DeletedEvents } from './deleted-events';
import { Deletions } from './deletions';
import { Erasers } from './erasers';
import { Fleet } from './fleet';
import { guarded, type Guards } from './guards';
import { History } from './history';
import { Reservations } from './reservations';
import { Movers } from './movers';
import { putAtOnce } from './object-writes';
import { DERIVED_STEPS } from './pipelines';
import { Redeliveries } from './redeliveries';
import { restore, takeBackup, type Backup } from './restore';
import { Rushes } from './rushes';
import { StorageCheck } from './storage-check';
import type { SessionContext } from './session-context';
import { UserSession } from './user-session';
import { CONSENTED, EVENTS, OBJECTS, USERS_TABLE, World, type User } from './world';

const ROUNDS = 2;
const ROUND_MS = 20_000;
/** Length of a round in which moves and erasures end, each of which waits several times for replication. */
const LONG_ROUND_MS = 40_000;
/** Rate of runs with slow links among those without moves. */
const SLOW_RATE = 0.6;
const CHECK_MS = 500;
const SESSIONS = 4;
const TURN_MS = 200;
/** Time after the last fault by which everything has arrived, in milliseconds. */
const SETTLING_MS = AGAIN_MS_MAX + 1_000;
const RESTORE_RATE = 0.5;
/** Rate of runs whose users move between placements. They have no restores: a restore of a placement needs an audit, too. */
const MOVES_RATE = 0.4;
const FUTURE_TOLERANCE_MS = 150;

/** One random run: some rounds of requests, erasures, compaction and trouble, with what follows of them. */
export class ErasureRun {
  readonly #world: World;
  readonly #dice: Dice;
  readonly #tally = new RunTally();
  readonly #guards: Guards;
  readonly #history: History;
  readonly #fleet: Fleet;
  readonly #erasers: Erasers;
  readonly #compactors: Compactors;
  readonly #movers: Movers;
  readonly #storage: StorageCheck;
  readonly #reservations: Reservations;
  readonly #consents: Consents;
  readonly #redeliveries: Redeliveries;
  readonly #rushes: Rushes;
  readonly #sessions: readonly UserSession[];

  readonly #deleted: DeletedEvents;
  readonly #deletions: Deletions | undefined;

  /** `deletesEvents`: whether events are deleted by filters. */
  static async begin(dice: Dice, guards: Guards, deletesEvents: boolean): Promise<ErasureRun> {
    const hasMoves = dice.chance(MOVES_RATE);
    const isSlow = !hasMoves && dice.chance(SLOW_RATE);
    return new ErasureRun(await World.open(dice, { hasMoves, isSlow }), { dice, guards, deletesEvents });
  }

  private constructor(
    world: World,
    {
      dice,
      guards,
      deletesEvents,
    }: { readonly dice: Dice; readonly guards: Guards; readonly deletesEvents: boolean },
  ) {
    const tally = this.#tally;
    const clockSkewMaxMs = dice.pick([0, 100, 300]);
    const settings = {
      guards,
      clockSkewMaxMs,
      futureToleranceMs: FUTURE_TOLERANCE_MS,
      rules: guarded.rules(guards, rulesOf(clockSkewMaxMs)),
      leaseMs: dice.pick([1_000, 3_000]),
    };
    tally.count(world.hasMoves ? 'runs with moves' : 'runs without moves');
    this.#world = world;
    this.#dice = dice;
    this.#guards = guards;
    this.#history = new History(world.commits);
    this.#fleet = new Fleet({ world, dice, tally, settings });
    this.#storage = new StorageCheck(world, tally, clockSkewMaxMs);
    const common = { world, dice, tally, fleet: this.#fleet };
    this.#erasers = new Erasers({
      ...common,
      history: this.#history,
      onRequest: (user) => this.#rushes.beforeErasure(user),
      onCertified: (certificate) => {
        this.#storage.certified(certificate);
        const { user, kind, times } = certificate;
        if (kind === 'withdrawal') return;
        this.#history.promised(user, times);
        // What was derived from events has gone, too. Objects that were derived are hidden up to the time of the certificate.
        const gone = { eventsMs: times.eventsMs, objectsMs: -1 };
        this.#history.closed(
          user,
          Array.from({ length: DERIVED_STEPS }, () => gone),
        );
      },
    });
    this.#compactors = new Compactors({ ...common, settings });
    this.#movers = new Movers(common);
    const consents = new Consents({
      clock: world.clock,
      tally,
      history: this.#history,
      orderMicros: 2 * clockSkewMaxMs * 1_000,
    });
    const reservations = new Reservations({ world, tally, dice, history: this.#history });
    this.#reservations = reservations;
    this.#consents = consents;
    this.#deleted = new DeletedEvents(world, this.#history.events, (user) =>
      this.#history.maybeErasedUpTo(user),
    );
    const context: SessionContext = {
      consents,
      deleted: this.#deleted,
      reservations,
      ...common,
      guards,
      history: this.#history,
      futureToleranceMs: FUTURE_TOLERANCE_MS,
      clockSkewMaxMs,
      namedRate: dice.pick([0, 0.05, 0.25]),
    };
    this.#redeliveries = new Redeliveries(context);
    this.#deletions = deletesEvents ? new Deletions(context, this.#deleted, this.#redeliveries) : undefined;
    this.#sessions = Array.from({ length: SESSIONS }, () => new UserSession(context, this.#redeliveries));
    const rushes = new Rushes(context, this.#redeliveries, (forMs) => this.#erasers.workBriefly(forMs));
    this.#rushes = rushes;
    this.#history.onErasing = (user) => void rushes.erasing(user as User);
    this.#history.onHiding = (user, region) => void rushes.hiding(user as User, region);
    this.#history.onAcknowledged = (user) => void rushes.acknowledged(user as User);
    this.#history.onErased = (user) => void putAtOnce(context, user);
  }

  async run(): Promise<RunTally> {
    // A replay after a restore finds users who have rows, and events that are delivered again make these.
    await this.#until(this.#sessions[0]!.sendFirst());
    for (let round = 0; round < ROUNDS; round++) {
      const backup = await this.#round();
      if (!this.#world.hasMoves && this.#dice.chance(RESTORE_RATE)) await this.#restore(backup);
      await this.#sleep(this.#dice.pick([0, 3_600_000, 2 * DAY_MS]));
    }
    await this.#end();
    return this.#tally;
  }

  /** Lets everything happen for a while, and then completes all erasures. Returns a backup from some moment. */
  async #round(): Promise<Backup> {
    const { clock } = this.#world;
    const movers = this.#world.hasMoves ? [this.#movers] : [];
    const deletions = this.#deletions === undefined ? [] : [this.#deletions];
    const actors = [this.#erasers, this.#compactors, ...movers, ...deletions, ...this.#sessions];
    let left = actors.length + 1;
    for (const actor of actors) void actor.run().finally(() => left--);
    void this.#fleet.trouble().finally(() => left--);
    this.#world.slowLinks();
    const roundMs = this.#world.isSlow ? ROUND_MS : LONG_ROUND_MS;
    const backupMs = this.#dice.below(roundMs);
    let backup: Backup | undefined;
    for (let ms = 0; ms < roundMs; ms += CHECK_MS) {
      if (backup === undefined && ms >= backupMs)
        backup = takeBackup(this.#world, this.#dice.pick(this.#world.clusters));
      await clock.advance(CHECK_MS);
      this.#storage.checkCertificates();
    }
    for (const actor of actors) actor.end();
    this.#fleet.calm();
    while (left > 0) await clock.advance(TURN_MS);
    if (this.#world.hasMoves) await this.#until(this.#movers.completeAll());
    await this.#until(this.#erasers.completeAll());
    this.#storage.checkCertificates();
    await this.#checkReads();
    return backup ?? takeBackup(this.#world, this.#dice.pick(this.#world.clusters));
  }

  async #restore(backup: Backup): Promise<void> {
    this.#tally.count('restores');
    this.#reservations.restored();
    this.#consents.restored();
    this.#deleted.restored();
    this.#storage.restored();
    await this.#until(
      restore(backup, {
        world: this.#world,
        dice: this.#dice,
        fleet: this.#fleet,
        erasers: this.#erasers,
        history: this.#history,
        guards: this.#guards,
        redeliveries: this.#redeliveries,
      }),
    );
    await this.#checkReads();
  }

  /** Checks all users by strict reads, without trouble. */
  async #checkReads(): Promise<void> {
    const [session] = this.#sessions;
    await this.#until(session!.checkAll());
  }

  async #end(): Promise<void> {
    const { clock } = this.#world;
    await clock.advance(SETTLING_MS);
    await this.#checkReads();
    // Days close, and compaction removes what has arrived since the sweeps.
    await this.#sleep(5 * DAY_MS);
    for (let pass = 0; pass < 2; pass++) {
      await this.#until(this.#compactors.compact());
      await clock.advance(SETTLING_MS);
    }
    this.#storage.checkCertificates();
    this.#storage.checkEnd(this.#history);
    if (this.#deletions !== undefined) this.#storage.checkDeleted(this.#deleted);
    await this.#checkReads();
    await this.#until(this.#fleet.stopAll());
    await sleepThrough(this.#world);
    await this.#world.close();
  }

  /** Lets a long time pass. No process runs meanwhile: each would poll the feed of moves all the time. */
  async #sleep(ms: number): Promise<void> {
    const { clock, hasMoves } = this.#world;
    if (hasMoves) await this.#until(this.#fleet.stopAll());
    await clock.advance(ms);
    if (hasMoves) this.#fleet.startAll();
  }

  /** Lets the time pass until the work is done. */
  async #until(work: Promise<void>): Promise<void> {
    let isDone = false;
    void work.catch(() => undefined).finally(() => (isDone = true));
    while (!isDone) await this.#world.clock.advance(TURN_MS);
    await work;
  }
}

/** Time for what has been sent to arrive. */
const sleepThrough = async (world: World): Promise<void> => {
  const arrived = sleep(world.clock, TURN_MS);
  await world.clock.advance(TURN_MS);
  await arrived;
};

/** Only one DataType needs consent, so that erasures are tested whatever users have decided. */
function rulesOf(clockSkewMaxMs: number) {
  const policies = new Map([
    [`${USERS_TABLE}/${EVENTS}`, 'off'],
    [`${USERS_TABLE}/${OBJECTS}`, 'off'],
    [`${USERS_TABLE}/${CONSENTED}`, 'enforce'],
  ] as const);
  return privacyRulesOf(loadSchema().corpora(), { policy: 'off', policies, clockSkewMaxMs });
}
