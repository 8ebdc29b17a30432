import { retryBackoffMs, type RetryLimits } from '../../../bigtable/client/retry';
import { toBigtableError } from '../../../bigtable/client/bigtable-error';
import type { Mutation } from '../../../bigtable/client/types';
import { TidemarkError } from '../../../errors';
import { sleep, type Clock } from '../../../platform/time/clock';
import type { Random } from '../../../platform/random';
import type { Writer } from '../../../consistency/store';

export interface WriteRowsDependencies {
  readonly writer: Pick<Writer, 'mutateRows'>;
  readonly clock: Clock;
  readonly random: Random;
  readonly limits: WriteRowsLimits;
}

interface WriteRowsLimits extends RetryLimits {
  readonly mutationsPerCallMax: number;
  readonly callBytesMax: number;
  readonly callTimeoutMs: number;
  readonly retryTimeoutMs: number;
}

/** Mutations of one row of a page. */
export interface PageRowToWrite {
  readonly key: Buffer;
  readonly mutations: readonly Mutation[];
  /** Size of the values, in bytes. */
  readonly bytes: number;
}

export interface RowsToWrite {
  readonly table: string;
  readonly rows: readonly PageRowToWrite[];
  /** Monotonic time at which no call may be under way any more, in milliseconds. */
  readonly untilMs: number;
  readonly signal: AbortSignal;
}

/** The rows were read too long ago to be written: an erasure waits no longer for writes that are derived from them. */
export type TooLate = 'too late';

/**
 * Writes rows, and those again that fail with a retryable error. Returns the errors of the others by position. Throws
 * the last retryable error after `retryTimeoutMs`.
 */
export async function writePageRows(
  write: RowsToWrite,
  dependencies: WriteRowsDependencies,
): Promise<ReadonlyMap<number, TidemarkError> | TooLate> {
  const { clock, random, limits } = dependencies;
  const deadlineMs = clock.monotonicMs() + limits.retryTimeoutMs;
  const failures = new Map<number, TidemarkError>();
  let open = write.rows.map((_, index) => index);
  for (let attempts = 1; open.length > 0; attempts++) {
    const retried: number[] = [];
    let last: TidemarkError | undefined;
    for (const call of callsOf(open, write.rows, limits)) {
      if (clock.monotonicMs() >= write.untilMs) return 'too late';
      const outcomes = await writeOnce(call, write, dependencies);
      outcomes.forEach((outcome, at) => {
        if (outcome === undefined) return;
        if (!outcome.retryable) return failures.set(call[at]!, outcome);
        last = outcome;
        return retried.push(call[at]!);
      });
    }
    open = retried;
    if (last === undefined) break;
    const delayMs = retryBackoffMs(attempts, toBigtableError(last), limits, random);
    if (write.signal.aborted || clock.monotonicMs() + delayMs > deadlineMs) throw last;
    await sleep(clock, delayMs, write.signal);
  }
  return failures;
}

/** Returns the error of each row; undefined for one that was written. */
async function writeOnce(
  call: readonly number[],
  { table, rows, untilMs, signal }: RowsToWrite,
  { writer, clock, limits }: WriteRowsDependencies,
): Promise<readonly (TidemarkError | undefined)[]> {
  const leftMs = untilMs - clock.monotonicMs();
  const options = { timeoutMs: Math.min(limits.callTimeoutMs, leftMs), signal };
  const entries = call.length === rows.length ? rows : call.map((index) => rows[index]!);
  const outcomes = await writer.mutateRows(table, entries, options);
  return outcomes.map((outcome) => (outcome instanceof TidemarkError ? outcome : undefined));
}

/** Divides the rows into calls of a limited size. */
function callsOf(
  open: readonly number[],
  rows: readonly PageRowToWrite[],
  { mutationsPerCallMax, callBytesMax }: WriteRowsLimits,
): readonly (readonly number[])[] {
  const calls: number[][] = [];
  let mutations = Infinity;
  let bytes = 0;
  for (const index of open) {
    const row = rows[index]!;
    if (mutations + row.mutations.length > mutationsPerCallMax || bytes >= callBytesMax) {
      calls.push([]);
      mutations = bytes = 0;
    }
    calls.at(-1)!.push(index);
    mutations += row.mutations.length;
    bytes += row.bytes;
  }
  return calls;
}
