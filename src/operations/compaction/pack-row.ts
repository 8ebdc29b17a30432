import { deleteCell, setCell } from '../../bigtable/write/mutations';
import { retryBackoffMs, type RetryLimits } from '../../bigtable/client/retry';
import { toBigtableError } from '../../bigtable/client/bigtable-error';
import type { Cell, Filter, Mutation } from '../../bigtable/client/types';
import { packCells, type BlockLimits, type PackedPeriod } from '../../core/compaction/pack-cells';
import { planPacking, type PackingRules } from '../../core/compaction/plan-packing';
import { planPackingSteps, type PackingStep, type StepLimits } from '../../core/compaction/packing-steps';
import { EVENTUAL } from '../../core/consistency/consistency';
import type { EventDataType } from '../../core/schema/schema';
import { TidemarkError } from '../../errors';
import { sleep, type Clock } from '../../platform/time/clock';
import type { Random } from '../../platform/random';
import type { Reader, Writer } from '../../consistency/store';
import { countCompactionFailure, emptyCompactionTally, type CompactionTally } from './compaction-tally';
import { tallyPacking } from './tally-packing';
import { cellNamesFilter, isBeforeOpenPeriod, columnSpansFilter } from './packing-filters';

export interface PackRowLimits extends BlockLimits, StepLimits, RetryLimits {
  readonly headsPerRead: number;
  readonly stepBytesMax: number;
  readonly callTimeoutMs: number;
  readonly retryTimeoutMs: number;
}

export interface PackRowDependencies {
  readonly reader: Reader;
  readonly writer: Writer;
  readonly clock: Clock;
  readonly random: Random;
  readonly limits: PackRowLimits;
  readonly dataType: EventDataType;
  /** As they are now. */
  readonly rules: () => PackingRules;
}

/** A row in which something is to be packed. */
export interface RowPackingPlan {
  readonly key: Buffer;
  readonly steps: readonly PackingStep[];
  /** The last column that was looked at, where there may be more behind it. */
  readonly scannedUpTo: Buffer | undefined;
}

/** What the names of a row's cells say is to be done about it; `foreign` cells belong to nobody. */
export function planRowPacking(
  row: { readonly key: Buffer; readonly cells: readonly Cell[] },
  rules: PackingRules,
  limits: Pick<PackRowLimits, keyof StepLimits | 'headsPerRead'>,
): { readonly work: RowPackingPlan; readonly foreign: number } {
  const { periods, unknownColumns: foreign } = planPacking(row.cells, rules);
  const last = row.cells.length < limits.headsPerRead ? undefined : row.cells.at(-1)?.qualifier;
  const work = {
    key: Buffer.from(row.key),
    steps: planPackingSteps(row.cells, periods, limits),
    scannedUpTo: last === undefined ? undefined : Buffer.from(last),
  };
  return { work, foreign };
}

/**
 * Packs a row, step by step: each reads cells, and replaces them by blocks in one atomic mutation. What is read is read
 * again here and not taken from the scan, so that only moments pass until it is written: what is erased in between would
 * come back.
 *
 * Steps are repeated while they fail for a passing reason, from the reading on: a mutation that was not acknowledged may
 * have been made. Throws the error that remains. Ends early, between steps, when the signal aborts.
 */
export async function packRow(
  work: RowPackingPlan,
  dependencies: PackRowDependencies,
  signal: AbortSignal,
): Promise<CompactionTally> {
  return new RowPacker(work.key, dependencies, signal).run(work);
}

class RowPacker {
  readonly #key: Buffer;
  readonly #dependencies: PackRowDependencies;
  readonly #signal: AbortSignal;
  readonly #tally = emptyCompactionTally();

  constructor(key: Buffer, dependencies: PackRowDependencies, signal: AbortSignal) {
    this.#key = key;
    this.#dependencies = dependencies;
    this.#signal = signal;
  }

  async run(work: RowPackingPlan): Promise<CompactionTally> {
    for (let left: RowPackingPlan | undefined = work; left !== undefined; left = await this.#lookOn(left)) {
      for (const step of left.steps) {
        this.#signal.throwIfAborted();
        await this.#take(step);
      }
    }
    return this.#tally;
  }

  /** What there is to do behind the last column that was looked at. */
  async #lookOn({ scannedUpTo: after }: RowPackingPlan): Promise<RowPackingPlan | undefined> {
    const { dataType, limits, rules } = this.#dependencies;
    if (after === undefined || !isBeforeOpenPeriod(after, rules())) return undefined;
    const filter = cellNamesFilter(dataType.family, rules(), { cellsMax: limits.headsPerRead, after });
    const cells = await this.#repeated(() => this.#read(filter));
    const { work, foreign } = planRowPacking({ key: this.#key, cells }, rules(), limits);
    if (foreign > 0) countCompactionFailure(this.#tally, 'foreign', FOREIGN_COLUMNS_MESSAGE, foreign);
    this.#tally.cellsLeft += foreign;
    return work;
  }

  /** Where the cells have too many bytes, half as many are taken at a time. */
  async #take({ spans, cells: expected }: PackingStep): Promise<void> {
    const { dataType, limits } = this.#dependencies;
    let cellsMax = 2 * limits.cellsPerStep;
    for (;;) {
      const filter = columnSpansFilter(dataType.family, spans, cellsMax);
      try {
        const { read, written } = await this.#repeated(() => this.#pack(filter));
        if (read < cellsMax || !written) return;
      } catch (error) {
        if (!isTooLarge(error) || cellsMax === 1) throw error;
        cellsMax = Math.ceil(Math.min(cellsMax, expected) / 2);
      }
    }
  }

  async #pack(filter: Filter): Promise<{ readonly read: number; readonly written: boolean }> {
    const { dataType, limits, rules, clock } = this.#dependencies;
    const cells = await this.#read(filter);
    const { periods } = planPacking(cells, rules());
    const packings = periods.map((period) => packCells(period, dataType.events, limits));
    const mutations = mutationsOf(dataType.family, packings);
    if (mutations.length > 0) await this.#write(mutations);
    for (const packing of packings) tallyPacking(this.#tally, packing, clock.nowMs());
    return { read: cells.length, written: mutations.length > 0 };
  }

  async #read(filter: Filter): Promise<readonly Cell[]> {
    const { reader, dataType, limits } = this.#dependencies;
    const read = { table: dataType.corpus, key: this.#key, filter, bytesMax: limits.stepBytesMax };
    const { row } = await reader.readRow(read, EVENTUAL, { timeoutMs: limits.callTimeoutMs });
    return row?.cells ?? [];
  }

  async #write(mutations: readonly Mutation[]): Promise<void> {
    const { writer, dataType, limits } = this.#dependencies;
    const row = { key: this.#key, mutations };
    await writer.mutateRow(dataType.corpus, row, { timeoutMs: limits.callTimeoutMs });
  }

  async #repeated<T>(task: () => Promise<T>): Promise<T> {
    const { clock, random, limits } = this.#dependencies;
    const giveUpMs = clock.monotonicMs() + limits.retryTimeoutMs;
    for (let failures = 1; ; failures++) {
      try {
        return await task();
      } catch (error) {
        if (!(error instanceof TidemarkError) || !error.retryable) throw error;
        const delayMs = retryBackoffMs(failures, toBigtableError(error), limits, random);
        if (this.#signal.aborted || clock.monotonicMs() + delayMs > giveUpMs) throw error;
        await sleep(clock, delayMs, this.#signal);
      }
    }
  }
}

export const FOREIGN_COLUMNS_MESSAGE = 'nothing of ours has written such columns';

/** Deletes first: a block may be set in the place of one that is deleted. */
function mutationsOf(family: string, packings: readonly PackedPeriod<Cell>[]): Mutation[] {
  const removed = packings.flatMap((packing) => packing.removed);
  const blocks = packings.flatMap((packing) => packing.blocks);
  return [
    ...removed.map(({ qualifier, timestampMicros }) => deleteCell(family, qualifier, timestampMicros)),
    ...blocks.map(({ qualifier, timestampMicros, value }) =>
      setCell(family, qualifier as Buffer, timestampMicros, value as Buffer),
    ),
  ];
}

function isTooLarge(error: unknown): boolean {
  return error instanceof TidemarkError && error.code === 'answer_too_large';
}
