import type { Reservation } from '../../core/caps/reservations';
import type { EventDataType } from '../../core/schema/schema';
import { tidemark } from '../../gen/tidemark';
import { TidemarkError } from '../../errors';

const { StoredReservation } = tidemark.v1;

/** Encodes the value of a reservation's cell. */
export function encodeReservation(
  { events, family }: EventDataType,
  { action, dimensions, expiresAtMs }: Omit<Reservation, 'id' | 'reservedAtMs'>,
): Buffer {
  const ids: Record<number, string> = {};
  for (const { index, fieldNumber } of events.dimensions) {
    const id = dimensions[index];
    if (id !== undefined) ids[fieldNumber] = id;
  }
  const stored = { dataType: family, action: action.code, expiresAtMs, dimensions: ids };
  return Buffer.from(StoredReservation.encode(stored).finish());
}

/**
 * Decodes a reservation. Returns undefined for a reservation of another DataType or of an undeclared action. Throws
 * `internal`.
 */
export function decodeReservation(
  { events, family }: EventDataType,
  value: Uint8Array,
): Omit<Reservation, 'id' | 'reservedAtMs'> | undefined {
  const stored = decoded(value);
  const action = events.actions.find(({ code }) => code === stored.action);
  if (stored.dataType !== family || action === undefined) return undefined;
  const dimensions = events.dimensions.map(({ fieldNumber }) => stored.dimensions[fieldNumber]);
  return { action, dimensions, expiresAtMs: Number(stored.expiresAtMs) };
}

function decoded(value: Uint8Array): tidemark.v1.StoredReservation {
  try {
    return StoredReservation.decode(value);
  } catch (cause) {
    throw new TidemarkError('internal', 'a stored reservation is malformed', { cause });
  }
}
