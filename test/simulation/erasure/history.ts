import { maxOf } from '../../../src/core/shared/lists';
import type { ActionEvent } from '../../../src/core/events/event';
import { EMPTY_TOKEN, mergeTokens, type WriteToken } from '../../../src/core/tokens/write-token';
import { rowKey } from '../../../src/core/rows/row-key';
import { adEvent, DAY_MS, fieldOf } from '../../support/events';
import type { Region } from '../residency/world';
import type { CommitLog } from './commit-log';

/** An event as its producer knows it. */
export interface SentEvent {
  readonly event: ActionEvent;
  /** Whether an ingest call has accepted it. */
  isAcked: boolean;
}

/** An object as its writer knows it. */
export interface SentObject {
  /** Unique text in its value: `objectValue`. */
  readonly name: string;
  readonly user: string;
  readonly register: string;
  /** Version in milliseconds; undefined until it is acknowledged. */
  versionMs: number | undefined;
  /** Time of the acknowledgement, in milliseconds. */
  ackedMs: number | undefined;
  /** Time at which a batch cluster has acknowledged it, in milliseconds, which strict reads cover only once it is replicated. */
  batchAckedMs?: number;
  /** Whether it may be gone: a restore has lost it, or its version is ahead of clocks, so that a later write deletes it. */
  mayBeGone: boolean;
  /**
   * Time of the earliest event, and version of the earliest object, that it is derived from: first of those that its writer
   * has read, then of those that these are derived from, and so on.
   */
  readonly from: readonly ErasureTimes[];
}

/** An object at a version. */
export interface ObjectVersion {
  readonly sent: SentObject;
  readonly versionMs: number;
}

/** Returns the value of an object: a `Profile` whose locale is the name. */
export const objectValue = (name: string): Buffer =>
  Buffer.concat([Buffer.of(LOCALE_TAG, Buffer.byteLength(name)), Buffer.from(name)]);

/** Returns the name of the object that has the value. */
export const objectNameOf = (value: Buffer): string => value.subarray(2).toString();

/** Tag of the text field 1 of a message. */
const LOCALE_TAG = 0x0a;

/** Times up to which events and objects are erased, in milliseconds; -1: none. */
export interface ErasureTimes {
  readonly eventsMs: number;
  readonly objectsMs: number;
}

/** Knowledge of the caller of an erasure when it is acknowledged. */
export interface AckedTombstones {
  /** Time at which the call began: what was acknowledged before is hidden. -1 for tombstones of derived data. */
  readonly beganMs: number;
  readonly token: WriteToken;
}

/** A tombstone of derived data. */
interface DerivedStep {
  readonly atLeast: ErasureTimes;
  readonly times: ErasureTimes;
  readonly closes: readonly ErasureTimes[];
}

const NO_ERASURE: ErasureTimes = { eventsMs: -1, objectsMs: -1 };

/** Erasures of a user, in the order of their requests. */
export interface UserErasures {
  /** Number of those that have begun. */
  readonly begun: number;
  /**
   * Time by which those that are not acknowledged were in the ledger, in milliseconds: Infinity if one may not be, -1 if all
   * are acknowledged.
   */
  readonly openSinceMs: number;
  /** Place of the last one that was acknowledged; -1 if none was. */
  readonly lastAcknowledged: number;
}

/** A removal of reservations, in milliseconds. */
export interface Removal {
  readonly beganMs: number;
  /** Time of the last reservation that it removes. */
  readonly upToMs: number;
}

/** Knowledge of users and producers: what they sent, and what was acknowledged. */
export class History {
  readonly events: SentEvent[] = [];
  readonly objects = new Map<string, SentObject>();
  readonly #commits: CommitLog;
  /** Tombstones that were acknowledged, by user. */
  readonly #acked = new Map<string, ErasureTimes>();
  /** Erasures after which nothing may be left that is derived from erased data in one step, in two, and so on, by user. */
  readonly #closed = new Map<string, readonly ErasureTimes[]>();
  /** Acknowledged tombstones of derived data, by entry of the ledger. */
  readonly #steps = new Map<string, DerivedStep[]>();
  /** Times up to which a restore must show nothing again, by user. */
  readonly #promised = new Map<string, ErasureTimes>();
  /** Begin of the last erasure that was acknowledged, by user. */
  readonly #beganMs = new Map<string, number>();
  /** Begin of each erasure, by the id of its entry, and of the last one that is swept, by user. */
  readonly #begunMs = new Map<string, number>();
  readonly #sweptMs = new Map<string, number>();
  /** Ids of erasures that have begun, and of those that were acknowledged to their requesters, by user. */
  readonly #begunIds = new Map<string, Set<string>>();
  readonly #acknowledgedIds = new Map<string, Set<string>>();
  /** Times by which erasures were in the ledger, in milliseconds, by id. */
  readonly #recordedMs = new Map<string, number>();
  /** Removals of reservations by acknowledged erasures, by user. */
  readonly #removals = new Map<string, readonly Removal[]>();
  readonly #tokens = new Map<string, WriteToken>();
  /** Latest version that a caller has named, by user. */
  readonly #namedMs = new Map<string, number>();
  /** Is called with the user of each erasure when it begins. */
  onErasing: (user: string) => void = () => undefined;
  /** Is called when its tombstones are about to be written. `region`: that of the process. */
  onHiding: (user: string, region: Region) => void = () => undefined;
  /** Is called once each of its tombstones is acknowledged. */
  onErased: (user: string) => void = () => undefined;
  /** Is called once its requester has the answer that the data is hidden. */
  onAcknowledged: (user: string) => void = () => undefined;
  #names = 0;

  constructor(commits: CommitLog) {
    this.#commits = commits;
  }

  /** Records a new event: of one insertion id and day, all are duplicates. */
  newEvent(user: string, eventTimeMs: number, insertionId: string): SentEvent {
    const ids = { adId: insertionId, campaignId: '1', insertionId };
    const event = adEvent({ userId: user, action: 'impression', eventTimeMs, ...ids });
    const sent = { event, isAcked: false };
    this.events.push(sent);
    return sent;
  }

  newObject(user: string, register: string, from: readonly ErasureTimes[] = []): SentObject {
    this.#names += 1;
    const name = `v${this.#names}`;
    const sent = { name, user, register, versionMs: undefined, ackedMs: undefined, mayBeGone: false, from };
    this.objects.set(name, sent);
    return sent;
  }

  /** Records that a caller names a version. */
  named(user: string, versionMs: number): void {
    this.#namedMs.set(user, Math.max(versionMs, this.namedUpTo(user)));
  }

  namedUpTo(user: string): number {
    return this.#namedMs.get(user) ?? -1;
  }

  /** Records that tombstones were acknowledged: every strict read that begins later must respect them. */
  erased(user: string, times: ErasureTimes, { beganMs, token }: AckedTombstones): void {
    this.#acked.set(user, latest(this.erasedUpTo(user), times));
    this.#beganMs.set(user, Math.max(this.beganBefore(user), beganMs));
    const known = this.#tokens.get(user) ?? EMPTY_TOKEN;
    this.#tokens.set(user, mergeTokens(known, token, { writesMax: 32, nowMs: beganMs }));
    this.onErased(user);
  }

  /** Records that an erasure was acknowledged which began at a time to remove the reservations of up to another time. */
  removedReservations(user: string, beganMs: number, upToMs: number): void {
    if (beganMs < Infinity) this.#removals.set(user, [...this.removals(user), { beganMs, upToMs }]);
  }

  /**
   * Returns the removals of a user's reservations. None may be left that was made up to the time of one of them, by a
   * transaction that had read before that one began. Another removal, of an earlier time, may have begun later.
   */
  removals(user: string): readonly Removal[] {
    return this.#removals.get(user) ?? [];
  }

  /** Records up to when the user's data must stay hidden, whatever is restored. */
  promised(user: string, times: ErasureTimes): void {
    this.#promised.set(user, latest(this.#promised.get(user) ?? NO_ERASURE, times));
  }

  /** Returns the begin of the last erasure that was acknowledged: nothing that was acknowledged before is visible. */
  beganBefore(user: string): number {
    return this.#beganMs.get(user) ?? -1;
  }

  /** Returns a token of all tombstones that were acknowledged. */
  tokenOf(user: string): WriteToken {
    return this.#tokens.get(user) ?? EMPTY_TOKEN;
  }

  /** Forgets what the table had that was replaced: its tokens, and tombstones that the ledger does not name. */
  restored(): void {
    this.#tokens.clear();
    this.#beganMs.clear();
    this.#removals.clear();
    this.#sweptMs.clear();
    for (const user of this.#acked.keys()) this.#acked.set(user, this.#promised.get(user) ?? NO_ERASURE);
  }

  /**
   * Records an acknowledged tombstone of derived data. `atLeast`: the tombstones that every cluster had long before. What is
   * derived from what they hide is gone; what is derived from that, if another such tombstone was written before them.
   */
  hidDerived(user: string, entryId: string, { atLeast, times }: Omit<DerivedStep, 'closes'>): void {
    const steps = this.#steps.get(entryId) ?? [];
    const before = steps.filter((each) => isCovered(each.times, atLeast));
    const longest = before.reduce<readonly ErasureTimes[]>(
      (found, { closes }) => (closes.length > found.length ? closes : found),
      [],
    );
    const closes = [atLeast, ...longest];
    this.#steps.set(entryId, [...steps, { atLeast, times, closes }]);
    this.closed(user, closes);
  }

  /** Records that the tombstones of an entry are about to be written. */
  begun(user: string, entryId: string, atMs: number): void {
    if (!this.#begunMs.has(entryId)) this.#begunMs.set(entryId, atMs);
    this.requested(user, entryId);
    this.onErasing(user);
  }

  /** Records that a requester is about to ask for an erasure. */
  requested(user: string, entryId: string): void {
    addTo(this.#begunIds, user, entryId);
  }

  /** Records that the ledger has an erasure since a time or longer, in milliseconds. */
  recorded(entryId: string, atMs: number): void {
    if (!this.#recordedMs.has(entryId)) this.#recordedMs.set(entryId, atMs);
  }

  /** Records that the requester of an erasure has the answer that the data is hidden. */
  acknowledged(user: string, entryId: string): void {
    addTo(this.#acknowledgedIds, user, entryId);
    this.onAcknowledged(user);
  }

  /** Returns the user's erasures. */
  erasuresOf(user: string): UserErasures {
    const begun = [...(this.#begunIds.get(user) ?? [])];
    const acknowledged = this.#acknowledgedIds.get(user) ?? new Set();
    return {
      begun: begun.length,
      openSinceMs: maxOf([
        -1,
        ...begun.filter((id) => !acknowledged.has(id)).map((id) => this.#recordedMs.get(id) ?? Infinity),
      ]),
      lastAcknowledged: begun.findLastIndex((id) => acknowledged.has(id)),
    };
  }

  /** Returns the begin of the last erasure that is swept: nothing that any cluster had acknowledged before is visible. */
  sweptBefore(user: string): number {
    return this.#sweptMs.get(user) ?? -1;
  }

  /** Records that an erasure takes all for gone that is derived from erased data in so many steps. */
  sweptDerived(user: string, entryId: string, steps: number): void {
    this.#sweptMs.set(user, Math.max(this.sweptBefore(user), this.#begunMs.get(entryId) ?? -1));
    const [first] = this.#steps.get(entryId) ?? [];
    if (first === undefined) return;
    this.closed(
      user,
      Array.from({ length: steps }, () => first.atLeast),
    );
  }

  /** Records that what is derived from data up to the times was erased, too: in one step, in two, and so on. */
  closed(user: string, times: readonly ErasureTimes[]): void {
    const known = this.closedUpTo(user);
    const count = Math.max(known.length, times.length);
    this.#closed.set(
      user,
      Array.from({ length: count }, (_, step) =>
        latest(known[step] ?? NO_ERASURE, times[step] ?? NO_ERASURE),
      ),
    );
  }

  closedUpTo(user: string): readonly ErasureTimes[] {
    return this.#closed.get(user) ?? [];
  }

  /** Returns the times of the tombstones that were acknowledged. */
  erasedUpTo(user: string): ErasureTimes {
    return this.#acked.get(user) ?? NO_ERASURE;
  }

  /** Returns the times of the tombstones that any cluster has accepted, acknowledged or not. */
  maybeErasedUpTo(user: string): ErasureTimes {
    const key = rowKey(user).toString('latin1');
    return { eventsMs: this.#commits.tombstone(key, 'e'), objectsMs: this.#commits.tombstone(key, 'o') };
  }
}

export const insertionIdOf = (event: ActionEvent): string => fieldOf(event, 'insertionId')!;

/** Key that decides whether two events are duplicates, computed independently of the product. */
export const dedupKeyOf = (event: ActionEvent): string =>
  `${Math.floor(event.eventTimeMs / DAY_MS)} ${insertionIdOf(event)}`;

function addTo(sets: Map<string, Set<string>>, user: string, id: string): void {
  sets.set(user, (sets.get(user) ?? new Set()).add(id));
}

const isCovered = (times: ErasureTimes, by: ErasureTimes): boolean =>
  times.eventsMs <= by.eventsMs && times.objectsMs <= by.objectsMs;

const latest = (a: ErasureTimes, b: ErasureTimes): ErasureTimes => ({
  eventsMs: Math.max(a.eventsMs, b.eventsMs),
  objectsMs: Math.max(a.objectsMs, b.objectsMs),
});
