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

/** Reads of one store, and what they cost. */
export interface RunFigures {
  readonly reads: number;
  readonly readsPerSecond: number;
  /** CPU time of this process, including all threads, per read. */
  readonly cpuMicros: number;
}

const IN_FLIGHT = 16;

/** Reads the users that `next` returns, until it returns undefined. */
export async function readUsers(
  store: Pick<Store, 'reader'>,
  next: () => number | undefined,
): Promise<RunFigures> {
  let reads = 0;
  const startMs = performance.now();
  const cpu = process.cpuUsage();
  const loop = async (): Promise<void> => {
    for (let user = next(); user !== undefined; user = next()) {
      reads += 1;
      await readUser(store, user);
    }
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, loop));
  const { user, system } = process.cpuUsage(cpu);
  const readsPerSecond = (reads * 1_000) / (performance.now() - startMs);
  return { reads, readsPerSecond, cpuMicros: (user + system) / reads };
}
