/**
 * The two cells by which the transactions of a user's row move with it: `closed` in the placement that it leaves, after
 * which that row takes no more reservations, and `opened` in the other, which then has a copy of them.
 */
import { RESERVATION_FAMILY } from '../caps/reservation-family';

export const CLOSED_QUALIFIER = Buffer.from('closed');
export const OPENED_QUALIFIER = Buffer.from('opened');

/** Timestamp of both cells, in microseconds: in the year 2100, so that no garbage collection by age removes them. */
export const RESERVATIONS_HOME_MICROS = Date.UTC(2100, 0, 1) * 1_000;

interface HomeCell {
  readonly family: string;
  readonly qualifier: Buffer;
  readonly value: Buffer;
}

/** Whether the row takes no reservations: it was closed by a move after the stay, and not opened by a later one. */
export const isClosed = (cells: readonly HomeCell[], stay: number): boolean =>
  (closedEpoch(cells) ?? 0) > Math.max(openedEpoch(cells) ?? 0, stay);

/** Returns the epoch of the move by which the row was closed; undefined if it was not. */
export const closedEpoch = (cells: readonly HomeCell[]): number | undefined =>
  epochIn(cells, CLOSED_QUALIFIER);

/** Returns the epoch of the move by which the row was opened; undefined if it was not. */
export const openedEpoch = (cells: readonly HomeCell[]): number | undefined =>
  epochIn(cells, OPENED_QUALIFIER);

function epochIn(cells: readonly HomeCell[], column: Buffer): number | undefined {
  const cell = cells.find(
    ({ family, qualifier }) => family === RESERVATION_FAMILY && qualifier.equals(column),
  );
  return cell === undefined ? undefined : Number(cell.value.toString('latin1'));
}
