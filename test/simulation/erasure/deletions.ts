import { createDeleteEvents, type DeleteEventsSummary } from '../../../src/operations/events/delete-events';
import { parseEventSelection } from '../../../src/core/events/event-selection';
import { DEFAULTS } from '../../../src/config/defaults';
import { sleep } from '../../../src/platform/time/clock';
import { PrivateReader } from '../../../src/privacy/private-reader';
import { AD_ACTION, DAY_MS } from '../../support/events';
import { REGIONS } from '../residency/world';
import type { DeletedEvents, EventFilter } from './deleted-events';
import { guarded } from './guards';
import { insertionIdOf } from './history';
import type { ProcessOptions } from './process-options';
import type { Redeliveries } from './redeliveries';
import { violated, type SessionContext } from './session-context';
import { openServingTables, openTablesBeside } from './user-tables';
import { USERS } from './world';

const EVERY_MS = 2_500;
const OBSERVE_MS = 400;
/** Times after which a process dies, in milliseconds, at whatever step it is. */
const LIVES_MS = [300, 15_000, 15_000];
const INSERTIONS_MAX = 2;
/** Older ones are likely to be erased. */
const RECENT_EVENTS = 20;
/** Rate of deletions whose events are imported again, and the time within which that begins, in milliseconds. */
const AGAIN_RATE = 0.5;
const AGAIN_WITHIN_MS = 4_000;
/** Lengths of periods without insertion ids, in milliseconds. */
const PERIODS_MS = [300, 2_000];
const REPLICATION_POLL_MS = 100;

/** Operators who delete events by a filter, as `tidemark events delete` does, in processes that die at any step. */
export class Deletions {
  readonly #context: SessionContext;
  readonly #deleted: DeletedEvents;
  readonly #redeliveries: Redeliveries;
  #isOver = false;

  constructor(context: SessionContext, deleted: DeletedEvents, redeliveries: Redeliveries) {
    this.#context = context;
    this.#redeliveries = redeliveries;
    this.#deleted = deleted;
  }

  /** Runs until `end`. */
  async run(): Promise<void> {
    this.#isOver = false;
    await Promise.all([this.#observe(), this.#delete()]);
  }

  end(): void {
    this.#isOver = true;
  }

  async #observe(): Promise<void> {
    while (!this.#isOver) {
      this.#deleted.observe();
      await sleep(this.#context.world.clock, OBSERVE_MS);
    }
  }

  async #delete(): Promise<void> {
    const { world, dice } = this.#context;
    while (!this.#isOver) {
      await sleep(world.clock, dice.below(2 * EVERY_MS));
      if (!this.#isOver && this.#context.history.events.length > 0) await this.#deleteBy(this.#filter());
    }
  }

  /** Some insertion ids of a day, or all events of a moment. */
  #filter(): EventFilter {
    const { dice, history } = this.#context;
    const users = dice.chance(0.7) ? [dice.pick(USERS)] : USERS;
    const recent = history.events.slice(-RECENT_EVENTS);
    const { event } = dice.pick(recent);
    if (dice.chance(0.3)) {
      const fromMs = event.eventTimeMs;
      return { users, fromMs, toMs: fromMs + dice.pick(PERIODS_MS), insertionIds: undefined };
    }
    const others = dice.several(recent, dice.below(INSERTIONS_MAX)).map((each) => each.event);
    const fromMs = Math.floor(event.eventTimeMs / DAY_MS) * DAY_MS;
    return {
      users,
      fromMs,
      toMs: fromMs + DAY_MS,
      insertionIds: new Set([event, ...others].map(insertionIdOf)),
    };
  }

  async #deleteBy(filter: EventFilter): Promise<void> {
    const { dice, fleet, tally, world } = this.#context;
    const options = fleet.newMachine(dice.pick(REGIONS));
    const death = new AbortController();
    const cancel = world.clock.schedule(dice.pick(LIVES_MS), () => death.abort());
    const begun = this.#deleted.begin(filter);
    const summary = await this.#run(filter, options, death.signal);
    cancel();
    tally.count(`deletions of events ${summary.status}`);
    const names = this.#deleted.end(begun);
    if (summary.usersFailed > 0) violated(this.#context, `a deletion failed: ${JSON.stringify(summary)}`);
    if (summary.status !== 'complete') return;
    tally.count('events deleted by filters', summary.events);
    this.#onceReplicated(() => {
      tally.count('events that deletions promise', names.size);
      this.#deleted.replicated(names, begun);
    });
    if (dice.chance(AGAIN_RATE)) await this.#importAgain(names);
  }

  async #importAgain(names: ReadonlyMap<string, number>): Promise<void> {
    const { dice, world } = this.#context;
    await sleep(world.clock, dice.below(AGAIN_WITHIN_MS));
    await this.#redeliveries.importLog(this.#deleted.deliveriesOf(names));
  }

  async #run(
    { users, fromMs, toMs, insertionIds }: EventFilter,
    options: ProcessOptions,
    signal: AbortSignal,
  ): Promise<DeleteEventsSummary> {
    const { dice } = this.#context;
    const { machine, settings, transport } = options;
    const serving = openServingTables(options);
    const batch = openTablesBeside(serving, 'batch', options);
    const deleteEvents = createDeleteEvents({
      reader: new PrivateReader(batch.reader, settings.rules),
      writer: guarded.markerWriter(settings.guards, batch.writer, machine),
      scanner: batch.scanner,
      clock: machine,
      limits: { ...DEFAULTS.eventDeletion, pageCellsMax: dice.pick([2, 5_000]) },
      rate: { reserve: () => 0 },
    });
    const where = insertionIds === undefined ? {} : { insertionId: [...insertionIds] };
    const summary = await deleteEvents({
      selection: parseEventSelection(AD_ACTION, { from: fromMs, to: toMs, where }),
      userIds: users.length < USERS.length ? users : undefined,
      worker: { index: 0, count: 1 },
      dryRun: false,
      signal,
    });
    await transport.close();
    await Promise.all([serving.close(), batch.close()]);
    return summary;
  }

  /** Runs the task when every cluster has what was acknowledged: strict reads do not cover batch clusters. */
  #onceReplicated(task: () => void): void {
    const { world } = this.#context;
    const version = world.latestVersion;
    const check = (): void => {
      if (world.isReplicatedAmongUsers(version)) task();
      else world.clock.schedule(REPLICATION_POLL_MS, check);
    };
    check();
  }
}
