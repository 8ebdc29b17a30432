import type { CallOptions } from '../bigtable/client/types';
import { decidePlacement, defaultDecision, type PlacementDecision } from '../core/residency/decide-placement';
import {
  isLater,
  isRightFor,
  NO_EPOCH,
  placementsToRead,
  writePlacement,
  type DirectoryEntry,
  type Location,
  type LocationUse,
} from '../core/residency/location';
import type { PlacementGroup, PlacementRules } from '../core/residency/placement-rules';
import type { SubjectKey } from '../core/residency/subject-key';
import { FENCE_MAX_AGE_MS } from '../core/schema/schema-plan';
import { TidemarkError } from '../errors';
import type { Clock } from '../platform/time/clock';
import type { Reader } from '../consistency/store';
import type { FeedFollower } from './feed-follower';
import { readFence } from './fences';
import type { LocationCache } from './location-cache';
import type { LocationDirectory } from './location-directory';
import { directoryRebuilding } from './move-feed';
import type { ResidencyObserver } from './residency-observer';

/** A subject of one operation. */
export interface Subject {
  readonly key: SubjectKey;
  readonly group: PlacementGroup;
  /** Key of the subject's rows, the same in all corpora. */
  readonly rowKey: Buffer;
}

/** Thoroughness of a lookup. */
export interface LookupOptions {
  /**
   * The absence of an entry must be proven where entries are created, because the read must see what was acknowledged
   * before it.
   */
  readonly needsPresent: boolean;
  /** Whether what was known has turned out to be outdated, so the nearest cluster may be, too. */
  readonly isRetry: boolean;
}

/** Options of the lookup for a write. */
export type Claiming = Pick<LookupOptions, 'isRetry'> & {
  /** Country from which the caller accesses the subject: see `decidePlacement`. */
  readonly accessLocation: string | undefined;
};

/** Knowledge of a subject's location when an operation begins. */
export interface KnownLocation {
  readonly location: Location;
  /** `FeedFollower.changes` before it was looked up. */
  readonly changes: number;
  /** Whether it was known before the operation, and not looked up for it. */
  readonly isRemembered?: boolean;
}

export interface LocationsOptions {
  readonly rules: () => PlacementRules;
  readonly directory: Pick<LocationDirectory, 'nearest' | 'present' | 'change'>;
  readonly follower: Pick<
    FeedFollower,
    'moves' | 'changes' | 'isFollowing' | 'isLeaseHeld' | 'leaseAgeMs' | 'isRebuilding'
  >;
  readonly cache: LocationCache;
  /** Reader of the tables of fences. */
  readonly reader: Pick<Reader, 'readRow'>;
  /** Returns whether the group's default placement has rows of the subject: see `Locations.claim`. */
  readonly hasDataByDefault: (subject: Subject, call: CallOptions) => Promise<boolean>;
  readonly clock: Clock;
  readonly observer?: ResidencyObserver | undefined;
}

/**
 * Finds the location of subjects before operations, and confirms afterwards that it was the right one:
 * docs/decisions/0012-placements.md.
 *
 * Errors: those of the directory's reads and transactions, `location_required`, `location_conflict`, and
 * `directory_rebuilding`.
 */
export class Locations {
  readonly #options: LocationsOptions;

  constructor(options: LocationsOptions) {
    this.#options = options;
  }

  /** Returns what is known without a lookup, or undefined. */
  known({ key }: Pick<Subject, 'key'>): KnownLocation | undefined {
    const { cache, follower, observer } = this.#options;
    if (follower.isRebuilding) return undefined;
    const cached = cache.get(key);
    if (cached === undefined) return undefined;
    observer?.onLookup('cached');
    return { location: this.#withMove(key, cached), changes: follower.changes, isRemembered: true };
  }

  /** Finds the location for a read. */
  async find(
    subject: Subject,
    { needsPresent, isRetry }: LookupOptions,
    call: CallOptions,
  ): Promise<KnownLocation> {
    this.#checkNotRebuilding();
    const known = this.known(subject);
    if (known !== undefined) return known;
    const { directory, follower } = this.#options;
    const { changes } = follower;
    const nearest = isRetry ? undefined : await directory.nearest(subject.key, call);
    const needsDecider = isRetry || needsPresent;
    const entry = nearest ?? (needsDecider ? await directory.present(subject.key, call) : undefined);
    if (entry !== undefined) return this.#learn(subject.key, entry, changes);
    const { defaultPlacement } = subject.group;
    return { location: this.#withMove(subject.key, homeOf(defaultPlacement, NO_EPOCH)), changes };
  }

  /**
   * Finds the location for a write. A subject without an entry gets one: by the access location, or the default. Rows
   * that were written before the group had placements are in the default placement, and keep the subject there.
   */
  async claim(
    subject: Subject,
    { accessLocation, isRetry }: Claiming,
    call: CallOptions,
  ): Promise<KnownLocation> {
    this.#checkNotRebuilding();
    const remembered = this.known(subject);
    if (remembered !== undefined) return remembered;
    const { directory, follower, clock } = this.#options;
    const { changes } = follower;
    const nearest = isRetry ? undefined : await directory.nearest(subject.key, call);
    // The nearest cluster may lack an entry. Only the deciding one proves that a required location is missing.
    const needsDecider = accessLocation === undefined && subject.group.requiresLocation;
    const known = nearest ?? (needsDecider ? await directory.present(subject.key, call) : undefined);
    if (known !== undefined) return this.#learn(subject.key, known, changes);
    const decision = await this.#decide(subject, accessLocation, call);
    const nowMs = clock.nowMs();
    const entry = await directory.change(
      subject.key,
      (present) => (present === undefined ? firstEntry(subject.group, decision, nowMs) : undefined),
      call,
    );
    return this.#learn(subject.key, entry!, changes);
  }

  /**
   * Assigns a placement to a subject without data, and returns its entry. A subject that is there already stays, as if
   * it had been assigned before. Throws `location_conflict` for one that is elsewhere or is moving: only a mover moves
   * rows.
   */
  async assign(subject: Subject, placement: string, call: CallOptions): Promise<DirectoryEntry> {
    this.#checkNotRebuilding();
    const { directory, clock, hasDataByDefault } = this.#options;
    const { key, group } = subject;
    const isDefault = placement === group.defaultPlacement;
    if (!isDefault && (await directory.present(key, call)) === undefined)
      if (await hasDataByDefault(subject, call)) throw isElsewhere(group.defaultPlacement);
    const nowMs = clock.nowMs();
    const first = firstEntry(group, { placement, reason: 'explicit', accessLocation: undefined }, nowMs);
    const assign = (entry: DirectoryEntry): DirectoryEntry | undefined =>
      isAt(entry, placement) && entry.reason !== 'explicit'
        ? { ...entry, reason: 'explicit', decidedAtMs: nowMs, changedAtMs: nowMs }
        : undefined;
    const entry = await directory.change(
      key,
      (present) => (present === undefined ? first : assign(present)),
      call,
    );
    if (isAt(entry!, placement)) return entry!;
    throw entry!.state === 'home' ? isElsewhere(entry!.from) : isMoving(entry!);
  }

  /** Whether `confirm` needs neither a lookup nor a fence to confirm the operation. */
  isConfirmed({ key }: Subject, { location, changes }: KnownLocation, use: LocationUse): boolean {
    const { follower } = this.#options;
    if (follower.isRebuilding) return false;
    return follower.isLeaseHeld && changes === follower.changes && this.#isRight(key, location, use);
  }

  /**
   * Confirms after an operation that nothing is missing because of a move: the acknowledgement or the answer counts. If
   * not, the operation must be repeated with what is known then.
   */
  confirm(
    subject: Subject,
    known: KnownLocation,
    use: LocationUse,
    call: CallOptions,
  ): boolean | Promise<boolean> {
    const { follower, observer } = this.#options;
    this.#checkNotRebuilding();
    if (!follower.isLeaseHeld)
      return this.#observed('fences', this.#confirmByFences(subject, known, use, call));
    if (known.changes !== follower.changes)
      return this.#observed('lookup', this.#confirmByLookup(subject, known, use, call));
    const isRight = this.#isRight(subject.key, known.location, use);
    if (isRight) return true;
    observer?.onConfirmation('lease', 'outdated');
    this.#refresh(subject.key, known.location);
    return false;
  }

  /** Forgets the subject: what this process knew has turned out to be outdated. */
  forget({ key }: Pick<Subject, 'key'>): void {
    this.#options.cache.delete(key);
  }

  #checkNotRebuilding(): void {
    if (this.#options.follower.isRebuilding) throw directoryRebuilding();
  }

  #refresh(key: SubjectKey, location: Location): void {
    if (isLater(this.#withMove(key, location), location)) return;
    this.#options.cache.delete(key);
  }

  async #observed(by: 'lookup' | 'fences', confirmed: Promise<boolean>): Promise<boolean> {
    const { observer } = this.#options;
    try {
      const isRight = await confirmed;
      observer?.onConfirmation(by, isRight ? 'right' : 'outdated');
      return isRight;
    } catch (error) {
      observer?.onConfirmation(by, 'failed');
      throw error;
    }
  }

  /** Whether the moves under way leave the use of the location right. */
  #isRight(key: SubjectKey, used: Location, use: LocationUse): boolean {
    const actual = this.#withMove(key, used);
    return actual === used || isRightFor(use, used, actual);
  }

  /** A move has ended since the lookup, perhaps that of this subject. */
  async #confirmByLookup(
    subject: Subject,
    { location }: KnownLocation,
    use: LocationUse,
    call: CallOptions,
  ): Promise<boolean> {
    const { follower } = this.#options;
    const now = await this.find(subject, { needsPresent: location.epoch === NO_EPOCH, isRetry: false }, call);
    if (!follower.isLeaseHeld) return this.#confirmByFences(subject, { ...now, location }, use, call);
    return now.changes === follower.changes && isRightFor(use, location, now.location);
  }

  /** Reads the fences that movers leave in a placement before they end a barrier. */
  async #confirmByFences(
    subject: Subject,
    { location, isRemembered = false }: KnownLocation,
    use: LocationUse,
    call: CallOptions,
  ): Promise<boolean> {
    if (isRemembered && !this.#hasAllFences) {
      this.forget(subject);
      return false;
    }
    const used = use === 'write' ? [writePlacement(location)] : placementsToRead(location);
    const fences = await Promise.all(
      used.map((placement) => readFence(this.#options.reader, { key: subject.key, placement }, call)),
    );
    const isRight = fences.every(
      (fence) => fence === undefined || !isLater(fence, location) || isRightFor(use, location, fence),
    );
    if (!isRight) this.forget(subject);
    return isRight;
  }

  /** Whether the fences of all moves that this process may not know are still there. */
  get #hasAllFences(): boolean {
    return this.#options.follower.leaseAgeMs <= FENCES_TRUSTED_MS;
  }

  #withMove(key: SubjectKey, location: Location): Location {
    const move = this.#options.follower.moves.of(key);
    return move !== undefined && isLater(move, location) ? move : location;
  }

  /** Remembers an entry, if it is as new as the feed. */
  #learn(key: SubjectKey, entry: DirectoryEntry, changes: number): KnownLocation {
    const { cache, follower } = this.#options;
    if (follower.isFollowing && follower.changes === changes && this.#hasAllFences) cache.set(key, entry);
    return { location: this.#withMove(key, entry), changes };
  }

  async #decide(
    subject: Subject,
    accessLocation: string | undefined,
    call: CallOptions,
  ): Promise<PlacementDecision> {
    const { rules, hasDataByDefault } = this.#options;
    const { requiresLocation } = subject.group;
    const mayBeElsewhere = accessLocation !== undefined || requiresLocation;
    if (mayBeElsewhere && (await hasDataByDefault(subject, call)))
      return defaultDecision(subject.group, accessLocation);
    return decidePlacement(rules(), subject.group, accessLocation);
  }
}

/** Age up to which fences show what a process has missed, with a margin for clocks and for the collection of garbage. */
const FENCES_TRUSTED_MS = FENCE_MAX_AGE_MS / 2;

const isAt = ({ state, from }: Location, placement: string): boolean =>
  state === 'home' && from === placement;

function isElsewhere(placement: string): TidemarkError {
  const message = `the subject is in "${placement}": "tidemark residency move" moves it`;
  return new TidemarkError('location_conflict', message, { field: 'placement' });
}

function isMoving({ from, to }: Location): TidemarkError {
  const message = `the subject is moving from "${from}" to "${to}"`;
  return new TidemarkError('location_conflict', message, { field: 'placement' });
}

/** Returns the entry of a subject that has none yet. */
function firstEntry(
  { name: group }: PlacementGroup,
  { placement, reason, accessLocation }: PlacementDecision,
  nowMs: number,
): DirectoryEntry {
  const times = { decidedAtMs: nowMs, changedAtMs: nowMs };
  return { ...homeOf(placement, 1), group, reason, accessLocation, term: 0, ...times };
}

const homeOf = (placement: string, epoch: number): Location => ({
  epoch,
  state: 'home',
  from: placement,
  to: placement,
});
