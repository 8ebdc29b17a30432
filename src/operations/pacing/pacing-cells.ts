/** Where what the controller publishes is: the declarations are in `protos/tidemark/v1/pacing.proto`. */
import { setCell } from '../../bigtable/mutations';
import type { Cell, Mutation } from '../../bigtable/types';
import { decodePacingSnapshot, encodePacingSnapshot } from '../../codec/pacing-messages';
import type { PublishedSnapshot } from '../../core/pacing/published-state';

export const PACING_TABLE = 'campaigns';
/** Whose row has the lease, and all states together. */
export const PACING_OBJECT = 'pacing';
export const SNAPSHOT_FAMILY = 'pacing_snapshot';
export const STATE_FAMILY = 'pacing_state';
/** The one SubType. */
export const CURRENT = Buffer.from('current');

export function setSnapshot(snapshot: PublishedSnapshot, stampMs: number): Mutation {
  return setCell(SNAPSHOT_FAMILY, CURRENT, stampMs * 1_000, encodePacingSnapshot(snapshot));
}

/** Undefined where nothing was published. Throws `data_damaged`. */
export function snapshotIn(cells: readonly Cell[]): PublishedSnapshot | undefined {
  const cell = cells.find(({ family, qualifier }) => family === SNAPSHOT_FAMILY && qualifier.equals(CURRENT));
  return cell === undefined ? undefined : decodePacingSnapshot(cell.value);
}
