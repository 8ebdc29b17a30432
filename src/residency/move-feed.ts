import {
  cellsPerColumnLimit,
  chain,
  interleave,
  familyIs,
  qualifierIn,
  qualifierRange,
} from '../bigtable/read/filters';
import { deleteFromColumn, setCell } from '../bigtable/write/mutations';
import type { CallOptions, Cell, Filter, Mutation } from '../bigtable/client/types';
import { decodeFeedRecord, encodeFeedRecord, type FeedRecord } from '../core/residency/feed-record';
import { LOCATION_FAMILY } from '../core/residency/location-family';
import { OpenMoves } from '../core/residency/open-moves';
import { DIRECTORY_TABLE } from '../core/residency/placement-rules';
import { VERSION_QUALIFIER, versionOf, type RowVersion } from '../core/rows/row-version';
import { TidemarkError } from '../errors';
import { sleep, type Clock } from '../platform/time/clock';
import { backoffMs } from '../platform/time/backoff';
import type { Random } from '../platform/random';
import type { RowTransaction, RowTransactions } from '../consistency/transactions/row-transactions';

interface NumberedRecord {
  /** Position in the feed, from 1, without gaps. */
  readonly number: number;
  readonly record: FeedRecord;
}

export interface FeedPage {
  /** Records after the number asked for, in order. */
  readonly records: readonly NumberedRecord[];
  /**
   * Whether no record after the number asked for is missing: the record with this number is still there, or, for 0,
   * which is the start of the feed, none was ever removed.
   */
  readonly isContinuous: boolean;
  /** Whether the directory is being rebuilt: no location may be used, and no move may go on. */
  readonly isRebuilding: boolean;
}

export interface MoveFeedOptions {
  /** Transactions whose versions are in `LOCATION_FAMILY`. */
  readonly transactions: RowTransactions;
  readonly clock: Clock;
  readonly random: Random;
}

/** Key of the feed: one row, so that one cluster decides about its order. No subject's row has it. */
const FEED_KEY = Buffer.from('!feed');
/** Prefix of the columns of records, behind all other columns. */
const PREFIX = '~';
const DIGITS = 12;
/** Column that is there while the directory is being rebuilt. It is before those of the records. */
const REBUILD_QUALIFIER = Buffer.from('rebuild');
/** Name of a wave that was never begun: its record makes a feed without open waves begin at a number. */
const NO_WAVE = 'rebuild';
const CONFLICT_BACKOFF = { initialDelayMs: 5, maxDelayMs: 200 };
const CHANGE_TIMEOUT_MS = 10_000;

/** The feed of moves: records with consecutive numbers in one row, read and changed at one cluster. */
export class MoveFeed {
  readonly #options: MoveFeedOptions;

  constructor(options: MoveFeedOptions) {
    this.#options = options;
  }

  /**
   * Marks the directory as being rebuilt: processes that follow the feed use no location until the end, and no mover
   * can append a record. May be called again.
   */
  async beginRebuild(call: CallOptions): Promise<void> {
    await this.#change(
      call,
      ({ isRebuilding }) => ({
        result: undefined,
        mutations: isRebuilding ? [] : [setMark()],
      }),
      { duringRebuild: true },
    );
  }

  /**
   * Replaces the feed by the records, and removes the mark. The numbers of the records are larger than all that any
   * process can have seen, because they begin at the time in seconds: so every process that follows the feed finds that
   * its last record is missing, and forgets all locations.
   */
  async endRebuild(open: readonly FeedRecord[], call: CallOptions): Promise<void> {
    const records: readonly FeedRecord[] = open.length > 0 ? open : [{ kind: 'ended', waveId: NO_WAVE }];
    await this.#change(
      call,
      ({ records: old, last }) => {
        const first = Math.max(last + 1, Math.floor(this.#options.clock.nowMs() / 1_000));
        return {
          result: undefined,
          mutations: [
            deleteFromColumn(LOCATION_FAMILY, REBUILD_QUALIFIER),
            ...old.map(({ number }) => deleteFromColumn(LOCATION_FAMILY, columnOf(number))),
            ...records.map((record, index) => setRecord(first + index, record)),
          ],
        };
      },
      { duringRebuild: true },
    );
  }

  /** Returns the records after `after`, in one atomic read. */
  async read(after: number, call: CallOptions): Promise<FeedPage> {
    const { row } = await this.#begin().read({ filter: recordsFrom(after) }, call);
    return pageOf(row?.cells ?? [], after);
  }

  /**
   * Appends the records and returns the number of the last one. After an error with an unknown outcome they may have
   * been appended: records are idempotent, so appending them again is right.
   */
  append(records: readonly FeedRecord[], call: CallOptions): Promise<number> {
    return this.#change(call, ({ last }) => ({
      result: last + records.length,
      mutations: records.map((record, index) => setRecord(last + 1 + index, record)),
    }));
  }

  /**
   * Removes all records but the newest ones, at least `keptMin`. The waves among them that are still open are recorded
   * again, behind the last record, in the same transaction. Only a prefix of the feed is removed, so a process that
   * misses one of these records finds its own last record removed, and forgets all that it knows. Resolves with the
   * number of records removed: 0 if there are not twice as many records.
   */
  trim(keptMin: number, call: CallOptions): Promise<number> {
    return this.#change(call, ({ records, last }) => {
      const over = records.filter(({ number }) => number <= last - keptMin);
      if (over.length < keptMin) return { result: 0, mutations: [] };
      const again = openRecords(records, over.at(-1)!.number);
      const mutations = [
        ...over.map(({ number }) => deleteFromColumn(LOCATION_FAMILY, columnOf(number))),
        ...again.map((record, index) => setRecord(last + 1 + index, record)),
      ];
      return { result: over.length, mutations };
    });
  }

  #begin(): RowTransaction {
    return this.#options.transactions.begin(DIRECTORY_TABLE, FEED_KEY);
  }

  async #change<T>(
    call: CallOptions,
    decide: (state: FeedState) => { readonly result: T; readonly mutations: readonly Mutation[] },
    { duringRebuild }: { readonly duringRebuild: boolean } = { duringRebuild: false },
  ): Promise<T> {
    const { clock, random } = this.#options;
    const deadlineMs = clock.monotonicMs() + (call.timeoutMs ?? CHANGE_TIMEOUT_MS);
    for (let attempt = 0; ; attempt++) {
      const left: CallOptions = { ...call, timeoutMs: Math.max(1, deadlineMs - clock.monotonicMs()) };
      const transaction = this.#begin();
      const { row } = await transaction.read({ filter: recordsFrom(0) }, left);
      const state = stateOf(row?.cells ?? []);
      if (state.isRebuilding && !duringRebuild) throw directoryRebuilding();
      const { result, mutations } = decide(state);
      if (mutations.length === 0) return result;
      const outcome = await transaction.commit({ version: state.version, mutations }, left);
      if (outcome !== 'conflict') return result;
      const delayMs = backoffMs(CONFLICT_BACKOFF, attempt, random);
      if (clock.monotonicMs() + delayMs >= deadlineMs) throw contention();
      await sleep(clock, delayMs, call.signal);
    }
  }
}

/** Returns the records of the waves that are open after all records and have begun up to the number. */
function openRecords(records: readonly NumberedRecord[], upTo: number): readonly FeedRecord[] {
  const moves = new OpenMoves();
  for (const { record } of records) moves.apply(record);
  const early = new Set(
    records.flatMap(({ number, record }) =>
      number <= upTo && record.kind === 'begun' ? [record.wave.id] : [],
    ),
  );
  return moves.waves().flatMap(({ wave, state }): readonly FeedRecord[] => {
    if (!early.has(wave.id)) return [];
    const open = new Set(moves.subjectsOf(wave.id));
    const subjects = wave.subjects.filter(({ key }) => open.has(key));
    const begun: FeedRecord = { kind: 'begun', wave: { ...wave, subjects } };
    const hasState = state === 'overlaid' || state === 'settled';
    return hasState ? [begun, { kind: 'state', waveId: wave.id, state }] : [begun];
  });
}

interface FeedState {
  readonly records: readonly NumberedRecord[];
  readonly version: RowVersion | undefined;
  /** Number of the last record; 0 in an empty feed. */
  readonly last: number;
  readonly isRebuilding: boolean;
}

/** Passes the version, the mark of a rebuild, and the records from the number on. */
function recordsFrom(number: number): Filter {
  const version = chain(familyIs(LOCATION_FAMILY), qualifierIn([VERSION_QUALIFIER, REBUILD_QUALIFIER]));
  const records = qualifierRange({ family: LOCATION_FAMILY, start: columnOf(number) });
  return chain(interleave(version, records), cellsPerColumnLimit(1));
}

const columnOf = (number: number): Buffer => Buffer.from(PREFIX + String(number).padStart(DIGITS, '0'));

/** The timestamp is the number itself: repeating the mutation writes the same cell. */
const setRecord = (number: number, record: FeedRecord): Mutation =>
  setCell(LOCATION_FAMILY, columnOf(number), number * 1_000, encodeFeedRecord(record));

function stateOf(cells: readonly Cell[]): FeedState {
  const { records, isRebuilding } = pageOf(cells, 0);
  const last = records.at(-1)?.number ?? 0;
  return { records, last, isRebuilding, version: versionOf(cells, LOCATION_FAMILY) };
}

function pageOf(cells: readonly Cell[], after: number): FeedPage {
  const records: NumberedRecord[] = [];
  let isContinuous = false;
  for (const { qualifier, value } of cells) {
    const column = qualifier.toString('latin1');
    if (!column.startsWith(PREFIX)) continue;
    const number = Number(column.slice(PREFIX.length));
    if (number === after) isContinuous = true;
    else records.push({ number, record: decodeFeedRecord(value) });
  }
  if (after === 0) isContinuous = records.length === 0 || records[0]!.number === 1;
  const isRebuilding = cells.some(({ qualifier }) => qualifier.equals(REBUILD_QUALIFIER));
  return { records, isContinuous, isRebuilding };
}

/** The timestamp is that of all marks: a mark is there or not. */
const setMark = (): Mutation => setCell(LOCATION_FAMILY, REBUILD_QUALIFIER, 1_000, Buffer.alloc(0));

/** Returns the error of everything that needs the directory while it is being rebuilt. */
export function directoryRebuilding(): TidemarkError {
  const message = 'the location directory is being rebuilt: "tidemark residency rebuild" has not ended';
  return new TidemarkError('directory_rebuilding', message, { retryAfterSeconds: 60 });
}

function contention(): TidemarkError {
  const message = 'transaction contention on the move feed: deadline exceeded';
  return new TidemarkError('conflict', message, { retryAfterSeconds: 1 });
}
