import type { TidemarkError } from '../../../src/errors';
import { EventTexts } from '../../../src/core/columns/event-texts';
import type { Consistency } from '../../../src/core/consistency/consistency';
import { rowKey } from '../../../src/core/rows/row-key';
import type { UserEvents } from '../../../src/operations/events/read-user-events';
import { sleep } from '../../../src/platform/time/clock';
import { AD_ACTION, DAY_MS } from '../../support/events';
import type { Dice } from '../consistency/dice';
import type { RunTally } from '../consistency/tally';
import { isExpected } from '../residency/expected';
import type { Consents } from './consents';
import type { Fleet } from './fleet';
import type { Guards } from './guards';
import type { Reservations } from './reservations';
import { dedupKeyOf, type ErasureTimes, type History, type SentEvent, type SentObject } from './history';
import type { ServingProcess } from './serving-process';
import { OBJECTS, USERS, USERS_TABLE, type User, type World } from './world';
import type { ActionEvent } from '../../../src/core/events/event';

/** Weights of the next action of a session. */
const WEIGHTS = {
  readEvents: 34,
  readObjects: 24,
  send: 26,
  sendAgain: 14,
  put: 22,
  derive: 18,
  reserve: 14,
  consent: 20,
};
const THINKING_MS = 150;
const INSERTIONS = 12;
const REGISTERS = ['r0', 'r1'] as const;
const DERIVED = Buffer.from('derived');
/** Longest time from a pipeline's read to the end of its write, in milliseconds. */
export const READ_TO_WRITE_MAX_MS = 3_000;
const WRITE_TIMEOUT_MS = 1_500;
const STRICT: Consistency = { level: 'strict', onUnmet: 'error' };
const EVENTUAL: Consistency = { level: 'eventual' };

export interface SessionContext {
  readonly world: World;
  readonly dice: Dice;
  readonly tally: RunTally;
  readonly guards: Guards;
  readonly history: History;
  readonly fleet: Fleet;
  readonly consents: Consents;
  readonly reservations: Reservations;
  readonly futureToleranceMs: number;
  readonly clockSkewMaxMs: number;
  /** Rate of objects whose caller names a version ahead of all clocks. */
  readonly namedRate: number;
}

/** A client that performs one action after the other: of users, of producers of events, and of pipelines. */
export class UserSession {
  readonly #context: SessionContext;
  #isOver = false;

  constructor(context: SessionContext) {
    this.#context = context;
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
    for (const user of USERS) {
      await this.#readEvents(user);
      await this.#readObjects(user);
    }
  }

  readonly #actions: Readonly<Record<keyof typeof WEIGHTS, (user: User) => Promise<void>>> = {
    readEvents: (user) => this.#readEvents(user),
    readObjects: (user) => this.#readObjects(user),
    send: (user) => this.#send([this.#newEvent(user)]),
    sendAgain: () => this.#sendAgain(),
    put: (user) => this.#put(user),
    derive: (user) => this.#derive(user),
    reserve: (user) => this.#reserve(user),
    consent: (user) => this.#consent(user),
  };

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
    await this.#request('ingestion', async ({ ingestion }) => {
      const inputs = events.map(({ event }) => ({ event, dataType: AD_ACTION }));
      const { outcomes } = await ingestion.ingestEvents(inputs, { timeoutMs: 4_000 });
      outcomes.forEach(({ status }, index) => {
        if (status === 'failed' || status === 'rejected') return tally.count(`events ${status}`);
        tally.count('events acknowledged');
        events[index]!.isAcked = true;
      });
    });
  }

  async #put(user: User): Promise<void> {
    const { dice, history, world, namedRate } = this.#context;
    const sent = history.newObject(user, dice.pick(REGISTERS));
    // A caller may name a version ahead of all clocks.
    const versionMs = dice.chance(namedRate) ? world.clock.nowMs() + dice.below(5_000) : undefined;
    if (versionMs !== undefined) history.named(user, versionMs);
    sent.mayBeGone = versionMs !== undefined;
    await this.#request('puts', async (process) => {
      try {
        await this.#write(process, sent, versionMs === undefined ? {} : { versionMs });
      } catch (error) {
        // A version that its caller names may be erased already.
        if ((error as TidemarkError).code !== 'version_conflict' || versionMs === undefined) throw error;
      }
    });
  }

  /** Writes an object as soon as an erasure is acknowledged, without its token, by every process. */
  async putAtOnce(user: string): Promise<void> {
    const { history, fleet, tally } = this.#context;
    await Promise.all(
      fleet.processes.map(async (process) => {
        const sent = history.newObject(user, 'at-once');
        tally.count('objects put at once after an erasure');
        await this.#request('puts', (at) => this.#write(at, sent, { knowsTokenRate: 0 }), process);
      }),
    );
  }

  async #write(
    { objects }: ServingProcess,
    sent: ReturnType<History['newObject']>,
    {
      versionMs,
      timeoutMs = WRITE_TIMEOUT_MS,
      knowsTokenRate = 0.5,
    }: { readonly versionMs?: number; readonly timeoutMs?: number; readonly knowsTokenRate?: number } = {},
  ): Promise<void> {
    const { user, register, name } = sent;
    const { dice, history, tally, world } = this.#context;
    // A client that knows of an erasure has its token. Others write above it once every clock has passed its time.
    const knows = dice.chance(knowsTokenRate);
    const { objectsMs: erasedMs } = history.erasedUpTo(user);
    const token = knows ? history.tokenOf(user) : undefined;
    const row = { table: USERS_TABLE, key: rowKey(user), family: OBJECTS };
    const cell = { ...row, qualifier: Buffer.from(register), value: Buffer.from(name), versionMs };
    const receipt = await objects.put(cell, { timeoutMs, token });
    sent.versionMs = receipt.versionMs;
    sent.ackedMs = world.clock.nowMs();
    if (receipt.versionMs <= erasedMs) {
      // Clocks cannot pass a tombstone that hides a version which a caller has named ahead of them.
      if (!knows && erasedMs - this.#context.clockSkewMaxMs <= history.namedUpTo(user))
        tally.count('objects acknowledged below a tombstone of named versions');
      else
        this.#violated(
          `${name} of ${user} is acknowledged at ${receipt.versionMs}, erased before up to ${erasedMs}`,
        );
    }
    tally.count(sent.from === undefined ? 'objects acknowledged' : 'derived objects written');
  }

  /** Reads what is there, takes its time, and writes an object that is derived from it. */
  async #derive(user: User): Promise<void> {
    const { history, dice, world, tally } = this.#context;
    await this.#request('pipelines', async (process) => {
      const startedMs = world.clock.monotonicMs();
      const level = dice.pick([STRICT, EVENTUAL, EVENTUAL, EVENTUAL]);
      const events = this.#shown(user, await process.readEvents(user, level));
      const { cells } = await process.readObjects(user, level);
      // Of objects that are derived themselves nothing is derived.
      const sources = cells.filter(({ qualifier }) => !DERIVED.equals(qualifier));
      if (events.length + sources.length === 0) return;
      const from = {
        eventsMs: minOf(events.map(({ eventTimeMs }) => eventTimeMs)),
        objectsMs: minOf(sources.map(({ timestampMicros }) => timestampMicros / 1_000)),
      };
      await sleep(process.machine, dice.below(READ_TO_WRITE_MAX_MS - 300));
      const leftMs = READ_TO_WRITE_MAX_MS - (world.clock.monotonicMs() - startedMs);
      if (leftMs < 100) return tally.count('pipelines that took too long');
      const sent = history.newObject(user, DERIVED.toString(), from);
      await this.#write(process, sent, { timeoutMs: Math.min(leftMs, WRITE_TIMEOUT_MS) });
    });
  }

  async #readEvents(user: User): Promise<void> {
    const { history, tally } = this.#context;
    const [must, acked] = [history.erasedUpTo(user), this.#ackedEvents(user)];
    await this.#request('reads', async (process) => {
      const answer = await process.readEvents(user, STRICT);
      this.checkEvents(user, this.#shown(user, answer), { must, acked, what: 'a strict read' });
      tally.count('reads of events checked');
    });
  }

  #ackedEvents(user: string): readonly ActionEvent[] {
    const { events } = this.#context.history;
    return events.filter(({ event, isAcked }) => isAcked && event.userId === user).map(({ event }) => event);
  }

  /** Returns the events of an answer. Without the guard, hidden ones are removed only here. */
  #shown(user: string, { events }: UserEvents): readonly ActionEvent[] {
    const { guards, history } = this.#context;
    const shown = eventsOf(user, events.parts);
    if (guards.has('hide-before-dedup')) return shown;
    const { eventsMs } = history.maybeErasedUpTo(user);
    return shown.filter(({ eventTimeMs }) => eventTimeMs > eventsMs);
  }

  /**
   * Checks what a strict read has shown. `must`: tombstones that were acknowledged before it began; `acked`: events that
   * were.
   */
  checkEvents(
    user: string,
    shown: readonly ActionEvent[],
    { must, acked, what }: { must: ErasureTimes; acked: readonly ActionEvent[]; what: string },
  ): void {
    const { history } = this.#context;
    const back = shown.find(({ eventTimeMs }) => eventTimeMs <= must.eventsMs);
    if (back !== undefined)
      this.#violated(
        `${what} shows an event of ${user} at ${back.eventTimeMs}, erased up to ${must.eventsMs}`,
      );
    const times = new Map(shown.map((event) => [dedupKeyOf(event), event.eventTimeMs]));
    if (times.size < shown.length) this.#violated(`${what} shows an event of ${user} twice`);
    const { eventsMs: mayMs } = history.maybeErasedUpTo(user);
    for (const { eventTimeMs, ...event } of acked) {
      if (eventTimeMs <= mayMs) continue;
      const shownMs = times.get(dedupKeyOf({ ...event, eventTimeMs })) ?? Infinity;
      if (shownMs <= eventTimeMs) continue;
      this.#violated(`${what} lacks an event of ${user} at ${eventTimeMs}, erased up to ${mayMs}`);
    }
  }

  async #readObjects(user: User): Promise<void> {
    const { history, tally } = this.#context;
    const [must, closed] = [history.erasedUpTo(user), history.closedUpTo(user)];
    const beganMs = history.beganBefore(user);
    const acked = [...history.objects.values()].filter(
      (sent) => sent.user === user && !sent.mayBeGone && sent.versionMs !== undefined,
    );
    await this.#request('reads', async (process) => {
      const answer = await process.readObjects(user, STRICT);
      this.checkObjects(user, answer, { must, beganMs, closed, acked, what: 'a strict read' });
      tally.count('reads of objects checked');
    });
  }

  /** Checks what a strict read has shown. `closed`: erasures after which nothing derived may be left. */
  checkObjects(
    user: string,
    { cells, privacy }: ShownObjects,
    {
      must,
      beganMs,
      closed,
      acked,
      what,
    }: {
      readonly must: ErasureTimes;
      /** Begin of the last erasure that was acknowledged. */
      readonly beganMs: number;
      readonly closed: ErasureTimes;
      readonly acked: readonly SentObject[];
      readonly what: string;
    },
  ): void {
    const { history, guards } = this.#context;
    const { objectsMs: mayMs } = history.maybeErasedUpTo(user);
    const hides = guards.has('hide-before-dedup') ? -1 : mayMs;
    const shown = cells.filter(({ timestampMicros }) => timestampMicros / 1_000 > hides);
    for (const { timestampMicros, value } of shown) {
      const versionMs = timestampMicros / 1_000;
      const name = value.toString();
      if (versionMs <= must.objectsMs)
        this.#violated(`${what} shows ${name} of ${user} at ${versionMs}, erased up to ${must.objectsMs}`);
      const { from, ackedMs = Infinity } = history.objects.get(name)!;
      if (ackedMs < beganMs)
        this.#violated(`${what} shows ${name} of ${user}, acknowledged before the erasure at ${beganMs}`);
      if (from !== undefined && (from.eventsMs <= closed.eventsMs || from.objectsMs <= closed.objectsMs))
        this.#violated(`${what} shows ${name} of ${user}, which is derived from what is erased`);
    }
    const boundMs = Math.max(mayMs, (privacy?.upTo(OBJECTS) ?? -1) / 1_000);
    for (const { register, versionMs, name } of acked) {
      if (versionMs! <= boundMs) continue;
      const newest = shown.find(({ qualifier }) => qualifier.toString() === register);
      if (newest !== undefined && newest.timestampMicros / 1_000 >= versionMs!) continue;
      this.#violated(`${what} lacks ${name} of ${user} at ${versionMs}, hidden up to ${boundMs}`);
    }
  }

  async #reserve(user: User): Promise<void> {
    const { reservations } = this.#context;
    await this.#request('reservations', (process) => reservations.reserve(process, user));
  }

  /** Decides, or uses what needs the user's consent. */
  async #consent(user: User): Promise<void> {
    const { dice, consents } = this.#context;
    const what = dice.weighted({ decide: 2, changeMind: 2, put: 2, read: 4 });
    if (what === 'changeMind') return this.#changeMind(user);
    const granted = dice.chance(0.6);
    await this.#request('consented requests', (process) =>
      what === 'decide' ? consents.decide(process, user, granted) : consents[what](process, user),
    );
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
    for (const step of steps) await this.#request('consented requests', step);
  }

  /** Sends the request to a process, and waits for the answer. */
  async #request<T>(
    what: string,
    run: (process: ServingProcess) => Promise<T>,
    process = this.#context.fleet.process(),
  ): Promise<T | undefined> {
    const { tally } = this.#context;
    try {
      return await process.request(run);
    } catch (error) {
      tally.count(`${what} that failed`);
      if (!isExpected(error)) this.#violated(`${what} failed: ${(error as Error).stack}`);
      return undefined;
    }
  }

  #violated(what: string): void {
    const { world, tally } = this.#context;
    tally.violated(`at ${world.clock.nowMs()}: ${what}`);
  }
}

type ShownObjects = Awaited<ReturnType<ServingProcess['readObjects']>>;

const minOf = (values: readonly number[]): number => Math.min(Infinity, ...values);

/** Returns the events in the columns of an answer. */
function eventsOf(user: string, parts: UserEvents['events']['parts']): readonly ActionEvent[] {
  return parts.flatMap((columns) => {
    const texts = new EventTexts(columns, AD_ACTION.events);
    return Array.from({ length: columns.count }, (_, index) => ({
      userId: user,
      action: 'impression',
      eventTimeMs: columns.timesMs[index]!,
      dimensions: texts.of(index),
    }));
  });
}
