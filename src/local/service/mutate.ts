import type { MessageSink } from '../grpc/call';
import { RpcError } from '../grpc/rpc-error';
import { byteString, data, decode, EMPTY_MESSAGE, encode } from '../proto';
import type { TableEntry } from '../catalog';
import { type ServiceContext, writeRow } from './context';
import { checkMutationCount, checkRowKey, compileMutations } from './mutations';

/** Applies the mutations of one row, all or nothing. */
export function createMutateRow(context: ServiceContext) {
  return (bytes: Buffer): Buffer | Promise<Buffer> => {
    const request = decode(data.MutateRowRequest, bytes);
    const table = context.catalog.route(request.tableName, request.appProfileId);
    checkMutationCount(request.mutations.length);
    const version = mutate(context, table, request);
    return context.commits.whenCommitted(version)?.then(() => EMPTY_MESSAGE) ?? EMPTY_MESSAGE;
  };
}

/** Applies each entry like MutateRow, the entries independently, with a status for each. */
export function createMutateRows(context: ServiceContext) {
  return async (bytes: Buffer, out: MessageSink): Promise<void> => {
    const request = decode(data.MutateRowsRequest, bytes);
    const table = context.catalog.route(request.tableName, request.appProfileId);
    checkMutationCount(request.entries.reduce((sum, entry) => sum + (entry.mutations?.length ?? 0), 0));
    let version = 0;
    const entries = request.entries.map((entry, index) => {
      const outcome = attempt(() => mutate(context, table, entry));
      if (typeof outcome === 'number') version = outcome;
      return { index, status: typeof outcome === 'number' ? { code: 0 } : outcome };
    });
    await context.commits.whenCommitted(version);
    await out.write(encode(data.MutateRowsResponse, data.MutateRowsResponse.create({ entries })));
  };
}

/** Validates, then applies; returns the version to wait for. */
function mutate(context: ServiceContext, table: TableEntry, entry: data.MutateRowsRequest.IEntry): number {
  const key = byteString(entry.rowKey);
  const mutations = entry.mutations ?? [];
  checkRowKey(key);
  checkMutationCount(mutations.length);
  return writeRow(
    context,
    table,
    key,
    compileMutations(mutations, table.rows.families, context.clock.nowMs()),
  );
}

function attempt(task: () => number): number | { code: number; message: string } {
  try {
    return task();
  } catch (error) {
    if (error instanceof RpcError) return { code: error.status, message: error.message };
    throw error;
  }
}
