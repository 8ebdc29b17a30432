import type { CallOptions } from '../../bigtable/client/types';
import { deleteFromColumn } from '../../bigtable/write/mutations';
import { RESERVATION_FAMILY } from '../../core/caps/reservation-family';
import { rowKey } from '../../core/rows/row-key';
import { versionOf } from '../../core/rows/row-version';
import type { WriteToken } from '../../core/tokens/write-token';
import { TidemarkError } from '../../errors';
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

/**
 * Deletes the reservations of a user that were made up to the time, in a transaction of the row. The transaction is committed even if there are none: it makes those conflict that were begun before, so none
 * of their reservations arrives later. Without clusters for transactions there are no reservations.
 */
export async function removeReservations(
  transactions: RowTransactions,
  removal: Removal,
  call: CallOptions,
): Promise<RemovedReservations> {
  try {
    for (;;) {
      const removed = await removeOnce(transactions, removal, call);
      if (removed !== 'conflict') return removed;
    }
  } catch (error) {
    // Nor are there any of a user without a placement.
    const { code } = error instanceof TidemarkError ? error : { code: undefined };
    if (code === 'transactions_unsupported' || code === 'location_required') return { count: 0 };
    throw error;
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
