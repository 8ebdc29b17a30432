/** Writes the tombstones that hide a user's data: docs/decisions/0013-privacy.md. */
import { chain, stripValue, timestampRange } from '../../bigtable/read/filters';
import { setCell } from '../../bigtable/write/mutations';
import { cancelledError } from '../../bigtable/client/bigtable-error';
import type { CallOptions, Cell, Filter, Mutation, RowMutations } from '../../bigtable/client/types';
import { EVENTUAL } from '../../core/consistency/consistency';
import { latestTimes, type ErasureTimes } from '../../core/privacy/ledger-entry';
import { EVENTS_ERASED, OBJECTS_ERASED, PRIVACY_FAMILY } from '../../core/privacy/privacy-family';
import type { SubjectRecord } from '../../core/privacy/subject-record';
import { rowKey } from '../../core/rows/row-key';
import { isPersonal, type Corpus } from '../../core/schema/schema';
import type { WriteToken } from '../../core/tokens/write-token';
import { TidemarkError } from '../../errors';
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
   * reached the serving clusters meanwhile. To be called when every cluster has the earlier tombstones.
   */
  readonly hideDerived: (request: HideRequest, call?: CallOptions) => Promise<HiddenSubject>;
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
    const { newest, erased } = await this.#storedAfter(request.userId, clock.nowMs(), call);
    const sinceMs = clock.nowMs();
    // What another process has hidden, whose clock is ahead, is hidden by this entry, too: a replay knows no other time.
    const chosen = {
      eventsUpToMs: newest.eventsUpToMs + futureToleranceMs + clockSkewMaxMs,
      objectsUpToMs: newest.objectsUpToMs + clockSkewMaxMs,
    };
    const times = latestTimes([chosen, erased, ...(request.atLeast === undefined ? [] : [request.atLeast])]);
    const tokens = await this.#write(request, times, ['events', 'objects'], call);
    for (const token of await this.#removeReservations(request, times, call)) tokens.push(token);
    return this.#acknowledged({ times, tokens, sinceMs }, call);
  }

  async hideAgain(
    request: HideRequest & { readonly atLeast: ErasureTimes },
    call: CallOptions = {},
  ): Promise<HiddenSubject> {
    const { atLeast: times } = request;
    const tokens = await this.#write(request, times, ['events', 'objects'], call);
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
    const atLeast = request.atLeast?.objectsUpToMs ?? 0;
    const times = {
      eventsUpToMs: request.atLeast?.eventsUpToMs ?? 0,
      objectsUpToMs: Math.max(sinceMs + aheadMs, newest.objectsUpToMs + limits.clockSkewMaxMs, atLeast),
    };
    const tokens = await this.#write(request, times, ['objects'], call);
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

  /**
   * Returns the newest times of acknowledged events and objects in all rows of the user, or the given time if later, and
   * the times up to which they are hidden already.
   */
  async #storedAfter(
    userId: string,
    nowMs: number,
    call: CallOptions,
  ): Promise<{ readonly newest: ErasureTimes; readonly erased: ErasureTimes }> {
    const { reader, isReplicated } = this.#dependencies;
    let newest: ErasureTimes = { eventsUpToMs: nowMs, objectsUpToMs: nowMs };
    let erased: ErasureTimes = { eventsUpToMs: 0, objectsUpToMs: 0 };
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
      if (privacy !== undefined) erased = latestTimes([erased, erasedTimesOf(privacy.record)]);
    }
    return { newest, erased };
  }

  async #write(
    { userId, entryId }: HideRequest,
    { eventsUpToMs, objectsUpToMs }: ErasureTimes,
    kinds: readonly ('events' | 'objects')[],
    call: CallOptions,
  ): Promise<WriteToken[]> {
    const value = Buffer.from(JSON.stringify({ id: entryId }));
    const mutations = kinds.map((kind): Mutation =>
      kind === 'events'
        ? setCell(PRIVACY_FAMILY, EVENTS_ERASED, eventsUpToMs * MICROS_PER_MS, value)
        : setCell(PRIVACY_FAMILY, OBJECTS_ERASED, objectsUpToMs * MICROS_PER_MS, value),
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
    const { transactions } = this.#dependencies;
    const tokens: WriteToken[] = [];
    for (const { name: table, dataTypes } of this.#corpora) {
      if (!dataTypes.some(({ events }) => events !== undefined)) continue;
      const { token } = await removeReservations(transactions, { table, userId, upToMs }, call);
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

const erasedTimesOf = ({ eventsErasedUpTo, objectsErasedUpTo }: SubjectRecord): ErasureTimes => ({
  eventsUpToMs: Math.max(0, Math.ceil(eventsErasedUpTo / MICROS_PER_MS)),
  objectsUpToMs: Math.max(0, Math.ceil(objectsErasedUpTo / MICROS_PER_MS)),
});

const newestOf = (cells: readonly Cell[], leastMs: number): number =>
  cells.reduce((newest, { timestampMicros }) => Math.max(newest, timestampMicros / MICROS_PER_MS), leastMs);
