import { RpcError } from '../grpc/rpc-error';
import { byteString, data, EMPTY_MESSAGE, encode } from '../proto';
import type { Replica } from '../replication/replica';
import type { ServiceContext } from './context';
import { type DataMethod, streamMethod, unaryMethod } from './data-method';
import { checkMutationCount, checkRowKey, compileMutations } from './mutations';
import { mutateRowRequest, mutateRowsRequest } from './write-requests';

/** Applies the mutations of one row, all or nothing. */
export function createMutateRow(context: ServiceContext) {
  const method: DataMethod<data.MutateRowRequest> = {
    type: mutateRowRequest,
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
  const method: DataMethod<data.MutateRowsRequest> = { type: mutateRowsRequest, access: 'write' };
  return streamMethod(context, method, async (replica, request, out) => {
    checkMutationCount(request.entries.reduce((sum, entry) => sum + (entry.mutations?.length ?? 0), 0));
    let version = 0;
    const failures = new Map<number, Failure>();
    for (const [index, entry] of request.entries.entries()) {
      const outcome = attempt(() => mutate(context, replica, entry));
      if (typeof outcome === 'number') version = Math.max(version, outcome);
      else failures.set(index, outcome);
    }
    await context.commits.whenCommitted(version);
    const { length } = request.entries;
    await out.write(failures.size === 0 ? allDone.of(length) : answer(length, failures));
  });
}

/** A status that is not OK. */
interface Failure {
  readonly code: number;
  readonly message: string;
}

function answer(length: number, failures: ReadonlyMap<number, Failure>): Buffer {
  const entries = Array.from({ length }, (_, index) => ({
    index,
    status: failures.get(index) ?? { code: 0 },
  }));
  return encode(data.MutateRowsResponse, data.MutateRowsResponse.create({ entries }));
}

/** The answer to a batch that was applied as a whole, kept for the next one: a client's batches are of equal length. */
const allDone = {
  length: 0,
  frame: answer(0, new Map()),
  of(length: number): Buffer {
    if (length !== this.length) Object.assign(this, { length, frame: answer(length, new Map()) });
    return this.frame;
  },
};

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

function attempt(task: () => number): number | Failure {
  try {
    return task();
  } catch (error) {
    if (error instanceof RpcError) return { code: error.status, message: error.message };
    throw error;
  }
}
