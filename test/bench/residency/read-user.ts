import { familyIs } from '../../../src/bigtable/read/filters';
import { EVENTUAL, type ReadEvidence } from '../../../src/core/consistency/consistency';
import { rowKey } from '../../../src/core/rows/row-key';
import type { Store } from '../../../src/store/open-store';
import { CELLS, FAMILY, userOf } from './data';

export const CALL = { timeoutMs: 30_000 };
const FILTER = familyIs(FAMILY);

/** Reads the row of a user. Throws if the answer lacks cells. */
export async function readUser({ reader }: Pick<Store, 'reader'>, number: number): Promise<ReadEvidence> {
  const key = rowKey(userOf(number));
  const { row, evidence } = await reader.readRow({ table: 'users', key, filter: FILTER }, EVENTUAL, CALL);
  if (row?.cells.length !== CELLS) throw new Error(`${row?.cells.length} cells of ${userOf(number)}`);
  return evidence;
}
