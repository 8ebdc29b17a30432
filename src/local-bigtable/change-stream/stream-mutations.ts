import type { data } from '../encoding/proto';
import { toMutations } from '../replication/operation-codec';
import type { FamilyKey } from '../store/family-key';
import type { CellChange, RowOperation } from '../store/stored-row';
import { appendAll } from '../../core/shared/lists';

/**
 * Converts a commit's operations to mutations of a change stream. "Deletion from a row is converted to a list of
 * deletions from column families for each column family that the row has data in"
 * (https://cloud.google.com/bigtable/docs/change-streams-overview).
 */
export function streamMutations(
  operations: readonly RowOperation[],
  familiesOfRow: () => Iterable<FamilyKey>,
): data.IMutation[] {
  if (operations.every(({ kind }) => kind !== 'delete-row')) return toMutations(operations);
  const families = new Set(familiesOfRow());
  const shown: RowOperation[] = [];
  for (const operation of operations) {
    if (operation.kind === 'delete-row') appendAll(shown, deletions(families));
    else shown.push(operation);
    if ('family' in operation) families.add(operation.family);
  }
  return toMutations(shown);
}

/** Returns the mutations for the removal of a row with cells in these families. */
export function streamRowRemoval(families: Iterable<FamilyKey>): data.IMutation[] {
  return toMutations([...deletions(families)]);
}

/** Returns the mutations for the removal of single cells by garbage collection. */
export function streamCellRemovals(changes: readonly CellChange[]): data.IMutation[] {
  return toMutations(
    changes.map(({ cell: { family, qualifier, timestampMs } }) => ({
      kind: 'delete-column',
      family,
      qualifier,
      fromMs: timestampMs,
      toMs: timestampMs + 1,
    })),
  );
}

function* deletions(families: Iterable<FamilyKey>): Generator<RowOperation> {
  for (const family of families) yield { kind: 'delete-family', family };
}
