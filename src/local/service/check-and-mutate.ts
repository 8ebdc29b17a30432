import { compileFilter } from '../filter/compile';
import { passAll } from '../filter/filter';
import { byteString, data, decode, encode } from '../proto';
import { rowVersion, type ServiceContext, writeRow } from './context';
import { checkMutationCount, checkRowKey, compileMutations } from './mutations';

/**
 * Applies one set of mutations or the other by whether the predicate leaves any cell of the row. Look and change
 * happen in one turn of the event loop, hence atomically; both branches are validated before either is taken.
 */
export function createCheckAndMutateRow(context: ServiceContext) {
  return (bytes: Buffer): Buffer | Promise<Buffer> => {
    const request = decode(data.CheckAndMutateRowRequest, bytes);
    const table = context.catalog.route(request.tableName, request.appProfileId);
    const key = byteString(request.rowKey);
    checkRowKey(key);
    checkMutationCount(request.trueMutations.length + request.falseMutations.length);
    const nowMs = context.clock.nowMs();
    const filter = request.predicateFilter ? compileFilter(request.predicateFilter).apply : passAll;
    const onMatch = compileMutations(request.trueMutations, table.rows.families, nowMs);
    const onNoMatch = compileMutations(request.falseMutations, table.rows.families, nowMs);
    const run = { rowKey: key, random: context.random, sunk: [] };
    const cells = table.rows.cells(table.rows.row(key), nowMs);
    const matched = filter(cells, run).length + run.sunk.length > 0;
    const operations = matched ? onMatch : onNoMatch;
    const version =
      operations.length > 0 ? writeRow(context, table, key, operations) : rowVersion(table, key);
    const answer = encode(
      data.CheckAndMutateRowResponse,
      data.CheckAndMutateRowResponse.create({ predicateMatched: matched }),
    );
    return context.commits.whenCommitted(version)?.then(() => answer) ?? answer;
  };
}
