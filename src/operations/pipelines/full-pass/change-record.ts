import { retryBackoffMs, type RetryLimits } from '../../../bigtable/client/retry';
import { toBigtableError } from '../../../bigtable/client/bigtable-error';
import { cellsPerColumnLimit, chain, familyIs } from '../../../bigtable/read/filters';
import { setCell } from '../../../bigtable/write/mutations';
import type { Cell, Row } from '../../../bigtable/client/types';
import { PIPELINES_TABLE, RUN_FAMILY } from '../../../core/pipelines/pipelines-table';
import { versionOf, type RowVersion } from '../../../core/rows/row-version';
import { TidemarkError } from '../../../errors';
import { sleep, type Clock } from '../../../platform/time/clock';
import type { Random } from '../../../platform/random';
import type { RowTransactions, TableTransactions } from '../../../consistency/transactions/row-transactions';

export interface ChangeRecordDependencies {
  /** Transactions of the family `_run`. */
  readonly transactions: RowTransactions;
  readonly clock: Clock;
  readonly random: Random;
  readonly limits: ChangeRecordLimits;
  /** Rows as this process knows them. A change that finds its row there needs no read. */
  readonly known?: KnownRecords | undefined;
}

/** State of a row: its record, and its version. Both are undefined for a row that does not exist. */
interface KnownRecord {
  readonly stored: Pick<Cell, 'value' | 'timestampMicros'> | undefined;
  readonly version: RowVersion | undefined;
}

/**
 * Rows of records by key. It may be wrong: a transaction that is based on it then fails, and the row is read. It has one entry for each
 * record that the process changes.
 */
export class KnownRecords {
  readonly #rows = new Map<string, KnownRecord>();

  /** Assumes that the row does not exist, unless more is known. */
  assumeAbsent(key: Buffer): void {
    const name = key.toString('latin1');
    if (!this.#rows.has(name)) this.#rows.set(name, ABSENT);
  }

  /** Returns what is known, and forgets it: nothing is known while a change is under way. */
  take(key: Buffer): KnownRecord | undefined {
    const name = key.toString('latin1');
    const known = this.#rows.get(name);
    this.#rows.delete(name);
    return known;
  }

  set(key: Buffer, record: KnownRecord): void {
    this.#rows.set(key.toString('latin1'), record);
  }
}

const ABSENT: KnownRecord = { stored: undefined, version: undefined };

interface ChangeRecordLimits extends RetryLimits {
  readonly callTimeoutMs: number;
  /** Time for which a change may keep failing, in milliseconds. */
  readonly retryTimeoutMs: number;
}

/** Cell of the family `_run` that has a record. */
export interface RecordCell {
  readonly key: Buffer;
  readonly qualifier: Buffer;
}

/** Result of a change of a stored value. Without `next` nothing is written. */
interface Changed<T> {
  readonly next?: Buffer | undefined;
  readonly result: T;
}

/** Filter for the newest records of a row. */
export const NEWEST_RECORDS = chain(familyIs(RUN_FAMILY), cellsPerColumnLimit(1));
const MICROS_PER_MS = 1_000;

/** Changes one cell of a row in the table of pipelines by a transaction, again after each conflict. */
export function changeRecord<T>(
  cell: RecordCell,
  change: (stored: Buffer | undefined) => Changed<T>,
  { transactions, clock, random, limits, known }: ChangeRecordDependencies,
  signal: AbortSignal,
): Promise<T> {
  const call = { timeoutMs: limits.callTimeoutMs, signal };
  return withRetries({ clock, random, limits, signal }, async () => {
    const transaction = transactions.begin(PIPELINES_TABLE, cell.key);
    const read = async (): Promise<KnownRecord> => {
      const { row } = await transaction.read({ filter: NEWEST_RECORDS }, call);
      return { stored: recordIn(row, cell.qualifier), version: versionOf(row?.cells ?? [], RUN_FAMILY) };
    };
    const assumed = known?.take(cell.key);
    for (const basis of assumed === undefined ? [read] : [() => assumed, read]) {
      const { stored, version } = await basis();
      // What is decided by an assumption counts only once the transaction has confirmed it.
      const decided = basis === read ? change(stored?.value) : decidedBy(() => change(stored?.value));
      if (decided === undefined) continue;
      const { next, result } = decided;
      if (next === undefined) return result;
      // The newest cell counts, so the next one is newer than the one that was read, whatever the clocks show.
      const newerMicros = (stored?.timestampMicros ?? 0) + MICROS_PER_MS;
      const timestampMicros = Math.max(clock.nowMs() * MICROS_PER_MS, newerMicros);
      const mutations = [setCell(RUN_FAMILY, cell.qualifier, timestampMicros, next)];
      const outcome = await transaction.commit({ version, mutations }, call);
      if (outcome === 'conflict') continue;
      if (outcome.version !== undefined)
        known?.set(cell.key, { stored: { value: next, timestampMicros }, version: outcome.version });
      return result;
    }
    throw new TidemarkError('conflict', 'another process has changed the row');
  });
}

/** Returns the decision; undefined if it throws or leaves the row as it is, so that the row is to be read. */
function decidedBy<T>(decide: () => Changed<T>): Changed<T> | undefined {
  try {
    const decided = decide();
    return decided.next === undefined ? undefined : decided;
  } catch {
    return undefined;
  }
}

/** Removes a row of the table of pipelines by a transaction. Returns whether there was one. */
export function removeRow(
  key: Buffer,
  {
    transactions,
    clock,
    random,
    limits,
  }: Omit<ChangeRecordDependencies, 'transactions'> & {
    readonly transactions: Pick<TableTransactions, 'begin'>;
  },
  signal: AbortSignal,
): Promise<boolean> {
  const call = { timeoutMs: limits.callTimeoutMs, signal };
  return withRetries({ clock, random, limits, signal }, async () => {
    const transaction = transactions.begin(PIPELINES_TABLE, key);
    const { row } = await transaction.read({ filter: NEWEST_RECORDS }, call);
    const version = versionOf(row?.cells ?? [], RUN_FAMILY);
    if (version === undefined) return false;
    if ((await transaction.remove(version, call)) === 'removed') return true;
    throw new TidemarkError('conflict', 'another process has changed the row');
  });
}

/** Options of a removal. `dryRun`: only what would be removed is returned. */
export interface RemoveOptions {
  readonly dryRun: boolean;
  readonly signal: AbortSignal;
}

/** Returns the cell of a column of the family `_run`. */
export function recordIn(row: Row | undefined, qualifier: Buffer): Cell | undefined {
  return row?.cells.find((cell) => cell.family === RUN_FAMILY && cell.qualifier.equals(qualifier));
}

async function withRetries<T>(
  { clock, random, limits, signal }: Omit<ChangeRecordDependencies, 'transactions'> & { signal: AbortSignal },
  task: () => Promise<T>,
): Promise<T> {
  const deadlineMs = clock.monotonicMs() + limits.retryTimeoutMs;
  for (let failures = 1; ; failures++) {
    try {
      return await task();
    } catch (error) {
      if (!(error instanceof TidemarkError) || !error.retryable || signal.aborted) throw error;
      const delayMs = retryBackoffMs(failures, toBigtableError(error), limits, random);
      if (clock.monotonicMs() + delayMs > deadlineMs) throw error;
      await sleep(clock, delayMs, signal);
    }
  }
}
