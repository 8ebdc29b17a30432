import type { RowOperation } from '../store/stored-row';

/**
 * One row mutation, accepted by one cluster and replicated to the others. All clusters share this object. A row is the
 * result of its commits applied in the order of `compareCommits`, whatever their order of arrival.
 */
export interface Commit {
  readonly key: string;
  /** Replaced when a family is dropped meanwhile. */
  operations: readonly RowOperation[];
  /** Commit timestamp from the hybrid clock of its origin, in microseconds since the epoch. */
  readonly commitMicros: number;
  /** Id of the cluster that accepted it. */
  readonly origin: string;
  /** Number in the commit queue. An answer that contains the commit waits until this version is durable. */
  readonly version: number;
  /** Approximate size on a link and in the log, in bytes. */
  readonly bytes: number;
  /** Bits of the clusters that have applied it. */
  appliedBy: number;
}

/** Total order of all commits of an instance. Total, because a cluster never repeats a commit timestamp. */
export function compareCommits(a: Commit, b: Commit): number {
  if (a.commitMicros !== b.commitMicros) return a.commitMicros - b.commitMicros;
  return a.origin < b.origin ? -1 : a.origin > b.origin ? 1 : 0;
}

/** Returns the approximate size of a commit in bytes. */
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
