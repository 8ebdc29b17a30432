/** Records of runs in the table of pipelines, which transactions of single rows change. */
import { PIPELINES_TABLE } from '../../../core/pipelines/pipelines-table';
import {
  decodeRangeRecord,
  decodeRunRecord,
  encodeRecord,
  rangeKey,
  rangeOfKey,
  RANGE_QUALIFIER,
  RECORD_QUALIFIER,
  runKey,
  runRows,
  type RangeRecord,
  type RunRecord,
} from '../../../core/pipelines/run-rows';
import { TidemarkError } from '../../../errors';
import type { Scanner } from '../../../consistency/store';
import type { TableTransactions } from '../../../consistency/transactions/row-transactions';
import {
  changeRecord,
  KnownRecords,
  NEWEST_RECORDS,
  recordIn,
  removeRow,
  type ChangeRecordDependencies,
  type RemoveOptions,
} from './change-record';

export interface RunStoreDependencies extends ChangeRecordDependencies {
  /** Scanner of tables, not of corpora. */
  readonly scanner: Pick<Scanner, 'scan'>;
  readonly transactions: Pick<TableTransactions, 'begin'>;
}

/** A run with the states of its ranges. */
export interface RunState {
  readonly record: RunRecord;
  /** States of the ranges that were begun, by number. */
  readonly ranges: ReadonlyMap<number, RangeRecord>;
}

export class RunStore {
  readonly #dependencies: RunStoreDependencies;

  constructor(dependencies: RunStoreDependencies) {
    this.#dependencies = { ...dependencies, known: new KnownRecords() };
  }

  /** Writes the record of a run unless there is one. Returns the one that is stored, on which all workers agree. */
  begin(record: RunRecord, signal: AbortSignal): Promise<RunRecord> {
    const cell = { key: runKey(record.pipeline, record.runId), qualifier: RECORD_QUALIFIER };
    const change = (stored: Buffer | undefined) =>
      stored === undefined
        ? { next: encodeRecord(record), result: record }
        : { result: decodeRunRecord(stored) };
    return changeRecord(cell, change, this.#dependencies, signal);
  }

  /** Makes the process the owner of the range. Returns the state that an earlier one has left. */
  takeRange(
    run: RunRecord,
    range: number,
    owner: { readonly id: string; readonly initial: RangeRecord },
    signal: AbortSignal,
  ): Promise<RangeRecord> {
    const change = (stored: Buffer | undefined) => {
      const state = stored === undefined ? owner.initial : decodeRangeRecord(stored);
      return { next: encodeRecord({ ...state, owner: owner.id }), result: state };
    };
    const cell = cellOfRange(run, range);
    // True of each range that no process has taken before, which are all unless a run is continued.
    this.#dependencies.known?.assumeAbsent(cell.key);
    return changeRecord(cell, change, this.#dependencies, signal);
  }

  /** Saves the state of a range. Throws `pipeline_conflict` if another process has taken the range. */
  saveRange(run: RunRecord, range: number, state: RangeRecord, signal: AbortSignal): Promise<void> {
    const change = (stored: Buffer | undefined) => {
      const owner = stored === undefined ? undefined : decodeRangeRecord(stored).owner;
      if (owner !== state.owner)
        throw new TidemarkError(
          'pipeline_conflict',
          `another process has taken over range ${range} of the run`,
        );
      return { next: encodeRecord(state), result: undefined };
    };
    return changeRecord(cellOfRange(run, range), change, this.#dependencies, signal);
  }

  /** Returns the run with the states of its ranges. */
  async read(pipeline: string, runId: string, signal: AbortSignal): Promise<RunState | undefined> {
    const [run] = await this.list({ pipeline, runId, runsMax: 1 }, signal);
    return run;
  }

  /** Returns the runs of a pipeline, or of all, in the order of their names and ids. */
  async list(
    {
      pipeline,
      runId,
      runsMax,
    }: { readonly pipeline?: string; readonly runId?: string; readonly runsMax: number },
    signal: AbortSignal,
  ): Promise<readonly RunState[]> {
    const { start, end } = runRows(pipeline, runId);
    const ranges = [{ start: { key: start, inclusive: true }, end: { key: end, inclusive: false } }];
    const runs: { readonly record: RunRecord; readonly ranges: Map<number, RangeRecord> }[] = [];
    const scan = { table: PIPELINES_TABLE, ranges, filter: NEWEST_RECORDS };
    for await (const row of this.#dependencies.scanner.scan(scan, { signal })) {
      const record = recordIn(row, RECORD_QUALIFIER);
      const range = recordIn(row, RANGE_QUALIFIER);
      const last = runs.at(-1);
      if (record !== undefined && runs.length === runsMax) break;
      if (record !== undefined) runs.push({ record: decodeRunRecord(record.value), ranges: new Map() });
      else if (range !== undefined && last !== undefined && belongsTo(row.key, last.record))
        last.ranges.set(rangeOfKey(row.key)!, decodeRangeRecord(range.value));
    }
    return runs;
  }

  /** Removes all runs of a pipeline. A worker of one of them ends with `pipeline_conflict`. Returns their number. */
  async removeAll(pipeline: string, { dryRun, signal }: RemoveOptions): Promise<number> {
    const { start, end } = runRows(pipeline);
    const ranges = [{ start: { key: start, inclusive: true }, end: { key: end, inclusive: false } }];
    const scan = { table: PIPELINES_TABLE, ranges, filter: NEWEST_RECORDS };
    let runs = 0;
    for await (const row of this.#dependencies.scanner.scan(scan, { signal })) {
      if (recordIn(row, RECORD_QUALIFIER) !== undefined) runs += 1;
      if (!dryRun) await removeRow(row.key, this.#dependencies, signal);
    }
    return runs;
  }
}

const cellOfRange = (run: RunRecord, range: number) => ({
  key: rangeKey(run, range),
  qualifier: RANGE_QUALIFIER,
});

function belongsTo(key: Buffer, { pipeline, runId }: RunRecord): boolean {
  return key.toString('utf8').startsWith(`${runKey(pipeline, runId).toString('utf8')}#`);
}
