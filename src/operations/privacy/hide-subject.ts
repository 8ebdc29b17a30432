/** Writes the tombstones that hide a user's data: docs/decisions/0013-privacy.md. */
import { chain, stripValue, timestampRange } from '../../bigtable/read/filters';
import { setCell } from '../../bigtable/write/mutations';
import { cancelledError } from '../../bigtable/client/bigtable-error';
import type { CallOptions, Cell, Filter, RowMutations } from '../../bigtable/client/types';
import { EVENTUAL } from '../../core/consistency/consistency';
import {
  erasedTimesOf,
  latestTimes,
  NO_ERASURE_TIMES,
  type ErasureTimes,
} from '../../core/privacy/erasure-times';
import {
  DECISIONS_ERASED,
  EVENTS_ERASED,
  OBJECTS_ERASED,
  PRIVACY_FAMILY,
} from '../../core/privacy/privacy-family';
import type { SubjectRecord } from '../../core/privacy/subject-record';
import { rowKey } from '../../core/rows/row-key';
import { isPersonal, type Corpus } from '../../core/schema/schema';
import { maxOf } from '../../core/shared/lists';
import type { WriteToken } from '../../core/tokens/write-token';
import { TidemarkError } from '../../errors';
import type { Random } from '../../platform/random';
import { sleep, type Clock } from '../../platform/time/clock';
import type { Reader, Writer } from '../../consistency/store';
import type { RowTransactions } from '../../consistency/transactions/row-transactions';
import { removeReservations } from './remove-reservations';

export interface HideDependencies {
  /** Reader of corpora that evaluates users' records. */
  readonly reader: Pick<Reader, 'readRow'>;
  readonly writer: Pick<Writer, 'mutateRow'>;
  /** Transactions of reservations. */
  readonly transactions: RowTransactions;
  /** Corpora of the schema. Those without users are ignored. */
  readonly corpora: readonly Corpus[];
  readonly clock: Clock;
  readonly random: Random;
  /** Whether the table may be in several clusters. */
  readonly isReplicated: (table: string) => boolean;
  readonly limits: {
    /** Time by which accepted events may be ahead of our clock, in milliseconds. */
    readonly futureToleranceMs: number;
    /** Largest difference between two clocks of the fleet, in milliseconds. */
    readonly clockSkewMaxMs: number;
  };
}

/** Tombstones of a user, in all personal corpora. */
interface HiddenSubject {
  readonly times: ErasureTimes;
  /** Time at which all of them were acknowledged. */
  readonly hiddenAtMs: number;
  /** Tokens of the writes: a read with them finds nothing of before. */
  readonly tokens: readonly WriteToken[];
}

interface HideRequest {
  readonly userId: string;
  /** Id of the entry in the ledger. */
  readonly entryId: string;
  /** Time of the request, as the entry has it. Decisions of before are void, and later ones count, whenever data is hidden. */
  readonly requestedAtMs: number;
  /** Least times of the tombstones: those that the ledger has. */
  readonly atLeast?: ErasureTimes | undefined;
}

/**
 * Errors of both: those of reads, writes and transactions. After one of them, tombstones may be in some of the corpora.
 */
export interface HideSubject {
  /**
   * Hides everything of before. From the return on, strict reads show nothing up to the times, and later versions of
   * objects are above them. Idempotent: several tombstones count together.
   */
  readonly hide: (request: HideRequest, call?: CallOptions) => Promise<HiddenSubject>;
  /** Writes the tombstones of an earlier erasure again, which a restore has taken back. Later data stays visible. */
  readonly hideAgain: (
    request: HideRequest & { readonly atLeast: ErasureTimes },
    call?: CallOptions,
  ) => Promise<HiddenSubject>;
  /**
   * Hides objects that were derived from what was read before, and written after, and versions ahead of clocks that have
   * reached the serving clusters meanwhile. Voids no decision: those of after the erasure count. To be called when every
   * cluster has the earlier tombstones.
   */
  readonly hideDerived: (request: HideRequest, call?: CallOptions) => Promise<HiddenSubject>;
}

/** Times in all rows of a user. */
interface StoredTimes {
  /** Those of acknowledged data, or the time of the read if later. */
  readonly newest: Omit<ErasureTimes, 'decisionsUpToMs'>;
  /** Those of tombstones, and of markers of deleted events, which an erasure voids. */
  readonly recorded: ErasureTimes;
}

const MICROS_PER_MS = 1_000;

export function createHideSubject(dependencies: HideDependencies): HideSubject {
  const hiding = new Hiding(dependencies);
  return {
    hide: (request, call) => hiding.hide(request, call),
    hideAgain: (request, call) => hiding.hideAgain(request, call),
    hideDerived: (request, call) => hiding.hideDerived(request, call),
  };
}

class Hiding {
  readonly #dependencies: HideDependencies;
  readonly #corpora: readonly Corpus[];

  constructor(dependencies: HideDependencies) {
    this.#dependencies = dependencies;
    this.#corpora = dependencies.corpora.filter(isPersonal);
  }

  async hide(request: HideRequest, call: CallOptions = {}): Promise<HiddenSubject> {
    const { futureToleranceMs, clockSkewMaxMs } = this.#dependencies.limits;
    const { clock } = this.#dependencies;
    const { newest, recorded } = await this.#storedAfter(request.userId, clock.nowMs(), call);
    const sinceMs = clock.nowMs();
    // What another process has hidden, whose clock is ahead, is hidden by this entry, too: a replay knows no other time.
    const chosen = {
      eventsUpToMs: newest.eventsUpToMs + futureToleranceMs + clockSkewMaxMs,
      objectsUpToMs: newest.objectsUpToMs + clockSkewMaxMs,
      // Whichever process hides the data, and however late: decisions of after the request count.
      decisionsUpToMs: request.requestedAtMs + clockSkewMaxMs,
    };
    const times = latestTimes([chosen, recorded, request.atLeast ?? NO_ERASURE_TIMES]);
    const tokens = await this.#write(request, tombstonesOf(times), call);
    for (const token of await this.#removeReservations(request, times, call)) tokens.push(token);
    return this.#acknowledged({ times, tokens, sinceMs }, call);
  }

  async hideAgain(
    request: HideRequest & { readonly atLeast: ErasureTimes },
    call: CallOptions = {},
  ): Promise<HiddenSubject> {
    const { atLeast: times } = request;
    const tokens = await this.#write(request, tombstonesOf(times), call);
    await this.#removeReservations(request, times, call);
    return { times, tokens, hiddenAtMs: this.#dependencies.clock.nowMs() };
  }

  async hideDerived(request: HideRequest, call: CallOptions = {}): Promise<HiddenSubject> {
    const { clock, limits } = this.#dependencies;
    // A version that a caller has named ahead of all clocks may have been at a batch cluster, which no strict read covers.
    // Every cluster has it now, like the tombstone that was written after it.
    const { newest } = await this.#storedAfter(request.userId, clock.nowMs(), call);
    const sinceMs = clock.nowMs();
    // A write that no process has acknowledged may arrive with a version that is ahead of its writer's clock.
    const aheadMs = versionAheadMaxMs(limits);
    const { atLeast = NO_ERASURE_TIMES } = request;
    const derivedUpToMs = Math.max(sinceMs + aheadMs, newest.objectsUpToMs + limits.clockSkewMaxMs);
    const times = { ...atLeast, objectsUpToMs: Math.max(derivedUpToMs, atLeast.objectsUpToMs) };
    const tokens = await this.#write(request, [[OBJECTS_ERASED, times.objectsUpToMs]], call);
    return this.#acknowledged({ times, tokens, sinceMs }, call);
  }

  /**
   * Waits until every clock has passed the tombstone of objects: from then on, a put takes a version above it even if its
   * replica does not show it yet. A tombstone that hides a version which its caller has named is further ahead than clocks
   * can differ. Then only the present time is waited for, and such a put needs the token.
   */
  async #acknowledged(
    { times, tokens, sinceMs }: Omit<HiddenSubject, 'hiddenAtMs'> & { readonly sinceMs: number },
    { signal }: CallOptions,
  ): Promise<HiddenSubject> {
    const { clock, limits, isReplicated } = this.#dependencies;
    const { clockSkewMaxMs } = limits;
    if (this.#corpora.some(({ name }) => isReplicated(name))) {
      const isOfClocks = times.objectsUpToMs <= sinceMs + versionAheadMaxMs(limits) + clockSkewMaxMs;
      const passedMs = isOfClocks ? times.objectsUpToMs : sinceMs + clockSkewMaxMs;
      const waitMs = passedMs + clockSkewMaxMs + 1 - clock.nowMs();
      try {
        if (waitMs > 0) await sleep(clock, waitMs, signal);
      } catch (reason) {
        throw cancelledError(reason);
      }
    }
    return { times, tokens, hiddenAtMs: clock.nowMs() };
  }

  /** Reads the times in all rows of the user, of data from a time on. */
  async #storedAfter(userId: string, nowMs: number, call: CallOptions): Promise<StoredTimes> {
    const { reader, isReplicated } = this.#dependencies;
    let newest: StoredTimes['newest'] = { eventsUpToMs: nowMs, objectsUpToMs: nowMs };
    let recorded = NO_ERASURE_TIMES;
    for (const { name: table, dataTypes } of this.#corpora) {
      const events = new Set(
        dataTypes.filter((each) => each.events !== undefined).map(({ family }) => family),
      );
      const read = { table, key: rowKey(userId), filter: dataAfter(nowMs), keepsHidden: true };
      const consistency = isReplicated(table) ? ({ level: 'strict' } as const) : EVENTUAL;
      const { row, privacy } = await reader.readRow(read, consistency, call);
      const cells = row?.cells ?? [];
      newest = {
        eventsUpToMs: newestOf(
          cells.filter(({ family }) => events.has(family)),
          newest.eventsUpToMs,
        ),
        objectsUpToMs: newestOf(
          cells.filter(({ family }) => !events.has(family)),
          newest.objectsUpToMs,
        ),
      };
      if (privacy === undefined) continue;
      const { record } = privacy;
      const markers = { ...NO_ERASURE_TIMES, eventsUpToMs: newestMarkerMs(record) };
      recorded = latestTimes([recorded, erasedTimesOf(record), markers]);
    }
    return { newest, recorded };
  }

  async #write(
    { userId, entryId }: HideRequest,
    tombstones: readonly Tombstone[],
    call: CallOptions,
  ): Promise<WriteToken[]> {
    const value = Buffer.from(JSON.stringify({ id: entryId }));
    const mutations = tombstones.map(([column, upToMs]) =>
      setCell(PRIVACY_FAMILY, column, upToMs * MICROS_PER_MS, value),
    );
    const tokens: WriteToken[] = [];
    for (const { name } of this.#corpora) {
      const token = await this.#writeIn(name, { key: rowKey(userId), mutations }, call);
      if (token !== undefined) tokens.push(token);
    }
    return tokens;
  }

  /** Undefined if nothing of the user was ever stored there: a first write needs a location, and none was made. */
  async #writeIn(corpus: string, row: RowMutations, call: CallOptions): Promise<WriteToken | undefined> {
    try {
      return (await this.#dependencies.writer.mutateRow(corpus, row, call)).token;
    } catch (error) {
      if (error instanceof TidemarkError && error.code === 'location_required') return undefined;
      throw error;
    }
  }

  async #removeReservations(
    { userId }: HideRequest,
    { eventsUpToMs: upToMs }: ErasureTimes,
    call: CallOptions,
  ): Promise<readonly WriteToken[]> {
    const tokens: WriteToken[] = [];
    for (const { name: table, dataTypes } of this.#corpora) {
      if (!dataTypes.some(({ events }) => events !== undefined)) continue;
      const { token } = await removeReservations(this.#dependencies, { table, userId, upToMs }, call);
      if (token !== undefined) tokens.push(token);
    }
    return tokens;
  }
}

/** Passes the names of data from a time on. Most rows have none, so this costs little however large a row is. */
const dataAfter = (nowMs: number): Filter =>
  chain({ familyNameRegexFilter: '[^_].*' }, timestampRange(nowMs * MICROS_PER_MS), stripValue());

/**
 * Returns how far a version can be ahead of any clock, in milliseconds, unless its caller has named it: a put is sent when
 * its version is at most ε + 1 ahead of its own clock, where ε is the difference of clocks.
 */
const versionAheadMaxMs = ({ clockSkewMaxMs }: HideDependencies['limits']): number => 2 * clockSkewMaxMs + 1;

/** Column and time of a tombstone, in milliseconds since the Unix epoch. */
type Tombstone = readonly [column: Buffer, upToMs: number];

const tombstonesOf = ({
  eventsUpToMs,
  objectsUpToMs,
  decisionsUpToMs,
}: ErasureTimes): readonly Tombstone[] => [
  [EVENTS_ERASED, eventsUpToMs],
  [OBJECTS_ERASED, objectsUpToMs],
  [DECISIONS_ERASED, decisionsUpToMs],
];

/** Returns the latest time of the markers of deleted events, in milliseconds since the Unix epoch; 0 if there are none. */
function newestMarkerMs({ deletedEvents }: SubjectRecord): number {
  const markers = [...deletedEvents.values()].flatMap((names) => [...names.values()]);
  return Math.ceil(maxOf([0, ...markers]) / MICROS_PER_MS);
}

const newestOf = (cells: readonly Cell[], leastMs: number): number =>
  cells.reduce((newest, { timestampMicros }) => Math.max(newest, timestampMicros / MICROS_PER_MS), leastMs);
