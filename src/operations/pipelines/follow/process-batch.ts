import type { CallOptions, RowMutations } from '../../../bigtable/client/types';
import type { PipelineContext } from '../../../core/pipelines/definition';
import type { Pipeline } from '../../../core/pipelines/pipeline';
import { hiddenEvents } from '../../../core/privacy/hidden-events';
import { maxOf } from '../../../core/shared/lists';
import { objectIdOf } from '../../../core/rows/row-key';
import { TidemarkError } from '../../../errors';
import { runBounded } from '../../../platform/tasks/run-bounded';
import type { Clock } from '../../../platform/time/clock';
import type { Writer } from '../../../consistency/store';
import type { FollowedTargets } from '../../generations/followed-targets';
import { outputMutations, type GenerationTargets } from '../output-mutations';
import type { ProcessObject } from '../process-object';
import type { ReadObjectRow } from '../read-object-row';
import type { ChangedObject } from './change-batches';

export interface ProcessBatchDependencies {
  readonly pipeline: Pipeline;
  /** Returns the operation that reads a row at a cluster whose stream has its changes. */
  readonly readAt: (cluster: string) => ReadObjectRow;
  readonly process: ProcessObject;
  readonly writer: Pick<Writer, 'mutateRows'>;
  /** Generations to write. Undefined if the pipeline writes no DataType that is stored in generations. */
  readonly targets?: FollowedTargets | undefined;
  readonly context: Omit<PipelineContext, 'runTimeMs'>;
  readonly clock: Clock;
  readonly limits: ProcessBatchLimits;
  readonly onRejected: (object: RejectedObject) => void;
}

export interface ProcessBatchLimits {
  /** Maximum number of objects that are read and processed at the same time. */
  readonly objectsInFlight: number;
  /** Time limit of `process` for one object, in milliseconds. */
  readonly objectTimeoutMs: number;
  /** Maximum time by which a version may be after the clock, in milliseconds. */
  readonly futureToleranceMs: number;
}

/** Object whose output was not written. */
export interface RejectedObject {
  readonly id: string;
  readonly error: TidemarkError;
}

export interface BatchOutcome {
  readonly processed: number;
  readonly rejected: number;
  /** Number of cells that are not written, because the user's choices or erasures would hide them. */
  readonly withheld: number;
}

/** Errors that the object causes, not the store: another attempt would fail as well. */
const OBJECT_ERRORS: ReadonlySet<string> = new Set([
  'answer_too_large',
  'data_corrupted',
  'invalid_argument',
  'too_many_events',
  'value_too_large',
]);

/**
 * Processes objects and writes their output. Resolves once all writes are acknowledged. Rejects with the error of a read or a
 * write: then the batch is to be repeated. An error that one object causes is reported, and the others are written.
 *
 * Output of DataTypes in generations is written to all generations that the pipeline builds or has published, by one mutation of
 * the row: so no reader finds a change in one of them that another one lacks.
 *
 * The version of the output is the newest input seen: the latest of the commit times of the changes and of the timestamps of
 * the cells that were read. So a repeated batch writes the same versions, and a worker that was paused, and writes later what
 * it had read before, writes older ones, which stay hidden.
 */
export function createProcessBatch(dependencies: ProcessBatchDependencies) {
  return async (
    objects: readonly ChangedObject[],
    cluster: string,
    call: CallOptions,
  ): Promise<BatchOutcome> => {
    const read = dependencies.readAt(cluster);
    const { limits, writer, pipeline, onRejected, targets } = dependencies;
    // After the changes have arrived: a full pass that begins later finds them in the rows that it reads.
    const generations = await targets?.(call);
    const results = await runBounded(objects, limits.objectsInFlight, (object) =>
      outputOf({ ...dependencies, read, generations }, object, call),
    );
    const rows = results.flatMap(({ row }) => (row === undefined ? [] : [row]));
    const receipts = rows.length === 0 ? [] : await writer.mutateRows(pipeline.corpus, rows, call);
    let rejected = results.filter((result) => result.isRejected).length;
    for (const [index, receipt] of receipts.entries()) {
      if (!(receipt instanceof TidemarkError)) continue;
      if (!isOfObject(receipt)) throw receipt;
      rejected += 1;
      onRejected({ id: objectIdOf(rows[index]!.key) ?? '', error: receipt });
    }
    const withheld = results.reduce((sum, result) => sum + result.withheld, 0);
    return { processed: objects.length - rejected, rejected, withheld };
  };
}

interface ObjectResult {
  readonly row: RowMutations | undefined;
  readonly withheld: number;
  readonly isRejected: boolean;
}

const NOTHING: ObjectResult = { row: undefined, withheld: 0, isRejected: false };
const REJECTED: ObjectResult = { ...NOTHING, isRejected: true };

interface ObjectDependencies extends ProcessBatchDependencies {
  readonly read: ReadObjectRow;
  readonly generations: ReadonlyMap<string, GenerationTargets> | undefined;
}

async function outputOf(
  dependencies: ObjectDependencies,
  object: ChangedObject,
  call: CallOptions,
): Promise<ObjectResult> {
  const { pipeline, clock, generations } = dependencies;
  const { key } = object;
  const id = objectIdOf(key)!;
  const runTimeMs = clock.nowMs();
  const found = await readOrReject(dependencies, { id, key, runTimeMs }, call);
  if (found === 'rejected') return REJECTED;
  const { row, privacy } = found;
  if (row === undefined) return NOTHING;
  const context = { ...dependencies.context, runTimeMs };
  const hidden = (family: string) => hiddenEvents(privacy, family);
  try {
    const outputs = await inTime(dependencies, () => dependencies.process({ id, row, hidden }, context));
    const newestMicros = Math.max(object.commitMicros, maxOf(row.cells.map((cell) => cell.timestampMicros)));
    const versionMs = Math.min(
      Math.ceil(newestMicros / 1_000),
      runTimeMs + dependencies.limits.futureToleranceMs,
    );
    const { mutations, withheld } = outputMutations(outputs, { versionMs, privacy, generations });
    return { row: mutations.length === 0 ? undefined : { key, mutations }, withheld, isRejected: false };
  } catch (error) {
    dependencies.onRejected({ id, error: asTidemarkError(error, pipeline.name) });
    return REJECTED;
  }
}

async function readOrReject(
  { read, pipeline, onRejected }: ObjectDependencies,
  { id, key, runTimeMs }: { readonly id: string; readonly key: Buffer; readonly runTimeMs: number },
  call: CallOptions,
): Promise<Awaited<ReturnType<ReadObjectRow>> | 'rejected'> {
  try {
    return await read(pipeline, { key, runTimeMs }, call);
  } catch (error) {
    if (!(error instanceof TidemarkError) || !isOfObject(error)) throw error;
    onRejected({ id, error });
    return 'rejected';
  }
}

/** Ends the wait for a result that does not come: it must not stop the partition. */
function inTime<T>({ clock, limits }: ProcessBatchDependencies, run: () => Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const { objectTimeoutMs } = limits;
    const error = new TidemarkError(
      'deadline_exceeded',
      `process has not ended within ${objectTimeoutMs} ms`,
    );
    const cancelTimer = clock.schedule(objectTimeoutMs, () => reject(error));
    run().then(resolve, reject).finally(cancelTimer);
  });
}

const isOfObject = ({ code }: TidemarkError): boolean => OBJECT_ERRORS.has(code);

function asTidemarkError(error: unknown, pipeline: string): TidemarkError {
  if (error instanceof TidemarkError) return error;
  const reason = error instanceof Error ? error.message : String(error);
  return new TidemarkError('invalid_argument', `process of ${pipeline} failed: ${reason}`, { cause: error });
}
