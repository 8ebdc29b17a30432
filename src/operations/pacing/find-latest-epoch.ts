import { cellsPerRowLimit, chain, stripValue } from '../../bigtable/read/filters';
import type { CallOptions, Cell, Filter } from '../../bigtable/client/types';
import type { Scanner } from '../../consistency/store';
import { rowsWithPrefix } from '../shared/internal-rows';
import { decodePointer, PACING_TABLE, SNAPSHOT_KEY_PREFIX } from './pacing-rows';

/**
 * The latest epoch that anything published tells of: the note in the lease's row, and the rows of states, of which there may be some
 * that no note has ever told of. 0 where nothing does.
 */
export async function findLatestEpoch(
  scanner: Scanner,
  leaseRow: readonly Cell[],
  options: CallOptions = {},
): Promise<number> {
  return Math.max(pointerEpoch(leaseRow), await latestWrittenEpoch(scanner, options));
}

/** A damaged note tells nothing: the row that it was about tells the same. */
function pointerEpoch(leaseRow: readonly Cell[]): number {
  try {
    return decodePointer(leaseRow)?.epoch ?? 0;
  } catch {
    return 0;
  }
}

const KEY_ONLY: Filter = chain(cellsPerRowLimit(1), stripValue());

/** One row of each epoch is looked at, however many there are: they lie one behind the other, though not in the epochs' order. */
async function latestWrittenEpoch(scanner: Scanner, options: CallOptions): Promise<number> {
  const { start, end } = rowsWithPrefix(SNAPSHOT_KEY_PREFIX);
  let latest = 0;
  for (let from = start; ;) {
    const key = await firstKey(scanner, { start: from, end }, options);
    if (key === undefined) return latest;
    const epoch = /^\d+(?=-)/.exec(key.toString('latin1', SNAPSHOT_KEY_PREFIX.length))?.[0];
    latest = Math.max(latest, Number(epoch ?? 0));
    // `.` is what follows on `-`: behind all rows of this epoch.
    const behind = epoch === undefined ? `${key.toString('latin1')}\0` : `${SNAPSHOT_KEY_PREFIX}${epoch}.`;
    from = { key: Buffer.from(behind, 'latin1'), inclusive: true };
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
