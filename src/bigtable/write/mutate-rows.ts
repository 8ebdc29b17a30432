import type { google as api } from '@google-cloud/bigtable/build/protos/protos';
import { google } from '../../gen/bigtable';
import { GrpcStatus, type GrpcStatusCode } from '../../platform/network/grpc';
import { BigtableError } from '../client/bigtable-error';
import { checkRows, type WriteLimits } from './check-row';
import { encodeMutateRowsEntry } from './mutation-encoder';
import { isIdempotent } from './mutations';
import { RetryingCall, type ClientDependencies } from '../client/retrying-call';
import { FramedWriter } from '../protobuf/framed-writer';
import { isRetryable } from '../client/retry';
import { retryDelayMsOf } from '../transport/retry-info';
import type { TableCallHeader, TableCallHeaders } from '../client/table-call-headers';
import type { Call } from '../transport/create-transport';
import type { CallOptions, RowMutations } from '../client/types';

/** Bounds of batch writes, per call and for concurrent calls. */
export interface BatchWriteLimits extends WriteLimits {
  readonly mutationsPerBatchMax: number;
  readonly batchBytesMax: number;
  readonly mutateCallsInFlightMax: number;
  readonly pointTimeoutMs: number;
}

/** Dependencies of writes. */
export interface WriteDependencies extends ClientDependencies {
  readonly tableHeaders: TableCallHeaders;
  readonly writeLimits: BatchWriteLimits;
}

/** One row of a batch, serialized. */
interface Entry {
  /** Index of the row in the caller's list. */
  readonly index: number;
  readonly bytes: Uint8Array;
  readonly mutations: number;
  readonly idempotent: boolean;
}

type Results = (BigtableError | undefined)[];

/**
 * Writes many rows, each atomically. The list is divided into calls by number of mutations and bytes, and a few calls
 * are in flight at a time. Entries that failed retryably are sent again; the others of their call are not repeated.
 */
export async function mutateRows(
  dependencies: WriteDependencies,
  request: { readonly table: string; readonly rows: readonly RowMutations[] },
  options?: CallOptions,
): Promise<Results> {
  const { writeLimits, clock } = dependencies;
  const header = dependencies.tableHeaders.of(request.table);
  checkRows(request.rows, writeLimits);
  const timeoutMs = options?.timeoutMs ?? writeLimits.pointTimeoutMs;
  const deadlineMs = clock.monotonicMs() + timeoutMs;
  const results: Results = new Array<undefined>(request.rows.length).fill(undefined);
  const batches = cutBatches(request.rows, writeLimits);
  const work = async (): Promise<void> => {
    for (const batch of batches) {
      const left = { ...options, timeoutMs: Math.max(0, deadlineMs - clock.monotonicMs()) };
      await new BatchWrite(dependencies, header, batch, results).run(left);
    }
  };
  await Promise.all(Array.from({ length: writeLimits.mutateCallsInFlightMax }, work));
  return results;
}

/** Divides the rows lazily, so that only the batches in flight are in memory in serialized form. */
function* cutBatches(
  rows: readonly RowMutations[],
  limits: BatchWriteLimits,
): Generator<readonly Entry[], void> {
  let batch: Entry[] = [];
  let bytes = 0;
  let mutations = 0;
  for (const [index, row] of rows.entries()) {
    const entry = entryOf(index, row);
    const overflows =
      bytes + entry.bytes.length > limits.batchBytesMax ||
      mutations + entry.mutations > limits.mutationsPerBatchMax;
    if (overflows && batch.length > 0) {
      yield batch;
      [batch, bytes, mutations] = [[], 0, 0];
    }
    batch.push(entry);
    bytes += entry.bytes.length;
    mutations += entry.mutations;
  }
  if (batch.length > 0) yield batch;
}

function entryOf(index: number, row: RowMutations): Entry {
  return {
    index,
    bytes: encodeMutateRowsEntry(row),
    mutations: row.mutations.length,
    idempotent: row.mutations.every(isIdempotent),
  };
}

const ENTRIES = (2 << 3) | 2;

/** Writes the rows of one call, and retries until each row is written or has failed permanently. */
class BatchWrite {
  readonly #dependencies: WriteDependencies;
  readonly #header: TableCallHeader;
  readonly #results: Results;
  #pending: readonly Entry[];
  /** Failure of the latest attempt as a whole. */
  #callFailure: BigtableError | undefined;

  constructor(
    dependencies: WriteDependencies,
    header: TableCallHeader,
    entries: readonly Entry[],
    results: Results,
  ) {
    this.#dependencies = dependencies;
    this.#header = header;
    this.#pending = entries;
    this.#results = results;
  }

  async run(options: CallOptions): Promise<void> {
    const retryingCall = new RetryingCall(this.#dependencies, this.#spec(), options);
    while (this.#pending.length > 0) {
      const failure = await this.#attempt(retryingCall.nextCall(this.#encode()));
      if (failure === undefined) return this.#end(retryingCall);
      try {
        await retryingCall.waitForRetry(failure);
      } catch {
        return;
      }
    }
    this.#end(retryingCall);
  }

  /**
   * Ends the operation. A call that failed as a whole is reported as failed, although each of its entries has its own
   * error.
   */
  #end(retryingCall: RetryingCall): void {
    if (this.#callFailure === undefined) retryingCall.succeed();
    else retryingCall.fail(this.#callFailure);
  }

  #spec(): ConstructorParameters<typeof RetryingCall>[1] {
    return {
      service: 'google.bigtable.v2.Bigtable',
      method: 'MutateRows',
      metadata: this.#header.metadata,
      timeoutMs: this.#dependencies.writeLimits.pointTimeoutMs,
      idempotent: true,
    };
  }

  #encode(): Buffer {
    const writer = new FramedWriter().raw(this.#header.mutateRows);
    for (const entry of this.#pending) writer.bytes(ENTRIES, entry.bytes);
    return writer.framed();
  }

  /**
   * Sends the pending entries and then retains those worth a retry in `#pending`. Returns the reason for the retry, if
   * any.
   */
  async #attempt(call: Call): Promise<BigtableError | undefined> {
    const attempted = this.#pending;
    const outcomes = new Map<number, BigtableError | undefined>();
    const failure = await this.#receive(call, outcomes);
    this.#callFailure = failure;
    const retryable: Entry[] = [];
    let reason: BigtableError | undefined;
    for (const [index, entry] of attempted.entries()) {
      const outcome = outcomes.has(index) ? outcomes.get(index) : (failure ?? missingResult());
      this.#results[entry.index] = outcome;
      if (outcome === undefined || !entry.idempotent || !isRetryable(outcome)) continue;
      retryable.push(entry);
      reason = longerPause(reason, outcome);
    }
    this.#pending = retryable;
    return reason;
  }

  /**
   * Collects the entries' results by their index in the call. Resolves with the failure of the call as a whole, if any.
   */
  #receive(call: Call, outcomes: Map<number, BigtableError | undefined>): Promise<BigtableError | undefined> {
    return new Promise((resolve) => {
      this.#dependencies.transport.start(call, {
        onMessage(message) {
          for (const entry of google.bigtable.v2.MutateRowsResponse.decode(message).entries) {
            outcomes.set(Number(entry.index), entryError(entry.status));
          }
        },
        onEnd: (error) => resolve(error),
      });
    });
  }
}

function entryError(status: api.rpc.IStatus | null | undefined): BigtableError | undefined {
  if (!status?.code) return undefined;
  return new BigtableError(status.code as GrpcStatusCode, status.message ?? '', {
    retryDelayMs: retryDelayMsOf(status),
  });
}

/** Returns the error with the longer requested retry delay. */
function longerPause(first: BigtableError | undefined, second: BigtableError): BigtableError {
  return first !== undefined && (first.retryDelayMs ?? 0) >= (second.retryDelayMs ?? 0) ? first : second;
}

function missingResult(): BigtableError {
  return new BigtableError(GrpcStatus.INTERNAL, 'the answer contains no result for this entry', {
    broken: true,
  });
}
