/** Records of the last successes of pipelines, in the table of pipelines. */
import { BigtableError } from '../../../bigtable/client/bigtable-error';
import type { CallOptions } from '../../../bigtable/client/types';
import { PIPELINES_TABLE } from '../../../core/pipelines/pipelines-table';
import type { RunRecord } from '../../../core/pipelines/run-rows';
import {
  afterBegin,
  afterSuccess,
  decodeSuccess,
  encodeSuccess,
  SUCCESS_QUALIFIER,
  successKey,
  successRows,
  type SuccessRecord,
} from '../../../core/pipelines/success-record';
import { GrpcStatus } from '../../../platform/network/grpc';
import type { Scanner } from '../../../consistency/store';
import type { TableTransactions } from '../../../consistency/transactions/row-transactions';
import {
  changeRecord,
  NEWEST_RECORDS,
  recordIn,
  removeRow,
  type ChangeRecordDependencies,
  type RemoveOptions,
} from './change-record';

export interface SuccessStoreDependencies extends ChangeRecordDependencies {
  readonly transactions: Pick<TableTransactions, 'begin'>;
}

export class SuccessStore {
  readonly #dependencies: SuccessStoreDependencies;

  constructor(dependencies: SuccessStoreDependencies) {
    this.#dependencies = dependencies;
  }

  /** Records that a run has begun, and the expected time to the next one. Each run keeps the record from expiring. */
  async begin(run: RunRecord, everyMs: number | undefined, signal: AbortSignal): Promise<void> {
    await this.#change(run.pipeline, signal, (stored) => afterBegin(stored, { ...run, everyMs }));
  }

  /** Records that all ranges of a run are done. */
  async succeed(run: RunRecord, objects: number, signal: AbortSignal): Promise<void> {
    const { pipeline, runId, runTimeMs } = run;
    const endedAtMs = this.#dependencies.clock.nowMs();
    await this.#change(pipeline, signal, (stored = { pipeline, sinceMs: runTimeMs }) =>
      afterSuccess(stored, { runId, runTimeMs, endedAtMs, objects }),
    );
  }

  /** Removes the record of a pipeline, so that it is never overdue. Returns whether there was one. */
  async remove(pipeline: string, { dryRun, signal }: RemoveOptions): Promise<boolean> {
    const key = successKey(pipeline);
    if (!dryRun) return removeRow(key, this.#dependencies, signal);
    const cell = { key, qualifier: SUCCESS_QUALIFIER };
    return changeRecord(cell, (stored) => ({ result: stored !== undefined }), this.#dependencies, signal);
  }

  #change(
    pipeline: string,
    signal: AbortSignal,
    next: (stored: SuccessRecord | undefined) => SuccessRecord,
  ): Promise<void> {
    const cell = { key: successKey(pipeline), qualifier: SUCCESS_QUALIFIER };
    const change = (stored: Buffer | undefined) => ({
      next: encodeSuccess(next(stored === undefined ? undefined : decodeSuccess(stored))),
      result: undefined,
    });
    return changeRecord(cell, change, this.#dependencies, signal);
  }
}

/**
 * Returns the records of all pipelines, as the nearest cluster shows them: a success may be missing for as long as
 * replication takes. A store that has no table for pipelines yet has none.
 */
export async function readSuccesses(
  scanner: Pick<Scanner, 'scan'>,
  call: CallOptions = {},
): Promise<readonly SuccessRecord[]> {
  const { start, end } = successRows();
  const ranges = [{ start: { key: start, inclusive: true }, end: { key: end, inclusive: false } }];
  const records: SuccessRecord[] = [];
  try {
    for await (const row of scanner.scan({ table: PIPELINES_TABLE, ranges, filter: NEWEST_RECORDS }, call)) {
      const cell = recordIn(row, SUCCESS_QUALIFIER);
      if (cell !== undefined) records.push(decodeSuccess(cell.value));
    }
  } catch (error) {
    if (error instanceof BigtableError && error.grpcStatus === GrpcStatus.NOT_FOUND) return [];
    throw error;
  }
  return records;
}
