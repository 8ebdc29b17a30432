import { compileFilter } from '../filter/compile-filter';
import { passAllCells } from '../filter/cells-filter';
import { byteString, data, encode } from '../encoding/proto';
import type { LocalDependencies } from './local-dependencies';
import { type DataMethod, unaryMethod } from './data-method';
import { operationsOrThrow, checkBranches, checkRowKey, compileMutations } from './compile-mutations';

/**
 * Applies one of two lists of mutations, depending on whether the predicate passes any cell of the row. Read and write
 * happen in one turn of the event loop and thus atomically. Both lists are validated first, but the families of the
 * other one need not exist.
 */
export function createCheckAndMutateRow(dependencies: LocalDependencies) {
  const method: DataMethod<data.CheckAndMutateRowRequest> = {
    type: data.CheckAndMutateRowRequest,
    access: 'transaction',
    rowKey: (request) => request.rowKey as Uint8Array,
  };
  return unaryMethod(dependencies, method, (replica, request) => {
    const key = byteString(request.rowKey);
    checkRowKey(key);
    checkBranches(request.trueMutations.length, request.falseMutations.length);
    const nowMs = replica.nowMs();
    const filter = request.predicateFilter ? compileFilter(request.predicateFilter).apply : passAllCells;
    const onMatch = compileMutations(request.trueMutations, replica.families, nowMs);
    const onNoMatch = compileMutations(request.falseMutations, replica.families, nowMs);
    for (const branch of [onMatch, onNoMatch]) replica.checkAccess(key, Array.isArray(branch) ? branch : []);
    const run = { rowKey: key, random: dependencies.random, sinkOutput: [] };
    const matched = filter(replica.cells(replica.row(key)), run).length + run.sinkOutput.length > 0;
    const operations = operationsOrThrow(matched ? onMatch : onNoMatch);
    const version = operations.length > 0 ? replica.commit(key, operations) : replica.rowVersion(key);
    const answer = encode(
      data.CheckAndMutateRowResponse,
      data.CheckAndMutateRowResponse.create({ predicateMatched: matched }),
    );
    return dependencies.commits.whenCommitted(version)?.then(() => answer) ?? answer;
  });
}
