import { cellsPerRowLimit, chain, stripValue } from '../../bigtable/read/filters';
import type { CallOptions, Cell, Filter } from '../../bigtable/client/types';
import type { Scanner } from '../../consistency/store';
import { rowsWithPrefix } from '../shared/internal-rows';
import { decodePointer, PACING_TABLE, SNAPSHOT_KEY_PREFIX } from './pacing-rows';

/**
 * Returns the latest epoch in published data: in the pointer of the lease's row, and in the keys of snapshot rows,
 * some of which were never referenced by a pointer. 0 if there is none.
 */
export async function findLatestEpoch(
  scanner: Scanner,
  leaseRow: readonly Cell[],
  options: CallOptions = {},
): Promise<number> {
  return Math.max(pointerEpoch(leaseRow), await latestWrittenEpoch(scanner, options));
}

/** A corrupted pointer is ignored, because the key of its snapshot row has the same epoch. */
function pointerEpoch(leaseRow: readonly Cell[]): number {
  try {
    return decodePointer(leaseRow)?.epoch ?? 0;
  } catch {
    return 0;
  }
}

const KEY_ONLY: Filter = chain(cellsPerRowLimit(1), stripValue());

/**
 * Reads one row per epoch, however many rows there are: the rows of an epoch are contiguous, although epochs are not
 * in numerical order.
 */
async function latestWrittenEpoch(scanner: Scanner, options: CallOptions): Promise<number> {
  const { start, end } = rowsWithPrefix(SNAPSHOT_KEY_PREFIX);
  let latest = 0;
  for (let from = start; ;) {
    const key = await firstKey(scanner, { start: from, end }, options);
    if (key === undefined) return latest;
    const epoch = /^\d+(?=-)/.exec(key.toString('latin1', SNAPSHOT_KEY_PREFIX.length))?.[0];
    latest = Math.max(latest, Number(epoch ?? 0));
    // `.` follows `-` in ASCII, so this key is after all rows of the epoch.
    const next = epoch === undefined ? `${key.toString('latin1')}\0` : `${SNAPSHOT_KEY_PREFIX}${epoch}.`;
    from = { key: Buffer.from(next, 'latin1'), inclusive: true };
  }
}

async function firstKey(
  scanner: Scanner,
  range: ReturnType<typeof rowsWithPrefix>,
  options: CallOptions,
): Promise<Buffer | undefined> {
  const scan = { table: PACING_TABLE, ranges: [range], filter: KEY_ONLY };
  for await (const { key } of scanner.scan(scan, options)) return key;
  return undefined;
}
