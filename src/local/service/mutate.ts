import { RpcError } from '../grpc/rpc-error';
import { byteString, data, EMPTY_MESSAGE, encode } from '../proto';
import type { Replica } from '../replication/replica';
import type { ServiceContext } from './context';
import { type DataMethod, streamMethod, unaryMethod } from './data-method';
import { checkMutationCount, checkRowKey, compileMutations } from './mutations';

/** Applies the mutations of one row, all or nothing. */
export function createMutateRow(context: ServiceContext) {
  const method: DataMethod<data.MutateRowRequest> = {
    type: data.MutateRowRequest,
    access: 'write',
    rowKey: (request) => request.rowKey as Uint8Array,
  };
  return unaryMethod(context, method, (replica, request) => {
    checkMutationCount(request.mutations.length);
    const version = mutate(context, replica, request);
    return context.commits.whenCommitted(version)?.then(() => EMPTY_MESSAGE) ?? EMPTY_MESSAGE;
  });
}

/** Applies each entry like MutateRow, the entries independently, with a status for each. */
export function createMutateRows(context: ServiceContext) {
  const method: DataMethod<data.MutateRowsRequest> = { type: data.MutateRowsRequest, access: 'write' };
  return streamMethod(context, method, async (replica, request, out) => {
    checkMutationCount(request.entries.reduce((sum, entry) => sum + (entry.mutations?.length ?? 0), 0));
    let version = 0;
    const entries = request.entries.map((entry, index) => {
      const outcome = attempt(() => mutate(context, replica, entry));
      if (typeof outcome === 'number') version = Math.max(version, outcome);
      return { index, status: typeof outcome === 'number' ? { code: 0 } : outcome };
    });
    await context.commits.whenCommitted(version);
    await out.write(encode(data.MutateRowsResponse, data.MutateRowsResponse.create({ entries })));
  });
}

/** Validates, then applies, unless the mutation's token says that this has been done; returns the version to wait for. */
function mutate(
  { idempotency: tokens }: ServiceContext,
  replica: Replica,
  { rowKey, mutations, idempotency }: data.MutateRowsRequest.IEntry,
): number {
  const key = byteString(rowKey);
  checkRowKey(key);
  checkMutationCount(mutations?.length ?? 0);
  if (!idempotency) return apply(replica, key, mutations ?? []);
  const { number: table } = replica.table;
  return tokens.once({ table, key, idempotency }, () => apply(replica, key, mutations ?? []));
}

function apply(replica: Replica, key: string, mutations: readonly data.IMutation[]): number {
  return replica.commit(key, compileMutations(mutations, replica.families, replica.nowMs()));
}

function attempt(task: () => number): number | { code: number; message: string } {
  try {
    return task();
  } catch (error) {
    if (error instanceof RpcError) return { code: error.status, message: error.message };
    throw error;
  }
}
