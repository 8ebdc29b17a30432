import { cancelledError } from '../../bigtable/client/bigtable-error';
import type { CallOptions } from '../../bigtable/client/types';
import { deleteFromColumn } from '../../bigtable/write/mutations';
import { RESERVATION_FAMILY } from '../../core/caps/reservation-family';
import { rowKey } from '../../core/rows/row-key';
import { versionOf } from '../../core/rows/row-version';
import type { WriteToken } from '../../core/tokens/write-token';
import { TidemarkError } from '../../errors';
import type { Random } from '../../platform/random';
import { backoffMs } from '../../platform/time/backoff';
import { sleep, type Clock } from '../../platform/time/clock';
import type { RowTransactions } from '../../consistency/transactions/row-transactions';
import { isReservationColumn, RESERVATIONS_FILTER } from '../caps/reservation-cells';

interface Removal {
  readonly table: string;
  readonly userId: string;
  /** Time up to which reservations were erased, in milliseconds since the Unix epoch. */
  readonly upToMs: number;
}

export interface RemovedReservations {
  /** Number of reservations. */
  readonly count: number;
  /** Token of the transaction; undefined without clusters for transactions. */
  readonly token?: WriteToken | undefined;
}

export interface RemovalDependencies {
  /** Transactions of reservations. */
  readonly transactions: RowTransactions;
  readonly clock: Clock;
  readonly random: Random;
}

/** First and longest upper bound of the random pause after a conflict, in milliseconds. */
const CONFLICT_BACKOFF = { initialDelayMs: 5, maxDelayMs: 200 };
/** Time limit of a removal without one, in milliseconds. */
const REMOVAL_TIMEOUT_MS = 10_000;

/**
 * Deletes the reservations of a user that were made up to the time, in a transaction of the row. The transaction is
 * committed even if there are none: it makes those conflict that were begun before, so none of their reservations arrives
 * later. Without clusters for transactions there are no reservations. Errors: those of transactions, and `conflict` when
 * others have changed the row at each attempt until the deadline.
 */
export async function removeReservations(
  dependencies: RemovalDependencies,
  removal: Removal,
  call: CallOptions,
): Promise<RemovedReservations> {
  try {
    return await removeUntilCommitted(dependencies, removal, call);
  } catch (error) {
    // Nor are there any of a user without a placement.
    const { code } = error instanceof TidemarkError ? error : { code: undefined };
    if (code === 'transactions_unsupported' || code === 'location_required') return { count: 0 };
    throw error;
  }
}

async function removeUntilCommitted(
  { transactions, clock, random }: RemovalDependencies,
  removal: Removal,
  call: CallOptions,
): Promise<RemovedReservations> {
  const deadlineMs = clock.monotonicMs() + (call.timeoutMs ?? REMOVAL_TIMEOUT_MS);
  for (let attempt = 0; ; attempt++) {
    const left = { ...call, timeoutMs: Math.max(1, deadlineMs - clock.monotonicMs()) };
    const removed = await removeOnce(transactions, removal, left);
    if (removed !== 'conflict') return removed;
    const delayMs = backoffMs(CONFLICT_BACKOFF, attempt, random);
    if (clock.monotonicMs() + delayMs >= deadlineMs) throw contention();
    await sleep(clock, delayMs, call.signal).catch((reason) => {
      throw cancelledError(reason);
    });
  }
}

async function removeOnce(
  transactions: RowTransactions,
  { table, userId, upToMs }: Removal,
  call: CallOptions,
): Promise<RemovedReservations | 'conflict'> {
  const transaction = transactions.begin(table, rowKey(userId));
  const { row } = await transaction.read({ filter: RESERVATIONS_FILTER, keepsHidden: true }, call);
  const cells = (row?.cells ?? []).filter(({ family }) => family === RESERVATION_FAMILY);
  const erased = cells.filter(
    ({ qualifier, timestampMicros }) => isReservationColumn(qualifier) && timestampMicros <= upToMs * 1_000,
  );
  const mutations = erased.map(({ qualifier }) =>
    deleteFromColumn(RESERVATION_FAMILY, Buffer.from(qualifier)),
  );
  const version = versionOf(cells, RESERVATION_FAMILY);
  const outcome = await transaction.commit({ version, mutations }, call);
  return outcome === 'conflict' ? outcome : { count: erased.length, token: outcome.token };
}

function contention(): TidemarkError {
  const message = 'transaction contention on the reservations of the user: deadline exceeded';
  return new TidemarkError('conflict', message, { retryAfterSeconds: 1 });
}
