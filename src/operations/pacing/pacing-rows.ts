/**
 * Where what the controller publishes is: all states together in a row that is written once, and, in the row of the lease, a note
 * that tells which of these rows is in force. The declarations are in `protos/tidemark/v1/pacing.proto`.
 *
 * A row that is written again and again keeps what it had until Bigtable compacts it, and may have 256 MB: with all states in the
 * lease's row, a thousand campaigns that change every second would have filled it within an hour.
 *
 * Written once means that there are many, gigabytes a day: `own-rows.ts` keeps them out of the way of those who look for campaigns.
 */
import { cellsPerColumnLimit, chain, familyIs } from '../../bigtable/read/filters';
import { setCell } from '../../bigtable/write/mutations';
import type { CallOptions, Cell, Filter, Mutation } from '../../bigtable/client/types';
import { decodePacingSnapshot, encodePacingSnapshot } from '../../codec/messages/pacing-messages';
import { EVENTUAL, type Consistency } from '../../core/consistency/consistency';
import type { PublishedSnapshot } from '../../core/pacing/published-state';
import type { Reader, Writer } from '../../consistency/store';
import { INTERNAL_ROWS_PREFIX } from '../shared/internal-rows';

export const PACING_TABLE = 'campaigns';
/** Whose row has the lease, and the note. */
export const PACING_LEASE_OBJECT = 'pacing';
export const SNAPSHOT_FAMILY = 'pacing_snapshot';
export const STATE_FAMILY = 'pacing_state';
/** The one SubType. */
export const CURRENT_QUALIFIER = Buffer.from('current');

/** Of the rows that all states are in. */
export const SNAPSHOT_KEY_PREFIX = `${INTERNAL_ROWS_PREFIX}${PACING_LEASE_OBJECT}/`;

const SNAPSHOT_FILTER: Filter = chain(familyIs(SNAPSHOT_FAMILY), cellsPerColumnLimit(1));

/** A snapshot without its states: where they are follows from what it says. */
export type SnapshotPointer = Pick<PublishedSnapshot, 'epoch' | 'sequence'>;

/** Undefined where nothing was published. Throws `data_corrupted`. */
export function decodePointer(cells: readonly Cell[]): SnapshotPointer | undefined {
  return decodeSnapshot(cells);
}

export function setPointer(snapshot: PublishedSnapshot, stampMs: number): Mutation {
  return setSnapshot({ ...snapshot, states: [] }, stampMs);
}

/** Before the note, which is not to tell of what is not there. Of one that was deposed meanwhile nobody ever learns. */
export async function writeSnapshot(
  writer: Writer,
  snapshot: PublishedSnapshot,
  { stampMs: timestampMs, ...options }: CallOptions & { readonly stampMs: number },
): Promise<void> {
  const row = { key: snapshotKey(snapshot), mutations: [setSnapshot(snapshot, timestampMs)] };
  await writer.mutateRow(PACING_TABLE, row, options);
}

/** As the nearest replica has them, or, where it has not got them yet, whoever has. Undefined where nobody has. Throws as reads do. */
export async function findSnapshot(
  reader: Pick<Reader, 'readRow'>,
  note: SnapshotPointer,
  options: CallOptions,
): Promise<PublishedSnapshot | undefined> {
  const near = await readSnapshot(reader, note, { ...options, consistency: EVENTUAL });
  return near ?? readSnapshot(reader, note, { ...options, consistency: { level: 'strict' } });
}

/** Any replica's are the ones: they are written once. Undefined where the replica has none. Throws `data_corrupted`. */
export async function readSnapshot(
  reader: Pick<Reader, 'readRow'>,
  note: SnapshotPointer,
  { consistency, ...options }: CallOptions & { readonly consistency: Consistency },
): Promise<PublishedSnapshot | undefined> {
  const read = { table: PACING_TABLE, key: snapshotKey(note), filter: SNAPSHOT_FILTER };
  const { row } = await reader.readRow(read, consistency, options);
  return decodeSnapshot(row?.cells ?? []);
}

export function snapshotKey({ epoch, sequence }: SnapshotPointer): Buffer {
  return Buffer.from(`${SNAPSHOT_KEY_PREFIX}${epoch}-${sequence}`);
}

function setSnapshot(snapshot: PublishedSnapshot, stampMs: number): Mutation {
  return setCell(SNAPSHOT_FAMILY, CURRENT_QUALIFIER, stampMs * 1_000, encodePacingSnapshot(snapshot));
}

function decodeSnapshot(cells: readonly Cell[]): PublishedSnapshot | undefined {
  const cell = cells.find(
    ({ family, qualifier }) => family === SNAPSHOT_FAMILY && qualifier.equals(CURRENT_QUALIFIER),
  );
  return cell === undefined ? undefined : decodePacingSnapshot(cell.value);
}
