import { RpcError } from '../grpc/rpc-error';
import { byteString, data, EMPTY_MESSAGE, encode } from '../encoding/proto';
import type { Replica } from '../replication/replica';
import type { LocalDependencies } from './local-dependencies';
import { type DataMethod, streamMethod, unaryMethod } from './data-method';
import {
  operationsOrThrow,
  checkMutationCount,
  checkRowKey,
  type CompiledMutations,
  compileMutations,
  withElementIndex,
} from './compile-mutations';
import { mutateRowRequest, mutateRowsRequest } from './write-request-decoder';

/** Creates the method that applies the mutations of one row atomically. */
export function createMutateRow(dependencies: LocalDependencies) {
  const method: DataMethod<data.MutateRowRequest> = {
    type: mutateRowRequest,
    access: 'write',
    rowKey: (request) => request.rowKey as Uint8Array,
  };
  return unaryMethod(dependencies, method, (replica, request) => {
    const version = apply(dependencies, replica, compile(request, replica, replica.nowMs()));
    return dependencies.commits.whenCommitted(version)?.then(() => EMPTY_MESSAGE) ?? EMPTY_MESSAGE;
  });
}

/**
 * Creates the method that applies each entry like MutateRow, independently, with a status for each. An entry that is
 * invalid regardless of the table fails the whole call before anything is written, as in production.
 */
export function createMutateRows(dependencies: LocalDependencies) {
  const method: DataMethod<data.MutateRowsRequest> = { type: mutateRowsRequest, access: 'write' };
  return streamMethod(dependencies, method, async (replica, request, out) => {
    checkMutationCount(request.entries.reduce((sum, entry) => sum + (entry.mutations?.length ?? 0), 0));
    const writes = compileEntries(request.entries, replica);
    let version = 0;
    const failures = new Map<number, Failure>();
    for (const [index, write] of writes.entries()) {
      const outcome = attempt(() => apply(dependencies, replica, write));
      if (typeof outcome === 'number') version = Math.max(version, outcome);
      else failures.set(index, outcome);
    }
    await dependencies.commits.whenCommitted(version);
    const { length } = writes;
    await out.write(failures.size === 0 ? allDone.of(length) : answer(length, failures));
  });
}

/** Status other than OK. */
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

/** Answer to a batch that was applied completely, cached because a client's batches mostly have equal length. */
const allDone = {
  length: 0,
  frame: answer(0, new Map()),
  of(length: number): Buffer {
    if (length !== this.length) Object.assign(this, { length, frame: answer(length, new Map()) });
    return this.frame;
  },
};

/** Write of one row. */
interface RowWrite {
  readonly key: string;
  readonly mutations: CompiledMutations;
  readonly idempotency: data.IIdempotency | null | undefined;
}

function compileEntries(entries: readonly data.MutateRowsRequest.IEntry[], replica: Replica): RowWrite[] {
  const nowMs = replica.nowMs();
  return entries.map((entry, index) => {
    try {
      return compile(entry, replica, nowMs);
    } catch (error) {
      throw withElementIndex(error, 'Entry list', index);
    }
  });
}

function compile(
  { rowKey, mutations, idempotency }: data.MutateRowsRequest.IEntry,
  { families }: Replica,
  nowMs: number,
): RowWrite {
  const key = byteString(rowKey);
  checkRowKey(key);
  checkMutationCount(mutations?.length ?? 0);
  return { key, mutations: compileMutations(mutations ?? [], families, nowMs), idempotency };
}

/**
 * Applies the mutations that the table allows, unless their token shows that this was done. Returns the version to wait
 * for.
 */
function apply({ idempotency: tokens }: LocalDependencies, replica: Replica, write: RowWrite): number {
  const { key, mutations, idempotency } = write;
  if (!idempotency) return replica.commit(key, operationsOrThrow(mutations));
  const { number: table } = replica.table;
  return tokens.applyOnce({ table, key, idempotency }, () =>
    replica.commit(key, operationsOrThrow(mutations)),
  );
}

function attempt(task: () => number): number | Failure {
  try {
    return task();
  } catch (error) {
    if (error instanceof RpcError) return { code: error.status, message: error.message };
    throw error;
  }
}
