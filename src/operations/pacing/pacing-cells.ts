/**
 * Where what the controller publishes is: all states together in a row that is written once, and, in the row of the lease, a note
 * that tells which of these rows is in force. The declarations are in `protos/tidemark/v1/pacing.proto`.
 *
 * A row that is written again and again keeps what it had until Bigtable compacts it, and may have 256 MB: with all states in the
 * lease's row, a thousand campaigns that change every second would have filled it within an hour.
 *
 * Written once means that there are many, gigabytes a day: `own-rows.ts` keeps them out of the way of those who look for campaigns.
 */
import { cellsPerColumnLimit, chain, familyIs } from '../../bigtable/filters';
import { setCell } from '../../bigtable/mutations';
import type { CallOptions, Cell, Filter, Mutation } from '../../bigtable/types';
import { decodePacingSnapshot, encodePacingSnapshot } from '../../codec/pacing-messages';
import { EVENTUAL, type Consistency } from '../../core/consistency';
import type { PublishedSnapshot } from '../../core/pacing/published-state';
import type { Reader, Writer } from '../../watermark/store';
import { OWN_ROWS_PREFIX } from '../own-rows';

export const PACING_TABLE = 'campaigns';
/** Whose row has the lease, and the note. */
export const PACING_OBJECT = 'pacing';
export const SNAPSHOT_FAMILY = 'pacing_snapshot';
export const STATE_FAMILY = 'pacing_state';
/** The one SubType. */
export const CURRENT = Buffer.from('current');

/** Of the rows that all states are in. */
export const STATES_PREFIX = `${OWN_ROWS_PREFIX}${PACING_OBJECT}/`;

const SNAPSHOT: Filter = chain(familyIs(SNAPSHOT_FAMILY), cellsPerColumnLimit(1));

/** A snapshot without its states: where they are follows from what it says. */
export type PublicationNote = Pick<PublishedSnapshot, 'epoch' | 'sequence'>;

/** Undefined where nothing was published. Throws `data_damaged`. */
export function noteIn(cells: readonly Cell[]): PublicationNote | undefined {
  return snapshotIn(cells);
}

export function setNote(snapshot: PublishedSnapshot, stampMs: number): Mutation {
  return setSnapshot({ ...snapshot, states: [] }, stampMs);
}

/** Before the note, which is not to tell of what is not there. Of one that was deposed meanwhile nobody ever learns. */
export async function writeStates(
  writer: Writer,
  snapshot: PublishedSnapshot,
  { stampMs, ...options }: CallOptions & { readonly stampMs: number },
): Promise<void> {
  const row = { key: statesKey(snapshot), mutations: [setSnapshot(snapshot, stampMs)] };
  await writer.mutateRow(PACING_TABLE, row, options);
}

/** As the nearest replica has them, or, where it has not got them yet, whoever has. Undefined where nobody has. Throws as reads do. */
export async function findStates(
  reader: Pick<Reader, 'readRow'>,
  note: PublicationNote,
  options: CallOptions,
): Promise<PublishedSnapshot | undefined> {
  const near = await readStates(reader, note, { ...options, consistency: EVENTUAL });
  return near ?? readStates(reader, note, { ...options, consistency: { level: 'strict' } });
}

/** Any replica's are the ones: they are written once. Undefined where the replica has none. Throws `data_damaged`. */
export async function readStates(
  reader: Pick<Reader, 'readRow'>,
  note: PublicationNote,
  { consistency, ...options }: CallOptions & { readonly consistency: Consistency },
): Promise<PublishedSnapshot | undefined> {
  const read = { table: PACING_TABLE, key: statesKey(note), filter: SNAPSHOT };
  const { row } = await reader.readRow(read, consistency, options);
  return snapshotIn(row?.cells ?? []);
}

export function statesKey({ epoch, sequence }: PublicationNote): Buffer {
  return Buffer.from(`${STATES_PREFIX}${epoch}-${sequence}`);
}

function setSnapshot(snapshot: PublishedSnapshot, stampMs: number): Mutation {
  return setCell(SNAPSHOT_FAMILY, CURRENT, stampMs * 1_000, encodePacingSnapshot(snapshot));
}

function snapshotIn(cells: readonly Cell[]): PublishedSnapshot | undefined {
  const cell = cells.find(({ family, qualifier }) => family === SNAPSHOT_FAMILY && qualifier.equals(CURRENT));
  return cell === undefined ? undefined : decodePacingSnapshot(cell.value);
}
