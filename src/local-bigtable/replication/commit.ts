import type { RowOperation } from '../store/stored-row';

/**
 * One row mutation, accepted by one cluster and on its way to the others. All clusters share this one object. A row is
 * what its commits, applied in the order of `compareCommits`, make of it, whatever the order in which they arrive.
 */
export interface Commit {
  readonly key: string;
  /** Replaced when a family is dropped meanwhile. */
  operations: readonly RowOperation[];
  /** When it was committed, by the hybrid clock of its origin; microseconds. */
  readonly commitMicros: number;
  /** Id of the cluster that accepted it. */
  readonly origin: string;
  /** Number in the commit queue: an answer that shows it waits until that is durable. */
  readonly version: number;
  /** About how many bytes it takes, on a link and in the log. */
  readonly bytes: number;
  /** Bits of the clusters that have applied it. */
  appliedBy: number;
}

/** The order of all commits of an instance; total, since a cluster never gives a stamp twice. */
export function compareCommits(a: Commit, b: Commit): number {
  if (a.commitMicros !== b.commitMicros) return a.commitMicros - b.commitMicros;
  return a.origin < b.origin ? -1 : a.origin > b.origin ? 1 : 0;
}

/** About how many bytes a commit takes. */
export function commitBytes(key: string, operations: readonly RowOperation[]): number {
  let bytes = key.length + COMMIT_OVERHEAD_BYTES;
  for (const operation of operations) bytes += operationBytes(operation);
  return bytes;
}

function operationBytes(operation: RowOperation): number {
  switch (operation.kind) {
    case 'set':
      return OPERATION_OVERHEAD_BYTES + operation.qualifier.length + operation.value.length;
    case 'aggregate':
      return OPERATION_OVERHEAD_BYTES + operation.qualifier.length + operation.input.length;
    case 'delete-column':
      return OPERATION_OVERHEAD_BYTES + operation.qualifier.length;
    case 'delete-family':
    case 'delete-row':
      return OPERATION_OVERHEAD_BYTES;
  }
}

const COMMIT_OVERHEAD_BYTES = 32;
const OPERATION_OVERHEAD_BYTES = 24;
