import { cellsPerColumnLimit, chain, columnsOf } from '../../bigtable/read/filters';
import { setCell } from '../../bigtable/write/mutations';
import type { CallOptions, Cell } from '../../bigtable/client/types';
import { EVENTUAL } from '../../core/consistency/consistency';
import type { GenerationRecord } from '../../core/generations/generation-record';
import {
  decodeGenerations,
  encodeGenerations,
  GENERATIONS_QUALIFIER,
  generationsKey,
  type DataTypeName,
} from '../../core/generations/stored-generations';
import { PIPELINE_FAMILY, PIPELINES_TABLE } from '../../core/pipelines/pipelines-table';
import { versionOf } from '../../core/rows/row-version';
import { TidemarkError } from '../../errors';
import { backoffMs } from '../../platform/time/backoff';
import { sleep, type Clock } from '../../platform/time/clock';
import type { Random } from '../../platform/random';
import type { Reader } from '../../consistency/store';
import type { RowTransactions } from '../../consistency/transactions/row-transactions';

interface GenerationDirectoryOptions {
  /** Transactions whose versions are in `PIPELINE_FAMILY`. */
  readonly transactions: RowTransactions;
  readonly clock: Clock;
  readonly random: Random;
}

/** Decides on the next record. The same object leaves the record as it is. */
type GenerationDecision = (present: GenerationRecord) => GenerationRecord;

const RECORD_FILTER = chain(columnsOf(PIPELINE_FAMILY), cellsPerColumnLimit(1));
/** Time to the first and longest time to a later attempt after a conflict, in milliseconds. */
const CONFLICT_BACKOFF = { initialDelayMs: 5, maxDelayMs: 200 };
/** Time limit of a change without one, in milliseconds. */
const CHANGE_TIMEOUT_MS = 10_000;

/**
 * Reads and changes the records of generations: one row for each DataType, which one cluster decides about.
 *
 * Errors: those of transactions and failed calls, those that a decision throws, `conflict` when other processes kept
 * changing the record, and `data_corrupted`.
 */
export class GenerationDirectory {
  readonly #options: GenerationDirectoryOptions;

  constructor(options: GenerationDirectoryOptions) {
    this.#options = options;
  }

  /** Returns the present record, as the cluster that decides about it reports it. */
  async read(dataType: DataTypeName, call: CallOptions): Promise<GenerationRecord> {
    const { row } = await this.#begin(dataType).read({ filter: RECORD_FILTER }, call);
    return recordIn(row?.cells ?? []);
  }

  /**
   * Changes the record in a transaction, and returns it. The decision is made again after each conflict. After an error with an unknown
   * outcome, the change may be stored: all transitions may be repeated.
   */
  async change(
    dataType: DataTypeName,
    decide: GenerationDecision,
    call: CallOptions,
  ): Promise<GenerationRecord> {
    const { clock, random } = this.#options;
    const deadlineMs = clock.monotonicMs() + (call.timeoutMs ?? CHANGE_TIMEOUT_MS);
    for (let attempt = 0; ; attempt++) {
      const left = { ...call, timeoutMs: Math.max(1, deadlineMs - clock.monotonicMs()) };
      const transaction = this.#begin(dataType);
      const { row } = await transaction.read({ filter: RECORD_FILTER }, left);
      const cells = row?.cells ?? [];
      const present = recordIn(cells);
      const record = decide(present);
      if (record === present) return record;
      // The newest cell is the record, whatever the clocks show.
      const atMs = Math.max(clock.nowMs(), timeOf(cells) + 1);
      const value = encodeGenerations(record);
      const mutations = [setCell(PIPELINE_FAMILY, GENERATIONS_QUALIFIER, atMs * 1_000, value)];
      const version = versionOf(cells, PIPELINE_FAMILY);
      const outcome = await transaction.commit({ version, mutations }, left);
      if (outcome !== 'conflict') return record;
      const delayMs = backoffMs(CONFLICT_BACKOFF, attempt, random);
      if (clock.monotonicMs() + delayMs >= deadlineMs) throw contention();
      await sleep(clock, delayMs, call.signal);
    }
  }

  #begin(dataType: DataTypeName): ReturnType<RowTransactions['begin']> {
    return this.#options.transactions.begin(PIPELINES_TABLE, generationsKey(dataType));
  }
}

/** Returns the records of several DataTypes, as the nearest replica shows them, which may be earlier ones. */
export async function readGenerations(
  reader: Pick<Reader, 'readRows'>,
  dataTypes: readonly DataTypeName[],
  call: CallOptions,
): Promise<readonly GenerationRecord[]> {
  const keys = dataTypes.map(generationsKey);
  const { rows } = await reader.readRows(
    { table: PIPELINES_TABLE, keys, filter: RECORD_FILTER },
    EVENTUAL,
    call,
  );
  return rows.map((row) => recordIn(row?.cells ?? []));
}

const recordIn = (cells: readonly Cell[]): GenerationRecord => decodeGenerations(recordCell(cells)?.value);

const recordCell = (cells: readonly Cell[]): Cell | undefined =>
  cells.find(
    ({ family, qualifier }) => family === PIPELINE_FAMILY && qualifier.equals(GENERATIONS_QUALIFIER),
  );

const timeOf = (cells: readonly Cell[]): number => (recordCell(cells)?.timestampMicros ?? 0) / 1_000;

function contention(): TidemarkError {
  const message = 'transaction contention on the generations of a DataType: deadline exceeded';
  return new TidemarkError('conflict', message, { retryAfterSeconds: 1 });
}
