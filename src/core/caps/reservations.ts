import type { EventColumns } from '../columns/event-columns';
import { IdSet } from '../columns/id-set';
import { maxOf, minOf } from '../shared/lists';
import type { ActionDeclaration } from '../schema/schema';
import { appliesTo, type CapRule } from './cap-query';
import { RESERVATION_TTL_MAX_MS } from './reservation-family';
import { firstIndexFrom } from './rule-counts';

/** A reservation: an allowed event that has not arrived yet. Times are milliseconds since the Unix epoch. */
export interface Reservation {
  /** Unique id. */
  readonly id: string;
  readonly action: ActionDeclaration;
  /** Known dimensions of the expected event: canonical ids by `Dimension.index`. */
  readonly dimensions: readonly (string | undefined)[];
  readonly reservedAtMs: number;
  /** Time from which the reservation no longer counts. */
  readonly expiresAtMs: number;
}

/** Reservations of events that deduplication would treat as duplicates, and the events of that group. */
interface ReservationGroup {
  readonly action: ActionDeclaration;
  reservations: readonly Reservation[];
  /** Times of the events, each in a dedup window of its own. */
  readonly eventsMs: number[];
}

/**
 * Reservations of a user beside the user's events: how many still count, and for which entities. A reservation whose
 * event has arrived does not count, since the event does.
 *
 * The event of a reservation cannot always be identified: if deduplication depends on the campaign only, two views of
 * the campaign are alike. But a group cannot expect more events than it has reservations without an event, nor more
 * than the dedup windows that its reservations extend into and that contain no event yet. The smaller number counts. It
 * may be one too many until a reservation expires. It is never too few if all events of the group are reserved before
 * they arrive.
 */
export class Reservations {
  readonly #kinds = new Map<string, ReservationGroup>();
  /** Counts by entity, for rules that were evaluated. */
  readonly #counts = new Map<CapRule, Map<string, number>>();
  readonly #atMs: number;
  readonly #clockSkewMaxMs: number;

  /** `clockSkewMaxMs`: an event may be dated this much before its reservation. */
  constructor(
    reservations: readonly Reservation[],
    { atMs, clockSkewMaxMs }: { readonly atMs: number; readonly clockSkewMaxMs: number },
  ) {
    this.#atMs = atMs;
    this.#clockSkewMaxMs = clockSkewMaxMs;
    for (const each of reservations) {
      const kind = this.#kindOf(each);
      kind.reservations = [...kind.reservations, each];
    }
  }

  /** Returns the reservations that have not expired. */
  active(): readonly Reservation[] {
    return activeOf(this.all(), this.#atMs);
  }

  /**
   * Returns the existing reservation of an event: one with the same action and dimensions, valid for callers, and
   * without an event after which a new event would count. Undefined for actions whose dedup window is shorter than the
   * lifetime of reservations: several events that look alike may count there, so each needs its own reservation.
   */
  existing({ action, dimensions }: Pick<Reservation, 'action' | 'dimensions'>): Reservation | undefined {
    if (windowMs(action) < RESERVATION_TTL_MAX_MS) return undefined;
    const kind = this.#kinds.get(keyOfReserved({ action, dimensions }));
    return kind?.reservations.find(
      (each) =>
        each.expiresAtMs - this.#clockSkewMaxMs > this.#atMs &&
        each.dimensions.every((id, index) => id === dimensions[index]) &&
        !this.#isOver(each, kind),
    );
  }

  /**
   * Returns whether the reservation's event arrived in a dedup window that is over, so that another event of the group
   * would count.
   */
  #isOver({ reservedAtMs }: Reservation, { action, eventsMs }: ReservationGroup): boolean {
    const window = Math.floor(this.#atMs / windowMs(action));
    const earliestMs = reservedAtMs - this.#clockSkewMaxMs;
    return eventsMs.some(
      (eventMs) => eventMs >= earliestMs && Math.floor(eventMs / windowMs(action)) < window,
    );
  }

  /**
   * Returns reservations that nothing depends on any more, since all of their group have expired, and whether each was
   * followed by an event.
   */
  removable(): readonly { readonly reservation: Reservation; readonly confirmed: boolean }[] {
    return [...this.#kinds.values()].flatMap((kind) => {
      const { reservations } = kind;
      if (activeOf(reservations, this.#atMs).length > 0) return [];
      const followed = this.#followed(kind);
      return reservations.map((reservation, i) => ({ reservation, confirmed: i < followed }));
    });
  }

  all(): readonly Reservation[] {
    return [...this.#kinds.values()].flatMap(({ reservations }) => reservations);
  }

  /** Matches reservations with the user's events, given in disjoint parts. Call it once, before any query. */
  confirm(parts: readonly EventColumns[]): this {
    const byAction = new Map<ActionDeclaration, ReservationGroup[]>();
    for (const kind of this.#kinds.values()) {
      const others = byAction.get(kind.action);
      if (others === undefined) byAction.set(kind.action, [kind]);
      else others.push(kind);
    }
    for (const [action, kinds] of byAction) {
      const fromMs = minOf(kinds.map((kind) => this.#firstWindow(kind) * windowMs(action)));
      for (const part of parts) this.#confirm(part, action, fromMs);
    }
    return this;
  }

  add(reservation: Reservation): void {
    this.#change(this.#kindOf(reservation), (reservations) => [...reservations, reservation]);
  }

  remove(reservation: Reservation): void {
    const { id } = reservation;
    this.#change(this.#kindOf(reservation), (reservations) => reservations.filter((each) => each.id !== id));
  }

  /** Returns the number of reservations that count for the rule and entity now. */
  countOf(rule: CapRule, entity: string): number {
    return this.#kinds.size === 0 ? 0 : (this.#countsOf(rule).get(entity) ?? 0);
  }

  /**
   * Returns how that number changes if nothing happens but expiries: pairs of a time and the number from that time on.
   * The first time is now.
   */
  pendingTimeline(rule: CapRule, entity: string): readonly (readonly [fromMs: number, count: number])[] {
    const kinds = [...this.#kinds.values()].filter(
      (kind) => this.#matching(kind, rule, entity, this.#atMs) > 0,
    );
    const expiries = new Set(
      kinds.flatMap(({ reservations }) => reservations.map((each) => each.expiresAtMs)),
    );
    const laterMs = [...expiries].filter((expiresAtMs) => expiresAtMs > this.#atMs).sort((a, b) => a - b);
    return [this.#atMs, ...laterMs].map((atMs) => {
      const counts = kinds.map((kind) =>
        Math.min(this.#matching(kind, rule, entity, atMs), this.#pending(kind, atMs)),
      );
      return [atMs, counts.reduce((sum, count) => sum + count, 0)];
    });
  }

  #countsOf(rule: CapRule): Map<string, number> {
    const known = this.#counts.get(rule);
    if (known !== undefined) return known;
    const counts = new Map<string, number>();
    for (const kind of this.#kinds.values()) this.#count(kind, rule, counts, 1);
    this.#counts.set(rule, counts);
    return counts;
  }

  /** Changes a group and updates the known counts. */
  #change(
    kind: ReservationGroup,
    change: (reservations: readonly Reservation[]) => readonly Reservation[],
  ): void {
    for (const [rule, counts] of this.#counts) this.#count(kind, rule, counts, -1);
    kind.reservations = change(kind.reservations);
    for (const [rule, counts] of this.#counts) this.#count(kind, rule, counts, 1);
  }

  #count(kind: ReservationGroup, rule: CapRule, counts: Map<string, number>, sign: 1 | -1): void {
    const pending = rule.actions.includes(kind.action) ? this.#pending(kind, this.#atMs) : 0;
    if (pending === 0) return;
    const { index } = rule.level.dimension;
    for (const entity of new Set(kind.reservations.map(({ dimensions }) => dimensions[index]))) {
      if (entity === undefined) continue;
      const count = Math.min(this.#matching(kind, rule, entity, this.#atMs), pending);
      counts.set(entity, (counts.get(entity) ?? 0) + sign * count);
    }
  }

  #matching({ action, reservations }: ReservationGroup, rule: CapRule, entity: string, atMs: number): number {
    if (!rule.actions.includes(action)) return 0;
    const { index } = rule.level.dimension;
    let matching = 0;
    for (const { dimensions, expiresAtMs } of reservations) {
      if (expiresAtMs > atMs && dimensions[index] === entity && appliesTo(rule, dimensions)) matching++;
    }
    return matching;
  }

  #pending(kind: ReservationGroup, atMs: number): number {
    const { action, reservations, eventsMs } = kind;
    const active = activeOf(reservations, atMs);
    if (active.length === 0) return 0;
    const followed = this.#followed(kind);
    const first = this.#firstWindow({ action, reservations: active });
    const last = Math.floor(maxOf(active.map((each) => each.expiresAtMs)) / windowMs(action));
    const windows = eventsMs.map((eventMs) => Math.floor(eventMs / windowMs(action)));
    const taken = windows.filter((window) => window >= first && window <= last).length;
    return Math.max(0, Math.min(active.length, reservations.length - followed, last - first + 1 - taken));
  }

  /** Returns the number of events dated after the first of the reservations. */
  #followed({ reservations, eventsMs }: ReservationGroup): number {
    const earliestMs = minOf(reservations.map((each) => each.reservedAtMs)) - this.#clockSkewMaxMs;
    return eventsMs.filter((eventMs) => eventMs >= earliestMs).length;
  }

  /** Returns the number of the first dedup window in which the event of one of the reservations may be dated. */
  #firstWindow({ action, reservations }: Pick<ReservationGroup, 'action' | 'reservations'>): number {
    const reservedAtMs = minOf(reservations.map((each) => each.reservedAtMs));
    return Math.floor((reservedAtMs - this.#clockSkewMaxMs) / windowMs(action));
  }

  #confirm(part: EventColumns, action: ActionDeclaration, fromMs: number): void {
    const { timesMs, combinations, actionCodes } = part;
    const numberings = action.dedup.dimensions.map(({ index }) => {
      const ids = new IdSet();
      for (const { reservations } of this.#kinds.values()) {
        for (const each of reservations) if (each.action === action) ids.add(each.dimensions[index]!);
      }
      const column = part.dimension(index);
      return { ids, column, numbers: column.dictionary.lookUpIn(ids) };
    });
    for (let event = firstIndexFrom(timesMs, fromMs); event < timesMs.length; event++) {
      const combination = combinations[event]!;
      if (actionCodes[combination] !== action.code) continue;
      const key: string[] = [];
      for (const { ids, column, numbers } of numberings) {
        const place = column.places[column.by === 'event' ? event : combination]!;
        const number = place === 0 ? -1 : numbers[place - 1]!;
        if (number < 0) break;
        key.push(ids.text(number));
      }
      if (key.length < numberings.length) continue;
      this.#kinds.get(keyOf(action, key))?.eventsMs.push(timesMs[event]!);
    }
  }

  #kindOf(reservation: Reservation): ReservationGroup {
    const { action } = reservation;
    const key = keyOfReserved(reservation);
    const known = this.#kinds.get(key);
    if (known !== undefined) return known;
    const kind: ReservationGroup = { action, reservations: [], eventsMs: [] };
    this.#kinds.set(key, kind);
    return kind;
  }
}

const windowMs = ({ dedup }: ActionDeclaration): number => dedup.windowSeconds * 1_000;

function keyOfReserved({ action, dimensions }: Pick<Reservation, 'action' | 'dimensions'>): string {
  return keyOf(
    action,
    action.dedup.dimensions.map(({ index }) => dimensions[index]!),
  );
}

const keyOf = ({ code }: ActionDeclaration, ids: readonly string[]): string => JSON.stringify([code, ...ids]);

function activeOf(reservations: readonly Reservation[], atMs: number): readonly Reservation[] {
  return reservations.filter(({ expiresAtMs }) => expiresAtMs > atMs);
}
