import { EventTexts } from '../../../src/core/columns/event-texts';
import { EVENTUAL } from '../../../src/core/consistency/consistency';
import { countEvents } from '../../../src/core/counts/count-events';
import type { ActionEvent } from '../../../src/core/events/event';
import type { ReadUserEvents, UserEvents } from '../../../src/operations/events/read-user-events';
import type { ActionDeclaration } from '../../../src/core/schema/schema';
import { DAY_MS, fieldOf } from '../../support/events';
import type { Dice } from '../consistency/dice';
import { DATA_TYPE, type History, keyOf, nameOf, RETENTION_MS, USERS } from './history';
import { CLUSTERS, type World } from './world';

const TYPE = DATA_TYPE.events;
const TIMEOUT_MS = 5_000;
const HOUR_MS = 3_600_000;

/** Actions of a query: all, or those with a short dedup window or none, of which less than a day is read. */
const ACTION_LISTS = [
  TYPE.actions,
  TYPE.actions.filter(({ name }) => name === 'click'),
  TYPE.actions.filter(({ name }) => name === 'click' || name === 'save'),
  TYPE.actions.filter(({ name }) => name === 'impression'),
  TYPE.actions.filter(({ name }) => name === 'impression' || name === 'click'),
];

interface Question {
  readonly cluster: string;
  readonly userId: string;
  readonly actions: readonly ActionDeclaration[];
  readonly fromMs: number;
  readonly toMs: number;
}

/** Reads replicas with the product's counting code and compares the results with the history. */
export class Checker {
  readonly #world: World;
  readonly #history: History;
  readonly #dice: Dice;
  readonly #replicas: ReadonlyMap<string, ReadUserEvents>;
  /** Times of the events that were visible, by event key, for each replica and user. */
  readonly #shown = new Map<string, Map<string, number>>();
  readonly violations: string[] = [];

  constructor(world: World, history: History, dice: Dice) {
    this.#world = world;
    this.#history = history;
    this.#dice = dice;
    this.#replicas = new Map(CLUSTERS.map((id) => [id, world.replica(id)]));
  }

  /** Checks during ingestion: no event is visible twice, none is invented, and none disappears. */
  async checkGrowing(): Promise<void> {
    const question = {
      ...this.#question(),
      actions: TYPE.actions,
      fromMs: 0,
      toMs: this.#world.clock.nowMs() + DAY_MS,
    };
    const { cluster, userId } = question;
    const read = await this.#read(question);
    const events = eventsOf(read, question);
    const place = `${cluster} ${userId}`;
    const before = this.#shown.get(place) ?? new Map<string, number>();
    const now = new Map(events.map((event) => [keyOf(event), event.eventTimeMs]));
    if (now.size < events.length) this.#violated(question, 'shows an event twice');
    for (const event of events) {
      if (!this.#history.issued[userId]!.has(nameOf(event)))
        this.#violated(question, `shows ${nameOf(event)}`);
    }
    for (const [key, timeMs] of before) {
      if (timeMs < read.countedFromMs) continue;
      if ((now.get(key) ?? Infinity) > timeMs) this.#violated(question, `no longer shows ${key}`);
    }
    this.#shown.set(place, now);
  }

  /** Checks after everything has been replicated: every count is right. */
  async checkCounts(): Promise<void> {
    const question = this.#question();
    const read = await this.#read(question);
    const { userId, actions, fromMs, toMs } = question;
    if (read.countedFromMs > this.#world.clock.nowMs() - RETENTION_MS) {
      this.#violated(question, 'leaves out events within the retention');
    }
    const expected = this.#history
      .counted(userId, Math.max(fromMs, read.countedFromMs), toMs)
      .filter(({ action }) => actions.some(({ name }) => name === action));
    const names = (events: readonly ActionEvent[]): string => events.map(nameOf).sort().join('\n');
    if (names(eventsOf(read, question)) !== names(expected)) {
      const shown = new Set(eventsOf(read, question).map(nameOf));
      const missing = expected.filter((event) => !shown.has(nameOf(event))).map(nameOf);
      this.#violated(question, `shows ${shown.size} events instead of ${expected.length}; not ${missing[0]}`);
    }
    const counts = countsOf(read, question);
    const wanted = expectedCounts(expected);
    if (counts !== wanted) this.#violated(question, `counts ${counts} instead of ${wanted}`);
  }

  #question(): Question {
    const dice = this.#dice;
    const nowMs = this.#world.clock.nowMs();
    const agoMs = dice.pick([
      dice.below(DAY_MS),
      DAY_MS,
      7 * DAY_MS,
      2 * RETENTION_MS,
      dice.below(RETENTION_MS),
    ]);
    const lengthMs = dice.chance(0.5) ? 2 * RETENTION_MS : dice.below(8 * DAY_MS) + 1;
    const who = { cluster: dice.pick(CLUSTERS), userId: dice.pick(USERS), actions: dice.pick(ACTION_LISTS) };
    const someMs = dice.chance(0.4) ? this.#history.someTimeMs() : undefined;
    if (someMs === undefined) return { ...who, fromMs: nowMs - agoMs, toMs: nowMs - agoMs + lengthMs };
    // A part of a day in which something happened.
    const fromMs = someMs - dice.below(3 * HOUR_MS);
    return { ...who, fromMs, toMs: fromMs + 1 + dice.below(6 * HOUR_MS) };
  }

  async #read({ cluster, userId, actions, fromMs, toMs }: Question): Promise<UserEvents> {
    const request = { dataType: DATA_TYPE, userId, actions, fromMs, toMs };
    const read = this.#replicas.get(cluster)!;
    return read(request, EVENTUAL, { timeoutMs: TIMEOUT_MS });
  }

  #violated({ cluster, userId, fromMs, toMs }: Question, what: string): void {
    const at = new Date(this.#world.clock.nowMs()).toISOString();
    const window = [fromMs, toMs].map((ms) => new Date(ms).toISOString()).join(' to ');
    this.violations.push(`at ${at} ${cluster} ${what} (${userId}, ${window})`);
  }
}

/** Returns the events of the window that count. */
function eventsOf(
  { events, countedFromMs }: UserEvents,
  { userId, actions, fromMs, toMs }: Question,
): ActionEvent[] {
  const isAsked = ({ action, eventTimeMs }: ActionEvent): boolean =>
    eventTimeMs >= Math.max(fromMs, countedFromMs) &&
    eventTimeMs < toMs &&
    actions.some(({ name }) => name === action);
  return events.parts.flatMap((columns) => {
    const texts = new EventTexts(columns, TYPE);
    return Array.from({ length: columns.count }, (_, index): ActionEvent => {
      const code = columns.actionCodes[columns.combinations[index]!];
      const action = TYPE.actions.find((each) => each.code === code)!.name;
      return { userId, action, eventTimeMs: columns.timesMs[index]!, dimensions: texts.of(index) };
    }).filter(isAsked);
  });
}

const CAMPAIGN = TYPE.levels.find(({ name }) => name === 'campaign')!;

/** Returns all counts as `<campaign>=<count>`, from the product's scan. */
function countsOf({ events, countedFromMs }: UserEvents, { actions, fromMs, toMs }: Question): string {
  const query = {
    actions,
    where: [],
    groupBy: [],
    entities: [{ level: CAMPAIGN, ids: '*' as const }],
    windows: [{ name: 'window', fromMs, toMs }],
  };
  const { total, levels } = countEvents(query, events.parts, countedFromMs);
  const { ids, counts, rows } = levels[0]!;
  const each = Array.from({ length: rows }, (_, row) => `${ids.text(row)}=${counts[row]}`);
  return [`all=${total.counts[0] ?? 0}`, ...each.sort()].join(' ');
}

function expectedCounts(events: readonly ActionEvent[]): string {
  const counts = new Map<string, number>();
  for (const event of events) {
    const campaign = fieldOf(event, 'campaignId')!;
    counts.set(campaign, (counts.get(campaign) ?? 0) + 1);
  }
  const each = [...counts].map(([campaign, count]) => `${campaign}=${count}`);
  return [`all=${events.length}`, ...each.sort()].join(' ');
}
