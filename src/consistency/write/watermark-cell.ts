import { setCell } from '../../bigtable/write/mutations';
import type { Mutation } from '../../bigtable/client/types';
import {
  watermarkColumnOf,
  encodePredecessor,
  WATERMARK_FAMILY,
  type OriginCode,
} from '../../core/consistency/row-watermark';
import type { WriterState } from './writer-ids';

/** Column that was encoded last: of most writes of a batch it is the same. */
let lastColumn: { readonly text: string; readonly bytes: Buffer } = { text: '', bytes: Buffer.alloc(0) };

function columnBytes(origin: OriginCode, writer: string): Buffer {
  const text = watermarkColumnOf(origin, writer);
  if (lastColumn.text !== text) lastColumn = { text, bytes: Buffer.from(text, 'latin1') };
  return lastColumn.bytes;
}

/** Returns the cell that a write leaves in its row at the origin: its version, and the acknowledged write before it. */
export function watermarkCell(
  state: Pick<WriterState, 'writer' | 'predecessorAt'>,
  origin: OriginCode,
  versionMs: number,
): Mutation {
  const column = columnBytes(origin, state.writer);
  const value = encodePredecessor(state.predecessorAt(origin));
  return setCell(WATERMARK_FAMILY, column, versionMs * 1_000, value);
}
