import { cancelledError, deadlineError } from '../../bigtable/client/bigtable-error';
import { cellsPerColumnLimit, chain, familyIn, familyIs, stripValue } from '../../bigtable/read/filters';
import type { Filter, Mutation, Row } from '../../bigtable/client/types';
import {
  checkNotDeleted,
  nextVersion,
  type ExistingCell,
  type ExistingCells,
  type VersionPlan,
} from '../../core/objects/cell-versions';
import type { RowPrivacy } from '../../core/privacy/row-privacy';
import { maxOf } from '../../core/shared/lists';
import { TidemarkError } from '../../errors';
import { EVENTUAL, type Consistency } from '../../core/consistency/consistency';
import { isEmptyToken, type WriteToken } from '../../core/tokens/write-token';
import { sleep, type Clock } from '../../platform/time/clock';
import { columnsWithMarkers } from '../read/marker-filter';
import type { Reader, RowAnswer, RowRead, WriteOptions, Writer, WriteReceipt } from '../store';
import { deleteMutations, deleteVersion, putMutations, VERSIONS_READ_MAX } from './versioned-mutations';
import type { CancelSignal } from '../../platform/tasks/cancellation';

/** One cell of a family that holds objects. */
export interface CellToPut {
  readonly table: string;
  readonly key: Buffer;
  readonly family: string;
  /** Must not begin with the byte 0: see `core/delete-markers`. */
  readonly qualifier: Buffer;
  readonly value: Buffer;
  /** Version in milliseconds since the Unix epoch. Absent: newer than every write that was acknowledged before. */
  readonly versionMs?: number | undefined;
}

/** Scope of a deletion: a family; a column of it, in all versions; or one version of a column. */
export interface ScopeToDelete {
  readonly table: string;
  readonly key: Buffer;
  readonly family: string;
  readonly qualifier?: Buffer | undefined;
  /** Deletes exactly this version of the column. Needs `qualifier`. */
  readonly versionMs?: number | undefined;
}

/** Families of one row to delete, at least one. */
interface FamiliesToDelete {
  readonly table: string;
  readonly key: Buffer;
  readonly families: readonly string[];
}

export interface VersionedWriteOptions extends WriteOptions {
  /** The write supersedes all writes that the token names, whichever process made them. */
  readonly token?: WriteToken | undefined;
}

export interface VersionedReceipt extends WriteReceipt {
  /** Version of the cell, or of the marker, that was written. Milliseconds. */
  readonly versionMs: number;
}

/**
 * Writes cells whose newest version counts, and deletes them, so that an acknowledged write is never undone by one that
 * was acknowledged before it, whichever clusters accepted them, in whatever order and however often they arrive.
 *
 * Errors: `version_conflict`, and those of `Reader.readRow` and `Writer.mutateRow`. After `deadline_exceeded` the
 * outcome is unknown: the write may have been committed, or may still be.
 */
export interface VersionedWriter {
  put(cell: CellToPut, options?: VersionedWriteOptions): Promise<VersionedReceipt>;
  /** A deletion needs no consent. */
  delete(scope: ScopeToDelete, options?: VersionedWriteOptions): Promise<VersionedReceipt>;
  /** Deletes all families by one mutation: no read shows some of them without the others. */
  deleteFamilies(scope: FamiliesToDelete, options?: VersionedWriteOptions): Promise<VersionedReceipt>;
}

export interface VersionedWriterOptions {
  readonly reader: Pick<Reader, 'readRow'>;
  readonly writer: Pick<Writer, 'mutateRow'>;
  readonly clock: Clock;
  readonly limits: VersionedWriterLimits;
  /**
   * Whether the table is in several clusters. Then the nearest replica may lack writes that were acknowledged before.
   */
  readonly isReplicated: (table: string) => boolean;
  readonly observer?: VersionObserver | undefined;
}

/** Receives what versions show of clocks. */
export interface VersionObserver {
  /** A write deleted this many versions that were further ahead of this process's clock than correct clocks can be. */
  onVersionsAhead(table: string, count: number): void;
}

interface VersionedWriterLimits {
  /** Largest difference between two clocks of the fleet, in milliseconds. */
  readonly clockSkewMaxMs: number;
  /** Timeout of calls without one, in milliseconds. */
  readonly pointTimeoutMs: number;
}

/** Largest size of the names and timestamps of the cells in the scope of a write, in bytes. */
const SCOPE_BYTES_MAX = 16 * 1024 * 1024;
const MICROS_PER_MS = 1_000;

/**
 * Each write first reads its scope at the nearest replica, and takes a version above what it shows
 * (`core/objects/cell- versions`). A row that is written in several regions may have an acknowledged write that this
 * replica does not show yet, from a process whose clock is ahead. Therefore a write is acknowledged only when every
 * clock has passed its version: any later write takes a later version. This is commit wait, as in Corbett et al.,
 * "Spanner: Google's Globally-Distributed Database", OSDI 2012.
 */
export function createVersionedWriter(options: VersionedWriterOptions): VersionedWriter {
  return new MarkingWriter(options);
}

type Place = Pick<ScopeToDelete, 'table' | 'key'>;
type Scope = Pick<ScopeToDelete, 'table' | 'key' | 'family' | 'qualifier'>;

class MarkingWriter implements VersionedWriter {
  readonly #options: VersionedWriterOptions;

  constructor(options: VersionedWriterOptions) {
    this.#options = options;
  }

  async put(cell: CellToPut, options: VersionedWriteOptions = {}): Promise<VersionedReceipt> {
    const call = this.#begin(options);
    const { row, privacy } = await this.#read(cell, scopeFilter(cell), call);
    const shown = { cells: cellsOf(row), hiddenUpToMs: hiddenUpToMs(privacy, cell.family) };
    const { qualifier, versionMs } = cell;
    if (versionMs !== undefined) {
      checkNotDeleted(shown, qualifier, versionMs);
      return this.#write(
        cell,
        { mutations: putMutations(cell, { versionMs, futureCells: [] }), versionMs },
        call,
      );
    }
    const plan = this.#plan(cell, shown);
    this.#checkReachable(plan, shown, call);
    return this.#writeAndWait(cell, { mutations: putMutations(cell, plan), plan }, call);
  }

  async delete(scope: ScopeToDelete, options: VersionedWriteOptions = {}): Promise<VersionedReceipt> {
    const call = this.#begin(options);
    const { family, qualifier, versionMs } = scope;
    if (qualifier !== undefined && versionMs !== undefined) {
      const mutations = deleteVersion(family, { qualifier, versionMs });
      return this.#write(scope, { mutations, versionMs }, call);
    }
    const { row } = await this.#read({ ...scope, keepsHidden: true }, scopeFilter(scope), call);
    const shown = { cells: cellsOf(row), hiddenUpToMs: -1 };
    const plan = this.#plan(scope, shown);
    return this.#writeAndWait(scope, { mutations: deleteMutations(scope, shown.cells, plan), plan }, call);
  }

  async deleteFamilies(
    { table, key, families }: FamiliesToDelete,
    options: VersionedWriteOptions = {},
  ): Promise<VersionedReceipt> {
    const call = this.#begin(options);
    const filter = chain(familyIn(families), ...NEWEST_NAMES);
    const { row } = await this.#read({ table, key, keepsHidden: true }, filter, call);
    const deletions = families.map((family) => {
      const shown = { cells: cellsOf(row, family), hiddenUpToMs: -1 };
      const plan = this.#plan({ table, key }, shown);
      return { plan, mutations: deleteMutations({ family }, shown.cells, plan) };
    });
    const plan = {
      versionMs: maxOf(deletions.map((each) => each.plan.versionMs)),
      sendAtMs: maxOf(deletions.map((each) => each.plan.sendAtMs)),
    };
    const mutations = deletions.flatMap((each) => each.mutations);
    return this.#writeAndWait({ table, key }, { mutations, plan }, call);
  }

  #begin({ timeoutMs, signal, token, accessLocation }: VersionedWriteOptions): Call {
    const { clock, limits } = this.#options;
    const allowedMs = timeoutMs ?? limits.pointTimeoutMs;
    return {
      deadlineMs: clock.monotonicMs() + allowedMs,
      timeoutMs: allowedMs,
      signal,
      token,
      accessLocation,
    };
  }

  async #read(
    { table, key, keepsHidden }: Place & Pick<RowRead, 'keepsHidden'>,
    filter: Filter,
    call: Call,
  ): Promise<RowAnswer> {
    const read = { table, key, filter, allowsJoin: true, bytesMax: SCOPE_BYTES_MAX, keepsHidden };
    const consistency = this.#options.isReplicated(table) ? consistencyOf(call) : EVENTUAL;
    return this.#options.reader.readRow(read, consistency, this.#left(call));
  }

  #plan({ table }: Place, shown: ExistingCells): VersionPlan {
    const { clock, limits, observer } = this.#options;
    const plan = nextVersion(shown, { nowMs: clock.nowMs(), clockSkewMaxMs: limits.clockSkewMaxMs });
    if (plan.futureCells.length > 0) observer?.onVersionsAhead(table, plan.futureCells.length);
    return plan;
  }

  /**
   * Throws `version_conflict` when clocks do not pass the user's tombstone before the deadline: an erasure also hides
   * versions that a caller has named ahead of all clocks, and these may be years ahead.
   */
  #checkReachable({ sendAtMs }: VersionPlan, { hiddenUpToMs: upToMs }: ExistingCells, call: Call): void {
    const { clock, limits } = this.#options;
    const nowMs = clock.nowMs();
    const isOfClocks = upToMs <= nowMs + 3 * limits.clockSkewMaxMs + 1;
    if (isOfClocks || sendAtMs - nowMs <= call.deadlineMs - clock.monotonicMs()) return;
    throw new TidemarkError(
      'version_conflict',
      `the user's data is erased up to ${new Date(upToMs).toISOString()}, since it had a version from then: name a newer version`,
      { field: 'timestampMs' },
    );
  }

  async #write(
    { table, key }: Place,
    { mutations, versionMs }: PlannedWrite,
    call: Call,
  ): Promise<VersionedReceipt> {
    const { token, cluster, placement } = await this.#options.writer.mutateRow(
      table,
      { key, mutations },
      this.#left(call),
    );
    return { token, cluster, placement, versionMs };
  }

  async #writeAndWait(
    scope: Place,
    { mutations, plan: { versionMs, sendAtMs } }: WriteAndWait,
    call: Call,
  ): Promise<VersionedReceipt> {
    await this.#untilClockShows(sendAtMs, call);
    const receipt = await this.#write(scope, { mutations, versionMs }, call);
    const everyClockMs = versionMs + this.#options.limits.clockSkewMaxMs + 1;
    if (this.#options.isReplicated(scope.table)) await this.#untilClockShows(everyClockMs, call);
    return receipt;
  }

  async #untilClockShows(atMs: number, call: Call): Promise<void> {
    const { clock } = this.#options;
    for (;;) {
      const waitMs = atMs - clock.nowMs();
      if (waitMs <= 0) return;
      const leftMs = call.deadlineMs - clock.monotonicMs();
      if (leftMs <= 0) throw deadlineError(call.timeoutMs);
      try {
        await sleep(clock, Math.min(waitMs, leftMs), call.signal);
      } catch (reason) {
        throw cancelledError(reason);
      }
    }
  }

  #left({ deadlineMs, timeoutMs, signal, accessLocation }: Call): WriteOptions {
    const leftMs = deadlineMs - this.#options.clock.monotonicMs();
    if (leftMs <= 0) throw deadlineError(timeoutMs);
    return { timeoutMs: leftMs, signal, accessLocation };
  }
}

interface Call {
  /** Deadline of the call, monotonic milliseconds. */
  readonly deadlineMs: number;
  readonly timeoutMs: number;
  readonly signal: CancelSignal | undefined;
  readonly token: WriteToken | undefined;
  readonly accessLocation: string | undefined;
}

interface WriteAndWait {
  readonly mutations: readonly Mutation[];
  readonly plan: Pick<VersionPlan, 'versionMs' | 'sendAtMs'>;
}

interface PlannedWrite {
  readonly mutations: readonly Mutation[];
  readonly versionMs: number;
}

/**
 * Returns the version up to which the user's record hides cells of the family, in milliseconds. Throws `no_consent` where
 * it hides all versions: the write would be acknowledged and never seen.
 */
export function hiddenUpToMs(privacy: RowPrivacy | undefined, family: string): number {
  const micros = privacy?.upTo(family) ?? -1;
  if (micros === Infinity)
    throw new TidemarkError('no_consent', `the user has not allowed the purpose of ${family}`, {
      field: 'dataType',
    });
  return Math.ceil(micros / MICROS_PER_MS);
}

function consistencyOf({ token }: Call): Consistency {
  return token === undefined || isEmptyToken(token) ? EVENTUAL : { level: 'at-least-as-fresh', token };
}

/**
 * Returns the filter for everything that may hide a write of the scope, or that a deletion of it hides: names and
 * timestamps.
 */
function scopeFilter({ family, qualifier }: Scope): Filter {
  const ofFamily = familyIs(family);
  if (qualifier === undefined) return chain(ofFamily, ...NEWEST_NAMES);
  return chain(ofFamily, columnsWithMarkers([qualifier]), ...NEWEST_NAMES);
}

/** Names and timestamps of the newest cells of each column. */
const NEWEST_NAMES = [cellsPerColumnLimit(VERSIONS_READ_MAX), stripValue()] as const;

/** Returns the cells of the family, or all cells. */
function cellsOf(row: Row | undefined, family?: string): readonly ExistingCell[] {
  const cells = (row?.cells ?? []).filter((cell) => family === undefined || cell.family === family);
  return cells.map(({ qualifier, timestampMicros }) => ({
    qualifier: Buffer.from(qualifier),
    versionMs: timestampMicros / MICROS_PER_MS,
  }));
}
