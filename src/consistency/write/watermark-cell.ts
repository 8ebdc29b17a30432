import { setCell } from '../../bigtable/write/mutations';
import type { Mutation } from '../../bigtable/client/types';
import {
  watermarkColumnOf,
  encodePredecessor,
  WATERMARK_FAMILY,
  type OriginCode,
} from '../../core/consistency/row-watermark';
import type { WriterState } from './writer-ids';

/** Returns the cell that a write leaves in its row at the origin: its version, and the acknowledged write before it. */
export function watermarkCell(state: WriterState, origin: OriginCode, versionMs: number): Mutation {
  const column = Buffer.from(watermarkColumnOf(origin, state.writer), 'latin1');
  const value = encodePredecessor(state.predecessorAt(origin));
  return setCell(WATERMARK_FAMILY, column, versionMs * 1_000, value);
}
