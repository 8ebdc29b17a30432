/** Ranges of row keys for a selection of object ids. */
import type { RowRange } from '../../bigtable/client/types';
import { invalidArgument } from '../../errors';
import { SHARD_COUNT, type WorkerShare } from '../compaction/key-sections';

/** Ids that begin with `prefix`, or ids from `from`, inclusive, to `to`, exclusive, in the order of their bytes. */
export interface IdSelection {
  readonly prefix?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

interface IdRange {
  readonly start: Buffer;
  /** Exclusive. Undefined: to the end. */
  readonly end: Buffer | undefined;
}

const SHARD_DIGITS = 2;
/** Sorts directly after `#`, which ends the shard of a row key. */
const AFTER_SEPARATOR = Buffer.from('$', 'latin1');

/**
 * Returns the ranges of the selected rows in the share of the shards, in the order of keys: one for each shard, because an
 * id's shard is a hash. `after` leaves out the rows up to that key. Throws `invalid_argument` for an empty range of ids.
 */
export function objectRanges(ids: IdSelection, share: WorkerShare, after?: Buffer): readonly RowRange[] {
  const { start, end } = idRange(ids);
  const [first, last] = [share.index, share.index + 1].map((at) =>
    Math.round((at * SHARD_COUNT) / share.count),
  );
  const ranges: RowRange[] = [];
  for (let shard = first!; shard < last!; shard++) {
    const name = Buffer.from(shard.toString(16).padStart(SHARD_DIGITS, '0'), 'latin1');
    const from = Buffer.concat([name, SEPARATOR, start]);
    const to =
      end === undefined ? Buffer.concat([name, AFTER_SEPARATOR]) : Buffer.concat([name, SEPARATOR, end]);
    if (after !== undefined && after.compare(to) >= 0) continue;
    const isBehind = after !== undefined && after.compare(from) >= 0;
    const begin = isBehind ? { key: after, inclusive: false } : { key: from, inclusive: true };
    ranges.push({ start: begin, end: { key: to, inclusive: false } });
  }
  return ranges;
}

const SEPARATOR = Buffer.from('#', 'latin1');

function idRange({ prefix, from, to }: IdSelection): IdRange {
  if (prefix !== undefined && (from !== undefined || to !== undefined))
    throw invalidArgument('prefix', 'cannot be combined with a range of ids');
  if (prefix !== undefined) return { start: Buffer.from(prefix), end: afterPrefix(Buffer.from(prefix)) };
  const start = Buffer.from(from ?? '');
  const end = to === undefined ? undefined : Buffer.from(to);
  if (end !== undefined && start.compare(end) >= 0)
    throw invalidArgument('toId', 'must be greater than the first id');
  return { start, end };
}

/** Returns the first key behind all keys with the prefix. UTF-8 has no byte 0xff, so the last byte can grow. */
function afterPrefix(prefix: Buffer): Buffer | undefined {
  if (prefix.length === 0) return undefined;
  const end = Buffer.from(prefix);
  end[end.length - 1]! += 1;
  return end;
}
