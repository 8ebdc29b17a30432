import type { Mutation } from '../../../bigtable/client/types';
import type { Pipeline } from '../../../core/pipelines/pipeline';
import { emptyRunTally, type RunRecord, type RunTally } from '../../../core/pipelines/run-rows';
import { objectIdOf } from '../../../core/rows/row-key';
import { TidemarkError } from '../../../errors';
import type { RunGenerations } from '../../generations/run-generations';
import { outputMutations } from '../output-mutations';
import type { PipelineOutput } from '../process-object';
import { readFamilies, writtenFamilies } from '../threads/page-families';
import { decodeOutputs, encodeRows } from '../threads/page-format';
import type { ThreadPage, ThreadPageResult } from '../threads/thread-pool';
import { hiddenInRows, type ObjectsPage, type PageObject } from './read-page';
import { writePageRows, type PageRowToWrite, type TooLate, type WriteRowsDependencies } from './write-rows';

export interface ProcessPageDependencies extends Omit<WriteRowsDependencies, 'limits'> {
  /** Calls `process` for the rows of a page, in another thread. */
  readonly processRows: (page: ThreadPage) => Promise<ThreadPageResult>;
  readonly limits: WriteRowsDependencies['limits'] & {
    /** Longest time from the read of a row to the end of a write that is derived from it, in milliseconds. */
    readonly derivedWriteMaxMs: number;
  };
  /** Processes objects without writing. */
  readonly isDryRun: boolean;
}

/** An object that failed, or could not be written. */
export interface ObjectReject {
  readonly id: string;
  readonly error: TidemarkError;
}

/** Row with the number of its cells that are written and deleted. */
type CountedRow = PageRowToWrite & Pick<RunTally, 'written' | 'deleted'>;

export interface PageResult {
  readonly tally: RunTally;
  readonly rejects: readonly ObjectReject[];
}

/** Run that a page belongs to. */
interface PageJob {
  readonly pipeline: Pipeline;
  readonly run: RunRecord;
  readonly signal: AbortSignal;
  readonly generations?: RunGenerations | undefined;
}

export class ProcessPage {
  readonly #job: PageJob;
  readonly #dependencies: ProcessPageDependencies;
  readonly #reads: readonly string[];
  readonly #writes: readonly string[];

  constructor(job: PageJob, dependencies: ProcessPageDependencies) {
    this.#job = job;
    this.#dependencies = dependencies;
    this.#reads = readFamilies(job.pipeline);
    this.#writes = writtenFamilies(job.pipeline);
  }

  /** Processes the objects of a page, and writes their outputs. */
  async process({ objects, readAtMs }: ObjectsPage): Promise<PageResult | TooLate> {
    const tally = { ...emptyRunTally(), objects: objects.length };
    if (objects.length === 0) return { tally, rejects: [] };
    const { pipeline, run, signal } = this.#job;
    const { clock, limits, isDryRun, processRows } = this.#dependencies;
    const rows = encodeRows(
      objects.map(({ row }) => row),
      this.#reads,
    );
    const result = await processRows({ rows, hidden: hiddenInRows(objects, pipeline) });
    const rejects = result.failures.map(({ row, code, field, message }) =>
      rejectOf(objects[row]!, new TidemarkError(code, message, { field })),
    );
    const written = this.#rowsToWrite(objects, decodeOutputs(result.outputs, this.#writes), tally);
    const untilMs = readAtMs + limits.derivedWriteMaxMs;
    if (!isDryRun && written.length > 0) {
      if (clock.monotonicMs() >= untilMs - limits.callTimeoutMs) return 'too late';
      const write = { table: run.corpus, rows: written, untilMs, signal };
      const failures = await writePageRows(write, this.#dependencies);
      if (failures === 'too late') return failures;
      for (const [index, error] of failures) {
        rejects.push(rejectOf({ row: written[index]! }, error));
        tally.written -= written[index]!.written;
        tally.deleted -= written[index]!.deleted;
      }
    }
    tally.failed = rejects.length;
    return { tally, rejects };
  }

  #rowsToWrite(
    objects: readonly PageObject[],
    outputs: readonly (readonly PipelineOutput[])[],
    tally: RunTally,
  ): readonly CountedRow[] {
    const rows: CountedRow[] = [];
    const { runTimeMs: versionMs } = this.#job.run;
    const generations = this.#job.generations?.targets;
    outputs.forEach((ofRow, index) => {
      if (ofRow.length === 0) return;
      const { row, privacy } = objects[index]!;
      const { mutations, withheld } = outputMutations(ofRow, { versionMs, privacy, generations });
      const deleted = ofRow.filter(({ value }) => value === undefined).length;
      const written = ofRow.length - deleted - withheld;
      tally.withheld += withheld;
      tally.deleted += deleted;
      tally.written += written;
      if (mutations.length > 0)
        rows.push({ key: row.key, mutations, bytes: bytesOf(mutations), written, deleted });
    });
    return rows;
  }
}

function rejectOf({ row }: { readonly row: { readonly key: Buffer } }, error: TidemarkError): ObjectReject {
  return { id: objectIdOf(row.key)!, error };
}

function bytesOf(mutations: readonly Mutation[]): number {
  return mutations.reduce((sum, { setCell }) => sum + (setCell?.value?.length ?? 0), 0);
}
