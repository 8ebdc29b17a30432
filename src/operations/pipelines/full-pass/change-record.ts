import { retryBackoffMs, type RetryLimits } from '../../../bigtable/client/retry';
import { toBigtableError } from '../../../bigtable/client/bigtable-error';
import { cellsPerColumnLimit, chain, familyIs } from '../../../bigtable/read/filters';
import { setCell } from '../../../bigtable/write/mutations';
import type { Cell, Row } from '../../../bigtable/client/types';
import { PIPELINES_TABLE, RUN_FAMILY } from '../../../core/pipelines/pipelines-table';
import { versionOf } from '../../../core/rows/row-version';
import { TidemarkError } from '../../../errors';
import { sleep, type Clock } from '../../../platform/time/clock';
import type { Random } from '../../../platform/random';
import type { RowTransactions } from '../../../consistency/transactions/row-transactions';

export interface ChangeRecordDependencies {
  /** Transactions of the family `_run`. */
  readonly transactions: RowTransactions;
  readonly clock: Clock;
  readonly random: Random;
  readonly limits: ChangeRecordLimits;
}

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
  { transactions, clock, random, limits }: ChangeRecordDependencies,
  signal: AbortSignal,
): Promise<T> {
  const call = { timeoutMs: limits.callTimeoutMs, signal };
  return withRetries({ clock, random, limits, signal }, async () => {
    const transaction = transactions.begin(PIPELINES_TABLE, cell.key);
    const { row } = await transaction.read({ filter: NEWEST_RECORDS }, call);
    const stored = recordIn(row, cell.qualifier);
    const { next, result } = change(stored?.value);
    if (next === undefined) return result;
    // The newest cell counts, so the next one is newer than the one that was read, whatever the clocks show.
    const newerMicros = (stored?.timestampMicros ?? 0) + MICROS_PER_MS;
    const atMicros = Math.max(clock.nowMs() * MICROS_PER_MS, newerMicros);
    const mutations = [setCell(RUN_FAMILY, cell.qualifier, atMicros, next)];
    const version = versionOf(row?.cells ?? [], RUN_FAMILY);
    const outcome = await transaction.commit({ version, mutations }, call);
    if (outcome === 'conflict') throw new TidemarkError('conflict', 'another process has changed the row');
    return result;
  });
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
