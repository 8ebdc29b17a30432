import { setCell } from '../../../src/bigtable/write/mutations';
import type { CallOptions, RowMutations } from '../../../src/bigtable/client/types';
import type { Consistency } from '../../../src/core/consistency/consistency';
import type { RowAnswer } from '../../../src/consistency/store';
import { EVENTS } from '../consistency/world';
import type { PlacedProcess } from './placed-process';
import { rowName, type CorpusName } from './world';

/** Row of a subject in one corpus. */
export interface RowAddress {
  readonly corpus: CorpusName;
  readonly key: Buffer;
}

/** Consistency of a read, and its options. */
interface ReadChoice {
  readonly consistency: Consistency;
  readonly allowsJoin: boolean;
  readonly call: CallOptions;
}

export const nameOf = ({ corpus, key }: RowAddress): string => rowName(corpus, key);

/** Reads rows of one corpus at once, and returns each with the evidence that holds for it. */
export async function readAt(
  { reader }: PlacedProcess,
  rows: readonly RowAddress[],
  { consistency, allowsJoin, call }: ReadChoice,
): Promise<readonly RowAnswer[]> {
  const [first] = rows;
  const common = { table: first!.corpus, filter: { passAllFilter: true }, allowsJoin };
  if (rows.length === 1) return [await reader.readRow({ ...common, key: first!.key }, consistency, call)];
  const answer = await reader.readRows({ ...common, keys: rows.map(({ key }) => key) }, consistency, call);
  return answer.rows.map((row, index) => ({
    row,
    evidence: { ...answer.evidence, met: !answer.unmet.includes(index) },
  }));
}

/** Returns the mutation that adds an event to a row of the first corpus. */
export function eventOf(key: Buffer, name: string): RowMutations {
  return { key, mutations: [setCell(EVENTS, Buffer.from(name), 1_000, Buffer.alloc(0))] };
}
