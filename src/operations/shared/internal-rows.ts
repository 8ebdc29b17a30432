/**
 * Rows of the table of campaigns that are no object's: what Tidemark writes there all the time, for itself. Such rows are many,
 * gigabytes a day. They lie one behind the other, so that whoever looks for campaigns every few seconds steps over all of them at
 * once: a filter would have to read them.
 */
import type { RowRange } from '../../bigtable/client/types';
import { rowKey } from '../../core/rows/row-key';

/** Behind the objects of its shard, which begin with `<shard>#`: no object's row is among them. */
export const INTERNAL_ROWS_PREFIX = `${rowKey('pacing').toString('latin1', 0, 2)}$`;

export const INTERNAL_ROWS = rowsWithPrefix(INTERNAL_ROWS_PREFIX);

/** All keys with the prefix, whose last character is in ASCII. */
export function rowsWithPrefix(prefix: string) {
  const end = prefix.slice(0, -1) + String.fromCharCode(prefix.charCodeAt(prefix.length - 1) + 1);
  return {
    start: { key: Buffer.from(prefix), inclusive: true },
    end: { key: Buffer.from(end), inclusive: false },
  } satisfies RowRange;
}
