/** Model of deletions of events by a filter: the events that are gone for ever, and those that may be. */
import { maxOf } from '../../../src/core/shared/lists';
import type { World } from './world';
import { dedupKeyOf, insertionIdOf, type ErasureTimes, type SentEvent } from './history';

/** A filter of events, as an operator chooses it. */
export interface EventFilter {
  /** Users whose events are deleted. */
  readonly users: readonly string[];
  /** Event times from `fromMs` up to, not including, `toMs`. */
  readonly fromMs: number;
  readonly toMs: number;
  /** Insertion ids of the events; undefined: all. */
  readonly insertionIds: ReadonlySet<string> | undefined;
}

/** A deletion that has begun. */
export interface BegunDeletion {
  readonly filter: EventFilter;
  /** Events that every cluster had when it began. */
  readonly stored: ReadonlySet<SentEvent>;
  /** Number of restores before it. */
  readonly restores: number;
}

/** Events that were acknowledged when the store had a version. */
interface Snapshot {
  readonly version: number;
  readonly acked: readonly SentEvent[];
}

const SNAPSHOTS_MAX = 200;

/** Names an event of a user as a deletion does: deliveries with other times in its dedup window are the same event. */
const nameOf = ({ event }: SentEvent): string => `${event.userId} ${dedupKeyOf(event)}`;

export class DeletedEvents {
  readonly #world: World;
  readonly #sent: readonly SentEvent[];
  readonly #erasedUpTo: (user: string) => ErasureTimes;
  #snapshots: Snapshot[] = [];
  #restores = 0;
  readonly #active = new Set<EventFilter>();
  /** Names of events that any deletion which has ended may have deleted. */
  readonly #maybe = new Set<string>();
  /** Least time of the marker of each event that no read may show again, in milliseconds, by name. */
  readonly #gone = new Map<string, number>();

  /** `sent`: all events that were ever sent. `erasedUpTo`: the times of tombstones that any cluster has accepted. */
  constructor(world: World, sent: readonly SentEvent[], erasedUpTo: (user: string) => ErasureTimes) {
    this.#world = world;
    this.#sent = sent;
    this.#erasedUpTo = erasedUpTo;
  }

  /** Remembers what is acknowledged now, to know later what every cluster has. */
  observe(): void {
    const acked = this.#sent.filter(({ isAcked }) => isAcked);
    this.#snapshots.push({ version: this.#world.latestVersion, acked });
    const replicated = this.#snapshots.findLastIndex(({ version }) =>
      this.#world.isReplicatedAmongUsers(version),
    );
    this.#snapshots.splice(0, Math.max(replicated, this.#snapshots.length - SNAPSHOTS_MAX));
  }

  /** Records that a deletion begins. */
  begin(filter: EventFilter): BegunDeletion {
    this.observe();
    this.#active.add(filter);
    const [oldest] = this.#snapshots;
    const isStored = oldest !== undefined && this.#world.isReplicatedAmongUsers(oldest.version);
    return {
      filter,
      stored: new Set(isStored ? oldest.acked : []),
      restores: this.#restores,
    };
  }

  /**
   * Records that a deletion has ended, in whatever way. Returns the events that it has deleted if it succeeded, by name, with
   * the least times of their markers, in milliseconds: of those that every cluster had, which no tombstone hides, and whose
   * deliveries the filter all accepts.
   */
  end({ filter, stored }: BegunDeletion): ReadonlyMap<string, number> {
    this.#active.delete(filter);
    const names = new Map<string, SentEvent[]>();
    for (const sent of this.#sent) {
      const known = names.get(nameOf(sent));
      if (known === undefined) names.set(nameOf(sent), [sent]);
      else known.push(sent);
    }
    const found = new Map<string, number>();
    for (const [name, deliveries] of names) {
      const selected = deliveries.filter((each) => isSelected(each, filter));
      const wasDeleted = this.#maybe.has(name);
      if (selected.length > 0) this.#maybe.add(name);
      const isVisible = ({ event }: SentEvent): boolean =>
        event.eventTimeMs > this.#erasedUpTo(event.userId).eventsMs;
      if (selected.length < deliveries.length) continue;
      // Compaction that did not see a tombstone may have removed a later delivery by a marker which that tombstone voids.
      if (wasDeleted && !deliveries.every(isVisible)) continue;
      const deleted = deliveries.filter((each) => stored.has(each) && isVisible(each));
      if (deleted.length > 0) found.set(name, maxOf(deleted.map(({ event }) => event.eventTimeMs)));
    }
    return found;
  }

  /** Records that these deletions are in every cluster. */
  replicated(names: ReadonlyMap<string, number>, { restores }: BegunDeletion): void {
    if (restores < this.#restores) return;
    for (const [name, markedMs] of names)
      this.#gone.set(name, Math.max(markedMs, this.#gone.get(name) ?? -1));
  }

  /** Returns all deliveries of these events. */
  deliveriesOf(names: ReadonlyMap<string, number>): readonly SentEvent[] {
    return this.#sent.filter((each) => names.has(nameOf(each)));
  }

  /** Forgets what the table had that was replaced: a restore does not know deletions. */
  restored(): void {
    this.#restores += 1;
    this.#gone.clear();
    this.#snapshots = [];
  }

  /** Returns the events that no read that begins now may show, by name, with the least times of their markers. */
  gone(): ReadonlyMap<string, number> {
    return new Map(this.#gone);
  }

  /**
   * Whether the event is among those that are gone. An erasure forgets the names of deleted events that it hides, so only one
   * that hides all deliveries which a deletion has found ends its promise. A later delivery may be shown then.
   */
  isGone(event: SentEvent['event'], gone: ReadonlyMap<string, number> = this.#gone): boolean {
    const markedMs = gone.get(nameOf({ event, isAcked: true }));
    return markedMs !== undefined && markedMs > this.#erasedUpTo(event.userId).eventsMs;
  }

  /** Whether any deletion that has begun may have deleted the event. */
  mayBeGone(event: SentEvent['event']): boolean {
    const name = nameOf({ event, isAcked: true });
    if (this.#maybe.has(name)) return true;
    const filters = [...this.#active];
    return (
      filters.length > 0 &&
      this.#sent.some((sent) => nameOf(sent) === name && filters.some((filter) => isSelected(sent, filter)))
    );
  }
}

function isSelected({ event }: SentEvent, { users, fromMs, toMs, insertionIds }: EventFilter): boolean {
  return (
    users.includes(event.userId) &&
    event.eventTimeMs >= fromMs &&
    event.eventTimeMs < toMs &&
    (insertionIds === undefined || insertionIds.has(insertionIdOf(event)))
  );
}
