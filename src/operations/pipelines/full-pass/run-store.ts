/** Records of runs in the table of pipelines, which transactions of single rows change. */
import { retryBackoffMs, type RetryLimits } from '../../../bigtable/client/retry';
import { toBigtableError } from '../../../bigtable/client/bigtable-error';
import { cellsPerColumnLimit, chain, familyIs } from '../../../bigtable/read/filters';
import { setCell } from '../../../bigtable/write/mutations';
import type { Cell, Row } from '../../../bigtable/client/types';
import { PIPELINES_TABLE, RUN_FAMILY } from '../../../core/pipelines/pipelines-table';
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
import { versionOf } from '../../../core/rows/row-version';
import { TidemarkError } from '../../../errors';
import type { Clock } from '../../../platform/time/clock';
import { sleep } from '../../../platform/time/clock';
import type { Random } from '../../../platform/random';
import type { Scanner } from '../../../consistency/store';
import type { RowTransactions } from '../../../consistency/transactions/row-transactions';

export interface RunStoreDependencies {
  /** Transactions of the family `_run`. */
  readonly transactions: RowTransactions;
  /** Scanner of tables, not of corpora. */
  readonly scanner: Pick<Scanner, 'scan'>;
  readonly clock: Clock;
  readonly random: Random;
  readonly limits: RunStoreLimits;
}

interface RunStoreLimits extends RetryLimits {
  readonly callTimeoutMs: number;
  readonly retryTimeoutMs: number;
}

/** A run with the states of its ranges. */
export interface RunState {
  readonly record: RunRecord;
  /** States of the ranges that were begun, by number. */
  readonly ranges: ReadonlyMap<number, RangeRecord>;
}

const NEWEST = chain(familyIs(RUN_FAMILY), cellsPerColumnLimit(1));
const MICROS_PER_MS = 1_000;

export class RunStore {
  readonly #dependencies: RunStoreDependencies;

  constructor(dependencies: RunStoreDependencies) {
    this.#dependencies = dependencies;
  }

  /** Writes the record of a run unless there is one. Returns the one that is stored, on which all workers agree. */
  begin(record: RunRecord, signal: AbortSignal): Promise<RunRecord> {
    const key = runKey(record.pipeline, record.runId);
    return this.#change(key, RECORD_QUALIFIER, signal, (stored) =>
      stored === undefined ? { next: record, result: record } : { result: decodeRunRecord(stored) },
    );
  }

  /** Makes the process the owner of the range. Returns the state that an earlier one has left. */
  takeRange(
    run: RunRecord,
    range: number,
    owner: { readonly id: string; readonly initial: RangeRecord },
    signal: AbortSignal,
  ): Promise<RangeRecord> {
    return this.#change(rangeKey(run, range), RANGE_QUALIFIER, signal, (stored) => {
      const state = stored === undefined ? owner.initial : decodeRangeRecord(stored);
      return { next: { ...state, owner: owner.id }, result: state };
    });
  }

  /** Saves the state of a range. Throws `pipeline_conflict` if another process has taken the range. */
  saveRange(run: RunRecord, range: number, state: RangeRecord, signal: AbortSignal): Promise<void> {
    return this.#change(rangeKey(run, range), RANGE_QUALIFIER, signal, (stored) => {
      const owner = stored === undefined ? undefined : decodeRangeRecord(stored).owner;
      if (owner !== state.owner)
        throw new TidemarkError(
          'pipeline_conflict',
          `another process has taken over range ${range} of the run`,
        );
      return { next: state, result: undefined };
    });
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
    const scan = { table: PIPELINES_TABLE, ranges, filter: NEWEST };
    for await (const row of this.#dependencies.scanner.scan(scan, { signal })) {
      const record = cellOf(row, RECORD_QUALIFIER);
      const range = cellOf(row, RANGE_QUALIFIER);
      const last = runs.at(-1);
      if (record !== undefined && runs.length === runsMax) break;
      if (record !== undefined) runs.push({ record: decodeRunRecord(record.value), ranges: new Map() });
      else if (range !== undefined && last !== undefined && belongsTo(row.key, last.record))
        last.ranges.set(rangeOfKey(row.key)!, decodeRangeRecord(range.value));
    }
    return runs;
  }

  /** Changes one cell of a row by a transaction, again after each conflict. */
  async #change<T>(
    key: Buffer,
    qualifier: Buffer,
    signal: AbortSignal,
    change: (stored: Buffer | undefined) => { readonly next?: RunRecord | RangeRecord; readonly result: T },
  ): Promise<T> {
    const { transactions, clock, limits } = this.#dependencies;
    const call = { timeoutMs: limits.callTimeoutMs, signal };
    return this.#withRetries(signal, async () => {
      const transaction = transactions.begin(PIPELINES_TABLE, key);
      const { row } = await transaction.read({ filter: NEWEST }, call);
      const cell = cellOf(row, qualifier);
      const { next, result } = change(cell?.value);
      if (next === undefined) return result;
      // The newest cell counts, so the next one is newer than the one that was read, whatever the clocks show.
      const atMicros = Math.max(clock.nowMs() * MICROS_PER_MS, (cell?.timestampMicros ?? 0) + MICROS_PER_MS);
      const mutations = [setCell(RUN_FAMILY, qualifier, atMicros, encodeRecord(next))];
      const version = versionOf(row?.cells ?? [], RUN_FAMILY);
      const outcome = await transaction.commit({ version, mutations }, call);
      if (outcome === 'conflict') throw new TidemarkError('conflict', 'another process has changed the row');
      return result;
    });
  }

  async #withRetries<T>(signal: AbortSignal, task: () => Promise<T>): Promise<T> {
    const { clock, random, limits } = this.#dependencies;
    const deadlineMs = clock.monotonicMs() + limits.retryTimeoutMs;
    for (let failures = 1; ; failures++) {
      try {
        return await task();
      } catch (error) {
        if (!(error instanceof TidemarkError) || !error.retryable || signal.aborted) throw error;
        const delayMs = retryBackoffMs(failures, toBigtableError(error), limits, random);
        if (clock.monotonicMs() + delayMs > deadlineMs) throw error;
        await sleep(clock, delayMs, signal);
      }
    }
  }
}

function cellOf(row: Row | undefined, qualifier: Buffer): Cell | undefined {
  return row?.cells.find((cell) => cell.family === RUN_FAMILY && cell.qualifier.equals(qualifier));
}

function belongsTo(key: Buffer, { pipeline, runId }: RunRecord): boolean {
  return key.toString('utf8').startsWith(`${runKey(pipeline, runId).toString('utf8')}#`);
}
