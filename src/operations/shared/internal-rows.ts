/**
 * Rows of the campaigns table that Tidemark writes for itself: gigabytes a day. They are contiguous, so that the
 * frequent scans for campaigns can skip them as one range; a filter would have to read them.
 */
import type { RowRange } from '../../bigtable/client/types';
import { rowKey } from '../../core/rows/row-key';

/**
 * Key prefix. The rows follow the objects of their shard, which begin with `<shard>#`, so no object is among them.
 */
export const INTERNAL_ROWS_PREFIX = `${rowKey('pacing').toString('latin1', 0, 2)}$`;

export const INTERNAL_ROWS = rowsWithPrefix(INTERNAL_ROWS_PREFIX);

/** Returns the range of all keys with the prefix. Its last character must be ASCII. */
export function rowsWithPrefix(prefix: string) {
  const end = prefix.slice(0, -1) + String.fromCharCode(prefix.charCodeAt(prefix.length - 1) + 1);
  return {
    start: { key: Buffer.from(prefix), inclusive: true },
    end: { key: Buffer.from(end), inclusive: false },
  } satisfies RowRange;
}
