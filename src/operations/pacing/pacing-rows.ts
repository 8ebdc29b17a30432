/**
 * Rows that the pacing controller publishes. A snapshot with all states is written once into a row of its own, and a
 * pointer in the lease's row names the current snapshot. The messages are declared in
 * `protos/tidemark/v1/pacing.proto`.
 *
 * A row retains overwritten cells until Bigtable compacts it, and its size limit is 256 MB. With all states in the
 * lease's row, a thousand campaigns that change every second would reach it within an hour.
 *
 * Snapshot rows are numerous, gigabytes a day: `internal-rows.ts` keeps them apart from campaigns.
 */
import { cellsPerColumnLimit, chain, familyIs } from '../../bigtable/read/filters';
import { setCell } from '../../bigtable/write/mutations';
import type { CallOptions, Cell, Filter, Mutation } from '../../bigtable/client/types';
import { decodePacingSnapshot, encodePacingSnapshot } from '../../codec/messages/pacing-messages';
import { EVENTUAL, type Consistency } from '../../core/consistency/consistency';
import type { PublishedSnapshot } from '../../core/pacing/published-state';
import type { Reader, Writer } from '../../consistency/store';
import { INTERNAL_ROWS_PREFIX } from '../shared/internal-rows';

/** Table of the lease, the snapshots and the states. */
export const PACING_TABLE = 'campaigns';
/** Object whose row has the lease and the pointer. */
export const PACING_LEASE_OBJECT = 'pacing';
/** Family of snapshots and of the pointer. */
export const SNAPSHOT_FAMILY = 'pacing_snapshot';
/** Family of the states that are published as objects. */
export const STATE_FAMILY = 'pacing_state';
/** Family of the control logs: each version of its cell is one change of a campaign's state. */
export const CHANGE_FAMILY = 'pacing_change';
/** Qualifier of all pacing cells: the only SubType. */
export const CURRENT_QUALIFIER = Buffer.from('current');

/** Key prefix of snapshot rows. */
export const SNAPSHOT_KEY_PREFIX = `${INTERNAL_ROWS_PREFIX}${PACING_LEASE_OBJECT}/`;

const SNAPSHOT_FILTER: Filter = chain(familyIs(SNAPSHOT_FAMILY), cellsPerColumnLimit(1));

/** Identity of a snapshot, from which the key of its row follows. */
export type SnapshotPointer = Pick<PublishedSnapshot, 'epoch' | 'sequence'>;

/**
 * Returns the pointer in the cells of the lease's row; undefined when nothing was published. Throws `data_corrupted`.
 */
export function decodePointer(cells: readonly Cell[]): SnapshotPointer | undefined {
  return decodeSnapshot(cells);
}

/** Returns the mutation that makes this snapshot the current one. */
export function setPointer(snapshot: PublishedSnapshot, timestampMs: number): Mutation {
  return setSnapshot({ ...snapshot, states: [] }, timestampMs);
}

/**
 * Writes the row of a snapshot. It must precede the pointer. The snapshot of a leader that was deposed meanwhile is
 * never referenced.
 */
export async function writeSnapshot(
  writer: Writer,
  snapshot: PublishedSnapshot,
  { timestampMs, ...options }: CallOptions & { readonly timestampMs: number },
): Promise<void> {
  const row = { key: snapshotKey(snapshot), mutations: [setSnapshot(snapshot, timestampMs)] };
  await writer.mutateRow(PACING_TABLE, row, options);
}

/**
 * Reads a snapshot from the nearest replica or, if that does not have it yet, with a strict read. Returns undefined
 * when no replica has it. Throws the errors of reads.
 */
export async function findSnapshot(
  reader: Pick<Reader, 'readRow'>,
  pointer: SnapshotPointer,
  options: CallOptions,
): Promise<PublishedSnapshot | undefined> {
  const near = await readSnapshot(reader, pointer, { ...options, consistency: EVENTUAL });
  return near ?? readSnapshot(reader, pointer, { ...options, consistency: { level: 'strict' } });
}

/**
 * Reads a snapshot. Any replica will do, because snapshots are written once. Returns undefined when the replica does
 * not have it. Throws `data_corrupted`.
 */
export async function readSnapshot(
  reader: Pick<Reader, 'readRow'>,
  pointer: SnapshotPointer,
  { consistency, ...options }: CallOptions & { readonly consistency: Consistency },
): Promise<PublishedSnapshot | undefined> {
  const read = { table: PACING_TABLE, key: snapshotKey(pointer), filter: SNAPSHOT_FILTER };
  const { row } = await reader.readRow(read, consistency, options);
  return decodeSnapshot(row?.cells ?? []);
}

/** Returns the key of the row of a snapshot. */
export function snapshotKey({ epoch, sequence }: SnapshotPointer): Buffer {
  return Buffer.from(`${SNAPSHOT_KEY_PREFIX}${epoch}-${sequence}`);
}

function setSnapshot(snapshot: PublishedSnapshot, timestampMs: number): Mutation {
  return setCell(SNAPSHOT_FAMILY, CURRENT_QUALIFIER, timestampMs * 1_000, encodePacingSnapshot(snapshot));
}

function decodeSnapshot(cells: readonly Cell[]): PublishedSnapshot | undefined {
  const cell = cells.find(
    ({ family, qualifier }) => family === SNAPSHOT_FAMILY && qualifier.equals(CURRENT_QUALIFIER),
  );
  return cell === undefined ? undefined : decodePacingSnapshot(cell.value);
}
