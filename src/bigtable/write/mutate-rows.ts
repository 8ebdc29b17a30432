import type { google as api } from '@google-cloud/bigtable/build/protos/protos';
import { google } from '../../gen/bigtable';
import { GrpcStatus, type GrpcStatusCode } from '../../platform/network/grpc';
import { BigtableError } from '../client/bigtable-error';
import { checkRow, type WriteLimits } from './check-row';
import { encodeEntry } from './mutation-encoder';
import { isIdempotent } from './mutations';
import { RetryingCall, type ClientDependencies } from '../client/retrying-call';
import { ProtoWriter } from '../protobuf/proto-writer';
import { isRetryable } from '../client/retry';
import { retryDelayMsOf } from '../transport/retry-info';
import type { TableCallHeader, TableCallHeaders } from '../client/table-call-headers';
import type { Call } from '../transport/create-transport';
import type { ClientCallOptions, RowMutations } from '../client/types';

export interface BatchWriteLimits extends WriteLimits {
  readonly mutationsPerBatchMax: number;
  readonly batchBytesMax: number;
  readonly mutateCallsInFlightMax: number;
  readonly pointTimeoutMs: number;
}

export interface WriteDependencies extends ClientDependencies {
  readonly tableHeaders: TableCallHeaders;
  readonly writeLimits: BatchWriteLimits;
}

/** One row of a batch on its way. */
interface Entry {
  /** Its place in the caller's list. */
  readonly index: number;
  readonly bytes: Uint8Array;
  readonly mutations: number;
  readonly idempotent: boolean;
}

type Results = (BigtableError | undefined)[];

/**
 * Writes many rows, each atomically. The list is cut into calls by number and bytes, of which a few are in flight at
 * a time. An entry that failed retryably is sent again with its call's other such entries, the rest is left alone.
 */
export async function mutateRows(
  environment: WriteDependencies,
  request: { readonly table: string; readonly rows: readonly RowMutations[] },
  options?: ClientCallOptions,
): Promise<Results> {
  const { writeLimits, clock } = environment;
  const head = environment.tableHeaders.of(request.table);
  request.rows.forEach((row, index) => checkRow(`rows[${index}]`, row, writeLimits));
  const timeoutMs = options?.timeoutMs ?? writeLimits.pointTimeoutMs;
  const deadlineMs = clock.monotonicMs() + timeoutMs;
  const results: Results = new Array<undefined>(request.rows.length).fill(undefined);
  const batches = cutBatches(request.rows, writeLimits);
  const work = async (): Promise<void> => {
    for (const batch of batches) {
      const left = { ...options, timeoutMs: Math.max(0, deadlineMs - clock.monotonicMs()) };
      await new BatchWrite(environment, head, batch, results).run(left);
    }
  };
  await Promise.all(Array.from({ length: writeLimits.mutateCallsInFlightMax }, work));
  return results;
}

/** Cuts lazily, so that only the batches in flight are held in serialized form. */
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
    bytes: encodeEntry(row),
    mutations: row.mutations.length,
    idempotent: row.mutations.every(isIdempotent),
  };
}

const ENTRIES = (2 << 3) | 2;

/** One call's share of the rows, until each is written or has failed for good. */
class BatchWrite {
  readonly #environment: WriteDependencies;
  readonly #head: TableCallHeader;
  readonly #results: Results;
  #pending: readonly Entry[];
  /** Of the latest attempt. */
  #callFailure: BigtableError | undefined;

  constructor(
    environment: WriteDependencies,
    head: TableCallHeader,
    entries: readonly Entry[],
    results: Results,
  ) {
    this.#environment = environment;
    this.#head = head;
    this.#pending = entries;
    this.#results = results;
  }

  async run(options: ClientCallOptions): Promise<void> {
    const operation = new RetryingCall(this.#environment, this.#spec(), options);
    while (this.#pending.length > 0) {
      const failure = await this.#attempt(operation.nextCall(this.#encode()));
      if (failure === undefined) return this.#end(operation);
      try {
        await operation.waitForRetry(failure);
      } catch {
        return;
      }
    }
    this.#end(operation);
  }

  /** A call that failed as a whole is reported as failed, though each of its entries has its error by now. */
  #end(operation: RetryingCall): void {
    if (this.#callFailure === undefined) operation.succeed();
    else operation.fail(this.#callFailure);
  }

  #spec(): ConstructorParameters<typeof RetryingCall>[1] {
    return {
      service: 'google.bigtable.v2.Bigtable',
      method: 'MutateRows',
      metadata: this.#head.metadata,
      timeoutMs: this.#environment.writeLimits.pointTimeoutMs,
      idempotent: true,
    };
  }

  #encode(): Buffer {
    const writer = new ProtoWriter().raw(this.#head.mutateRows);
    for (const entry of this.#pending) writer.bytes(ENTRIES, entry.bytes);
    return writer.framed();
  }

  /** Sends the pending entries; afterwards those are pending that are worth another try, for the returned reason. */
  async #attempt(call: Call): Promise<BigtableError | undefined> {
    const sent = this.#pending;
    const outcomes = new Map<number, BigtableError | undefined>();
    const failure = await this.#receive(call, outcomes);
    this.#callFailure = failure;
    const again: Entry[] = [];
    let reason: BigtableError | undefined;
    for (const [place, entry] of sent.entries()) {
      const outcome = outcomes.has(place) ? outcomes.get(place) : (failure ?? missingResult());
      this.#results[entry.index] = outcome;
      if (outcome === undefined || !entry.idempotent || !isRetryable(outcome)) continue;
      again.push(entry);
      reason = longerPause(reason, outcome);
    }
    this.#pending = again;
    return reason;
  }

  /** Gathers the entries' results by their place in the call; returns why the call as a whole failed, if it did. */
  #receive(call: Call, outcomes: Map<number, BigtableError | undefined>): Promise<BigtableError | undefined> {
    return new Promise((resolve) => {
      this.#environment.transport.start(call, {
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

/** Of several reasons to try again, the one with the longest pause counts. */
function longerPause(first: BigtableError | undefined, second: BigtableError): BigtableError {
  return first !== undefined && (first.retryDelayMs ?? 0) >= (second.retryDelayMs ?? 0) ? first : second;
}

function missingResult(): BigtableError {
  return new BigtableError(GrpcStatus.INTERNAL, 'the answer has no result for the entry', { broken: true });
}
