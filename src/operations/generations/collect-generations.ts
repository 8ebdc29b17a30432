/** Deletes the cells of generations that no read uses any more. */
import { chain, qualifierRange, stripValue } from '../../bigtable/read/filters';
import { deleteFromColumn } from '../../bigtable/write/mutations';
import type { Cell, RowMutations } from '../../bigtable/client/types';
import { generationRange, parseGenerationColumn } from '../../core/generations/generation-column';
import {
  collectGeneration,
  emptyGeneration,
  generationOf,
  type Generation,
  type GenerationLimits,
  type GenerationRecord,
} from '../../core/generations/generation-record';
import { PIPELINES_TABLE } from '../../core/pipelines/pipelines-table';
import type { DataType } from '../../core/schema/schema';
import { TidemarkError } from '../../errors';
import type { CancelSignal } from '../../platform/tasks/cancellation';
import type { Clock } from '../../platform/time/clock';
import type { Scanner, Writer } from '../../consistency/store';
import { momentOf, waitSince } from '../../residency/mover/lease-wait';
import { MoverSteps, type StepDependencies, type MoverStepLimits } from '../../residency/mover/steps';
import type { GenerationDirectory } from './generation-directory';
import type { AwaitTables } from './manage-generations';

interface CollectGenerationsDependencies extends Pick<StepDependencies, 'random' | 'pace'> {
  readonly directory: Pick<GenerationDirectory, 'read' | 'change'>;
  readonly awaitTables: AwaitTables;
  readonly tablesOf: (corpus: string) => readonly string[];
  /** Scanner and writer of batch clusters. */
  readonly scanner: Pick<Scanner, 'scan'>;
  readonly writer: Pick<Writer, 'mutateRows'>;
  readonly clock: Clock;
  readonly limits: GenerationLimits &
    MoverStepLimits & {
      readonly graceMs: number;
      readonly lateWritesMs: number;
      readonly retiredKept: number;
      readonly deletionsPerWrite: number;
      readonly rowsPerWrite: number;
    };
}

interface CollectOptions {
  /** Generations to collect. Default: retired ones, but those that stay for a rollback. */
  readonly generations?: readonly number[] | undefined;
  /** Number of retired generations that stay. Default: `retiredKept`. */
  readonly keep?: number | undefined;
  readonly dryRun?: boolean | undefined;
  readonly signal?: CancelSignal | undefined;
  /** Called after each write, with the number of columns deleted so far. */
  readonly onProgress?: ((deleted: number) => void) | undefined;
}

/** Result of a collection for one generation. */
interface CollectedGeneration {
  readonly generation: number;
  /** Number of columns deleted by this run. */
  readonly deleted: number;
  /** Whether nothing can be left. False while writers that had been paused may still write: collect again later. */
  readonly isEmpty: boolean;
}

/**
 * Collects generations of a DataType, and searches those collected earlier for late cells. It may be killed at any
 * time: the next run continues. Several runs at once do no harm.
 *
 * Errors: `generation_not_found`, `generation_conflict` for the published generation, those of scans, writes and
 * transactions once a step has failed for too long, `deadline_exceeded` while a cluster lacks writes, and
 * `client_closed_request`.
 */
export type CollectGenerations = (
  dataType: DataType,
  options?: CollectOptions,
) => Promise<readonly CollectedGeneration[]>;

export function createCollectGenerations(dependencies: CollectGenerationsDependencies): CollectGenerations {
  return async (dataType, options = {}) => {
    const steps = new MoverSteps(dependencies, options.signal);
    return new Collection(dependencies, { dataType, options, steps }).run();
  };
}

interface CollectionContext {
  readonly dataType: DataType;
  readonly options: CollectOptions;
  readonly steps: MoverSteps;
}

/** A row with columns to delete. */
interface RowToClear {
  readonly key: Buffer;
  readonly columns: readonly Buffer[];
}

class Collection {
  readonly #dependencies: CollectGenerationsDependencies;
  readonly #context: CollectionContext;
  #deleted = 0;

  constructor(dependencies: CollectGenerationsDependencies, context: CollectionContext) {
    this.#dependencies = dependencies;
    this.#context = context;
  }

  async run(): Promise<readonly CollectedGeneration[]> {
    const { directory, clock } = this.#dependencies;
    const { dataType, options, steps } = this.#context;
    const present = await steps.run((call) => directory.read(dataType, call));
    const chosen = this.#chosen(present);
    if (options.dryRun === true)
      return chosen.map((generation) => ({ generation, deleted: 0, isEmpty: false }));
    if (chosen.length === 0) return [];
    const mark = (record: GenerationRecord): GenerationRecord =>
      chosen.reduce((marked, number) => collectGeneration(marked, number, clock.nowMs()), record);
    const record = await steps.run((call) => directory.change(dataType, mark, call));
    await this.#awaitReaders();
    const results: CollectedGeneration[] = [];
    for (const number of chosen) results.push(await this.#clear(generationOf(record, number)));
    return results;
  }

  /** Returns what is to be collected, and what was, but may have cells. Throws if a named one may not be. */
  #chosen(record: GenerationRecord): readonly number[] {
    const { options } = this.#context;
    const { generations: named, keep = this.#dependencies.limits.retiredKept } = options;
    for (const number of named ?? []) collectGeneration(record, number, 0);
    const retired = record.generations
      .filter(({ state }) => state === 'retired')
      .sort((a, b) => (b.retiredAtMs ?? 0) - (a.retiredAtMs ?? 0));
    const begun = record.generations.filter(
      ({ state, emptiedAtMs }) => state === 'collected' && emptiedAtMs === undefined,
    );
    const wanted = named ?? retired.slice(keep).map(({ number }) => number);
    return [...new Set([...begun.map(({ number }) => number), ...wanted])].sort((a, b) => a - b);
  }

  /**
   * Waits until no read uses the generations: first until all clusters show that they are collected, so that no process
   * can learn of an older state, then until all answers from older pointers no longer count.
   */
  async #awaitReaders(): Promise<void> {
    const { awaitTables, clock, limits } = this.#dependencies;
    const { steps } = this.#context;
    await awaitTables([PIPELINES_TABLE], { signal: steps.signal });
    await waitSince(momentOf(clock), limits.graceMs, clock, steps);
  }

  async #clear({ number, collectedAtMs, emptiedAtMs }: Generation): Promise<CollectedGeneration> {
    const { directory, awaitTables, tablesOf, clock, limits } = this.#dependencies;
    const { dataType, steps } = this.#context;
    const before = this.#deleted;
    await this.#sweep(number);
    // The scan reads one cluster. Cells that only another one had are found after a token.
    const atMs = clock.nowMs();
    await awaitTables(tablesOf(dataType.corpus), { signal: steps.signal });
    const isClear = (await this.#sweep(number)) === 0;
    const deleted = this.#deleted - before;
    const isLate = atMs >= (collectedAtMs ?? atMs) + limits.lateWritesMs;
    if (!isClear || !isLate) return { generation: number, deleted, isEmpty: emptiedAtMs !== undefined };
    const record = (present: GenerationRecord): GenerationRecord =>
      emptyGeneration(present, number, { atMs: clock.nowMs(), limits });
    await steps.run((call) => directory.change(dataType, record, call));
    return { generation: number, deleted, isEmpty: true };
  }

  /** Deletes all cells of the generation that one cluster shows. Returns the number of columns deleted. */
  async #sweep(generation: number): Promise<number> {
    const { scanner, limits } = this.#dependencies;
    const { dataType, steps } = this.#context;
    const { corpus: table, family } = dataType;
    const filter = chain(qualifierRange({ family, ...generationRange(generation) }), stripValue());
    const before = this.#deleted;
    let rows: RowToClear[] = [];
    let columns = 0;
    for await (const { key, cells } of scanner.scan({ table, filter }, { signal: steps.signal })) {
      const found = columnsIn(generation, cells);
      for (let at = 0; at < found.length; at += limits.deletionsPerWrite) {
        const part = found.slice(at, at + limits.deletionsPerWrite);
        if (rows.length === limits.rowsPerWrite || columns + part.length > limits.deletionsPerWrite) {
          await this.#delete(rows);
          [rows, columns] = [[], 0];
        }
        rows.push({ key, columns: part });
        columns += part.length;
      }
    }
    await this.#delete(rows);
    return this.#deleted - before;
  }

  async #delete(rows: readonly RowToClear[]): Promise<void> {
    if (rows.length === 0) return;
    const { writer } = this.#dependencies;
    const { dataType, options, steps } = this.#context;
    const { corpus, family } = dataType;
    // All versions: the number is never used again, so the column is not either.
    const mutations = rows.map(({ key, columns }): RowMutations => ({
      key,
      mutations: columns.map((column) => deleteFromColumn(family, column)),
    }));
    await steps.run(async (call) => {
      const results = await writer.mutateRows(corpus, mutations, call);
      const failed = results.find((result) => result instanceof TidemarkError);
      if (failed !== undefined) throw failed;
    });
    this.#deleted += rows.reduce((sum, { columns }) => sum + columns.length, 0);
    options.onProgress?.(this.#deleted);
  }
}

/** Returns the columns of the generation in the order of the row, each once. The filter passes no others. */
function columnsIn(generation: number, cells: readonly Cell[]): readonly Buffer[] {
  const qualifiers = cells
    .map(({ qualifier }) => qualifier)
    .filter((qualifier) => parseGenerationColumn(qualifier)?.generation === generation);
  return qualifiers
    .filter((qualifier, index) => qualifiers[index - 1]?.equals(qualifier) !== true)
    .map((qualifier) => Buffer.from(qualifier));
}
