import type { CallOptions } from '../../bigtable/client/types';
import type { Consistency, ReadEvidence } from '../../core/consistency/consistency';
import type { Reservation } from '../../core/caps/reservations';
import {
  exportedDataType,
  isExported,
  type ExportLine,
  type HiddenChoice,
} from '../../core/privacy/subject-export';
import type { HiddenReason } from '../../core/privacy/hidden-reason';
import type { EventDataType } from '../../core/schema/schema';
import type { Reader } from '../../consistency/store';
import { decodeReservations, RESERVATIONS_FILTER } from '../caps/reservation-cells';

interface ReservationsRead {
  readonly reader: Pick<Reader, 'readRow'>;
  readonly table: string;
  readonly key: Buffer;
  readonly consistency: Consistency;
  readonly options: CallOptions;
}

interface ReservationsToExport {
  readonly dataTypes: readonly EventDataType[];
  readonly hidden: HiddenChoice;
  readonly nowMs: number;
}

const MICROS_PER_MS = 1_000;

/** Reads the reservations of a user's row. There are few: each lives for an hour at most. */
export async function readReservationLines(
  { reader, table, key, consistency, options }: ReservationsRead,
  { dataTypes, hidden, nowMs }: ReservationsToExport,
): Promise<{ readonly lines: readonly ExportLine[]; readonly evidence: ReadEvidence }> {
  const read = { table, key, filter: RESERVATIONS_FILTER, allowsJoin: true };
  const { row, evidence, privacy } = await reader.readRow(read, consistency, options);
  const erasedUpToMs = (privacy?.record.eventsErasedUpTo ?? -1) / MICROS_PER_MS;
  const lines = dataTypes.flatMap((dataType) =>
    decodeReservations(dataType, row?.cells ?? []).flatMap((reservation): readonly ExportLine[] => {
      const reason = hiddenReason(reservation, { erasedUpToMs, nowMs });
      return isExported(reason, hidden) ? [lineOf(dataType, reservation, reason)] : [];
    }),
  );
  return { lines, evidence };
}

function hiddenReason(
  { reservedAtMs, expiresAtMs }: Reservation,
  { erasedUpToMs, nowMs }: { readonly erasedUpToMs: number; readonly nowMs: number },
): HiddenReason | undefined {
  if (reservedAtMs <= erasedUpToMs) return 'erased';
  return expiresAtMs <= nowMs ? 'past_retention' : undefined;
}

function lineOf(
  dataType: EventDataType,
  { id, action, dimensions: ids, reservedAtMs, expiresAtMs }: Reservation,
  hidden: HiddenReason | undefined,
): ExportLine {
  const dimensions = Object.fromEntries(
    dataType.events.dimensions.map(({ name, index }) => [name, ids[index]]),
  );
  const about = exportedDataType(dataType);
  return {
    type: 'reservation',
    ...about,
    id,
    action: action.name,
    timestampMs: reservedAtMs,
    expiresAtMs,
    dimensions,
    hidden,
  };
}
