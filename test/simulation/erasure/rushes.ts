/** Requests at the moments at which an erasure can go wrong, which random sessions meet rarely. */
import { sleep } from '../../../src/platform/time/clock';
import type { Region } from '../residency/world';
import { deriveAt } from './pipelines';
import { EVENTUAL, readEvents } from './read-checks';
import type { Redeliveries } from './redeliveries';
import { request, type SessionContext } from './session-context';
import type { User } from './world';

/** Rate of erasures with transactions that are begun before, and commit after. */
const RESERVATIONS_RATE = 0.5;
const BEGIN_WITHIN_MS = 300;
/** Rate of erasures before whose tombstones a cluster is cut off from the others, and used all the same. */
const CUT_RATE = 0.35;
/** Rate at which it is a serving one, with jobs. Otherwise it is that of imports and compaction. */
const JOBS_RATE = 0.6;
/** Longer than a worker waits for what is derived, twice, and its rounds, in milliseconds. */
const CUT_MS = 14_000;
const JOB_EVERY_MS = 700;
/** Time from a tombstone to events that are later, and to the next file, in milliseconds. */
const LATER_MS = 2_000;
const READS = 6;
/** Time for which a batch cluster is cut off before an erasure, and for which workers go on after that, in milliseconds. */
const LATE_MS = 6_000;
const WORK_MS = 20_000;

/** Rate of erasures after which the user decides, before the later tombstones are written. */
const DECISION_RATE = 0.6;
/** Time between two reads of what was decided, in milliseconds. */
const DECISION_READ_MS = 3_000;

export class Rushes {
  readonly #context: SessionContext;
  readonly #redeliveries: Redeliveries;
  readonly #work: (forMs: number) => Promise<void>;
  #isCut = false;

  /** `work`: runs workers of erasures that do not wait for certificates, for a time in milliseconds. */
  constructor(context: SessionContext, redeliveries: Redeliveries, work: (forMs: number) => Promise<void>) {
    this.#context = context;
    this.#redeliveries = redeliveries;
    this.#work = work;
  }

  /** Before an erasure: a version ahead of all clocks, at a batch cluster, which the strict read of the erasure may not show. */
  async beforeErasure(user: User): Promise<void> {
    const { dice, namedRate, fleet, world } = this.#context;
    if (!dice.chance(namedRate) || !fleet.isTroubled) return;
    if (!world.hasMoves) world.cutOff('us-batch', LATE_MS);
    await this.#redeliveries.loadAhead(user);
    void this.#work(WORK_MS);
  }

  /** When an erasure begins: transactions that have read before it, and commit after it. */
  async erasing(user: User): Promise<void> {
    const { dice, fleet, reservations, world } = this.#context;
    if (!dice.chance(RESERVATIONS_RATE)) return;
    const names = await Promise.all(
      fleet.processes.map(async (process) => {
        await sleep(world.clock, dice.below(BEGIN_WITHIN_MS));
        return request(this.#context, 'reservations', (at) => reservations.reserveLate(at, user), process);
      }),
    );
    await request(this.#context, 'reservations', (process) => reservations.reserve(process, user));
    for (const name of names) {
      if (name === undefined) continue;
      await request(this.#context, 'releases', (process) => reservations.release(process, user, name));
    }
  }

  /** When tombstones are written in a region: a cluster that is cut off before, which jobs and imports use. */
  async hiding(user: User, region: Region): Promise<void> {
    const { dice, world, fleet } = this.#context;
    if (this.#isCut || world.hasMoves || !fleet.isTroubled || !dice.chance(CUT_RATE)) return;
    this.#isCut = true;
    const isOfJobs = dice.chance(JOBS_RATE);
    await (isOfJobs ? this.#staleJobs(user, region === 'us' ? 'eu' : 'us') : this.#staleBlocks(user));
    this.#isCut = false;
  }

  /** When an erasure is acknowledged: a decision that the later tombstones must not void. */
  async acknowledged(user: User): Promise<void> {
    const { dice, consents, world } = this.#context;
    if (!dice.chance(DECISION_RATE)) return;
    const granted = dice.chance(0.5);
    await request(this.#context, 'consented requests', (process) => consents.decide(process, user, granted));
    for (let read = 0; read < READS; read++) {
      await sleep(world.clock, dice.below(2 * DECISION_READ_MS));
      await request(this.#context, 'consented requests', (process) => consents.read(process, user));
    }
  }

  /** Jobs that read a serving cluster which is cut off. */
  async #staleJobs(user: User, region: Region): Promise<void> {
    const { dice, world, fleet, tally } = this.#context;
    tally.count('jobs at a cluster that is cut off');
    const untilMs = world.cutOff(`${region}-a`, CUT_MS);
    void this.#work(CUT_MS);
    while (world.clock.monotonicMs() < untilMs) {
      await sleep(world.clock, dice.below(2 * JOB_EVERY_MS));
      const processes = fleet.processes.filter((each) => each.region === region);
      const run = (process: (typeof processes)[number]): Promise<void> =>
        deriveAt(this.#context, { user, process, level: EVENTUAL });
      await request(this.#context, 'pipelines', run, dice.pick(processes));
    }
  }

  /** Late and live events that arrive where compaction packs both, as it does not see the tombstone. */
  async #staleBlocks(user: User): Promise<void> {
    const { dice, world, history, tally, fleet } = this.#context;
    tally.count('imports at a cluster that is cut off');
    const untilMs = world.cutOff('us-batch', 2 * LATER_MS + 1_000);
    await sleep(world.clock, LATER_MS);
    const { eventsMs } = history.maybeErasedUpTo(user);
    const nowMs = world.clock.nowMs();
    const late = Array.from({ length: 3 }, (_, index) =>
      history.newEvent(user, eventsMs - dice.below(60_000), `late-${index}`),
    );
    const live = history.newEvent(user, nowMs, 'live');
    await this.#redeliveries.importLog([...late, live], 'us');
    await sleep(world.clock, Math.max(0, untilMs - world.clock.monotonicMs()));
    for (let read = 0; read < READS; read++) {
      await Promise.all(fleet.processes.map((process) => readEvents(this.#context, user, process)));
      await sleep(world.clock, dice.below(200));
    }
  }
}
