/** The ledger of erasures and withdrawals: docs/decisions/0013-privacy.md. It outlives restores of the corpora. */
import { familyIs, columnsOf } from '../../bigtable/read/filters';
import { deleteFromColumn, setCell } from '../../bigtable/write/mutations';
import type { CallOptions, Filter, RowRange } from '../../bigtable/client/types';
import { EVENTUAL, type Consistency } from '../../core/consistency/consistency';
import type { ErasureTimes } from '../../core/privacy/erasure-times';
import {
  encodeDetails,
  entriesIn,
  newEntryId,
  stateColumn,
  type LedgerDetails,
  type LedgerEntry,
  type LedgerKind,
  type LedgerState,
} from '../../core/privacy/ledger-entry';
import type { LedgerKeys } from '../../core/privacy/ledger-keys';
import {
  decodeOpenRow,
  encodeOpenRow,
  openKey,
  OPEN_KEYS,
  OPEN_QUALIFIER,
  type OpenRow,
} from '../../core/privacy/ledger-open-row';
import { LEDGER_FAMILY, LEDGER_TABLE } from '../../core/privacy/ledger-table';
import { objectIdOf, rowKey } from '../../core/rows/row-key';
import type { Clock } from '../../platform/time/clock';
import type { Random } from '../../platform/random';
import type { Reader, Scanner, WriteReceipt, Writer } from '../../consistency/store';

interface LedgerRequest {
  readonly kind: LedgerKind;
  /** Canonical id of the user. */
  readonly userId: string;
  /** Purpose that is withdrawn; undefined for erasures. */
  readonly purpose?: string | undefined;
  /** Time of the withdrawal, as it is stored in the subject's row, in milliseconds; undefined for erasures. */
  readonly withdrawnAtMs?: number | undefined;
  /**
   * Id of the entry, 32 hex digits. A request with the id of an earlier one is the same request. Default: a new id, and
   * so a new entry.
   */
  readonly id?: string | undefined;
  /** Entry that is applied again after a restore, and its times. */
  readonly replay?: { readonly of: string; readonly times: ErasureTimes } | undefined;
}

/** An entry that is not certified, and the user. */
export interface OpenEntry {
  readonly entry: LedgerEntry;
  readonly userId: string;
}

interface RecordedEntry {
  readonly entry: LedgerEntry;
  readonly receipt: WriteReceipt;
}

/** Errors of all methods: those of reads and writes, and `data_corrupted`. */
export interface Ledger {
  /** Adds an entry. Idempotent with an id. */
  request(request: LedgerRequest, call?: CallOptions): Promise<RecordedEntry>;
  /** Records that the entry has reached a state. Idempotent. */
  record<S extends Exclude<LedgerState, 'requested'>>(
    entry: Pick<LedgerEntry, 'id' | 'subject'>,
    state: S,
    details: LedgerDetails[S],
    call?: CallOptions,
  ): Promise<WriteReceipt>;
  /** Takes a certified entry off the list of open ones, and with it the id of the user. Idempotent. */
  close(entry: Pick<LedgerEntry, 'id'>, call?: CallOptions): Promise<void>;
  /** Returns all entries of a user, under all keys, oldest first. */
  find(userId: string, call?: CallOptions): Promise<readonly LedgerEntry[]>;
  /** Returns an entry of the user; undefined if there is none with this id. */
  get(entry: Pick<LedgerEntry, 'id' | 'subject'>, call?: CallOptions): Promise<LedgerEntry | undefined>;
  /** Returns the open entries, as one cluster shows them. Ids of entries are random, and in this order. */
  open(call?: CallOptions): AsyncIterable<OpenEntry>;
  /** Returns the entries of all subjects, as one cluster shows them. */
  all(call?: CallOptions): AsyncIterable<LedgerEntry>;
}

export interface LedgerDependencies {
  readonly reader: Pick<Reader, 'readRow' | 'readRows'>;
  readonly writer: Pick<Writer, 'mutateRow'>;
  readonly scanner: Pick<Scanner, 'scan'>;
  readonly keys: LedgerKeys;
  readonly clock: Clock;
  readonly random: Random;
  /** Whether the ledger may be in several clusters, so that reads of an entry must be strict. */
  readonly isReplicated: () => boolean;
  readonly limits: {
    /** Time from a request to the date by which it must be certified, in milliseconds. */
    readonly dueMs: number;
    /** Time after which an open row without an entry is that of a request which has failed, in milliseconds. */
    readonly abandonedAfterMs: number;
  };
}

const ENTRIES: Filter = columnsOf(LEDGER_FAMILY);
const LISTED: Filter = familyIs(LEDGER_FAMILY);
const OPEN_ROWS: RowRange = {
  start: { key: OPEN_KEYS.start, inclusive: true },
  end: { key: OPEN_KEYS.end, inclusive: false },
};
/** Rows of subjects: their keys begin with the hex digits of a shard, which sort after "!". */
const SUBJECT_ROWS: RowRange = { start: { key: OPEN_KEYS.end, inclusive: true } };
/** Open entries that are looked up in one read. */
const ENTRIES_PER_READ = 200;

export function createLedger(dependencies: LedgerDependencies): Ledger {
  return new StoredLedger(dependencies);
}

class StoredLedger implements Ledger {
  readonly #dependencies: LedgerDependencies;

  constructor(dependencies: LedgerDependencies) {
    this.#dependencies = dependencies;
  }

  readonly request = async (request: LedgerRequest, call?: CallOptions): Promise<RecordedEntry> => {
    const { keys, clock, random, limits } = this.#dependencies;
    const { kind, userId, purpose, withdrawnAtMs } = request;
    const id = request.id ?? newEntryId(random);
    const { subject, keyId } = keys.nameOf(userId);
    const known = request.id === undefined ? undefined : await this.get({ id, subject }, call);
    const requestedAtMs = known?.requestedAtMs ?? clock.nowMs();
    const dueAtMs = known?.dueAtMs ?? requestedAtMs + limits.dueMs;
    const { of: replayOf, times } = request.replay ?? {};
    const details = { kind, keyId, purpose, withdrawnAtMs, replayOf, times, requestedAtMs, dueAtMs };
    if (known?.state !== 'certified') {
      const listed = encodeOpenRow({ id, subject, sealed: keys.seal(userId, id) });
      await this.#write(openKey(id), OPEN_QUALIFIER, { atMs: requestedAtMs, value: listed }, call);
    }
    const cell = { atMs: requestedAtMs, value: encodeDetails<'requested'>(details) };
    const receipt = await this.#write(rowKey(subject), stateColumn(id, 'requested'), cell, call);
    return { entry: known ?? { ...details, id, subject, state: 'requested' }, receipt };
  };

  readonly record = <S extends Exclude<LedgerState, 'requested'>>(
    { id, subject }: Pick<LedgerEntry, 'id' | 'subject'>,
    state: S,
    details: LedgerDetails[S],
    call?: CallOptions,
  ): Promise<WriteReceipt> => {
    const atMs = 'certifiedAtMs' in details ? details.certifiedAtMs : this.#dependencies.clock.nowMs();
    const cell = { atMs, value: encodeDetails(details) };
    return this.#write(rowKey(subject), stateColumn(id, state), cell, call);
  };

  readonly close = async ({ id }: Pick<LedgerEntry, 'id'>, call?: CallOptions): Promise<void> => {
    // The bound makes the deletion idempotent. It is ahead of every clock, since no later request has the id.
    const endMicros = (this.#dependencies.clock.nowMs() + CLOCKS_APART_MAX_MS) * 1_000;
    const mutations = [deleteFromColumn(LEDGER_FAMILY, OPEN_QUALIFIER, { endMicros })];
    await this.#dependencies.writer.mutateRow(LEDGER_TABLE, { key: openKey(id), mutations }, call);
  };

  readonly find = async (userId: string, call?: CallOptions): Promise<readonly LedgerEntry[]> => {
    const { reader, keys } = this.#dependencies;
    const names = keys.namesOf(userId).map(({ subject }) => subject);
    const read = { table: LEDGER_TABLE, keys: names.map(rowKey), filter: ENTRIES };
    const { rows } = await reader.readRows(read, this.#consistency(), call);
    const entries = names.flatMap((subject, index) => entriesIn(subject, rows[index]?.cells ?? []));
    return entries.sort((a, b) => a.requestedAtMs - b.requestedAtMs);
  };

  readonly get = async (
    { id, subject }: Pick<LedgerEntry, 'id' | 'subject'>,
    call?: CallOptions,
  ): Promise<LedgerEntry | undefined> => {
    const read = { table: LEDGER_TABLE, key: rowKey(subject), filter: ENTRIES };
    const { row } = await this.#dependencies.reader.readRow(read, this.#consistency(), call);
    return entriesIn(subject, row?.cells ?? []).find((entry) => entry.id === id);
  };

  readonly open = (call?: CallOptions): AsyncIterable<OpenEntry> => this.#open(call);

  readonly all = (call?: CallOptions): AsyncIterable<LedgerEntry> => this.#all(call);

  async *#open(call: CallOptions | undefined): AsyncGenerator<OpenEntry> {
    const scan = { table: LEDGER_TABLE, ranges: [OPEN_ROWS], filter: LISTED };
    let page: OpenRow[] = [];
    const requestedAtMs = new Map<string, number>();
    for await (const { key, cells } of this.#dependencies.scanner.scan(scan, call)) {
      const cell = cells.find(({ qualifier }) => qualifier.equals(OPEN_QUALIFIER));
      if (cell === undefined) continue;
      const row = decodeOpenRow(key, cell.value);
      requestedAtMs.set(row.id, cell.timestampMicros / 1_000);
      page.push(row);
      if (page.length < ENTRIES_PER_READ) continue;
      yield* await this.#entriesOf(page, requestedAtMs, call);
      page = [];
    }
    yield* await this.#entriesOf(page, requestedAtMs, call);
  }

  async *#all(call: CallOptions | undefined): AsyncGenerator<LedgerEntry> {
    const scan = { table: LEDGER_TABLE, ranges: [SUBJECT_ROWS], filter: LISTED };
    for await (const { key, cells } of this.#dependencies.scanner.scan(scan, call)) {
      const subject = objectIdOf(key);
      if (subject !== undefined) yield* entriesIn(subject, cells);
    }
  }

  /** Returns the entries of listed rows. A row without an entry is that of a request that has not been acknowledged. */
  async #entriesOf(
    rows: readonly OpenRow[],
    requestedAtMs: ReadonlyMap<string, number>,
    call: CallOptions | undefined,
  ): Promise<readonly OpenEntry[]> {
    if (rows.length === 0) return [];
    const { reader, keys, clock, limits } = this.#dependencies;
    const subjects = [...new Set(rows.map(({ subject }) => subject))];
    const read = { table: LEDGER_TABLE, keys: subjects.map(rowKey), filter: ENTRIES };
    const found = await reader.readRows(read, this.#consistency(), call);
    const entries = new Map<string, LedgerEntry>();
    subjects.forEach((subject, index) => {
      for (const entry of entriesIn(subject, found.rows[index]?.cells ?? [])) entries.set(entry.id, entry);
    });
    const open: OpenEntry[] = [];
    for (const row of rows) {
      const entry = entries.get(row.id);
      const isAbandoned = clock.nowMs() - (requestedAtMs.get(row.id) ?? 0) > limits.abandonedAfterMs;
      if (entry !== undefined) open.push({ entry, userId: keys.open(row.sealed) });
      else if (isAbandoned) await this.close(row, call);
    }
    return open;
  }

  #consistency(): Consistency {
    return this.#dependencies.isReplicated() ? { level: 'strict' } : EVENTUAL;
  }

  #write(
    key: Buffer,
    qualifier: Buffer,
    { atMs, value }: { readonly atMs: number; readonly value: Buffer },
    call: CallOptions | undefined,
  ): Promise<WriteReceipt> {
    const mutations = [setCell(LEDGER_FAMILY, qualifier, atMs * 1_000, value)];
    return this.#dependencies.writer.mutateRow(LEDGER_TABLE, { key, mutations }, call);
  }
}

/** Margin for the clocks of other processes, in milliseconds. */
const CLOCKS_APART_MAX_MS = 3_600_000;
