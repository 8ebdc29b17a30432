import { cellsPerColumnLimit, chain, familyIs } from '../bigtable/read/filters';
import { setCell } from '../bigtable/write/mutations';
import type { CallOptions, Filter, RowMutations } from '../bigtable/client/types';
import { EVENTUAL } from '../core/consistency/consistency';
import { LOCATION_FAMILY } from '../core/residency/location-family';
import type { Location } from '../core/residency/location';
import { fenceTable } from '../core/residency/placement-rules';
import { decodeFence, encodeFence, FENCE_QUALIFIER } from '../core/residency/stored-location';
import type { SubjectKey } from '../core/residency/subject-key';
import { rowKey } from '../core/rows/row-key';
import type { Reader } from '../consistency/store';

const FENCE_FILTER: Filter = chain(familyIs(LOCATION_FAMILY), cellsPerColumnLimit(1));

/** Reads the fence of a subject in a placement, at the nearest cluster. Undefined: none. */
export async function readFence(
  reader: Pick<Reader, 'readRow'>,
  { key, placement }: { readonly key: SubjectKey; readonly placement: string },
  call: CallOptions,
): Promise<Location | undefined> {
  const read = { table: fenceTable(placement), key: rowKey(key), filter: FENCE_FILTER };
  const { row } = await reader.readRow(read, EVENTUAL, call);
  const cell = row?.cells.find(({ qualifier }) => qualifier.equals(FENCE_QUALIFIER));
  return cell === undefined ? undefined : decodeFence(cell.value);
}

/** Returns the mutation that writes a fence. `atMs`: the time of the change. A later state must have a later time. */
export function fenceMutations(key: SubjectKey, location: Location, atMs: number): RowMutations {
  const mutations = [setCell(LOCATION_FAMILY, FENCE_QUALIFIER, atMs * 1_000, encodeFence(location))];
  return { key: rowKey(key), mutations };
}
