import { eventQualifier } from '../../../src/core/events/dedup-key';
import type { ActionEvent } from '../../../src/core/events/event';
import type { ActionDeclaration, EventDataType } from '../../../src/core/schema/schema';
import { ACTIONS, AD_ACTION, adEvent, DAY_MS, encodeStoredEvent, fieldOf } from '../../support/events';
import type { Dice } from '../consistency/dice';

const HOUR_MS = 3_600_000;
export const RETENTION_MS = 21 * DAY_MS;

/** The declared actions, with windows that extend into the next day, and an action without a window. */
const VIEW_WINDOW_SECONDS = 16 * 3_600;
const TYPE_ACTIONS: readonly ActionDeclaration[] = [...ACTIONS.values()].map((action) =>
  action.name === 'view'
    ? { ...action, dedup: { ...action.dedup, windowSeconds: VIEW_WINDOW_SECONDS } }
    : action,
);
export const DATA_TYPE: EventDataType = {
  ...AD_ACTION,
  events: { ...AD_ACTION.events, actions: TYPE_ACTIONS },
  retention: { maxAgeMs: RETENTION_MS },
};
export const USERS = ['ann', 'bob'] as const;

/** Returns the key that decides whether two events are duplicates, computed independently of the product. */
const KEYS: Readonly<Record<string, { readonly field: string; readonly windowMs: number }>> = {
  impression: { field: 'insertionId', windowMs: DAY_MS },
  click: { field: 'adId', windowMs: 10_000 },
  view: { field: 'campaignId', windowMs: VIEW_WINDOW_SECONDS * 1_000 },
  save: { field: 'adId', windowMs: 1 },
};

export function keyOf(event: ActionEvent): string {
  const { field, windowMs } = KEYS[event.action]!;
  return [event.action, Math.floor(event.eventTimeMs / windowMs), fieldOf(event, field)].join(' ');
}

/** Returns a text with everything known of an event, for comparison. */
export function nameOf(event: Pick<ActionEvent, 'action' | 'eventTimeMs' | 'dimensions'>): string {
  return JSON.stringify([event.eventTimeMs, event.action, event.dimensions.map((id) => id ?? null)]);
}

/** Returns the cell of an event as ingestion writes it. */
export function cellOf(event: ActionEvent): { qualifier: Buffer; timestampMicros: number; value: Buffer } {
  const action = TYPE_ACTIONS.find(({ name }) => name === event.action)!;
  return {
    qualifier: eventQualifier(event, action),
    timestampMicros: event.eventTimeMs * 1_000,
    value: encodeStoredEvent(event),
  };
}

/** The events that users have sent, and which of them count. */
export class History {
  readonly #dice: Dice;
  readonly #events: ActionEvent[] = [];
  readonly #times = new Set<number>();
  /** Names of all events ever sent, by user. */
  readonly issued: Readonly<Record<string, Set<string>>> = Object.fromEntries(
    USERS.map((user) => [user, new Set<string>()]),
  );

  constructor(dice: Dice) {
    this.#dice = dice;
  }

  /** Returns a new event, or repeats an earlier one. */
  next(nowMs: number): ActionEvent {
    const dice = this.#dice;
    const isAgain = this.#events.length > 0 && dice.chance(0.5);
    const event = isAgain ? this.#again(dice.pick(this.#events)) : this.#random(nowMs);
    this.#events.push(event);
    this.issued[event.userId]!.add(nameOf(event));
    return event;
  }

  /** Returns the time of an event that was sent, if there is one. */
  someTimeMs(): number | undefined {
    return this.#events.length === 0 ? undefined : this.#dice.pick(this.#events).eventTimeMs;
  }

  /** Returns the names of the user's events that count: the earliest of each key. */
  counted(userId: string, fromMs: number, toMs: number): ActionEvent[] {
    const earliest = new Map<string, ActionEvent>();
    for (const event of this.#events) {
      if (event.userId !== userId) continue;
      const other = earliest.get(keyOf(event));
      if (other === undefined || event.eventTimeMs < other.eventTimeMs) earliest.set(keyOf(event), event);
    }
    return [...earliest.values()].filter(({ eventTimeMs }) => eventTimeMs >= fromMs && eventTimeMs < toMs);
  }

  /** Repeats the same event, or an earlier duplicate of it, which then counts instead. */
  #again(event: ActionEvent): ActionEvent {
    const dice = this.#dice;
    if (dice.chance(0.4)) return event;
    return {
      ...event,
      eventTimeMs: this.#free(event.eventTimeMs - dice.below(dice.pick([5_000, 2 * HOUR_MS]))),
    };
  }

  #random(nowMs: number): ActionEvent {
    const dice = this.#dice;
    const ad = dice.below(5);
    return adEvent({
      userId: dice.pick(USERS),
      action: dice.pick(['impression', 'impression', 'click', 'view', 'save']),
      eventTimeMs: this.#time(nowMs),
      adId: `${ad}`,
      campaignId: `${1_000 + (ad >> 1)}`,
      insertionId: `${dice.below(30)}`,
      ...(dice.chance(0.7) && { viewType: dice.pick(['home', 'search']) }),
      ...(dice.chance(0.3) && { sessionId: `s${dice.below(4)}` }),
    });
  }

  /**
   * Times are distinct, so the earliest duplicate is always unique. Many are close to midnight or to the edge of the
   * retention.
   */
  #time(nowMs: number): number {
    const dice = this.#dice;
    const agoMs = dice.chance(0.5) ? dice.random() * RETENTION_MS : dice.random() ** 2 * 4 * DAY_MS;
    let timeMs = Math.floor(nowMs - agoMs);
    if (dice.chance(0.4))
      timeMs = Math.floor(timeMs / DAY_MS) * DAY_MS + dice.between(-2 * HOUR_MS, 2 * HOUR_MS);
    return this.#free(Math.min(timeMs, nowMs));
  }

  #free(wantedMs: number): number {
    let timeMs = wantedMs;
    while (this.#times.has(timeMs)) timeMs -= 1;
    this.#times.add(timeMs);
    return timeMs;
  }
}
