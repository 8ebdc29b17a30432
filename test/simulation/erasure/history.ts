import type { ActionEvent } from '../../../src/core/events/event';
import { EMPTY_TOKEN, mergeTokens, type WriteToken } from '../../../src/core/tokens/write-token';
import { rowKey } from '../../../src/core/rows/row-key';
import { adEvent, DAY_MS, fieldOf } from '../../support/events';
import type { CommitLog } from './commit-log';

/** An event as its producer knows it. */
export interface SentEvent {
  readonly event: ActionEvent;
  /** Whether an ingest call has accepted it. */
  isAcked: boolean;
}

/** Value of an object as its writer knows it. */
export interface SentObject {
  /** Unique value. */
  readonly name: string;
  readonly user: string;
  readonly register: string;
  /** Version in milliseconds; undefined until it is acknowledged. */
  versionMs: number | undefined;
  /** Time of the acknowledgement, in milliseconds. */
  ackedMs: number | undefined;
  /** Whether it may be gone: a restore has lost it, or its version is ahead of clocks, so that a later write deletes it. */
  mayBeGone: boolean;
  /** Latest time of the events, and latest version of the objects, that it is derived from. */
  readonly from: ErasureTimes | undefined;
}

/** Times up to which events and objects are erased, in milliseconds; -1: none. */
export interface ErasureTimes {
  readonly eventsMs: number;
  readonly objectsMs: number;
}

/** Knowledge of the caller of an erasure when it is acknowledged. */
export interface AckedTombstones {
  /** Time at which the call began: what was acknowledged before is hidden. */
  readonly beganMs: number;
  readonly token: WriteToken;
}

const NO_ERASURE: ErasureTimes = { eventsMs: -1, objectsMs: -1 };

/** Knowledge of users and producers: what they sent, and what was acknowledged. */
export class History {
  readonly events: SentEvent[] = [];
  readonly objects = new Map<string, SentObject>();
  readonly #commits: CommitLog;
  /** Tombstones that were acknowledged, by user. */
  readonly #acked = new Map<string, ErasureTimes>();
  /** Erasures after which nothing derived may be left, by user. */
  readonly #closed = new Map<string, ErasureTimes>();
  /** Times up to which a restore must show nothing again, by user. */
  readonly #promised = new Map<string, ErasureTimes>();
  /** Begin of the last erasure that was acknowledged, by user. */
  readonly #beganMs = new Map<string, number>();
  /** Time at which the last acknowledged erasure began to remove reservations, by user. */
  readonly #removedMs = new Map<string, number>();
  readonly #tokens = new Map<string, WriteToken>();
  /** Latest version that a caller has named, by user. */
  readonly #namedMs = new Map<string, number>();
  /** Is called with the user of each erasure once its tombstones are acknowledged. */
  onErased: (user: string) => void = () => undefined;
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

  newObject(user: string, register: string, from?: ErasureTimes): SentObject {
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

  /** Records that an erasure was acknowledged which began to remove reservations at the time. */
  removedReservations(user: string, beganMs: number): void {
    if (beganMs < Infinity) this.#removedMs.set(user, Math.max(this.removedBefore(user), beganMs));
  }

  /** Returns the time before which no transaction may have read whose reservation is still there. */
  removedBefore(user: string): number {
    return this.#removedMs.get(user) ?? -1;
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
    this.#removedMs.clear();
    for (const user of this.#acked.keys()) this.#acked.set(user, this.#promised.get(user) ?? NO_ERASURE);
  }

  /** Records that what is derived from data up to the times was erased, too. */
  closed(user: string, times: ErasureTimes): void {
    this.#closed.set(user, latest(this.closedUpTo(user), times));
  }

  closedUpTo(user: string): ErasureTimes {
    return this.#closed.get(user) ?? NO_ERASURE;
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

/** Key that decides whether two events are duplicates, computed independently of the product. */
export const dedupKeyOf = (event: ActionEvent): string =>
  `${Math.floor(event.eventTimeMs / DAY_MS)} ${fieldOf(event, 'insertionId')}`;

const latest = (a: ErasureTimes, b: ErasureTimes): ErasureTimes => ({
  eventsMs: Math.max(a.eventsMs, b.eventsMs),
  objectsMs: Math.max(a.objectsMs, b.objectsMs),
});
