import { sleep } from '../../../src/platform/time/clock';
import { AD_ACTION, DAY_MS } from '../../support/events';
import type { SentEvent } from './history';
import { putObject } from './object-writes';
import { deriveObject } from './pipelines';
import { readEvents, readObjects } from './read-checks';
import type { Redeliveries } from './redeliveries';
import type { ServingProcess } from './serving-process';
import { request, type SessionContext } from './session-context';
import { USERS, type User } from './world';

/** Weights of the next action of a session. */
const WEIGHTS = {
  readEvents: 34,
  readObjects: 24,
  send: 26,
  sendAgain: 14,
  put: 22,
  derive: 24,
  reserve: 14,
  consent: 20,
  publish: 5,
  redeliver: 6,
};
const THINKING_MS = 150;
const INSERTIONS = 12;
/** Time within which workers delete what was withdrawn, in milliseconds. */
const SWEEP_WITHIN_MS = 2_000;

/** A client that performs one action after the other: of users, of producers of events, and of pipelines. */
export class UserSession {
  readonly #context: SessionContext;
  readonly #redeliveries: Redeliveries;
  #isOver = false;

  constructor(context: SessionContext, redeliveries: Redeliveries) {
    this.#context = context;
    this.#redeliveries = redeliveries;
  }

  async run(): Promise<void> {
    const { dice, world } = this.#context;
    this.#isOver = false;
    while (!this.#isOver) {
      await sleep(world.clock, dice.below(2 * THINKING_MS));
      if (!this.#isOver) await this.#actions[dice.weighted(WEIGHTS)](dice.pick(USERS));
    }
  }

  end(): void {
    this.#isOver = true;
  }

  /** Reads and checks all users once. */
  async checkAll(): Promise<void> {
    const { consents } = this.#context;
    for (const user of USERS) {
      await readEvents(this.#context, user);
      await readObjects(this.#context, user);
      await request(this.#context, 'consented requests', (process) => consents.read(process, user));
    }
  }

  readonly #actions: Readonly<Record<keyof typeof WEIGHTS, (user: User) => Promise<void>>> = {
    readEvents: (user) => readEvents(this.#context, user),
    readObjects: (user) => readObjects(this.#context, user),
    send: (user) => this.#send([this.#newEvent(user)]),
    sendAgain: () => this.#sendAgain(),
    put: (user) => putObject(this.#context, user),
    derive: (user) => deriveObject(this.#context, user),
    reserve: (user) => this.#reserve(user),
    consent: (user) => this.#consent(user),
    publish: (user) => this.#redeliveries.publish(this.#newEvent(user)),
    redeliver: () => this.#redeliver(),
  };

  /** Sends one event of each user until it is acknowledged. */
  async sendFirst(): Promise<void> {
    const { history, world } = this.#context;
    for (const user of USERS) {
      const sent = history.newEvent(user, world.clock.nowMs(), 'first');
      while (!sent.isAcked) await this.#send([sent]);
    }
  }

  /** A live event, a late one, or a duplicate of an earlier one at another time. */
  #newEvent(user: User): SentEvent {
    const { dice, history, world, futureToleranceMs } = this.#context;
    const nowMs = world.clock.nowMs();
    const agoMs = dice.weighted({ live: 5, early: 1, late: 3 });
    const timeMs = {
      live: nowMs - dice.below(300),
      early: nowMs + dice.below(futureToleranceMs),
      late: nowMs - dice.below(dice.pick([5_000, 60_000, 2 * DAY_MS])),
    }[agoMs];
    return history.newEvent(user, timeMs, `${dice.below(INSERTIONS)}`);
  }

  /** Delivers earlier events again, acknowledged or not. */
  async #sendAgain(): Promise<void> {
    const { dice, history, tally } = this.#context;
    if (history.events.length === 0) return;
    tally.count('redeliveries');
    await this.#send(dice.several(history.events, dice.between(1, 4)));
  }

  async #send(events: readonly SentEvent[]): Promise<void> {
    const { tally } = this.#context;
    await request(this.#context, 'ingestion', async ({ ingestion }) => {
      const inputs = events.map(({ event }) => ({ event, dataType: AD_ACTION }));
      const { outcomes } = await ingestion.ingestEvents(inputs, { timeoutMs: 4_000 });
      outcomes.forEach(({ status }, index) => {
        if (status === 'failed' || status === 'rejected') return tally.count(`events ${status}`);
        tally.count('events acknowledged');
        events[index]!.isAcked = true;
      });
    });
  }

  async #redeliver(): Promise<void> {
    const kinds = { importEvents: 3, loadObjects: 3, importConsent: 2, replayDeadLetters: 3 };
    await this.#redeliveries[this.#context.dice.weighted(kinds)]();
  }

  async #reserve(user: User): Promise<void> {
    const { reservations } = this.#context;
    await request(this.#context, 'reservations', (process) => reservations.reserve(process, user));
  }

  /** Decides, or uses what needs the user's consent. */
  async #consent(user: User): Promise<void> {
    const { dice, consents } = this.#context;
    const what = dice.weighted({ decide: 2, state: 2, changeMind: 2, grantAgain: 1, put: 2, read: 4 });
    if (what === 'changeMind') return this.#changeMind(user);
    if (what === 'grantAgain') return this.#grantAgain(user);
    const granted = dice.chance(0.6);
    await request(this.#context, 'consented requests', (process) =>
      what === 'decide' || what === 'state'
        ? consents[what](process, user, granted)
        : consents[what](process, user),
    );
  }

  /** Withdraws and grants again, and uses the new grant while the data of the earlier one is deleted. */
  async #grantAgain(user: User): Promise<void> {
    const { consents, dice, world } = this.#context;
    const decide = (granted: boolean) => (process: ServingProcess) => consents.decide(process, user, granted);
    await request(this.#context, 'consented requests', decide(false));
    await request(this.#context, 'consented requests', decide(true));
    await request(this.#context, 'consented requests', (process) => consents.put(process, user));
    for (let read = 0; read < 3; read++) {
      await sleep(world.clock, dice.below(SWEEP_WITHIN_MS));
      await request(this.#context, 'consented requests', (process) => consents.read(process, user));
    }
  }

  /** Grants and withdraws, each at another process, whose clocks may show the opposite order. */
  async #changeMind(user: User): Promise<void> {
    const { consents, world } = this.#context;
    const steps: readonly ((process: ServingProcess) => Promise<void>)[] = [
      (process) => consents.decide(process, user, true),
      (process) => consents.put(process, user, world.clock.nowMs() + 2_000),
      (process) => consents.decide(process, user, true),
      (process) => consents.decide(process, user, false),
      (process) => consents.read(process, user),
    ];
    for (const step of steps) await request(this.#context, 'consented requests', step);
  }
}
