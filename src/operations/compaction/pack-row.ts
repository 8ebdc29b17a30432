import { deleteCell, setCell } from '../../bigtable/write/mutations';
import { retryBackoffMs, type RetryLimits } from '../../bigtable/client/retry';
import { toBigtableError } from '../../bigtable/client/bigtable-error';
import type { Cell, Filter, Mutation, Row } from '../../bigtable/client/types';
import type { BlockLimits } from '../../core/compaction/pack-cells';
import { packRowCells, type PackedRow } from '../../core/compaction/pack-row-cells';
import { planPacking, type PackingRules } from '../../core/compaction/plan-packing';
import { mayHaveHidden } from '../../core/compaction/remove-events';
import {
  planPackingSteps,
  type PackingStep,
  type PackingStepLimits,
} from '../../core/compaction/packing-steps';
import { EVENTUAL } from '../../core/consistency/consistency';
import { removableEvents } from '../../core/privacy/hidden-events';
import { PRIVACY_FAMILY } from '../../core/privacy/privacy-family';
import type { PersonalCorpus } from '../../core/privacy/privacy-rules';
import { RowPrivacy } from '../../core/privacy/row-privacy';
import { readSubjectRecord } from '../../core/privacy/subject-record';
import type { HiddenEvents } from '../../core/privacy/visible-events';
import { cellsOfFamily } from '../../core/rows/row-parts';
import type { EventDataType } from '../../core/schema/schema';
import { TidemarkError } from '../../errors';
import { sleep, type Clock } from '../../platform/time/clock';
import type { Random } from '../../platform/random';
import type { Reader, Writer } from '../../consistency/store';
import { countCompactionFailure, emptyCompactionTally, type CompactionTally } from './compaction-tally';
import { tallyPackedRow } from './tally-packing';
import { cellNamesFilter, columnSpansFilter, mayNeedPackingAfter, openDaysStart } from './packing-filters';

/** Limits of packing one row. */
export interface PackRowLimits extends BlockLimits, PackingStepLimits, RetryLimits {
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
  /** Returns the packing rules as of now. */
  readonly rules: () => PackingRules;
}

/** The work to be done in a row. */
export interface RowPackingPlan {
  readonly key: Buffer;
  readonly steps: readonly PackingStep[];
  /** Last column that was read, if there may be more; undefined otherwise. */
  readonly scannedUpTo: Buffer | undefined;
  /** Whether the row has events, of those that were read. */
  readonly hasEvents: boolean;
}

/** Names of a row's cells. */
interface RowNames {
  readonly key: Buffer;
  readonly cells: readonly Cell[];
  /** Events of the row that no read shows any more, and are to be removed. */
  readonly hidden: HiddenEvents | undefined;
}

/** Plan for a row, and the number of cells that Tidemark did not write. */
interface PlannedRow {
  readonly work: RowPackingPlan;
  readonly foreign: number;
}

/** Separates the names of a scanned row's events from the record of what is hidden. `users`: corpus, if it is personal. */
export function scannedRow(row: Row, family: string, users: PersonalCorpus | undefined): RowNames {
  const { key } = row;
  const record = users === undefined ? [] : cellsOfFamily(row, PRIVACY_FAMILY);
  if (users === undefined || record.length === 0) return { key, cells: row.cells, hidden: undefined };
  const hidden = removableEvents(new RowPrivacy(users, readSubjectRecord(record)), family);
  return { key, cells: cellsOfFamily(row, family), hidden };
}

type PlanLimits = Pick<PackRowLimits, keyof PackingStepLimits | 'headsPerRead'>;

/**
 * Plans the packing of a row that a scan with `scanFilter` has found. If its last cell is of an open day, the row may
 * have enough events of open days. Their names are read when the row is packed.
 */
export function planScannedRow(row: RowNames, rules: PackingRules, limits: PlanLimits): PlannedRow {
  const open = openDaysStart(rules);
  const last = row.cells.at(-1);
  if (last === undefined || open.compare(last.qualifier) > 0) return planRow(row, rules, limits);
  const { work, foreign } = planRow({ ...row, cells: row.cells.slice(0, -1) }, rules, limits);
  return { work: { ...work, scannedUpTo: work.scannedUpTo ?? open, hasEvents: true }, foreign };
}

/** Plans the packing of a row from the names of its cells. */
function planRow(row: RowNames, rules: PackingRules, limits: PlanLimits): PlannedRow {
  const { periods, unknownColumns: foreign } = planPacking(row.cells, rules);
  const { hidden } = row;
  const toSweep = hidden === undefined ? [] : row.cells.filter((cell) => mayHaveHidden(cell, hidden));
  const last = row.cells.length < limits.headsPerRead ? undefined : row.cells.at(-1)?.qualifier;
  const work = {
    key: Buffer.from(row.key),
    steps: planPackingSteps(row.cells, [...periods, { cells: toSweep }], limits),
    scannedUpTo: last === undefined ? undefined : Buffer.from(last),
    hasEvents: row.cells.length > 0,
  };
  return { work, foreign };
}

/** Returns the number of cells that packing the row would read. */
export async function countCellsToPack(
  work: RowPackingPlan,
  dependencies: PackRowDependencies,
  signal: AbortSignal,
): Promise<number> {
  return new RowPacker(work.key, dependencies, signal).countCells(work);
}

/**
 * Packs a row step by step. Each step reads cells and replaces them by blocks in one atomic mutation. Cells are read
 * again here rather than taken from the scan, so that little time passes before the write: data erased in between
 * would be restored.
 *
 * A step that fails with a retryable error is repeated from its read, because an unacknowledged mutation may have
 * been applied. Throws the last error. Ends early, between steps, when the signal aborts.
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

  async countCells(work: RowPackingPlan): Promise<number> {
    let cells = 0;
    for (let plan: RowPackingPlan | undefined = work; plan !== undefined; plan = await this.#planRest(plan)) {
      this.#signal.throwIfAborted();
      cells += cellsOf(plan);
    }
    return cells;
  }

  async run(work: RowPackingPlan): Promise<CompactionTally> {
    for (let plan: RowPackingPlan | undefined = work; plan !== undefined; plan = await this.#planRest(plan)) {
      for (const step of plan.steps) {
        this.#signal.throwIfAborted();
        await this.#packStep(step);
      }
    }
    return this.#tally;
  }

  /** Plans the columns after the last one that was read. */
  async #planRest({ scannedUpTo: after }: RowPackingPlan): Promise<RowPackingPlan | undefined> {
    const { dataType, limits, rules } = this.#dependencies;
    if (after === undefined || !mayNeedPackingAfter(after, rules())) return undefined;
    const filter = cellNamesFilter(dataType.family, rules(), { cellsMax: limits.headsPerRead, after });
    const { cells, hidden } = await this.#withRetries(() => this.#read(filter));
    const { work, foreign } = planRow({ key: this.#key, cells, hidden }, rules(), limits);
    if (foreign > 0) countCompactionFailure(this.#tally, 'foreign', FOREIGN_COLUMNS_MESSAGE, foreign);
    this.#tally.cellsLeft += foreign;
    return work;
  }

  /** Halves the number of cells per read when their total size is too large. */
  async #packStep({ spans, cells: expected }: PackingStep): Promise<void> {
    const { dataType, limits } = this.#dependencies;
    let cellsMax = 2 * limits.cellsPerStep;
    for (;;) {
      const filter = columnSpansFilter(dataType.family, spans, cellsMax);
      try {
        const { read, written } = await this.#withRetries(() => this.#pack(filter));
        if (read < cellsMax || !written) return;
      } catch (error) {
        if (!isTooLarge(error) || cellsMax === 1) throw error;
        cellsMax = Math.ceil(Math.min(cellsMax, expected) / 2);
      }
    }
  }

  async #pack(filter: Filter): Promise<{ readonly read: number; readonly written: boolean }> {
    const { dataType, limits, rules, clock } = this.#dependencies;
    const { cells, hidden } = await this.#read(filter);
    const packed = packRowCells(cells, dataType.events, { hidden, limits, rules: rules() });
    const mutations = mutationsOf(dataType.family, packed);
    if (mutations.length > 0) await this.#write(mutations);
    tallyPackedRow(this.#tally, packed, clock.nowMs());
    return { read: cells.length, written: mutations.length > 0 };
  }

  /** Reads hidden cells too, to remove them. */
  async #read(
    filter: Filter,
  ): Promise<{ readonly cells: readonly Cell[]; readonly hidden: HiddenEvents | undefined }> {
    const { reader, dataType, limits } = this.#dependencies;
    const { corpus: table, family } = dataType;
    const read = { table, key: this.#key, filter, bytesMax: limits.stepBytesMax, keepsHidden: true };
    const { row, privacy } = await reader.readRow(read, EVENTUAL, { timeoutMs: limits.callTimeoutMs });
    const cells = row === undefined ? [] : cellsOfFamily(row, family);
    return { cells, hidden: removableEvents(privacy, family) };
  }

  async #write(mutations: readonly Mutation[]): Promise<void> {
    const { writer, dataType, limits } = this.#dependencies;
    const row = { key: this.#key, mutations };
    await writer.mutateRow(dataType.corpus, row, { timeoutMs: limits.callTimeoutMs });
  }

  async #withRetries<T>(task: () => Promise<T>): Promise<T> {
    const { clock, random, limits } = this.#dependencies;
    const deadlineMs = clock.monotonicMs() + limits.retryTimeoutMs;
    for (let failures = 1; ; failures++) {
      try {
        return await task();
      } catch (error) {
        if (!(error instanceof TidemarkError) || !error.retryable) throw error;
        const delayMs = retryBackoffMs(failures, toBigtableError(error), limits, random);
        if (this.#signal.aborted || clock.monotonicMs() + delayMs > deadlineMs) throw error;
        await sleep(clock, delayMs, this.#signal);
      }
    }
  }
}

/** Returns the number of cells in the steps of a plan. */
export const cellsOf = ({ steps }: RowPackingPlan): number =>
  steps.reduce((sum, { cells }) => sum + cells, 0);

export const FOREIGN_COLUMNS_MESSAGE = 'Tidemark does not write such columns';

/** Deletions come first, because a block may have the column of a deleted one. */
function mutationsOf(family: string, { removed, blocks }: PackedRow<Cell>): Mutation[] {
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
