import { cellsPerColumnLimit, chain, columnsOf } from '../bigtable/read/filters';
import { deleteFromColumn, setCell } from '../bigtable/write/mutations';
import type { CallOptions, Cell, Filter, Mutation } from '../bigtable/client/types';
import { RESERVATION_FAMILY } from '../core/caps/reservation-family';
import {
  CLOSED_QUALIFIER,
  closedEpoch,
  OPENED_QUALIFIER,
  openedEpoch,
  RESERVATIONS_HOME_MICROS,
} from '../core/residency/reservations-home';
import { VERSION_QUALIFIER, versionOf } from '../core/rows/row-version';
import type { RowTransactions } from '../consistency/transactions/row-transactions';

/** A row whose transactions pass from one placement to another. */
export interface Takeover {
  readonly key: Buffer;
  /** Tables of the row in the placement that it leaves, and in the other. */
  readonly fromTable: string;
  readonly toTable: string;
  /** Epoch of the move. */
  readonly epoch: number;
}

const RESERVATIONS: Filter = chain(columnsOf(RESERVATION_FAMILY), cellsPerColumnLimit(1));

/**
 * Closes the row in the placement that it leaves, and opens it in the other with a copy of its reservations. What was
 * closed does not change any more, so any process may do this, at the same time as others, as often as it wants.
 *
 * Resolves with `conflict` if another transaction came in between; then nothing, or only the first part, was done.
 */
export async function takeOverReservations(
  transactions: RowTransactions,
  { key, fromTable, toTable, epoch }: Takeover,
  call: () => CallOptions,
): Promise<'done' | 'conflict'> {
  const to = transactions.begin(toTable, key, { stay: epoch });
  const shown = await to.read({ filter: RESERVATIONS }, call());
  const toCells = shown.row?.cells ?? [];
  if ((openedEpoch(toCells) ?? 0) >= epoch) return 'done';
  const closed = await closeReservations(transactions, { key, fromTable, epoch }, call);
  if (closed === 'conflict') return 'conflict';
  const mutations = [...replaced(toCells, closed), openReservations(epoch)];
  const version = versionOf(toCells, RESERVATION_FAMILY);
  const outcome = await to.commit({ version, mutations }, call());
  return outcome === 'conflict' ? 'conflict' : 'done';
}

/** Closes the row and returns its reservations, which are final. */
async function closeReservations(
  transactions: RowTransactions,
  { key, fromTable, epoch }: Omit<Takeover, 'toTable'>,
  call: () => CallOptions,
): Promise<readonly Cell[] | 'conflict'> {
  const from = transactions.begin(fromTable, key, { stay: epoch });
  const { row } = await from.read({ filter: RESERVATIONS }, call());
  const cells = row?.cells ?? [];
  if ((closedEpoch(cells) ?? 0) < epoch) {
    const version = versionOf(cells, RESERVATION_FAMILY);
    const mutations = [setHome(CLOSED_QUALIFIER, epoch)];
    if ((await from.commit({ version, mutations }, call())) === 'conflict') return 'conflict';
  }
  return cells.filter(isReservation);
}

/** Returns the mutations that replace the reservations of an earlier stay by the copied ones. */
function replaced(present: readonly Cell[], copied: readonly Cell[]): readonly Mutation[] {
  return [
    ...present.filter(isReservation).map(({ qualifier }) => deleteFromColumn(RESERVATION_FAMILY, qualifier)),
    ...copied.map(({ qualifier, timestampMicros, value }) =>
      setCell(RESERVATION_FAMILY, qualifier, timestampMicros, value),
    ),
  ];
}

/** Returns the mutation that opens the row for a stay. */
export const openReservations = (epoch: number): Mutation => setHome(OPENED_QUALIFIER, epoch);

const setHome = (qualifier: Buffer, epoch: number): Mutation =>
  setCell(RESERVATION_FAMILY, qualifier, RESERVATIONS_HOME_MICROS, Buffer.from(String(epoch)));

const NOT_RESERVATIONS = [VERSION_QUALIFIER, CLOSED_QUALIFIER, OPENED_QUALIFIER];

const isReservation = ({ family, qualifier }: Cell): boolean =>
  family === RESERVATION_FAMILY && !NOT_RESERVATIONS.some((each) => each.equals(qualifier));
