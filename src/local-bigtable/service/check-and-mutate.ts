import { compileFilter } from '../filter/compile-filter';
import { passAllCells } from '../filter/cells-filter';
import { byteString, data, encode } from '../encoding/proto';
import type { LocalServices } from './local-services';
import { type DataMethod, unaryMethod } from './data-method';
import { operationsOrThrow, checkBranches, checkRowKey, compileMutations } from './compile-mutations';

/**
 * Applies one set of mutations or the other by whether the predicate leaves any cell of the row. Look and change
 * happen in one turn of the event loop, hence atomically; both branches are validated before either is taken, though
 * of the other one the families need not be there.
 */
export function createCheckAndMutateRow(context: LocalServices) {
  const method: DataMethod<data.CheckAndMutateRowRequest> = {
    type: data.CheckAndMutateRowRequest,
    access: 'transaction',
    rowKey: (request) => request.rowKey as Uint8Array,
  };
  return unaryMethod(context, method, (replica, request) => {
    const key = byteString(request.rowKey);
    checkRowKey(key);
    checkBranches(request.trueMutations.length, request.falseMutations.length);
    const nowMs = replica.nowMs();
    const filter = request.predicateFilter ? compileFilter(request.predicateFilter).apply : passAllCells;
    const onMatch = compileMutations(request.trueMutations, replica.families, nowMs);
    const onNoMatch = compileMutations(request.falseMutations, replica.families, nowMs);
    const run = { rowKey: key, random: context.random, sinkOutput: [] };
    const matched = filter(replica.cells(replica.row(key)), run).length + run.sinkOutput.length > 0;
    const operations = operationsOrThrow(matched ? onMatch : onNoMatch);
    const version = operations.length > 0 ? replica.commit(key, operations) : replica.rowVersion(key);
    const answer = encode(
      data.CheckAndMutateRowResponse,
      data.CheckAndMutateRowResponse.create({ predicateMatched: matched }),
    );
    return context.commits.whenCommitted(version)?.then(() => answer) ?? answer;
  });
}
