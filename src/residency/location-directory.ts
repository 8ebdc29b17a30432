import { cellsPerColumnLimit, chain, familyIs } from '../bigtable/read/filters';
import { setCell } from '../bigtable/write/mutations';
import type { CallOptions, Cell, Filter } from '../bigtable/client/types';
import { EVENTUAL } from '../core/consistency/consistency';
import { LOCATION_FAMILY } from '../core/residency/location-family';
import type { DirectoryEntry } from '../core/residency/location';
import { DIRECTORY_TABLE } from '../core/residency/placement-rules';
import { decodeEntry, encodeDirectoryEntry, ENTRY_QUALIFIER } from '../core/residency/stored-location';
import type { SubjectKey } from '../core/residency/subject-key';
import { rowKey } from '../core/rows/row-key';
import { versionOf } from '../core/rows/row-version';
import { TidemarkError } from '../errors';
import { sleep, type Clock } from '../platform/time/clock';
import { backoffMs } from '../platform/time/backoff';
import type { Random } from '../platform/random';
import type { Reader } from '../consistency/store';
import type { RowTransactions } from '../consistency/transactions/row-transactions';
import type { LocationLookupKind, ResidencyObserver } from './residency-observer';

export interface LocationDirectoryOptions {
  readonly reader: Pick<Reader, 'readRow' | 'readRows'>;
  /** Transactions whose versions are in `LOCATION_FAMILY`. */
  readonly transactions: RowTransactions;
  readonly clock: Clock;
  readonly random: Random;
  readonly observer?: ResidencyObserver | undefined;
}

/**
 * Decides on the next state of an entry from the present one, which is undefined if there is none. Undefined leaves the
 * entry as it is.
 */
export type EntryDecision = (present: DirectoryEntry | undefined) => DirectoryEntry | undefined;

const ENTRY_FILTER: Filter = chain(familyIs(LOCATION_FAMILY), cellsPerColumnLimit(1));

/** Time to the first and longest time to a later attempt after a conflict, in milliseconds. */
const CONFLICT_BACKOFF = { initialDelayMs: 5, maxDelayMs: 200 };
/** Time limit of a change without one, in milliseconds. */
const CHANGE_TIMEOUT_MS = 10_000;

/**
 * The directory of locations: a row per subject. Each row is decided about at one cluster, so two processes that create
 * or change an entry at the same time agree.
 *
 * Errors: those of reads, transactions and failed calls, `conflict` when other processes kept changing an entry, and
 * `data_corrupted`.
 */
export class LocationDirectory {
  readonly #options: LocationDirectoryOptions;

  constructor(options: LocationDirectoryOptions) {
    this.#options = options;
  }

  /** Returns the entry as the nearest cluster shows it, which may be an earlier one, or none yet. */
  async nearest(key: SubjectKey, call: CallOptions): Promise<DirectoryEntry | undefined> {
    return this.#observed('nearest', 1, async () => {
      const read = { table: DIRECTORY_TABLE, key: rowKey(key), filter: ENTRY_FILTER };
      const { row } = await this.#options.reader.readRow(read, EVENTUAL, call);
      return entryIn(row?.cells ?? []);
    });
  }

  /** Returns the entries of several subjects, in order, each as the nearest cluster shows it. The keys must differ. */
  async nearestOfAll(
    keys: readonly SubjectKey[],
    call: CallOptions,
  ): Promise<readonly (DirectoryEntry | undefined)[]> {
    return this.#observed('nearest', keys.length, async () => {
      const read = { table: DIRECTORY_TABLE, keys: keys.map(rowKey), filter: ENTRY_FILTER };
      const { rows } = await this.#options.reader.readRows(read, EVENTUAL, call);
      return rows.map((row) => entryIn(row?.cells ?? []));
    });
  }

  /** Returns the present entry, as the cluster that decides about it shows it. */
  async present(key: SubjectKey, call: CallOptions): Promise<DirectoryEntry | undefined> {
    return this.#observed('present', 1, async () => {
      const transaction = this.#options.transactions.begin(DIRECTORY_TABLE, rowKey(key));
      const { row } = await transaction.read({ filter: ENTRY_FILTER }, call);
      return entryIn(row?.cells ?? []);
    });
  }

  /**
   * Changes the entry in a transaction, and returns it as it is then: changed, or left as it was. The decision is made
   * again after each conflict, and after an attempt whose outcome is unknown.
   */
  change(key: SubjectKey, decide: EntryDecision, call: CallOptions): Promise<DirectoryEntry | undefined> {
    return this.#observed('change', 1, () => this.#change(key, decide, call));
  }

  async #change(
    key: SubjectKey,
    decide: EntryDecision,
    call: CallOptions,
  ): Promise<DirectoryEntry | undefined> {
    const { clock, random, transactions } = this.#options;
    const timeoutMs = call.timeoutMs ?? CHANGE_TIMEOUT_MS;
    const deadlineMs = clock.monotonicMs() + timeoutMs;
    for (let attempt = 0; ; attempt++) {
      const left: CallOptions = { ...call, timeoutMs: Math.max(1, deadlineMs - clock.monotonicMs()) };
      const transaction = transactions.begin(DIRECTORY_TABLE, rowKey(key));
      const { row } = await transaction.read({ filter: ENTRY_FILTER }, left);
      const cells = row?.cells ?? [];
      const present = entryIn(cells);
      const next = decide(present);
      if (next === undefined) return present;
      // The newest cell is the entry, whatever the clocks show.
      const atMs = Math.max(clock.nowMs(), timeOf(cells) + 1);
      const mutations = [setCell(LOCATION_FAMILY, ENTRY_QUALIFIER, atMs * 1_000, encodeDirectoryEntry(next))];
      const version = versionOf(cells, LOCATION_FAMILY);
      const outcome = await transaction.commit({ version, mutations }, left);
      if (outcome !== 'conflict') return next;
      const delayMs = backoffMs(CONFLICT_BACKOFF, attempt, random);
      if (clock.monotonicMs() + delayMs >= deadlineMs) throw contention();
      await sleep(clock, delayMs, call.signal);
    }
  }

  async #observed<T>(
    kind: Exclude<LocationLookupKind, 'cached'>,
    count: number,
    run: () => Promise<T>,
  ): Promise<T> {
    const { observer } = this.#options;
    observer?.onLookup(kind, count);
    try {
      return await run();
    } catch (error) {
      if (error instanceof TidemarkError) observer?.onError(kind, error.code);
      throw error;
    }
  }
}

function entryIn(cells: readonly Cell[]): DirectoryEntry | undefined {
  const cell = entryCell(cells);
  return cell === undefined ? undefined : decodeEntry(cell.value);
}

const entryCell = (cells: readonly Cell[]): Cell | undefined =>
  cells.find(({ family, qualifier }) => family === LOCATION_FAMILY && qualifier.equals(ENTRY_QUALIFIER));

const timeOf = (cells: readonly Cell[]): number => (entryCell(cells)?.timestampMicros ?? 0) / 1_000;

function contention(): TidemarkError {
  const message = 'transaction contention on an entry of the location directory: deadline exceeded';
  return new TidemarkError('conflict', message, { retryAfterSeconds: 1 });
}
