import { RpcError } from '../grpc/rpc-error';
import { byteString, data, EMPTY_MESSAGE, encode } from '../encoding/proto';
import type { Replica } from '../replication/replica';
import type { LocalServices } from './local-services';
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

/** Applies the mutations of one row, all or nothing. */
export function createMutateRow(context: LocalServices) {
  const method: DataMethod<data.MutateRowRequest> = {
    type: mutateRowRequest,
    access: 'write',
    rowKey: (request) => request.rowKey as Uint8Array,
  };
  return unaryMethod(context, method, (replica, request) => {
    const version = apply(context, replica, compile(request, replica, replica.nowMs()));
    return context.commits.whenCommitted(version)?.then(() => EMPTY_MESSAGE) ?? EMPTY_MESSAGE;
  });
}

/**
 * Applies each entry like MutateRow, the entries independently, with a status for each. An entry that is wrong in
 * itself, whatever the table holds, fails the whole call before anything is written, as in production.
 */
export function createMutateRows(context: LocalServices) {
  const method: DataMethod<data.MutateRowsRequest> = { type: mutateRowsRequest, access: 'write' };
  return streamMethod(context, method, async (replica, request, out) => {
    checkMutationCount(request.entries.reduce((sum, entry) => sum + (entry.mutations?.length ?? 0), 0));
    const writes = compileEntries(request.entries, replica);
    let version = 0;
    const failures = new Map<number, Failure>();
    for (const [index, write] of writes.entries()) {
      const outcome = attempt(() => apply(context, replica, write));
      if (typeof outcome === 'number') version = Math.max(version, outcome);
      else failures.set(index, outcome);
    }
    await context.commits.whenCommitted(version);
    const { length } = writes;
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

/** What is to be done to a row. */
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

/** Does what the table allows, unless the mutation's token says that this has been done; returns the version to wait for. */
function apply({ idempotency: tokens }: LocalServices, replica: Replica, write: RowWrite): number {
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
