import { cellsPerColumnLimit, chain, columnsOf } from '../../bigtable/read/filters';
import { deleteFromColumn, setCell } from '../../bigtable/write/mutations';
import type { Cell, Filter, Mutation } from '../../bigtable/client/types';
import { decodeReservation, encodeReservation } from '../../codec/messages/stored-reservation';
import { RESERVATION_FAMILY } from '../../core/caps/reservation-family';
import type { Reservation } from '../../core/caps/reservations';
import type { EventDataType } from '../../core/schema/schema';
import type { Random } from '../../platform/random';

/** Qualifier prefix of reservations. The row's version is another column of the family. */
const PREFIX = 'r:';
const ID_BYTES = 12;
/** Form of reservation ids: 12 bytes in base64url. */
export const RESERVATION_ID_PATTERN = /^[A-Za-z0-9_-]{16}$/;

/** Filter for a row's reservations and its version. */
export const RESERVATIONS_FILTER: Filter = chain(columnsOf(RESERVATION_FAMILY), cellsPerColumnLimit(1));

/** Returns a new id of 96 random bits, so that collisions are negligible. */
export function newReservationId(random: Random): string {
  const bytes = Array.from({ length: ID_BYTES }, () => Math.floor(random() * 256));
  return Buffer.from(bytes).toString('base64url');
}

/** Decodes the reservations of the DataType in a row's cells. */
export function decodeReservations(dataType: EventDataType, cells: readonly Cell[]): readonly Reservation[] {
  return cells.flatMap(({ family, qualifier, timestampMicros, value }) => {
    const column = qualifier.toString('latin1');
    if (family !== RESERVATION_FAMILY || !column.startsWith(PREFIX)) return [];
    const stored = decodeReservation(dataType, value);
    if (stored === undefined) return [];
    return [{ ...stored, id: column.slice(PREFIX.length), reservedAtMs: timestampMicros / 1_000 }];
  });
}

/** Returns the mutation that stores a reservation. */
export function setReservation(dataType: EventDataType, reservation: Reservation): Mutation {
  const value = encodeReservation(dataType, reservation);
  return setCell(RESERVATION_FAMILY, columnOf(reservation), reservation.reservedAtMs * 1_000, value);
}

/** Returns the mutation that deletes a reservation. */
export function deleteReservation(reservation: Pick<Reservation, 'id'>): Mutation {
  return deleteFromColumn(RESERVATION_FAMILY, columnOf(reservation));
}

/** Returns whether the column is that of a reservation, and not of the row's version or home. */
export const isReservationColumn = (qualifier: Buffer): boolean =>
  qualifier.toString('latin1', 0, PREFIX.length) === PREFIX;

const columnOf = ({ id }: Pick<Reservation, 'id'>): Buffer => Buffer.from(PREFIX + id, 'latin1');
